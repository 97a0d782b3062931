import ATTDissector
import BTSnoop
import Bytes
import GATTValues
// The kind of an event is part of its API.
@_exported import Vocabulary

/// What a `note` is about: renderers give some notes a line layout of their own.
package enum NoteSubject: Sendable {
  case general
  /// One discovery procedure, summarized.
  case discovery
  /// A peripheral requests connection parameters.
  case parameterRequest
  /// The peer's version.
  case version
  /// The local host requests a disconnection.
  case disconnectRequest
  /// An L2CAP channel is opened, closed, or summarized.
  case channel
  /// No record of the connection for at least `SilenceRule.threshold`. For human readers only.
  case silence
}

/// One event: plain values, and references to the device, connection and attribute.
/// The bytes of the value and the decoded fields are passed separately and borrowed; keep a copy if
/// you need them later.
package struct Event {
  package var kind: EventKind
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
  package private(set) var address: BluetoothAddress?
  /// The L2CAP channel of an enhanced bearer.
  private(set) var channel: Int?
  /// The address on the air, where it differs from the peer's identity address.
  package var overAirAddress: BluetoothAddress?
  package var direction: PacketDirection = .unknown
  /// Who sent the value.
  package var from: LinkRole?
  package var handle: UInt16?
  package var attribute: Attribute?
  package var requestFrame: UInt64?
  package var requestTime: CaptureTime?
  /// Nanoseconds from the request to the response.
  package var responseTime: Int64?
  package var hasValue = false
  package var isTruncated = false
  /// An advertisement with the same bytes and type as the previous one.
  package var isRepeat = false
  /// To be listed in the findings.
  package var isProblem = false
  package var subject = NoteSubject.general
  /// What was known when it happened; `nil` for an event that is reported at once.
  package internal(set) var known: KnownThen?

  package init(kind: EventKind, record: CaptureRecord) {
    self.kind = kind
    self.frame = record.frame
    self.time = record.time
    self.adapter = record.adapter
  }

  /// An event of a connection; with a direction, `from` is the sender in that direction.
  init(
    _ kind: EventKind, _ record: CaptureRecord, _ connection: Connection? = nil,
    _ direction: PacketDirection = .unknown, channel: Int? = nil
  ) {
    self.init(kind: kind, record: record)
    self.channel = channel
    self.direction = direction
    guard let connection else { return }
    self.connection = connection
    from = connection.sender(direction)
    peer = connection.peer
    // No observer runs in an initializer.
    address = peer?.address
    recordAddress(connection.airAddress)
    // Where the capture ends a connection, the last record may be of another adapter.
    adapter = connection.adapter
  }

  /// An event of an ATT PDU.
  init(
    _ kind: EventKind, _ record: CaptureRecord, _ context: ATTContext,
    _ direction: PacketDirection
  ) {
    self.init(
      kind, record, context.connection, direction, channel: context.bearer.channel)
  }

  /// Sets the request that this record answers.
  mutating func answers(frame: UInt64, _ time: CaptureTime) {
    requestFrame = frame
    requestTime = time
    responseTime = self.time.nanoseconds(since: time)
  }

  /// Records the address that `peer` has on the air.
  mutating func recordAddress(_ onAir: BluetoothAddress?) {
    guard let onAir else { return }
    guard let known = address, Peer.key(known) == Peer.key(onAir) else {
      overAirAddress = onAir
      return
    }
    // Nothing was resolved: the address keeps the type it has on the air.
    address = onAir
    overAirAddress = nil
  }

  /// The event happened at an earlier record: report only what was known then.
  mutating func happened(when known: KnownThen?, under onAir: BluetoothAddress?) {
    guard let known else { return }
    self.known = known
    address = known.address
    overAirAddress = nil
    if address != nil { recordAddress(onAir) }
  }
}

/// What was known of an event's device and attribute at its record: an event that waits for an
/// earlier one, or for its own end, reports nothing learned in the meantime.
package struct KnownThen: Sendable {
  package var address: BluetoothAddress?
  package var name: String?
  package var path: AttributePath?
  package var label: String?
  /// Who sent the value.
  package var from: LinkRole?

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
  /// The path of the attribute.
  package var path: AttributePath? { known == nil ? attribute?.path : known?.path }
  /// The display name of the attribute.
  package var label: String? { known == nil ? attribute?.label : known?.label }
}

/// The fields of an event, reused for each event.
package struct EventFields: ~Copyable {
  /// The fields specific to the kind of event.
  package var own = FieldBuffer()
  /// The members of `decoded`; its `text` and `note` belong to the event.
  package var decoded = FieldBuffer()

  package init() {}

  package mutating func removeAll() {
    own.removeAll()
    decoded.removeAll()
  }

  /// A copy, for events that are reported later.
  package borrowing func copied() -> EventFields {
    var copy = EventFields()
    copy.own = own.copied()
    copy.decoded = decoded.copied()
    return copy
  }
}

/// Receives events. It must not keep what is borrowed.
package protocol EventSink: AnyObject {
  /// Whether events are wanted; if not, only the state is kept. Never changes.
  var wantsEvents: Bool { get }
  func event(_ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan)
}
