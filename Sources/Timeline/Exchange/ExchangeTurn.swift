import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// A request, an answer, or a value that came unasked.
struct ExchangePart {
  enum Kind {
    case read, write, command
    /// The request that an error is about, where it is neither a read nor a write.
    case otherRequest
    case notification, indication
    /// The answer to a request: of a read with the value.
    case response
    case error

    var word: StaticString {
      switch self {
      case .read: "read"
      case .write: "write"
      case .command: "write_command"
      case .otherRequest: "request"
      case .notification: "notification"
      case .indication: "indication"
      case .response: "response"
      case .error: "att_error"
      }
    }
  }

  var kind: Kind
  /// The timeline's word for it.
  var word: StaticString
  var frame: UInt64
  var time: CaptureTime
  /// Nanoseconds since the request.
  var delay: Int64?
  var isFromCentral: Bool
  var handle: UInt16?
  var path: AttributePath?
  /// The type of the attribute is known from its use.
  var isInferred = false
  /// The attribute's name as the timeline shows it.
  var name: [UInt8] = []
  var value: [UInt8]?
  var form = ValueForm.plain
  /// The opcode of the request that an error is about.
  var opcode: ATTOpcode?
  var isCut = false
  var text: [UInt8] = []
  var note: [UInt8] = []
  /// JSON members of the attribute, and what was decoded.
  var attributeMembers: [UInt8] = []
  var decodedMembers: [UInt8] = []
  var count = 1

  /// A value that its sender sends on its own.
  var isUnasked: Bool { kind == .notification || kind == .indication }

  func isSame(_ other: ExchangePart) -> Bool {
    kind == other.kind && isFromCentral == other.isFromCentral && handle == other.handle
      && value == other.value && isCut == other.isCut && text == other.text && note == other.note
  }
}

/// What one side asks, and what comes until it asks again.
struct ExchangeTurn {
  var connection: Connection
  /// `nil`: the answers came unasked.
  var request: ExchangePart?
  var answers: [ExchangePart] = []
  /// How many of the same follow each other, and when the last of them began.
  var count = 1
  var lastTime: CaptureTime

  /// Where it starts.
  var first: ExchangePart? { request ?? answers.first }

  func isSame(_ other: ExchangeTurn) -> Bool {
    guard connection === other.connection, answers.count == other.answers.count else {
      return false
    }
    switch (request, other.request) {
    case (nil, nil): break
    case (let one?, let two?): if !one.isSame(two) { return false }
    default: return false
    }
    return zip(answers, other.answers).allSatisfy { $0.count == $1.count && $0.isSame($1) }
  }
}

/// A form of a conversation.
protocol ExchangeWriter: AnyObject {
  /// Whether parts need their JSON members.
  var needsMembers: Bool { get }
  func capture(_ info: CaptureInfo, from frame: UInt64)
  func begin(_ summary: CaptureSummary, clock: TimelineClock)
  func turn(_ turn: ExchangeTurn)
  /// A connection begins, ends, or changes its security.
  func link(_ event: borrowing Event, fields: borrowing EventFields)
  func mark(_ event: borrowing Event, fields: borrowing EventFields)
  func end(_ summary: CaptureSummary)
}

extension ExchangeWriter {
  func capture(_ info: CaptureInfo, from frame: UInt64) {}
}
