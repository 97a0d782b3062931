import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// What a line of its own says of an event, beside its fields and its value: plain values without
/// references, which any thread may read while the session goes on.
///
/// Its texts are elsewhere: ranges name their places.
package struct EventFacts: Sendable {
  package let kind: EventKind
  package let frame: UInt64
  package let time: CaptureTime
  package let adapter: UInt16?
  /// The number of the connection.
  package let connection: Int?
  /// The address to show: the peer's, or else the one on the air.
  package let address: BluetoothAddress?
  /// The address on the air, where it differs from the one shown.
  package let overAirAddress: BluetoothAddress?
  /// `unknown` on the link layer, where there is no recording host.
  package let direction: PacketDirection
  package let from: LinkRole?
  package let handle: UInt16?
  package let path: AttributePath?
  /// Where the texts are that name the device, and then the attribute.
  package let names: Range<Int>
  /// Octets of the device's name.
  private let nameLength: Int?
  private let hasLabel: Bool
  package let requestFrame: UInt64?
  /// Nanoseconds from the request to the response.
  package let responseTime: Int64?
  package let hasValue: Bool
  package let isTruncated: Bool

  package var name: Range<Int>? {
    nameLength.map { names.lowerBound..<names.lowerBound &+ $0 }
  }
  package var label: Range<Int>? {
    hasLabel ? names.lowerBound &+ (nameLength ?? 0)..<names.upperBound : nil
  }

  /// - texts: gets the name and the label.
  package init(_ event: borrowing Event, texts: inout ByteWriter) {
    kind = event.kind
    frame = event.frame
    time = event.time
    adapter = event.adapter
    connection = event.connection?.ordinal
    address = event.address ?? event.overAirAddress
    overAirAddress = event.peer == nil ? nil : event.overAirAddress
    direction = event.connection?.hearing.isOnAir != true ? event.direction : .unknown
    from = event.from
    handle = event.handle
    path = event.path
    let start = texts.count
    nameLength = event.appendPeerName(to: &texts) ? texts.count &- start : nil
    hasLabel = event.appendLabel(to: &texts)
    names = start..<texts.count
    requestFrame = event.requestFrame
    responseTime = event.responseTime
    hasValue = event.content.hasValue
    isTruncated = event.content.isTruncated
  }
}

/// Whom and what an event is about: the same for most events of a device or an attribute.
extension EventFacts {
  /// Differs for most that are about something else; its upper bits are the best.
  package var identityHash: UInt64 {
    let device = address?.rawValue ?? 0
    let what = UInt64(handle ?? 0) << 48 | UInt64(kind.rawValue) << 40
    return (device ^ what ^ UInt64(truncatingIfNeeded: connection ?? 0)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether they have the same kind and are about the same, but for the texts that name it.
  // Optionals are compared by a generic function, which takes longer than the rest.
  @inline(__always)
  package func hasIdentity(of other: Self) -> Bool {
    kind.rawValue == other.kind.rawValue && hasLabel == other.hasLabel
      && direction.rawValue == other.direction.rawValue
      && nameLength ?? -1 == other.nameLength ?? -1
      && from?.rawValue ?? .max == other.from?.rawValue ?? .max
      && Self.isSame(address?.rawValue, other.address?.rawValue)
      && Self.isSame(overAirAddress?.rawValue, other.overAirAddress?.rawValue)
      && Self.isSame(connection, other.connection) && Self.isSame(handle, other.handle)
      && Self.isSame(adapter, other.adapter) && isSamePath(other.path)
  }

  @inline(__always)
  private static func isSame<Number: FixedWidthInteger>(_ a: Number?, _ b: Number?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a == b
  }

  @inline(__always)
  private func isSamePath(_ other: AttributePath?) -> Bool {
    guard let path, let other else { return path == nil && other == nil }
    return path == other
  }
}
