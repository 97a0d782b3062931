import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// RFC 4180, one row per field; an event without fields has one row.
package final class CSVRenderer: TimelineRenderer {
  private let out: OutputStream
  private var lexicon = EventKeys.lexicon
  private var clock = TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6)
  private var timestamps = TimestampWriter()
  /// The columns that all rows of an event share.
  private var head = ByteWriter(capacity: 256)

  package init(_ out: OutputStream) { self.out = out }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    self.clock = clock
    out.buffer.append(
      "frame,time,t,adapter,event,connection,address,name,service,characteristic,label,field,value,unit\n"
    )
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    writeHead(event)
    var rows = 0
    if let frame = event.requestFrame {
      begin("request_frame", &rows)
      out.buffer.append(decimal: frame)
      end(.none)
    }
    if let time = event.responseTime {
      begin("response_ms", &rows)
      out.buffer.append(number: Double(time) / 1e6)
      end(Keys.common.responseTime.unit)
    }
    write(fields.own, &rows)
    if event.hasValue {
      begin("value", &rows)
      // Hex bytes are text to a spreadsheet only if they contain a letter: they are never a
      // formula.
      out.buffer.append(hex: value)
      end(.none)
    }
    write(fields.decoded, &rows)
    if rows == 0, event.kind != .mark {
      out.buffer.append(head.bytes)
      out.buffer.append(",")
      out.buffer.append(csv: fields.decoded.text.bytes)
      out.buffer.append(",\n")
    } else if event.kind == .note || event.kind == .malformed || event.kind == .mark {
      // The text already says it.
      remark("text", fields.decoded.text.bytes)
    }
    if event.isTruncated {
      begin("truncated", &rows)
      out.buffer.append("true")
      end(.none)
    }
    remark("note", fields.decoded.note.bytes)
    out.lineEnds()
  }

  private func remark(_ field: StaticString, _ text: RawSpan) {
    guard text.byteCount > 0 else { return }
    out.buffer.append(head.bytes)
    out.buffer.append(field)
    out.buffer.append(",")
    out.buffer.append(csv: text)
    end(.none)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {}

  private func writeHead(_ event: borrowing Event) {
    Lexicon.renew(&lexicon)
    head.removeAll()
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

  private func begin(_ field: StaticString, _ rows: inout Int) {
    rows += 1
    out.buffer.append(head.bytes)
    out.buffer.append(field)
    out.buffer.append(",")
  }

  private func end(_ unit: FieldUnit) {
    out.buffer.append(",")
    if unit != .none { out.buffer.append(string: lexicon.symbol(of: unit)) }
    out.buffer.append("\n")
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
        append(field, index, to: &head)
        head.append(".")
        write(place..<end, of: buffer, &rows)
        head.truncate(to: length)
        place = end
        continue
      }
      rows += 1
      out.buffer.append(head.bytes)
      append(field, index, to: &out.buffer)
      out.buffer.append(",")
      switch field.value {
      case .integer(let number): out.buffer.append(decimal: number)
      case .unsigned(let number): out.buffer.append(decimal: number)
      case .number(let number): out.buffer.append(number: number)
      case .boolean(let truth): out.buffer.append(truth ? "true" : "false")
      case .word(let word): out.buffer.append(csv: word.rawBytes)
      case .term(let word): out.buffer.append(csv: lexicon.text(of: word).rawBytes)
      case .text(let range): out.buffer.append(csv: buffer.storage.bytes.clamped(range))
      case .hex(let range): out.buffer.append(hex: buffer.storage.bytes.clamped(range))
      case .uuid(let uuid): uuid.write(to: &out.buffer)
      case .object: break
      }
      end(field.unit)
    }
  }

  /// The key; for an element of a list, also its index.
  private func append(_ field: Field, _ index: Int, to out: inout ByteWriter) {
    out.append(string: lexicon.name(of: field.key))
    switch field.shape {
    case .single: break
    case .element:
      out.append(".")
      out.append(decimal: index)
    case .axis: out.append(index == 0 ? ".x" : index == 1 ? ".y" : ".z")
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
    var quotes = false
    for i in 0..<text.byteCount {
      let byte = text.uint8(at: i)
      if byte == 0x22 || byte == 0x2C { quotes = true }
    }
    if quotes { append("\"") }
    if isFormula { append("'") }
    var start = 0
    for i in 0..<text.byteCount where text.uint8(at: i) == 0x22 {
      append(untrusted: text.clamped(start..<i), .plain)
      append("\"\"")
      start = i + 1
    }
    append(untrusted: text.clamped(start), .plain)
    if quotes { append("\"") }
  }
}
