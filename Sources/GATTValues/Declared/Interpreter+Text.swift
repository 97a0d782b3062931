import ATTDissector
import Bytes
import Vocabulary

/// What was read, as a line for a reader.
extension Interpreter {
  /// Elements of a list in a line: as many intervals as a notification with the default MTU can
  /// hold.
  static let elementsInText = 9

  mutating func text(_ value: RawSpan, into out: inout FieldBuffer) {
    if program.details[0].code.text != 0 {
      template(program.details[0].code.text, value: value, to: &out, asNote: false)
    } else if !program.details[0].code.isElement
      ? !hasStructures(out) : !program.details[0].hasListWithoutName
    {
      ownText(value, to: &out)
    }
    if out.text.count == firstText { outputText(to: &out) }
  }

  /// Whether a list of groups was read, which a line of the fields around it would not tell.
  private func hasStructures(_ out: borrowing FieldBuffer) -> Bool {
    for index in firstField..<out.fields.count where out.fields[index].shape == .element {
      if case .object = out.fields[index].value { return true }
    }
    return false
  }

  /// - index: one higher than that of the text.
  mutating func template(
    _ index: Int32, value: RawSpan, to out: inout FieldBuffer, asNote: Bool
  ) {
    let place = Int(index &- 1) &* 2
    guard place >= 0, place &+ 1 < program.textParts.count else { return }
    if asNote {
      out.addNote("")
      // The parts are written as text and moved.
      let before = out.text.count
      parts(place, value: value, to: &out)
      out.note.append(out.text.bytes.clamped(before).copy())
      out.text.truncate(to: before)
      return
    }
    parts(place, value: value, to: &out)
  }

  private mutating func parts(_ place: Int, value: RawSpan, to out: inout FieldBuffer) {
    let first = Int(program.textParts[place])
    let count = Int(program.textParts[place &+ 1])
    // Where each open bracket began, and bits: whether anything in it was read.
    var starts = [5 of Int](repeating: 0)
    var used = 0
    var open = 0
    let start = out.text.count
    let last = first &+ count
    let texts = program.texts
    var index = first
    while index < last {
      let part = texts[index]
      index &+= 1
      switch part.kind {
      case .literal:
        // A gap before the first part that is there separates nothing.
        program.write(literal: part.code.index, isFirst: out.text.count == start, to: &out.text)
      case .open:
        if part.slot >= 0, scratch.slots[part.slot].kind == .unset {
          index = part.next
          continue
        }
        open = min(open &+ 1, 4)
        starts[open] = out.text.count
        used &= ~(1 &<< open)
      case .close:
        if used &>> open & 1 == 0 {
          out.text.truncate(to: starts[open])
        } else if open > 0 {
          used |= 1 &<< (open &- 1)
        }
        open = max(0, open &- 1)
      case .value, .choice:
        let slot = scratch.slots[part.slot]
        guard slot.kind != .unset else { continue }
        let before = out.text.count
        if part.kind == .choice {
          let chosen = slot.raw != 0 ? part.code.on : part.code.off
          program.write(literal: chosen, to: &out.text)
        } else {
          insert(slot, part: part.code, value: value, to: &out)
        }
        if out.text.count > before { used |= 1 &<< open }
      case nil: break
      }
    }
  }

  mutating func insert(
    _ slot: SlotValue, part: TextCode, value: RawSpan, to out: inout FieldBuffer
  ) {
    let index = Int(slot.field)
    guard slot.kind == .list else {
      if !write(measure: slot, index: index, part: part, to: &out) {
        write(slot, index: index, part: part, value: value, to: &out)
      }
      return
    }
    for i in 0..<min(Int(slot.extra), Self.elementsInText) {
      if i > 0 { out.text.append(byte: 0x20) }
      let element = scratch.elements[Int(slot.raw) &+ i]
      if write(measure: element, index: index, part: part, to: &out) { continue }
      let before = out.text.count
      write(element, index: index, part: part, value: value, to: &out)
      // An element that is not known keeps its place.
      if out.text.count == before, part.form != 5 { out.text.append("?") }
    }
    if slot.extra > Self.elementsInText { rest(of: Int(slot.extra), to: &out) }
  }

