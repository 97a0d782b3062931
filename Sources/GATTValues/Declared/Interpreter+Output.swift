import ATTDissector
import Bytes
import Glibc
import Vocabulary

/// What was read, as fields.
extension Interpreter {
  /// Adds a single value, or an element of a list.
  mutating func show(
    _ shown: SlotValue, field: FieldStep, key: Key, shape: FieldShape, value: RawSpan,
    to out: inout FieldBuffer
  ) {
    if program.isSpecial(field.code.sense.special, value: shown),
      let row = program.special(field.code.sense.special, for: shown)
    {
      if row.word != 0, field.code.keys.status != 0, let status = nextKey(field.code.keys.status) {
        out.add(status, .term(program.words[Int(row.word) &- 1]))
      }
      return
    }
    if field.code.sense.wordSource != .none {
      return words(shown, field: field, key: key, shape: shape, to: &out)
    }
    switch shown.kind {
    case .whole:
      if field.code.sense.isBoolean {
        out.add(key, .boolean(shown.raw != 0), shape: shape)
      } else if field.code.detail != 0 {
        let start = out.storage.count
        time(shown.raw, field: field, to: &out.storage)
        out.add(key, .text(start..<out.storage.count), shape: shape)
      } else {
        out.add(key, number(shown, field: field), shape: shape)
      }
    case .unsigned, .decimal, .double: out.add(key, number(shown, field: field), shape: shape)
    case .bytes: octets(shown, key: key, shape: shape, value: value, to: &out)
    default: break
    }
  }

  private mutating func words(
    _ shown: SlotValue, field: FieldStep, key: Key, shape: FieldShape,
    to out: inout FieldBuffer
  ) {
    guard let raw = shown.whole else { return }
    if field.code.sense.words != 0 {
      if let row = program.row(field.code.sense.words, number: raw), row.word != 0 {
        out.add(key, .term(program.words[Int(row.word) &- 1]), shape: shape)
      } else if shape != .single {
        out.add(key, .term(Program.unknown), shape: shape)
      }
    } else if let name = Program.assigned(field.code.sense.wordSource, number: raw) {
      out.add(key, text: name.rawBytes, shape: shape)
    } else if shape != .single {
      out.add(key, .term(Program.unknown), shape: shape)
    }
    guard shape == .single, field.code.keys.code != 0, let codeKey = nextKey(field.code.keys.code)
    else { return }
    out.add(codeKey, .integer(raw))
  }

  /// A whole number as its scale makes it.
  @inline(__always)
  mutating func number(_ raw: Int64, scale: Int32) -> FieldValue {
    guard scale != 0 else { return .integer(raw) }
    let scale = program.scales[Int(scale) &- 1]
    return scale.whole(raw).map { .integer($0) } ?? .number(scale.value(raw))
  }

  mutating func number(_ shown: SlotValue, field: FieldStep) -> FieldValue {
    guard field.code.sense.scale != 0 || field.code.call != 0 else {
      switch shown.kind {
      case .unsigned: return .unsigned(UInt64(bitPattern: shown.raw))
      case .whole: return .integer(shown.raw)
      default: return .number(measure(shown, field: field))
      }
    }
    guard field.code.call == 0 else { return .number(measure(shown, field: field)) }
    let scale = program.scales[Int(field.code.sense.scale) &- 1]
    if shown.kind == .whole, let whole = scale.whole(shown.raw) { return .integer(whole) }
    return .number(measure(shown, field: field))
  }

  /// The value as a number.
  mutating func measure(_ shown: SlotValue, field: FieldStep) -> Double {
    let scale =
      field.code.sense.scale == 0
      ? Scale(factor: 1, offset: 0, divisor: 1) : program.scales[Int(field.code.sense.scale) &- 1]
    switch shown.kind {
    case .whole where field.code.call != 0:
      return shown.raw == 0 ? 0 : scale.value(of: pow(1.1, Double(shown.raw) - 64))
    case .whole: return scale.value(shown.raw)
    case .decimal: return scale.value(shown.raw, exponent: Int(shown.extra))
    case .unsigned:
      return scale.value(of: Double(UInt64(bitPattern: shown.raw)))
    case .double:
      let value = Double(bitPattern: UInt64(bitPattern: shown.raw))
      return field.code.sense.scale == 0 ? value : scale.value(of: value)
    default: return .nan
    }
  }

