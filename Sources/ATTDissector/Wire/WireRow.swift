/// A field of a wire unit: its name, and how it lies on the wire.
typealias WireField = (StaticString, WireType)

/// A unit's fields in the order of the wire. Dissection, summaries, and which connections and devices
/// a unit names are derived from it.
typealias WireLayout = [WireField]

/// One wire unit. Everything that is known of it without its bytes stands here and nowhere else.
///
/// Layouts are made when they are asked for, so that a name costs no allocation.
struct WireRow {
  /// The specification's name.
  let name: StaticString
  private let layout: (() -> WireLayout)?
  private let returnLayout: (() -> WireLayout)?

  /// The parameters; `nil` where they are shown as hex.
  var parameters: WireLayout? { layout?() }
  /// What Command Complete returns, status included; `nil` where it is shown as hex, and for
  /// commands that Command Status answers.
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
  /// The role that alone sends it; `nil` where both may.
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
