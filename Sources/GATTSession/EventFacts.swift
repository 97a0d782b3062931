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
  package let name: Range<Int>?
  /// `unknown` on the link layer, where there is no recording host.
  package let direction: PacketDirection
  package let from: LinkRole?
  package let handle: UInt16?
  package let path: AttributePath?
  package let label: Range<Int>?
  package let requestFrame: UInt64?
  /// Nanoseconds from the request to the response.
  package let responseTime: Int64?
  package let hasValue: Bool
  package let isTruncated: Bool

  /// - texts: gets the name and the label.
  package init(_ event: borrowing Event, texts: inout ByteWriter) {
    kind = event.kind
    frame = event.frame
    time = event.time
    adapter = event.adapter
    connection = event.connection?.ordinal
    address = event.address ?? event.overAirAddress
    overAirAddress = event.peer == nil ? nil : event.overAirAddress
    let start = texts.count
    name = event.appendPeerName(to: &texts) ? start..<texts.count : nil
    direction = event.connection?.link == nil ? event.direction : .unknown
    from = event.from
    handle = event.handle
    path = event.path
    let end = texts.count
    label = event.appendLabel(to: &texts) ? end..<texts.count : nil
    requestFrame = event.requestFrame
    responseTime = event.responseTime
    hasValue = event.hasValue
    isTruncated = event.isTruncated
  }
}