  private mutating func octets(
    _ shown: SlotValue, key: Key, shape: FieldShape, value: RawSpan,
    to out: inout FieldBuffer
  ) {
    let bytes = value.clamped(Int(shown.raw), count: Int(shown.extra))
    let function = program.steps[Int(shown.field)].code.call
    if function != 0 {
      let start = out.storage.count
      if !write(bytes, by: function, to: &out.storage) {
        out.storage.append("h'")
        out.storage.append(hex: bytes)
        out.storage.append("'")
        out.addNote("")
        program.write(literal: program.steps[Int(shown.field)].code.title, to: &out.note)
        out.note.append(" is not readable")
      }
      out.add(key, .text(start..<out.storage.count), shape: shape)
      return
    }
    switch shown.type {
    case .utf8:
      let string = bytes.withoutTrailingNULs
      out.add(key, text: string, shape: shape)
      noteString(string, nuls: bytes.byteCount &- string.byteCount, to: &out)
    case .utf16:
      let start = out.storage.count
      bytes.writeUTF16(isBig: program.steps[Int(shown.field)].code.number.isBig, to: &out.storage)
      out.add(key, .text(start..<out.storage.count), shape: shape)
    case .hex: out.add(key, hex: bytes, shape: shape)
    case .reversedHex:
      let start = out.storage.count
      for i in 0..<bytes.byteCount {
        out.storage.append(byte: bytes.uint8(at: bytes.byteCount &- 1 &- i))
      }
      out.add(key, .hex(start..<out.storage.count), shape: shape)
    case .uuid: out.add(key, .uuid(uuid(shown, bytes: bytes)), shape: shape)
    case .address:
      let start = out.storage.count
      out.storage.append(colonHex: bytes.number(at: 0, width: 6, isBig: false))
      out.add(key, .text(start..<out.storage.count), shape: shape)
    case .dateTime:
      dateTime(bytes, field: program.steps[Int(shown.field)], key: key, shape: shape, to: &out)
    default: break
    }
  }

  /// A date that is not known is none.
  private mutating func dateTime(
    _ bytes: RawSpan, field: FieldStep, key: Key, shape: FieldShape, to out: inout FieldBuffer
  ) {
    if bytes.hasNoDate, shape == .single, field.code.keys.status != 0 {
      if let status = nextKey(field.code.keys.status) { out.add(status, .term(Program.unknown)) }
    } else {
      let start = out.storage.count
      bytes.writeDateTime(to: &out.storage)
      out.add(key, .text(start..<out.storage.count), shape: shape)
    }
    guard !bytes.isDateTime else { return }
    out.addNote("no such date or time")
    out.faults.insert(.date)
  }

  mutating func uuid(_ shown: SlotValue, bytes: RawSpan) -> BluetoothUUID {
    let isBig = program.steps[Int(shown.field)].code.number.isBig
    guard isBig else { return BluetoothUUID(littleEndian: bytes) ?? BluetoothUUID(0 as UInt16) }
    var value: UInt128 = 0
    for i in 0..<bytes.byteCount { value = value << 8 | UInt128(bytes.uint8(at: i)) }
    if bytes.byteCount == 2 { return BluetoothUUID(UInt16(truncatingIfNeeded: value)) }
    return BluetoothUUID(value: value)
  }

  private mutating func noteString(_ string: RawSpan, nuls: Int, to out: inout FieldBuffer) {
    if nuls > 0 {
      out.addNote("")
      let start = out.note.count
      out.note.append(decimal: nuls)
      out.note.append(nuls == 1 ? " trailing NUL" : " trailing NULs")
      nulNotes &+= 1
      nulNote = start..<out.note.count
    }
    if !context.isTruncated, !string.isUTF8 { out.addNote("not UTF-8") }
  }