  /// Writes a whole number as its scale makes it, as nearly all are written: without a copy of the field.
  /// - Returns: `false` where it is to be written in another way.
  @inline(__always)
  private mutating func write(
    measure slot: SlotValue, index: Int, part: TextCode, to out: inout FieldBuffer
  ) -> Bool {
    let fields = program.steps
    guard slot.kind == .whole, fields[index].isMeasureInTexts else { return false }
    switch part.form {
    case 1:
      let place = Int(fields[index].code.sense.scale) &- 1
      if place < 0, part.digits == 0, slot.raw.magnitude < 1_000_000_000_000_000 {
        out.text.append(decimal: slot.raw)
        return true
      }
      let value = place < 0 ? Double(slot.raw) : program.scales[place].value(slot.raw)
      out.text.append(number: value, decimals: Int(part.digits))
    case 0, 4:
      switch number(slot.raw, scale: fields[index].code.sense.scale) {
      case .integer(let whole): out.text.append(decimal: whole)
      case .number(let number): out.text.append(shown: number)
      default: return false
      }
    default: return false
    }
    return true
  }

  /// What stands for the elements that a line has no room for.
  mutating func rest(of count: Int, to out: inout FieldBuffer) {
    out.text.append(" .. (")
    out.text.append(decimal: count)
    out.text.append(")")
  }

  private mutating func fieldOf(_ slot: SlotValue) -> FieldStep {
    program.steps[Int(slot.field)]
  }

  private mutating func write(
    _ slot: SlotValue, index: Int, part: TextCode, value: RawSpan,
    to out: inout FieldBuffer
  ) {
    let field = program.steps[index]
    if program.isSpecial(field.code.sense.special, value: slot),
      let row = program.special(field.code.sense.special, for: slot)
    {
      if row.hasText != 0 {
        program.write(literal: row.text, to: &out.text)
      } else if row.word != 0, part.form == 5 {
        program.spell(row.text != 0 ? row.text : row.word, to: &out.text)
      }
      return
    }
    if part.form == 5, slot.type != .dateTime { return }
    if part.form == 6 { return slot.whole.map { out.text.append(decimal: $0) } ?? () }
    if 2...3 ~= part.form, let raw = slot.whole {
      return hex(UInt64(bitPattern: raw), part: part, to: &out)
    }
    if slot.kind == .bytes { return bytes(slot, part: part, value: value, to: &out) }
    if field.code.kind == .check {
      out.text.append(slot.raw != 0 ? "ok" : "bad")
    } else if field.code.sense.flags != 0 {
      names(slot, field: field, part: part, to: &out)
    } else if field.code.sense.wordSource != .none {
      word(slot, field: field, to: &out)
    } else if field.code.detail != 0, field.code.kind != .state, slot.kind == .whole {
      time(slot.raw, field: field, to: &out.text)
    } else if field.code.sense.isBoolean {
      out.text.append(slot.raw != 0 ? "true" : "false")
    } else if field.code.sense.temperature != 0 {
      temperature(measure(slot, field: field), field: field, part: part, to: &out)
    } else if part.form == 1 {
      out.text.append(number: measure(slot, field: field), decimals: Int(part.digits))
    } else {
      switch number(slot, field: field) {
      case .integer(let whole): out.text.append(decimal: whole)
      case .unsigned(let whole): out.text.append(decimal: whole)
      case .number(let number): out.text.append(shown: number)
      default: break
      }
    }
  }

  private mutating func hex(_ raw: UInt64, part: TextCode, to out: inout FieldBuffer) {
    let needed = max(1, (64 &- raw.leadingZeroBitCount &+ 3) / 4)
    let digits = max(Int(part.digits), needed)
    guard part.form == 2 else { return out.text.append(upperHex: raw, digits: digits) }
    for place in stride(from: digits &- 1, through: 0, by: -1) {
      let nibble = UInt8(truncatingIfNeeded: place < 16 ? raw >> UInt64(place &* 4) & 15 : 0)
      out.text.append(byte: nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble)
    }
  }

  mutating func temperature(
    _ measured: Double, field: FieldStep, part: TextCode, to out: inout FieldBuffer
  ) {
    // A difference does not count from the freezing point.
    let zero: Double = field.code.sense.temperature > 2 ? 0 : 32
    let isCelsius = field.code.sense.temperature % 2 == 1
    let celsius = isCelsius ? measured : (measured - zero) * 5 / 9
    let decimals = part.form == 1 ? Int(part.digits) : 2
    switch context.units {
    case .metric where !isCelsius:
      // First what was sent.
      out.text.append(shown: measured)
      out.text.append(" F (")
      out.text.append(number: celsius, decimals: decimals)
      out.text.append(" C)")
    case .metric:
      if part.form != 1 {
        out.text.append(number: celsius)
      } else {
        out.text.append(number: celsius, decimals: decimals)
      }
      out.text.append(" C")
    case .us:
      out.text.append(number: celsius * 9 / 5 + zero, decimals: decimals)
      out.text.append(" F")
    }
  }

