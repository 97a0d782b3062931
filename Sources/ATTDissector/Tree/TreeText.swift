import Bytes

/// Values as a dissection shows them.
extension ByteWriter {
  /// Lower-case hex, `none` when empty.
  mutating func append(hexOrNone bytes: RawSpan) {
    if bytes.byteCount == 0 { append("none") } else { append(hex: bytes) }
  }

  /// `0x0040`.
  mutating func append(hexNumber value: UInt64, bytes: Int) {
    append("0x")
    append(upperHex: value, digits: bytes &* 2)
  }

  /// Text from the air, in quotes.
  mutating func append(quoted text: RawSpan) {
    append(byte: 0x22)
    append(untrusted: text, escaping: .plain)
    append(byte: 0x22)
  }

  /// `Success (0x00)`, `reserved (0x99)`.
  mutating func append(named name: StaticString?, value: UInt64, bytes: Int) {
    append(name ?? "reserved")
    append(" (")
    append(hexNumber: value, bytes: bytes)
    append(byte: 0x29)
  }

  /// `30 ms (24)`; in seconds from one minute on.
  mutating func append(time value: UInt64, step: UInt64) {
    let (microseconds, overflow) = value.multipliedReportingOverflow(by: step)
    guard !overflow else { return append(decimal: value) }
    if step == 1 {
      append(decimal: microseconds)
      append(" µs")
      return
    }
    let (scale, digits, unit): (UInt64, Int, StaticString) =
      step >= 1_000_000 ? (1_000_000, 6, " s") : (1000, 3, " ms")
    append(decimal: microseconds / scale)
    append(fraction: microseconds % scale, digits: digits)
    append(unit)
    append(" (")
    append(decimal: value)
    append(byte: 0x29)
  }

  private mutating func append(fraction value: UInt64, digits: Int) {
    guard value != 0 else { return }
    var rest = value
    var digits = digits
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    append(byte: 0x2E)
    append(decimal: rest, digits: digits)
  }

  /// `0x1FFFFFFFFF, all`, `0x1E00E00600: 9-10, 21-23, 33-36`.
  /// - map: a bit for each channel, the lowest first.
  mutating func append(channels map: RawSpan, of count: Int) {
    append("0x")
    for octet in (0..<map.byteCount).reversed() {
      append(upperHex: UInt64(map.uint8(at: octet)), digits: 2)
    }
    func isUsed(_ channel: Int) -> Bool {
      channel < min(count, map.byteCount * 8)
        && map.uint8(at: channel / 8) >> UInt8(channel % 8) & 1 == 1
    }
    guard !(0..<count).allSatisfy(isUsed) else { return append(", all") }
    var first: Int?
    var isFirst = true
    for channel in 0...count {
      let isUsed = isUsed(channel)
      if isUsed, first == nil { first = channel }
      guard !isUsed, let start = first else { continue }
      first = nil
      append(isFirst ? ": " : ", ")
      isFirst = false
      append(decimal: start)
      guard channel - 1 > start else { continue }
      append("-")
      append(decimal: channel - 1)
    }
  }

  /// `-12 dB`, or the word for the lowest value that there is.
  mutating func append(
    signed value: UInt64, bits: Int, unit: StaticString, lowest: StaticString?
  ) {
    let sign = 1 << UInt64(bits - 1) as UInt64
    let magnitude = Int(value & (sign - 1))
    guard value & sign != 0 else {
      append(decimal: magnitude)
      return append(unit)
    }
    if magnitude == 0, let lowest {
      append(named: lowest, value: value, bytes: (bits + 7) / 8)
    } else {
      append(decimal: magnitude - Int(sign))
      append(unit)
    }
  }

  /// `LE Set Scan Enable (0x200C)`.
  mutating func append(opcode: UInt16) {
    if let name = AndroidRows.row(opcode)?.name {
      append(name)
    } else {
      HCISummary.appendCommandName(opcode, to: &self)
    }
    append(" (")
    append(hexNumber: UInt64(opcode), bytes: 2)
    append(byte: 0x29)
  }

  mutating func append(power value: Int8, kind: WirePower) {
    if let word = kind.word(value) {
      append(word)
      append(" (")
      append(decimal: Int(value))
      append(byte: 0x29)
    } else {
      append(decimal: Int(value))
      append(kind.unit)
    }
  }
}
