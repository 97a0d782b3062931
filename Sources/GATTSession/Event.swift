import ATTDissector
import BTSnoop
import Bytes
import GATTValues
// An event's kind is part of it.
@_exported import Vocabulary

/// What a `note` is about, for renderers that give some notes a line of their own form.
package enum NoteSubject: Sendable {
  case general
  /// One discovery procedure, told as a whole.
  case discovery
  /// A peripheral asks for connection parameters.
  case parameterRequest
  /// The peer's version.
  case version
  /// The local side asks to disconnect.
  case disconnectRequest
  /// An L2CAP channel is opened, closed, or counted.
  case channel
  /// At least `SilenceRule.threshold` without a record of the connection. Told to readers only.
  case silence
}

/// One thing that happened: plain values, and references to the device, connection and attribute.
///
/// The value's bytes and the decoded fields are handed over beside it and borrowed; who keeps them
/// copies.
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
  /// The peer's as it was known by then: later records may tell its identity.
  package private(set) var address: BluetoothAddress?
  /// The L2CAP channel of an enhanced bearer.
  private(set) var channel: Int?
  /// The address on the air, where it is not the identity that `peer` has.
  package var overAirAddress: BluetoothAddress?
  package var direction: PacketDirection = .unknown
  /// Who sent the value.
  package var from: LinkRole?
  package var handle: UInt16?
  package var attribute: Attribute?
  package var requestFrame: UInt64?
  package var requestTime: CaptureTime?
  /// Nanoseconds from the request to its answer.
  package var responseTime: Int64?
  package var hasValue = false
  package var isTruncated = false
  /// An advertisement whose bytes and type are those of the one before.
  package var isRepeat = false
  /// Worth a line in the findings.
  package var isProblem = false
  package var subject = NoteSubject.general
  /// What was known when it happened; `nil` for an event that is told at once.
  package internal(set) var known: KnownThen?

  package init(kind: EventKind, record: CaptureRecord) {
    self.kind = kind
    self.frame = record.frame
    self.time = record.time
    self.adapter = record.adapter
  }

  /// Of a connection; where a direction is given, of who sends in it.
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
    // The last record may be one of another adapter, where the capture ends a connection.
    adapter = connection.adapter
  }

  /// Of an ATT PDU.
  init(
    _ kind: EventKind, _ record: CaptureRecord, _ context: ATTContext,
    _ direction: PacketDirection
  ) {
    self.init(
      kind, record, context.connection, direction, channel: context.bearer.channel)
  }

  /// An answer that came at its record.
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
    // Nothing was resolved: the address is of the kind that it has on the air.
    address = onAir
    overAirAddress = nil
  }

  /// It happened at an earlier record: tells no more than was known there.
  mutating func happened(when known: KnownThen?, under onAir: BluetoothAddress?) {
    guard let known else { return }
    self.known = known
    address = known.address
    overAirAddress = nil
    if address != nil { recordAddress(onAir) }
  }
}

/// What was known of an event's device and attribute at its record: an event that waits for one before
/// it, or for its own end, tells nothing that came to light meanwhile.
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
  /// The peer's name, if it was known by then.
  package var peerName: String? { known == nil ? peer?.name : known?.name }
  /// Where the attribute stands.
  package var path: AttributePath? { known == nil ? attribute?.path : known?.path }
  /// What a reader calls the attribute.
  package var label: String? { known == nil ? attribute?.label : known?.label }
}

/// The fields of an event, filled again for each.
package struct EventFields: ~Copyable {
  /// The kind's own keys.
  package var own = FieldBuffer()
  /// What stands under `decoded`; its `text` and `note` are the event's.
  package var decoded = FieldBuffer()

  package init() {}

  package mutating func removeAll() {
    own.removeAll()
    decoded.removeAll()
  }

  /// A copy, for what is told later.
  package borrowing func copied() -> EventFields {
    var copy = EventFields()
    copy.own = own.copied()
    copy.decoded = decoded.copied()
    return copy
  }
}

/// Where events go. Nothing may keep what is borrowed.
package protocol EventSink: AnyObject {
  /// Whether events are wanted at all; without, only the state is kept. It never changes.
  var wantsEvents: Bool { get }
  func event(_ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan)
}
