import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import Vocabulary

/// Writes one event as rows of a table: one per field; an event without fields has one row.
struct EventRows: ~Copyable {
  private let form: CSVRenderer.Form
  private var lexicon = EventKeys.lexicon
  private let clock: TimelineClock
  private var timestamps = TimestampWriter()
  /// Where rows go; `nil`: they stay in the page.
  private let output: OutputStream?
  /// The page became too long: no more rows of the event are written.
  private var isCut = false
  /// The columns that all rows of an event share.
  private var head = ByteWriter(capacity: 256)
  private var identities = IdentityTexts()
  /// The columns that name the capture, of NDJSON.
  private var last = EventRows.noCapture
  private static let noCapture = Array(",\"capture_path\":null,\"capture_sha256\":null}\n".utf8)

  /// - output: writes the page between rows: those of one event can be many. Without it, writing ends
  ///   where the page is as long as that of a batch may be.
  init(_ form: CSVRenderer.Form, clock: TimelineClock, output: OutputStream? = nil) {
    self.form = form
    self.clock = clock
    self.output = output
  }

  /// - last: the columns that name the capture, of NDJSON; empty: none is named.
  /// - Returns: whether all rows are written.
  @discardableResult
  mutating func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan, to page: inout ByteWriter
  ) -> Bool {
    Lexicon.renew(&lexicon)
    isCut = false
    head.removeAll()
    if form == .csv { writeHead(event, texts: texts) } else { writeJSONHead(event, texts: texts) }
    if form == .json {
      self.last.replace(with: last.byteCount == 0 ? Self.noCapture.rawBytes : last)
    }
    var rows = 0
    if let frame = event.requestFrame {
      begin("request_frame", rows: &rows, to: &page)
      open(.number, to: &page)
      page.append(decimal: frame)
      close(.number, to: &page)
      end(.none, to: &page)
    }
    if let time = event.responseTime {
      begin("response_ms", rows: &rows, to: &page)
      open(.number, to: &page)
      page.append(number: Double(time) / 1e6)
      close(.number, to: &page)
      end(Keys.common.responseTime.unit, to: &page)
    }
    write(fields.own, rows: &rows, to: &page)
    if event.hasValue {
      begin("value", rows: &rows, to: &page)
      // Hex bytes are text to a spreadsheet only if they contain a letter: they are never a
      // formula.
      open(.word, to: &page)
      page.append(hex: value)
      close(.word, to: &page)
      end(.none, to: &page)
    }
    write(fields.decoded, rows: &rows, to: &page)
    if rows == 0, event.kind != .mark {
      beginWithoutField(&page)
      if form == .json, fields.decoded.text.isEmpty {
        page.append(",\"value_number\":null,\"value_text\":null,\"value_bool\":null")
      } else {
        cell(text: fields.decoded.text.bytes, to: &page)
      }
      end(.none, to: &page)
    } else if event.kind.isText {
      // The text already says it.
      remark("text", text: fields.decoded.text.bytes, to: &page)
    }
    if event.isTruncated { truth("truncated", rows: &rows, to: &page) }
    if fields.decoded.isMalformed, event.kind.isValue { truth("malformed", rows: &rows, to: &page) }
    remark("note", text: fields.decoded.note.bytes, to: &page)
    return !isCut
  }

  private mutating func truth(
    _ field: StaticString, rows: inout Int, to page: inout ByteWriter
  ) {
    begin(field, rows: &rows, to: &page)
    open(.truth, to: &page)
    page.append("true")
    close(.truth, to: &page)
    end(.none, to: &page)
  }

  private mutating func remark(_ field: StaticString, text: RawSpan, to page: inout ByteWriter) {
    guard text.byteCount > 0 else { return }
    var rows = 0
    begin(field, rows: &rows, to: &page)
    cell(text: text, to: &page)
    end(.none, to: &page)
  }

  // MARK: Columns

  private mutating func writeHead(_ event: EventFacts, texts: RawSpan) {
    head.append(decimal: event.frame)
    head.append(",")
    _ = timestamps.write(event.time, decimals: clock.decimals, to: &head)
    head.append(",")
    clock.write(event.time, to: &head)
    identities.write(event, texts: texts, to: &head) {
      Self.writeIdentity(event, texts: texts, to: &$0)
    }
  }

  @inline(never)
  private static func writeIdentity(
    _ event: EventFacts, texts: RawSpan, to head: inout ByteWriter
  ) {
    head.append(",")
    if let adapter = event.adapter { head.append(decimal: UInt64(adapter)) }
    head.append(",")
    head.append(event.kind.name)
    head.append(",")
    if let connection = event.connection { head.append(decimal: connection) }
    head.append(",")
    if let address = event.address { address.write(to: &head) }
    head.append(",")
    if let name = event.name { head.append(csv: texts.clamped(name)) }
    head.append(",")
    let path = event.path
    if let uuid = path?.service { uuid.write(to: &head) }
    head.append(",")
    if let uuid = path?.characteristic { uuid.write(to: &head) }
    head.append(",")
    if let label = event.label { head.append(csv: texts.clamped(label)) }
    head.append(",")
  }

  /// Writes the columns as JSON, up to the quote before the name of the field.
  private mutating func writeJSONHead(_ event: EventFacts, texts: RawSpan) {
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
    identities.write(event, texts: texts, to: &head) {
      Self.writeJSONIdentity(event, texts: texts, to: &$0)
    }
  }

  @inline(never)
  private static func writeJSONIdentity(
    _ event: EventFacts, texts: RawSpan, to head: inout ByteWriter
  ) {
    column(",\"adapter\":", event.adapter, to: &head) { $1.append(decimal: UInt64($0)) }
    head.append(",\"event\":")
    head.append(jsonWord: event.kind.name)
    column(",\"connection\":", event.connection, to: &head) { $1.append(decimal: $0) }
    column(",\"address\":", event.address, to: &head) { $1.append(json: $0) }
    column(",\"name\":", event.name, to: &head) { $1.append(json: texts.clamped($0)) }
    let path = event.path
    column(",\"service\":", path?.service, to: &head) { $1.append(json: $0) }
    column(",\"characteristic\":", path?.characteristic, to: &head) { $1.append(json: $0) }
    column(",\"label\":", event.label, to: &head) { $1.append(json: texts.clamped($0)) }
    head.append(",\"field\":\"")
  }

  private static func column<Value>(
    _ key: StaticString, _ value: Value?, to head: inout ByteWriter,
    _ write: (Value, inout ByteWriter) -> Void
  ) {
    head.append(key)
    if let value { write(value, &head) } else { head.append("null") }
  }

  // MARK: Rows

  private mutating func begin(_ field: StaticString, rows: inout Int, to page: inout ByteWriter) {
    rows += 1
    page.append(blocksOf: &head)
    page.append(field)
    endField(&page)
  }

  /// After the name of the field.
  private mutating func endField(_ page: inout ByteWriter) {
    page.append(byte: form == .csv ? 0x2C : 0x22)
  }

  private mutating func beginWithoutField(_ page: inout ByteWriter) {
    guard form == .json else {
      page.append(head.bytes)
      page.append(",")
      return
    }
    page.append(head.bytes.clamped(0, count: head.count - 1))
    page.append("null")
  }

  /// What a value is: in NDJSON it has a column of its own for that.
  private enum Cell { case number, word, truth }

  /// Before a value that needs no escapes.
  private mutating func open(_ cell: Cell, to page: inout ByteWriter) {
    guard form == .json else { return }
    switch cell {
    case .number: page.append(",\"value_number\":")
    case .word: page.append(",\"value_number\":null,\"value_text\":\"")
    case .truth:
      page.append(",\"value_number\":null,\"value_text\":null,\"value_bool\":")
    }
  }

  /// After it.
  private mutating func close(_ cell: Cell, to page: inout ByteWriter) {
    guard form == .json else { return }
    switch cell {
    case .number: page.append(",\"value_text\":null,\"value_bool\":null")
    case .word: page.append("\",\"value_bool\":null")
    case .truth: break
    }
  }

  private mutating func cell(text: RawSpan, to page: inout ByteWriter) {
    guard form == .json else {
      page.append(csv: text)
      return
    }
    page.append(",\"value_number\":null,\"value_text\":")
    page.append(json: text)
    page.append(",\"value_bool\":null")
  }

  /// One of our own words, or one that a declaration has.
  private mutating func cell(_ word: Word, to page: inout ByteWriter) {
    if form == .csv {
      let start = page.count
      // A word is nearly always letters, which no form of table quotes or escapes.
      lexicon.append(unquoted: word, to: &page)
      if page.bytes.clamped(start).isPlainCell { return }
      page.truncate(to: start)
      return page.append(csv: lexicon.text(of: word).rawBytes)
    }
    page.append(",\"value_number\":null,\"value_text\":")
    lexicon.append(word, to: &page)
    page.append(",\"value_bool\":null")
  }

  private mutating func end(_ unit: FieldUnit, to page: inout ByteWriter) {
    guard form == .json else {
      var isWritten = false
      page.run(atMost: 1 + 32 + 1) {
        $0.append(byte: 0x2C)
        isWritten = lexicon.append(symbol: unit, to: &$0)
        if isWritten { $0.append(byte: 0x0A) }
      }
      if !isWritten {
        lexicon.append(symbol: unit, to: &page)
        page.append(byte: 0x0A)
      }
      return endRow(&page)
    }
    page.append(",\"unit\":")
    if unit == .none {
      page.append("null")
    } else {
      page.append(json: lexicon.symbol(of: unit))
    }
    page.append(last)
    endRow(&page)
  }

  private mutating func endRow(_ page: inout ByteWriter) {
    guard page.count >= OutputStream.flushSize else { return }
    if let output {
      output.lineEnds(in: &page)
    } else if page.count >= EventBatch.longestPage {
      isCut = true
    }
  }

  private mutating func write(
    _ buffer: borrowing FieldBuffer, rows: inout Int, to page: inout ByteWriter
  ) {
    write(0..<buffer.fields.count, of: buffer, rows: &rows, to: &page)
  }

  /// Members of an object are prefixed with its key and a point, which are in `head` meanwhile.
  private mutating func write(
    _ range: Range<Int>, of buffer: borrowing FieldBuffer, rows: inout Int,
    to page: inout ByteWriter
  ) {
    var list = OpenList()
    var place = range.lowerBound
    while place < range.upperBound, !isCut {
      let field = buffer.fields[place]
      place += 1
      _ = list.takes(field)
      let index = list.index
      if case .object(let count) = field.value {
        let end = min(place + count, range.upperBound)
        let length = head.count
        head.append(nameOf: field, at: index, lexicon: lexicon)
        head.append(".")
        write(place..<end, of: buffer, rows: &rows, to: &page)
        head.truncate(to: length)
        place = end
        continue
      }
      rows += 1
      page.append(blocksOf: &head)
      page.append(nameOf: field, at: index, lexicon: lexicon)
      endField(&page)
      switch field.value {
      case .integer(let number):
        open(.number, to: &page)
        page.append(decimal: number)
        close(.number, to: &page)
      case .unsigned(let number):
        open(.number, to: &page)
        page.append(decimal: number)
        close(.number, to: &page)
      case .number(let number):
        open(.number, to: &page)
        page.append(number: number)
        close(.number, to: &page)
      case .boolean(let truth):
        open(.truth, to: &page)
        page.append(truth ? "true" : "false")
        close(.truth, to: &page)
      case .word(let word): cell(text: word.rawBytes, to: &page)
      case .term(let word): cell(word, to: &page)
      case .text(let range): cell(text: buffer.storage.bytes.clamped(range), to: &page)
      case .hex(let range):
        open(.word, to: &page)
        page.append(hex: buffer.storage.bytes.clamped(range))
        close(.word, to: &page)
      case .uuid(let uuid):
        open(.word, to: &page)
        uuid.write(to: &page)
        close(.word, to: &page)
      case .object: break
      }
      end(field.unit, to: &page)
    }
  }
}

extension EventKind {
  /// Whether the text of such an event says what its fields do not.
  fileprivate var isText: Bool {
    switch self {
    case .note, .malformed, .mark: true
    default: false
    }
  }
}

extension RawSpan {
  /// Letters, digits, spaces and low lines only, the first of them a letter.
  fileprivate var isPlainCell: Bool {
    for index in 0..<byteCount {
      switch uint8(at: index) {
      case 0x41...0x5A, 0x61...0x7A: break
      case 0x20, 0x30...0x39, 0x5F: if index == 0 { return false }
      default: return false
      }
    }
    return byteCount > 0
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
    guard text.has(0x22) || text.has(0x2C) else {
      if isFormula { append("'") }
      return append(untrusted: text, escaping: .plain)
    }
    append("\"")
    if isFormula { append("'") }
    var start = 0
    for i in 0..<text.byteCount where text.uint8(at: i) == 0x22 {
      append(untrusted: text.clamped(start..<i), escaping: .plain)
      append("\"\"")
      start = i + 1
    }
    append(untrusted: text.clamped(start), escaping: .plain)
    append("\"")
  }
}