  /// `2024-05-01T12:00:00`, with milliseconds where a tick is shorter than a second.
  mutating func time(_ ticks: Int64, field: FieldStep, to out: inout ByteWriter) {
    let code = program.details[0].code.times[Int(field.code.detail) &- 1]
    let (product, high) = ticks.multipliedReportingOverflow(by: code.seconds)
    let seconds = high ? 0 : product / code.divisor
    let rest = high ? 0 : product % code.divisor
    let (since, over) = code.since.addingReportingOverflow(rest < 0 ? seconds - 1 : seconds)
    // Not a date of the first 99,999 years, nor one before them: the number itself.
    guard !high, !over, -62_167_219_200...3_093_527_980_799 ~= since else {
      return out.append(decimal: ticks)
    }
    let day = since >= 0 ? since / 86400 : (since - 86399) / 86400
    let clock = UInt64(since - day * 86400)
    let date = CivilDay(number: day)
    out.append(decimal: UInt64(clamping: date.year), digits: date.year > 9999 ? 5 : 4)
    out.append("-")
    out.append(decimal: UInt64(date.month), digits: 2)
    out.append("-")
    out.append(decimal: UInt64(date.day), digits: 2)
    // A tick of whole days has no time of day.
    if code.divisor == 1, code.seconds % 86400 == 0 { return }
    out.append("T")
    out.append(decimal: clock / 3600, digits: 2)
    out.append(":")
    out.append(decimal: clock / 60 % 60, digits: 2)
    out.append(":")
    out.append(decimal: clock % 60, digits: 2)
    if code.seconds < code.divisor {
      let positive = UInt64(rest < 0 ? rest + code.divisor : rest)
      out.append(".")
      let thousandths =
        code.divisor < 1 << 50
        ? positive * 1000 / UInt64(code.divisor)
        : positive / (UInt64(code.divisor) / 1000)
      out.append(decimal: thousandths, digits: 3)
    }
    if code.isUniversal != 0 { out.append("Z") }
  }
}

extension Scale {
  /// Applies the scale to a number that has no exact form; each step rounds.
  func value(of raw: Double) -> Double {
    (raw * Double(factor) + Double(offset)) / Double(divisor)
  }
}

extension RawSpan {
  /// The text as UTF-8, to a NUL; what is no UTF-16 becomes U+FFFD.
  func writeUTF16(isBig: Bool, to out: inout ByteWriter) {
    var units: [UInt16] = []
    var offset = 0
    while offset &+ 2 <= byteCount {
      let unit = uint16LittleEndian(at: offset)
      units.append(isBig ? unit.byteSwapped : unit)
      offset &+= 2
    }
    while units.last == 0 { units.removeLast() }
    out.append(string: String(decoding: units, as: UTF16.self))
  }

  /// Whether a calendar has it; a year, a month and a day of 0 are not known.
  ///
  /// Source: GATT Specification Supplement, Date Time.
  var isDateTime: Bool {
    guard byteCount >= 7 else { return false }
    let year = uint16LittleEndian(at: 0)
    let month = uint8(at: 2)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days: UInt8 =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    return (year == 0 || 1582...9999 ~= year) && month <= 12 && uint8(at: 3) <= days
      && uint8(at: 4) <= 23 && uint8(at: 5) <= 59 && uint8(at: 6) <= 59
  }

  /// Whether year, month and day are those of a Date Time whose date is not known.
  var hasNoDate: Bool {
    byteCount >= 7 && uint16LittleEndian(at: 0) == 0 && uint8(at: 2) == 0 && uint8(at: 3) == 0
  }

  /// Year, month, day, hours, minutes, seconds; the device's own clock, without a time zone.
  func writeDateTime(to out: inout ByteWriter) {
    guard byteCount >= 7 else { return }
    let year = UInt64(uint16LittleEndian(at: 0))
    out.append(decimal: year, digits: year > 9999 ? 5 : 4)
    for i in 2..<7 {
      out.append(i < 4 ? "-" : i == 4 ? "T" : ":")
      out.append(decimal: UInt64(uint8(at: i)), digits: 2)
    }
  }
}
