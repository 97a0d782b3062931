import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import Vocabulary

/// Tables: one row per field; an event without fields has one row.
package final class CSVRenderer: TimelineRenderer {
  package enum Form: Sendable {
    /// RFC 4180.
    case csv
    /// NDJSON: each row has every column, with `null` where there is nothing, and a column of values
    /// has one type.
    case json
  }

  private let out: OutputStream
  private let form: Form
  private var lexicon = EventKeys.lexicon
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  private var timestamps = TimestampWriter()
  /// The columns that all rows of an event share.
  private var head = ByteWriter(capacity: 256)

  private var captures: CaptureKeys?
  /// The columns that name the capture, of NDJSON.
  private var last = CSVRenderer.noCapture
  private static let noCapture = Array(",\"capture_path\":null,\"capture_sha256\":null}\n".utf8)

  /// - captureKey: of the capture that an event is from; `nil` to leave that out. NDJSON only.
  package init(
    _ out: OutputStream, form: Form = .csv, captureKey: ((CaptureInfo) -> CaptureKey?)? = nil
  ) {
    self.out = out
    self.form = form
    captures = captureKey.map { key in
      CaptureKeys(key) { key, out in
        out.append(",\"capture_path\":")
        out.append(json: key.path)
        out.append(",\"capture_sha256\":")
        if let sha256 = key.sha256 { out.append(json: sha256) } else { out.append("null") }
        out.append("}\n")
      }
    }
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures?.add(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    guard form == .csv else { return }
    out.buffer.append(
      "frame,time,t,adapter,event,connection,address,name,service,characteristic,label,field,value,unit\n"
    )
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    Lexicon.renew(&lexicon)
    head.removeAll()
    if form == .csv { writeHead(event) } else { writeJSONHead(event) }
    if let members = captures?.members(of: event.frame) {
      last = members.isEmpty ? Self.noCapture : members
    }
    var rows = 0
    if let frame = event.requestFrame {
      begin("request_frame", &rows)
      open(.number)
      out.buffer.append(decimal: frame)
      close(.number)
      end(.none)
    }
    if let time = event.responseTime {
      begin("response_ms", &rows)
      open(.number)
      out.buffer.append(number: Double(time) / 1e6)
      close(.number)
      end(Keys.common.responseTime.unit)
    }
    write(fields.own, &rows)
    if event.hasValue {
      begin("value", &rows)
      // Hex bytes are text to a spreadsheet only if they contain a letter: they are never a
      // formula.
      open(.word)
      out.buffer.append(hex: value)
      close(.word)
      end(.none)
    }
    write(fields.decoded, &rows)
    if rows == 0, event.kind != .mark {
      beginWithoutField()
      if form == .json, fields.decoded.text.isEmpty {
        out.buffer.append(",\"value_number\":null,\"value_text\":null,\"value_bool\":null")
      } else {
        cell(text: fields.decoded.text.bytes)
      }
      end(.none)
    } else if event.kind == .note || event.kind == .malformed || event.kind == .mark {
      // The text already says it.
      remark("text", fields.decoded.text.bytes)
    }
    if event.isTruncated {
      begin("truncated", &rows)
      open(.truth)
      out.buffer.append("true")
      close(.truth)
      end(.none)
    }
    remark("note", fields.decoded.note.bytes)
    out.lineEnds()
  }

  private func remark(_ field: StaticString, _ text: RawSpan) {
    guard text.byteCount > 0 else { return }
    var rows = 0
    begin(field, &rows)
    cell(text: text)
    end(.none)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {}

  // MARK: Columns

  private func writeHead(_ event: borrowing Event) {
    head.append(decimal: event.frame)
    head.append(",")
    _ = timestamps.write(event.time, decimals: clock.decimals, to: &head)
    head.append(",")
    clock.write(event.time, to: &head)
    head.append(",")
    if let adapter = event.adapter { head.append(decimal: UInt64(adapter)) }
    head.append(",")
    head.append(event.kind.name)
    head.append(",")
    if let connection = event.connection { head.append(decimal: connection.ordinal) }
    head.append(",")
    if let address = event.address ?? event.overAirAddress { address.write(to: &head) }
    head.append(",")
    if let name = event.peerName { head.append(csv: name.rawBytes) }
    head.append(",")
    let path = event.path
    if let uuid = path?.service { uuid.write(to: &head) }
    head.append(",")
    if let uuid = path?.characteristic { uuid.write(to: &head) }
    head.append(",")
    if let label = event.label { head.append(csv: label.rawBytes) }
    head.append(",")
  }

  /// The same columns, up to the quote before the name of the field.
  private func writeJSONHead(_ event: borrowing Event) {
    head.append("{\"frame\":")
    head.append(decimal: event.frame)
    let before = head.count
    head.append(",\"time\":\"")
    if timestamps.write(event.time, decimals: clock.decimals, to: &head) {
      head.append("\"")
    } else {
      head.truncate(to: before)
      head.append(",\"time\":null")
    }
    head.append(",\"t\":")
    clock.write(event.time, to: &head)
    column(",\"adapter\":", event.adapter) { $1.append(decimal: UInt64($0)) }
    head.append(",\"event\":")
    head.append(jsonWord: event.kind.name)
    column(",\"connection\":", event.connection) { $1.append(decimal: $0.ordinal) }
    column(",\"address\":", event.address ?? event.overAirAddress) { $1.append(json: $0) }
    column(",\"name\":", event.peerName) { $1.append(json: $0) }
    let path = event.path
    column(",\"service\":", path?.service) { $1.append(json: $0) }
    column(",\"characteristic\":", path?.characteristic) { $1.append(json: $0) }
    column(",\"label\":", event.label) { $1.append(json: $0) }
    head.append(",\"field\":\"")
  }

  private func column<Value>(
    _ key: StaticString, _ value: Value?, _ write: (Value, inout ByteWriter) -> Void
  ) {
    head.append(key)
    if let value { write(value, &head) } else { head.append("null") }
  }

  // MARK: Rows

  private func begin(_ field: StaticString, _ rows: inout Int) {
    rows += 1
    out.buffer.append(head.bytes)
    out.buffer.append(field)
    endField()
  }

  /// After the name of the field.
  private func endField() { out.buffer.append(byte: form == .csv ? 0x2C : 0x22) }

  private func beginWithoutField() {
    guard form == .json else {
      out.buffer.append(head.bytes)
      out.buffer.append(",")
      return
    }
    out.buffer.append(head.bytes.clamped(0, head.count - 1))
    out.buffer.append("null")
  }

  /// What a value is: in NDJSON it has a column of its own for that.
  private enum Cell { case number, word, truth }

  /// Before a value that needs no escapes.
  private func open(_ cell: Cell) {
    guard form == .json else { return }
    switch cell {
    case .number: out.buffer.append(",\"value_number\":")
    case .word: out.buffer.append(",\"value_number\":null,\"value_text\":\"")
    case .truth:
      out.buffer.append(",\"value_number\":null,\"value_text\":null,\"value_bool\":")
    }
  }

  /// After it.
  private func close(_ cell: Cell) {
    guard form == .json else { return }
    switch cell {
    case .number: out.buffer.append(",\"value_text\":null,\"value_bool\":null")
    case .word: out.buffer.append("\",\"value_bool\":null")
    case .truth: break
    }
  }

  private func cell(text: RawSpan) {
    guard form == .json else {
      out.buffer.append(csv: text)
      return
    }
    out.buffer.append(",\"value_number\":null,\"value_text\":")
    out.buffer.append(json: text)
    out.buffer.append(",\"value_bool\":null")
  }

  private func end(_ unit: FieldUnit) {
    guard form == .json else {
      out.buffer.append(",")
      lexicon.append(symbol: unit, to: &out.buffer)
      out.buffer.append("\n")
      return
    }
    out.buffer.append(",\"unit\":")
    if unit == .none {
      out.buffer.append("null")
    } else {
      out.buffer.append(json: lexicon.symbol(of: unit))
    }
    out.buffer.append(last)
  }

  private func write(_ buffer: borrowing FieldBuffer, _ rows: inout Int) {
    write(0..<buffer.fields.count, of: buffer, &rows)
  }

  /// Members of an object are prefixed with its key and a point, which are in `head` meanwhile.
  private func write(
    _ range: Range<Int>, of buffer: borrowing FieldBuffer, _ rows: inout Int
  ) {
    var index = 0
    var key: Key?
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      place += 1
      index = field.shape != .single && key == field.key ? index + 1 : 0
      key = field.key
      if case .object(let count) = field.value {
        let end = min(place + count, range.upperBound)
        let length = head.count
        head.append(nameOf: field, index, lexicon)
        head.append(".")
        write(place..<end, of: buffer, &rows)
        head.truncate(to: length)
        place = end
        continue
      }
      rows += 1
      out.buffer.append(head.bytes)
      out.buffer.append(nameOf: field, index, lexicon)
      endField()
      switch field.value {
      case .integer(let number):
        open(.number)
        out.buffer.append(decimal: number)
        close(.number)
      case .unsigned(let number):
        open(.number)
        out.buffer.append(decimal: number)
        close(.number)
      case .number(let number):
        open(.number)
        out.buffer.append(number: number)
        close(.number)
      case .boolean(let truth):
        open(.truth)
        out.buffer.append(truth ? "true" : "false")
        close(.truth)
      case .word(let word): cell(text: word.rawBytes)
      case .term(let word): cell(text: lexicon.text(of: word).rawBytes)
      case .text(let range): cell(text: buffer.storage.bytes.clamped(range))
      case .hex(let range):
        open(.word)
        out.buffer.append(hex: buffer.storage.bytes.clamped(range))
        close(.word)
      case .uuid(let uuid):
        open(.word)
        uuid.write(to: &out.buffer)
        close(.word)
      case .object: break
      }
      end(field.unit)
    }
  }
}

extension ByteWriter {
  /// A text cell: escaped for a terminal, quoted where RFC 4180 requires it, and prefixed with `'`
  /// if a spreadsheet would take it for a formula.
  mutating func append(csv text: RawSpan) {
    guard text.byteCount > 0 else { return }
    let first = text.uint8(at: 0)
    let isFormula =
      first == 0x3D || first == 0x2B || first == 0x2D || first == 0x40 || first == 0x09
      || first == 0x0D
    var needsQuotes = false
    for i in 0..<text.byteCount {
      let byte = text.uint8(at: i)
      if byte == 0x22 || byte == 0x2C { needsQuotes = true }
    }
    guard needsQuotes else {
      if isFormula { append("'") }
      return append(untrusted: text, .plain)
    }
    append("\"")
    if isFormula { append("'") }
    var start = 0
    for i in 0..<text.byteCount where text.uint8(at: i) == 0x22 {
      append(untrusted: text.clamped(start..<i), .plain)
      append("\"\"")
      start = i + 1
    }
    append(untrusted: text.clamped(start), .plain)
    append("\"")
  }
}
