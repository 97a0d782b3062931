import ATTDissector
import Bytes
import GATTSession

/// How a request ended.
enum Outcome: Equatable {
  case value
  /// With the error's code; its mark if it has none, such as a timeout.
  case error(UInt64)
  case noAnswer
}

/// What is done to an attribute, whatever the outcome.
enum RequestKind: UInt8 {
  case read, write, writeCommand, request, notification, indication

  /// The word in messages.
  var title: String {
    switch self {
    case .read: "read"
    case .write: "write"
    case .writeCommand: "write command"
    case .request: "request"
    case .notification: "notification"
    case .indication: "indication"
    }
  }

  var plural: String { "\(title)s" }
}

extension TimelineItem {
  /// - bytes: the timeline's bytes.
  func request(_ bytes: RawSpan) -> (kind: RequestKind, outcome: Outcome)? {
    let outcome: Outcome = isUnanswered ? .noAnswer : .value
    switch kind {
    case .read: return (.read, outcome)
    case .write: return (.write, outcome)
    case .writeCommand: return (.writeCommand, .value)
    case .notification: return (.notification, .value)
    case .indication: return (.indication, outcome)
    case .attError: return failedRequest(bytes)
    default: return nil
    }
  }

  /// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.8.
  private func failedRequest(_ bytes: RawSpan) -> (kind: RequestKind, outcome: Outcome) {
    var reader = RecordedReader(own)
    var opcode: Int64 = 0
    var code: UInt64?
    var name: UInt64 = 0
    while let member = reader.nextMember(bytes) {
      let number: Int64? = if case .integer(let number) = member.value { number } else { nil }
      if member.key == .event.opcode {
        opcode = number ?? 0
      } else if member.key == .event.errorCode {
        code = number.map { UInt64(truncatingIfNeeded: $0) }
      } else if member.key == .event.error {
        name = MemberMark.value(member.value, in: bytes) | 1 << 63
      }
    }
    let kind: RequestKind =
      switch UInt8(exactly: opcode).map({ ATTOpcode(rawValue: $0).purpose }) {
      case .read?: .read
      case .write?: .write
      case .command?: .writeCommand
      default: .request
      }
    return (kind, .error(code ?? name))
  }
}

extension SequenceInput {
  /// The outcome of an item, for people: `91 bpm  contact`, `error Read Not Permitted (02)`.
  func outcome(_ position: UInt32, side: Side) -> String {
    let item = item(at: position, side: side)
    let timeline = sides.timeline(of: side)
    if item.kind == .attError {
      let text = item.errorText(of: timeline).error
      return text.isEmpty ? "error" : "error \(text)"
    }
    if item.isUnanswered {
      return item.kind == .indication
        ? "\(ValueWords.value(of: item, side: timeline)), not confirmed" : "no answer"
    }
    return ValueWords.value(of: item, side: timeline)
  }
}

extension TimelineItem {
  /// The parts of an error's text: `Exchange MTU Request` or a value, then the error itself.
  func errorText(of timeline: RecordedTimeline) -> (request: String?, error: String) {
    let text = ValueWords.text(of: self, side: timeline)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, last.first == " " else { return (nil, text) }
    return (parts.dropLast().joined(separator: ":"), String(last.dropFirst()))
  }
}
