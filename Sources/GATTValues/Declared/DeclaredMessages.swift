import Bytes
import Vocabulary

extension Key {
  /// Messages of one value, after the first.
  static let furtherMessages = Key(
    decoded: "further_messages", .list(.object),
    "messages that the same value completes, after the first")
}

extension Program {
  /// Whether values are joined before they are decoded.
  package var joinsValues: Bool { message != nil }

  /// Joins a value to the message under way, and decodes the messages that it completes.
  /// - Returns: the records of the first of them, where they are several.
  package func decode(
    _ value: RawSpan, of frame: UInt64, joining stream: inout MessageStream,
    in context: DecodingContext, into out: inout FieldBuffer
  ) -> [UInt64] {
    guard let form = message else {
      decode(value, in: context, into: &out)
      return []
    }
    var outcome = MessageOutcome()
    if mask.isEmpty {
      join(value, frame: frame, stream: &stream, form: form, in: context, into: &outcome, to: &out)
    } else {
      join(
        unmasked(value).rawBytes, frame: frame, stream: &stream, form: form, in: context,
        into: &outcome, to: &out)
    }
    show(outcome, stream: stream, in: context, to: &out)
    return outcome.frames.count > 1 ? outcome.frames : []
  }

  /// What a message that is there completely means.
  package func decode(
    message: RawSpan, in context: consuming DecodingContext, into out: inout FieldBuffer
  ) {
    run(tables, message: message, in: consume context, to: &out)
  }

  private func run(
    _ tables: borrowing ProgramTables, message: RawSpan, in context: consuming DecodingContext,
    to out: inout FieldBuffer
  ) {
    var interpreter = Interpreter(
      tables, consume context, out.scratch.take() ?? DecodingScratch())
    interpreter.decode(message, to: &out)
    out.scratch = interpreter.release()
  }

  func unmasked(_ value: RawSpan) -> [UInt8] {
    var plain = value.copy()
    for i in plain.indices { plain[i] ^= mask[i % mask.count] }
    return plain
  }

  private func join(
    _ value: RawSpan, frame: UInt64, stream: inout MessageStream, form: MessageFraming,
    in context: DecodingContext, into outcome: inout MessageOutcome, to out: inout FieldBuffer
  ) {
    guard form.kind == .parts else {
      stream.take(value, of: frame, form: form, part: nil, into: &outcome)
      return
    }
    let header = header(tables, value: value, in: context, to: &out)
    guard let header else {
      outcome.problem = .cutHeader
      outcome.outside += value.byteCount
      return
    }
    stream.take(
      value.clamped(header.start), of: frame, form: form, part: (header.isFirst, header.isLast),
      into: &outcome)
  }

  private func header(
    _ tables: borrowing ProgramTables, value: RawSpan, in context: DecodingContext,
    to out: inout FieldBuffer
  ) -> (isFirst: Bool?, isLast: Bool, start: Int)? {
    var interpreter = Interpreter(
      tables, context, out.scratch.take() ?? DecodingScratch())
    let header = interpreter.part(value, into: &out)
    out.scratch = interpreter.release()
    return header
  }

  private func show(
    _ outcome: MessageOutcome, stream: MessageStream, in context: DecodingContext,
    to out: inout FieldBuffer
  ) {
    if let problem = outcome.problem { out.addNote(problem.words) }
    if outcome.dropped > 0 {
      out.addNote("")
      out.note.append(decimal: outcome.dropped)
      out.note.append(outcome.dropped == 1 ? " byte is" : " bytes are")
      out.note.append(" left out")
    }
    if outcome.outside > 0 {
      out.addNote("")
      out.note.append(decimal: outcome.outside)
      out.note.append(outcome.outside == 1 ? " byte belongs" : " bytes belong")
      out.note.append(" to no message")
    }
    for (index, message) in outcome.messages.enumerated() {
      let start = out.text.count
      if start > 0 { out.text.append("; ") }
      let after = out.text.count
      let object = index == 0 ? nil : out.beginObject(.furtherMessages, shape: .element)
      decode(message: message.rawBytes, in: context, into: &out)
      if let object { out.endObject(object) }
      if out.text.count == after { out.text.truncate(to: start) }
    }
    if outcome.count > outcome.messages.count {
      out.addNote("")
      out.note.append(decimal: outcome.count - outcome.messages.count)
      out.note.append(" further messages are not decoded")
    }
    if outcome.messages.isEmpty, stream.isOpen {
      stream.write(to: &out.text)
      out.isPart = true
    }
  }
}

extension MessageStream {
  /// How far the message is.
  package func write(to text: inout ByteWriter) {
    text.append(decimal: octets)
    if let wanted {
      text.append(" of ")
      text.append(decimal: wanted)
    }
    text.append(octets == 1 && wanted == nil ? " byte of a message" : " bytes of a message")
  }
}
