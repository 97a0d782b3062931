import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText

/// The conversation of devices: each request with its answer and with what came soon after it.
///
/// At most two turns are kept, of at most `answerLimit` answers each.
package final class ExchangeRenderer: TimelineRenderer {
  package var demand: EventDemand { EventDemand(appLogs: false) }
  package enum Format: Sendable { case text, ndjson, python, markdown }

  /// Values that come so many nanoseconds after a request stand beside it.
  static let soon: Int64 = 1_000_000_000
  static let answerLimit = 64

  private let writer: any ExchangeWriter
  /// The last exchange, for a form that has a picture of it.
  private let lastExchange: LastExchange?
  /// Equal turns that follow each other are one.
  private let folds: Bool
  /// Still growing.
  private var current: ExchangeTurn?
  /// Complete; the next may be the same.
  private var held: ExchangeTurn?

  /// - showsAll: each turn is shown by itself. A script has them so always.
  /// - captureKey: NDJSON: of the capture that a turn begins in; `nil` to leave that out.
  /// - provenance: Markdown: what it is made of.
  /// - seen: NDJSON: the records of other recorders about the same.
  package init(
    _ out: OutputStream, format: Format, timeStyle: TimeStyle, showsAll: Bool,
    captureKey: ((CaptureInfo) -> CaptureKey?)? = nil, provenance: Provenance? = nil,
    seen: SeenRecords? = nil
  ) {
    folds = !showsAll && format != .python
    writer =
      switch format {
      case .text: ExchangeText(out, timeStyle)
      case .ndjson: ExchangeJSON(out, captureKey: captureKey, seen: seen)
      case .python: ExchangeScript(out)
      case .markdown: ExchangeMarkdown(out, timeStyle, provenance)
      }
    lastExchange = (writer as? ExchangeMarkdown)?.lastExchange
  }

  /// Whether it is a script that does nothing; known at the end.
  package var repeatsNothing: Bool { (writer as? ExchangeScript).map { !$0.hasSteps } ?? false }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    writer.capture(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    writer.begin(summary, clock: clock)
  }

  /// Values; how their connection began comes with them.
  package func counts(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool { Self.asks(event.kind) || Self.answers(event.kind) }

  private static func asks(_ kind: EventKind) -> Bool {
    kind == .read || kind == .write || kind == .writeCommand || kind == .attError
  }

  private static func answers(_ kind: EventKind) -> Bool {
    kind == .notification || kind == .indication
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    lastExchange?.add(event, fields: fields, value: value)
    switch event.kind {
    case let kind where Self.asks(kind): ask(event, fields: fields, value: value)
    case let kind where Self.answers(kind): answer(event, fields: fields, value: value)
    case .connected, .disconnected, .security:
      flush()
      writer.link(event, fields: fields)
    case .mark:
      flush()
      writer.mark(event, fields: fields)
    default: break
    }
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    flush()
    writer.end(summary)
  }

  // MARK: Turns

  private func ask(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard let connection = event.connection else { return }
    let (request, response) = parts(of: event, fields: fields, value: value)
    var turn = ExchangeTurn(connection: connection, request: request, lastTime: request.time)
    // A value may come between a request and its answer. Other answers belong to their requests: of
    // the other side, or on another bearer.
    if var before = current, before.connection === connection {
      while let last = before.answers.last, last.isUnasked,
        last.time.nanoseconds(since: request.time) >= 0
      {
        before.answers.removeLast()
        turn.answers.insert(last, at: 0)
      }
      for index in turn.answers.indices {
        turn.answers[index].delay = turn.answers[index].time.nanoseconds(since: request.time)
      }
      current = before.request == nil && before.answers.isEmpty ? nil : before
    }
    if let response { turn.answers.append(response) }
    begin(turn)
  }

  private func answer(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard let connection = event.connection else { return }
    var part = valuePart(event, fields: fields, value: value)
    if var turn = current, turn.connection === connection {
      if let request = turn.request {
        let delay = part.time.nanoseconds(since: request.time)
        if delay >= 0, delay <= Self.soon, turn.answers.count < Self.answerLimit {
          part.delay = delay
          append(part, to: &turn)
          current = turn
          return
        }
      }
    }
    begin(ExchangeTurn(connection: connection, answers: [part], lastTime: part.time))
  }

  private func append(_ part: ExchangePart, to turn: inout ExchangeTurn) {
    if folds, let last = turn.answers.indices.last, turn.answers[last].isSame(part) {
      turn.answers[last].count += 1
    } else {
      turn.answers.append(part)
    }
  }

  private func begin(_ turn: ExchangeTurn) {
    if let done = current { close(done) }
    current = turn
  }

  private func close(_ turn: ExchangeTurn) {
    if folds, var same = held, same.isSame(turn) {
      same.count += 1
      same.lastTime = turn.lastTime
      held = same
      return
    }
    if let held { writer.turn(held) }
    held = turn
  }

  private func flush() {
    if let current { close(current) }
    if let held { writer.turn(held) }
    current = nil
    held = nil
  }

  // MARK: Parts

  /// A request, and its answer if there is one.
  private func parts(
    of event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> (ExchangePart, ExchangePart?) {
    var part = valuePart(event, fields: fields, value: value)
    let frame = event.requestFrame ?? event.frame
    let time = event.requestTime ?? event.time
    if event.kind == .writeCommand { return (part, nil) }
    var other = part
    other.kind = .response
    other.word = "ok"
    other.delay = event.responseTime.flatMap { $0 < 0 ? nil : $0 }
    part.frame = frame
    part.time = time
    switch event.kind {
    // Without an answer it is an event of the client's, as a write is.
    case .read where !event.content.hasValue && event.responseTime == nil: return (part, nil)
    case .read:
      // The value is the answer's.
      part.isFromCentral.toggle()
      part.value = nil
      part.isCut = false
      part.text = []
      part.note = []
      part.decodedMembers = []
      return (part, other)
    case .write:
      other.isFromCentral.toggle()
      other.value = nil
      other.isCut = false
      other.text = []
      other.note = []
      other.decodedMembers = []
      return event.responseTime == nil ? (part, nil) : (part, other)
    default:
      other.kind = .error
      if event.content.errorCode != nil {
        part.isFromCentral.toggle()
      } else {
        other.isFromCentral.toggle()
      }
      let request = event.content.request
      part.kind = .init(request?.opcode)
      part.opcode = request?.opcode
      part.value = request?.value
      // The value of a refused write stands before the reason.
      if part.value?.isEmpty == false, let end = other.text.firstIndex(of: 0x3A),
        end + 2 <= other.text.count
      {
        other.text.removeFirst(end + 2)
      }
      part.text = []
      part.note = []
      part.decodedMembers = []
      if writer.needsMembers {
        part.decodedMembers = decoded(value: part.value, fields: fields, hasDecoded: false)
        other.decodedMembers = decoded(value: nil, fields: fields, hasDecoded: false)
      }
      return (part, other)
    }
  }

  private func valuePart(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> ExchangePart {
    var name = ByteWriter(capacity: 64)
    if let attribute = event.attribute {
      attribute.describe(&name)
    } else if let handle = event.shownHandle {
      name.append(upperHex: UInt64(handle), digits: 4)
    }
    let source = event.attribute?.pathSource ?? .capture
    switch source {
    case .inferred: name.append(" (inferred)")
    case .map: name.append(" (map)")
    case .capture, .file, .storage, .hash: break
    }
    let bytes = event.content.hasValue ? value.copy() : nil
    var part = ExchangePart(
      kind: .init(event.kind), word: event.word, frame: event.frame, time: event.time,
      isFromCentral: event.isFromCentral, handle: event.handle, path: event.path,
      isInferred: source == .inferred, name: name.bytes.copy(), value: bytes,
      form: event.content.form,
      isCut: event.content.isTruncated,
      text: fields.decoded.text.bytes.copy(),
      note: fields.decoded.note.bytes.clamped(fields.decoded.remark.before).copy()
        + fields.decoded.note.bytes.clamped(fields.decoded.remark.after).copy())
    if writer.needsMembers {
      var members = ByteWriter(capacity: 256)
      EventJSON.attribute(event.handle, path: event.path, to: &members)
      if event.path != nil, let label = event.label {
        members.append(",\"label\":")
        members.append(json: label)
      }
      if let word = source.word {
        members.append(",\"attribute_source\":")
        members.append(jsonWord: word)
      }
      part.attributeMembers = members.bytes.copy()
      part.decodedMembers = decoded(value: bytes, fields: fields, hasDecoded: true)
    }
    return part
  }

  /// `,"value":...,"ascii":...,"decoded":...`
  private func decoded(
    value: [UInt8]?, fields: borrowing EventFields, hasDecoded: Bool
  ) -> [UInt8] {
    var out = ByteWriter(capacity: 256)
    if let value {
      out.append(member: "value", hex: value.rawBytes)
      var ascii = ByteWriter(capacity: 64)
      ascii.append(printable: value.rawBytes)
      out.append(member: "ascii", text: ascii.bytes)
    }
    if hasDecoded, !fields.decoded.fields.isEmpty {
      out.append(jsonKey: "decoded")
      out.append("{")
      out.append(members: fields.decoded, comma: false, lexicon: EventKeys.lexicon)
      out.append("}")
    }
    return out.bytes.copy()
  }
}

extension ExchangePart.Kind {
  init(_ kind: EventKind) {
    self =
      switch kind {
      case .read: .read
      case .write: .write
      case .writeCommand: .command
      case .notification: .notification
      case .indication: .indication
      default: .error
      }
  }

  /// The request that an error is about.
  init(_ request: ATTOpcode?) {
    self =
      switch request {
      case .readRequest?, .readBlobRequest?: .read
      case let opcode? where opcode.purpose == .write: .write
      default: .otherRequest
      }
  }
}

extension Event {
  /// Whether the central sent it; where roles are unknown, whether this host did.
  fileprivate var isFromCentral: Bool { from.map { $0 == .central } ?? (direction == .sent) }
}
