import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Synchronization
// The kind of an event is part of its API.
@_exported import Vocabulary

/// One event: whom and what it is about, with references to the device, connection and attribute, and what happened.
/// The bytes of the value and the decoded fields are passed separately and borrowed; keep a copy if
/// you need them later.
package struct Event {
  package var kind: EventKind
  package var content: EventContent
  package var frame: UInt64
  package var time: CaptureTime
  package var adapter: UInt16?
  package var connection: Connection?
  package var peer: Peer? {
    didSet {
      address = peer?.address
      overAirAddress = nil
    }
  }
  /// The peer's address as known at the time: later records may reveal its identity.
  package internal(set) var address: BluetoothAddress?
  /// The L2CAP channel of an enhanced bearer.
  package internal(set) var channel: Int?
  /// The address on the air, where it differs from the peer's identity address.
  package var overAirAddress: BluetoothAddress?
  package var direction: PacketDirection = .unknown
  /// Who sent the value.
  package var from: LinkRole?
  package var handle: UInt16?
  package var attribute: Attribute?
  /// The handle that tells attributes apart; in the log of an app it is not the server's (`Attribute.hasHandle`).
  package var placeOfAttribute: UInt16? { handle ?? attribute?.handle }
  package var requestFrame: UInt64?
  package var requestTime: CaptureTime?
  /// Nanoseconds from the request to the response.
  package var responseTime: Int64?
  /// To be listed in the findings. The same content may be one or not: what else the capture shows decides.
  package var isProblem = false
  /// What was known when it happened; `nil` for an event that is reported at once.
  package internal(set) var known: SubjectSnapshot?

  /// Sets the request that this record answers.
  mutating func answers(frame: UInt64, at time: CaptureTime) {
    requestFrame = frame
    requestTime = time
    responseTime = self.time.nanoseconds(since: time)
  }

  /// Records the address that `peer` has on the air.
  mutating func recordAddress(_ onAir: BluetoothAddress?) {
    guard onAir != nil else { return }
    (address, overAirAddress) = Self.addresses(address, onAir: onAir)
  }

  /// The address to show, and the one on the air where it differs.
  private static func addresses(
    _ known: BluetoothAddress?, onAir: BluetoothAddress?
  ) -> (BluetoothAddress?, BluetoothAddress?) {
    guard let onAir else { return (known, nil) }
    guard let known, Peer.key(of: known) == Peer.key(of: onAir) else { return (known, onAir) }
    // Nothing was resolved: the address keeps the type it has on the air.
    return (onAir, nil)
  }
}

/// All members are set at once: to change them one after the other costs copies of the event.
extension Event {
  package init(kind: EventKind, record: CaptureRecord) { self.init(kind, record) }

  /// An event of a connection; with a direction, `from` is the sender in that direction.
  init(
    _ kind: EventKind, _ record: CaptureRecord, _ connection: Connection? = nil,
    _ direction: PacketDirection = .unknown, channel: Int? = nil
  ) {
    let peer = connection?.peer
    let (address, overAir) = Self.addresses(peer?.address, onAir: connection?.airAddress)
    self.init(
      kind: kind, content: .unsaid, frame: record.frame, time: record.time,
      // Where the capture ends a connection, the last record may be of another adapter.
      adapter: connection.map { $0.adapter } ?? record.adapter, connection: connection, peer: peer,
      address: address, channel: channel, overAirAddress: overAir, direction: direction,
      from: connection?.sender(of: direction))
  }

  /// An event of an ATT PDU.
  init(
    _ kind: EventKind, _ record: CaptureRecord, _ context: borrowing ATTContext,
    _ direction: PacketDirection
  ) {
    self.init(
      kind, record, context.connection, direction, channel: context.channel)
  }

  init(
    _ value: borrowing ValueEvent, _ content: ValueContent, _ record: CaptureRecord,
    _ context: borrowing ATTContext, _ handle: UInt16?, _ attribute: Attribute?
  ) {
    let connection = context.connection
    let peer = connection.peer
    let (address, overAir) =
      value.known.map {
        $0.address == nil ? (nil, nil) : Self.addresses($0.address, onAir: connection.airAddress)
      } ?? Self.addresses(peer?.address, onAir: connection.airAddress)
    self.init(
      kind: value.kind, content: .value(content), frame: record.frame, time: record.time,
      adapter: connection.adapter, connection: connection, peer: peer, address: address,
      channel: context.channel, overAirAddress: overAir, direction: value.direction,
      from: value.known.map(\.from) ?? connection.sender(of: value.direction), handle: handle,
      attribute: attribute, requestFrame: value.pending?.frame, requestTime: value.pending?.time,
      responseTime: value.isAnswered
        ? value.pending.map { record.time.nanoseconds(since: $0.time) } : nil,
      isProblem: value.isProblem, known: value.known)
  }

