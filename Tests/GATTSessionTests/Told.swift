import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// An event as plain values, to compare.
struct Told: Equatable, Sendable {
  var kind: EventKind
  var frame: UInt64
  var adapter: UInt16?
  /// The connection's ordinal.
  var connection: Int?
  var address: String?
  var overAir: String?
  var name: String?
  var direction: PacketDirection
  var from: LinkRole?
  var handle: Int?
  var service: String?
  var characteristic: String?
  var descriptor: String?
  var instance: Int
  var label: String?
  var requestFrame: UInt64?
  /// Milliseconds.
  var response: Double?
  /// The kind's own keys; elements of a list are joined by commas.
  var own: [String: String]
  var decoded: [String: String]
  /// Hex, `nil` for an event without a value.
  var value: String?
  var text: String
  var note: String
  var isTruncated: Bool
  var isRepeat: Bool
  var isProblem: Bool
  var subject: Subject
}

extension Told {
  /// What a note is about, where tests ask for it.
  enum Subject {
    case general, discovery, parameterRequest, version, channel, silence, unheard

    init(_ content: EventContent) {
      self =
        switch content {
        case .discovery(.found): .discovery
        case .link(.parameterRequest), .link(.parametersUnanswered): .parameterRequest
        case .link(.version): .version
        case .link(.silence): .silence
        case .link(.unheard): .unheard
        default: content.isChannel ? .channel : .general
        }
    }
  }
}

extension Told {
  init(_ event: borrowing Event, _ fields: borrowing EventFields, _ value: RawSpan) {
    kind = event.kind
    frame = event.frame
    adapter = event.adapter
    connection = event.connection?.ordinal
    address = event.address?.description
    overAir = event.overAirAddress?.description
    name = event.peerName
    direction = event.direction
    from = event.from
    handle = event.handle.map(Int.init)
    let path = event.path
    service = path?.service?.description
    characteristic = path?.characteristic?.description
    descriptor = path?.descriptor?.description
    instance = path?.instance ?? 0
    label = event.label
    requestFrame = event.requestFrame
    response = event.responseTime.map { Double($0) / 1e6 }
    own = Told.words(fields.own)
    decoded = Told.words(fields.decoded)
    self.value = event.content.hasValue ? hex(value.copy()) : nil
    text = String(decoding: fields.decoded.text.bytes.copy(), as: UTF8.self)
    note = String(decoding: fields.decoded.note.bytes.copy(), as: UTF8.self)
    isTruncated = event.content.isTruncated
    isRepeat = event.content.isRepeat
    isProblem = event.isProblem
    subject = Subject(event.content)
  }

  private static func words(_ buffer: borrowing FieldBuffer) -> [String: String] {
    var out: [String: String] = [:]
    for field in buffer.fields.copied() {
      var writer = ByteWriter(capacity: 64)
      switch field.value {
      case .integer(let value): writer.append(decimal: value)
      case .number(let value): writer.append(number: value)
      case .boolean(let value): writer.append(value ? "true" : "false")
      case .word(let word): writer.append(word)
      case .term(let word): writer.append(string: word.description)
      case .text(let range): writer.append(buffer.storage.bytes.extracting(range))
      case .hex(let range): writer.append(hex: buffer.storage.bytes.extracting(range))
      case .uuid(let uuid): uuid.write(to: &writer)
      case .unsigned(let value): writer.append(decimal: value)
      case .object: writer.append("{}")
      }
      let word = String(decoding: writer.bytes.copy(), as: UTF8.self)
      let key = field.key.description
      out[key] = out[key].map { $0 + "," + word } ?? word
    }
    return out
  }
}

/// Keeps every event.
final class RecordingSink: EventSink {
  var demand = EventDemand()
  private(set) var events: [Told] = []

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    events.append(Told(event, fields, value))
  }
}
