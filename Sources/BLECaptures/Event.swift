import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline
import Vocabulary

/// The session's own; `Event` is the public one in `Capture`.
typealias SessionEvent = Event

extension Capture {
  /// What happened: one event of the timeline. Its line of NDJSON has more.
  public struct Event: Sendable {
    /// The number of the record that completed it, from 1.
    public let frame: UInt64
    /// The time of that record.
    public let time: Timestamp
    /// The word that `event` has in NDJSON: `notification`, `read`, `disconnected`...
    public let kind: String
    /// Number of the connection, from 1, in the order of first sight; `nil` outside of connections.
    public let connection: Int?
    /// The peer's address, as `22:33:44:55:66:77`.
    public let address: String?
    /// The peer's name, as it says: untrusted.
    public let name: String?
    /// Where its packet went.
    public let direction: Direction
    /// Handle of the attribute.
    public let handle: UInt16?
    /// UUIDs, 16-bit ones as four digits.
    public let service, characteristic, descriptor: String?
    /// The name of the attribute: assigned, declared, or the server's own description.
    public let label: String?
    /// The value or the event in words.
    public let text: String?

    init(_ event: borrowing SessionEvent, _ fields: borrowing EventFields) {
      frame = event.frame
      time = Timestamp(event.time)
      kind = event.kind.name.description
      connection = event.connection?.ordinal
      address = (event.address ?? event.overAirAddress)?.description
      name = event.peerName
      direction = event.connection?.hearing.isOnAir != true ? Direction(event.direction) : .unknown
      handle = event.handle
      let path = event.path
      service = path?.service?.text
      characteristic = path?.characteristic?.text
      descriptor = path?.descriptor?.text
      label = event.label
      let words = fields.decoded.text.bytes
      text = words.isEmpty ? nil : String(decoding: words.copy(), as: UTF8.self)
    }
  }
}

extension BluetoothUUID {
  fileprivate var text: String { "\(self)" }
}

/// Passes events on, with their lines.
final class EventReceiver: TimelineRenderer {
  private let body: (Capture.Event, RawSpan, RawSpan) -> Capture.Next
  private var json: EventJSON?
  private var line = ByteWriter()
  private var texts = ByteWriter(capacity: 256)
  private(set) var isStopped = false

  init(_ body: @escaping (Capture.Event, RawSpan, RawSpan) -> Capture.Next) { self.body = body }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) { json = EventJSON(clock: clock) }

  func event(
    _ event: borrowing SessionEvent, fields: borrowing EventFields, value: RawSpan
  ) {
    guard !isStopped else { return }
    line.removeAll()
    json?.write(event, fields: fields, value: value, texts: &texts, to: &line)
    isStopped = body(Capture.Event(event, fields), value, line.bytes) == .stop
  }

  func end(_ summary: CaptureSummary, session: GATTSession) {}
}

/// A stage that is asked no further when a condition holds.
final class StoppableStage: RecordStage {
  private let stage: any RecordStage
  private let isStopped: () -> Bool

  init(_ stage: any RecordStage, _ isStopped: @escaping () -> Bool) {
    self.stage = stage
    self.isStopped = isStopped
  }

  func capture(_ info: CaptureInfo, from frame: UInt64) { stage.capture(info, from: frame) }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    stage.begin(summary, clock: clock)
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    stage.record(record, bytes: bytes) && !isStopped()
  }

  var wantsComments: Bool { stage.wantsComments }
  func comment(_ text: RawSpan) { stage.comment(text) }
  func note(_ note: CaptureNote) { stage.note(note) }
  var followed: GATTSession? { stage.followed }
  var decryption: DecryptionReport { stage.decryption }
  var unreadCaptures: [UnreadCapture] { stage.unreadCaptures }
  var remarks: [String] { stage.remarks }
  func end(_ summary: CaptureSummary) { stage.end(summary) }
}
