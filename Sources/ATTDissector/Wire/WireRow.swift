/// A field of a wire unit: its name and its format on the wire.
typealias WireField = (StaticString, WireType)

/// A unit's fields in wire order. Dissection, summaries, and the connections and devices that a
/// unit refers to are derived from it.
typealias WireLayout = [WireField]

/// One wire unit. Everything known about it without its bytes is here and nowhere else.
///
/// Layouts are created on demand, so that a name costs no allocation.
struct WireRow {
  /// The specification's name.
  let name: StaticString
  private let layout: (() -> WireLayout)?
  private let returnLayout: (() -> WireLayout)?

  /// The parameters; `nil` where they are shown as hex.
  var parameters: WireLayout? { layout?() }
  /// The return parameters of Command Complete, including the status; `nil` where they are shown as
  /// hex, and for commands answered by Command Status.
  var returned: WireLayout? { returnLayout?() }

  init(_ name: StaticString) {
    self.name = name
    layout = nil
    returnLayout = nil
  }

  init(_ name: StaticString, _ parameters: @autoclosure @escaping () -> WireLayout) {
    self.name = name
    layout = parameters
    returnLayout = nil
  }

  init(
    _ name: StaticString, _ parameters: @autoclosure @escaping () -> WireLayout,
    returns: @autoclosure @escaping () -> WireLayout
  ) {
    self.name = name
    layout = parameters
    returnLayout = returns
  }

  init(_ name: StaticString, returns: @autoclosure @escaping () -> WireLayout) {
    self.name = name
    layout = nil
    returnLayout = returns
  }
}

/// An ATT PDU.
struct ATTRow {
  /// The specification's name without "ATT_".
  let name: StaticString
  let role: ATTOpcode.Role
  private let layout: () -> WireLayout

  var parameters: WireLayout { layout() }

  init(
    _ name: StaticString, _ role: ATTOpcode.Role,
    _ parameters: @autoclosure @escaping () -> WireLayout
  ) {
    self.name = name
    self.role = role
    layout = parameters
  }
}

/// An LL Control PDU.
struct ControlRow {
  let name: StaticString
  /// The only role that sends it; `nil` where both may.
  let onlySender: LinkRole?
  private let layout: () -> WireLayout

  var parameters: WireLayout { layout() }

  init(
    _ name: StaticString, from onlySender: LinkRole? = nil,
    _ parameters: @autoclosure @escaping () -> WireLayout
  ) {
    self.name = name
    self.onlySender = onlySender
    layout = parameters
  }
}