  private mutating func word(_ slot: SlotValue, field: FieldStep, to out: inout FieldBuffer) {
    guard let raw = slot.whole else { return }
    let table = field.code.sense.cases != 0 ? field.code.sense.cases : field.code.sense.words
    if table != 0 {
      guard let row = program.row(table, number: raw), row.word != 0 || row.hasText != 0 else {
        return out.text.append(decimal: raw)
      }
      if row.hasText != 0 {
        program.write(literal: row.text, to: &out.text)
        return
      }
      program.spell(row.word, to: &out.text)
      // The number after a name that does not identify it.
      if row.isRest != 0, field.code.keys.code != 0 { out.textCode(raw) }
    } else if let name = Program.assigned(field.code.sense.wordSource, number: raw) {
      out.text.append(untrusted: name, escaping: .plain)
    } else if field.code.sense.wordSource == .attributeError {
      out.text.append(decimal: raw)
    } else {
      // Assigned numbers are known by their four digits.
      if field.code.sense.wordSource == .appearance { out.text.append("appearance ") }
      out.text.append(upperHex: UInt64(bitPattern: raw), digits: 4)
    }
  }

  /// The flags that are set; where none is, a text that somebody wrote leaves them out.
  private mutating func names(
    _ slot: SlotValue, field: FieldStep, part: TextCode, to out: inout FieldBuffer
  ) {
    guard let raw = slot.whole else { return }
    var isFirst = true
    for index in program.rows(of: field.code.sense.flags) {
      let row = program.ranges[index]
      guard raw >> row.low & 1 != 0 else { continue }
      if !isFirst { out.text.append(", ") }
      isFirst = false
      if row.key != 0 {
        program.write(title: row.key, to: &out.text)
      } else {
        program.spell(row.word, to: &out.text)
      }
    }
    if isFirst, part.form == 4 { out.text.append("none") }
  }

  private mutating func bytes(
    _ slot: SlotValue, part: TextCode, value: RawSpan, to out: inout FieldBuffer
  ) {
    let bytes = value.clamped(Int(slot.raw), count: Int(slot.extra))
    let function = fieldOf(slot).code.call
    if function != 0 {
      var text = ByteWriter(capacity: 64)
      guard write(bytes, by: function, to: &text) else { return out.text(hex: bytes, in: context) }
      out.text.append(untrusted: text.bytes, escaping: .plain)
      return
    }
    switch slot.type {
    case .utf8:
      let string = bytes.withoutTrailingNULs
      guard part.form == 4 else { return out.text.append(untrusted: string, escaping: .plain) }
      out.text.append("\"")
      out.text.append(untrusted: string, escaping: .plain)
      out.text.append("\"")
      let nuls = bytes.byteCount &- string.byteCount
      guard nuls > 0 else { return }
      saysNULs = true
      out.text.append(" + ")
      out.text.append(decimal: nuls)
      out.text.append(nuls == 1 ? " NUL" : " NULs")
    case .utf16:
      var text = ByteWriter(capacity: 64)
      bytes.writeUTF16(isBig: fieldOf(slot).code.number.isBig, to: &text)
      if part.form == 4 { out.text.append("\"") }
      out.text.append(untrusted: text.bytes, escaping: .plain)
      if part.form == 4 { out.text.append("\"") }
    case .hex: out.text(hex: bytes, in: context)
    case .reversedHex:
      for i in 0..<min(bytes.byteCount, 64) {
        out.text.append(
          upperHex: UInt64(bytes.uint8(at: bytes.byteCount &- 1 &- i)), digits: 2)
      }
    case .address: out.text.append(colonHex: bytes.number(at: 0, width: 6, isBig: false))
    case .dateTime:
      if bytes.hasNoDate {
        if 4...5 ~= part.form { out.text.append("unknown") }
      } else if part.form != 5 {
        bytes.writeDateTime(to: &out.text)
      }
    case .uuid: uuid(slot, bytes: bytes).write(to: &out.text)
    default: break
    }
  }
}

extension ByteWriter {
  /// The shortest form; six decimals of a fraction with more digits than anybody measures.
  mutating func append(shown number: Double) {
    let start = count
    append(number: number)
    guard count &- start > 12, number.magnitude >= 0.001, number != number.rounded() else { return }
    truncate(to: start)
    append(number: number, decimals: 6)
  }
}