  /// - adapter: `nil` on the air, where there is no recording host.
  init(
    _ advertisement: AdvertisementContent, _ record: CaptureRecord, _ peer: consuming Peer?,
    _ address: BluetoothAddress?, _ adapter: Adapter?
  ) {
    let (address, overAir) = Self.addresses(peer?.address, onAir: address)
    self.init(
      kind: .advertisement, content: .advertisement(advertisement), frame: record.frame,
      time: record.time,
      // A chain that the end of the capture cuts may be of another adapter than the last record.
      adapter: adapter.map { $0.index } ?? record.adapter, peer: peer, address: address,
      overAirAddress: overAir, direction: adapter == nil ? .unknown : .received)
  }
}

/// What was known of an event's device and attribute at its record: an event that waits for an
/// earlier one, or for its own end, reports nothing learned in the meantime.
///
/// An object, since few events have one: in each event, it would be most of what is copied.
package final class SubjectSnapshot: Sendable {
  package let address: BluetoothAddress?
  package let name: String?
  package let path: AttributePath?
  package let label: String?
  /// Who sent the value.
  package let from: LinkRole?

  init(_ peer: Peer?, _ attribute: Attribute?, from: LinkRole?) {
    self.from = from
    address = peer?.address
    name = peer?.name
    path = attribute?.path
    label = attribute?.label
  }
}

extension Event {
  /// The peer's name, if known at the time.
  package var peerName: String? { known == nil ? peer?.name : known?.name }
  /// - Returns: `false` where the name is not known.
  borrowing func appendPeerName(to text: inout ByteWriter) -> Bool {
    if known == nil { return peer?.appendName(to: &text) ?? false }
    guard let name = known?.name else { return false }
    text.append(string: name)
    return true
  }
  /// The path of the attribute.
  package var path: AttributePath? { known == nil ? attribute?.path : known?.path }
  /// The display name of the attribute.
  package var label: String? { known == nil ? attribute?.label : known?.label }
  /// - Returns: `false` where it has none.
  borrowing func appendLabel(to text: inout ByteWriter) -> Bool {
    if known == nil { return attribute?.appendLabel(to: &text) ?? false }
    guard let label = known?.label else { return false }
    text.append(string: label)
    return true
  }
}

/// The fields of an event, reused for each event.
package struct EventFields: ~Copyable {
  /// The fields specific to the kind of event.
  package var own = FieldBuffer()
  /// The members of `decoded`; its `text` and `note` belong to the event.
  package var decoded = FieldBuffer()
  /// What `decoded` does not have yet.
  package var late = LateDecoding.nothing
  /// An atomic has an address of its own, and so has what holds it: it is lent by its address. Else each
  /// call would copy it, which is half a kilobyte.
  private let place = Atomic(false)

  package init() {}

  package mutating func removeAll() {
    own.removeAll()
    decoded.removeAll()
    if case .nothing = late { return }
    late = .nothing
  }

  /// A copy, for events that are reported later.
  package borrowing func copied() -> EventFields {
    var copy = EventFields()
    copy.own = own.copied()
    copy.decoded = decoded.copied()
    copy.late = late
    return copy
  }
}

/// Receives events. It must not keep what is borrowed.
package protocol EventSink: AnyObject {
  /// What it has a use for. Never changes.
  var demand: EventDemand { get }
  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan)
  func answered(_ request: borrowing AnsweredRequest)
  func heard(_ packet: borrowing HeardPacket)
  /// Whether it has a use for what is found there: of what repeats, only such places count.
  func takesFinding(frame: UInt64, time: CaptureTime) -> Bool
}

extension EventSink {
  package var demand: EventDemand { EventDemand() }
  package func takesFinding(frame: UInt64, time: CaptureTime) -> Bool { true }
  package func answered(_ request: borrowing AnsweredRequest) {}
  package func heard(_ packet: borrowing HeardPacket) {}
}

/// A packet of a connection that a sniffer heard, whether it can be read or not.
package struct HeardPacket {
  package let connection: Connection
  /// The role of the sender.
  package let role: LinkRole
  package let frame: UInt64
  package let time: CaptureTime
  /// Radio channel and signal strength (dBm); `nil` where the capture does not have them.
  package let channel: UInt8?
  package let rssi: Int8?
  /// Its CRC is bad.
  package let isDamaged: Bool
  /// Its content was sent before: it was not acknowledged.
  package let isRepeated: Bool
  /// Connection events before it of which nothing was heard.
  package let missedEvents: UInt64
}

/// One ATT request that was answered in time. Not each has an event of its own: a discovery of
/// hundreds is one.
package struct AnsweredRequest {
  package let connection: Connection
  package let opcode: ATTOpcode
  /// The attribute, or the first of a range.
  package let handle: UInt16?
  /// The server's attributes.
  package let database: AttributeDatabase
  package let requestFrame: UInt64
  package let requestTime: CaptureTime
  package let frame: UInt64
  package let time: CaptureTime
  /// Refused, or at the end of what was asked for.
  package let isError: Bool
  /// The L2CAP channel of an enhanced bearer.
  package let channel: Int?

  /// What it is about, if that is one attribute, and known.
  package var attribute: Attribute? {
    opcode.hasLeadingHandle ? handle.flatMap { database.attribute(at: $0) } : nil
  }
}
