import Bytes

extension Program {
  /// What keys end in.
  private static let unitNames = [
    "percent", "celsius", "fahrenheit", "bpm", "ms", "s", "us", "ns", "min", "h", "days", "years",
    "m", "mm", "cm", "km", "kg", "g", "lb", "n", "nm", "w", "kw", "va", "kj", "j", "kwh", "kvah",
    "pa", "hpa", "kpa", "mmhg", "v", "mv", "uv", "ma", "a", "ohm", "hz", "khz", "lux", "lm", "cd",
    "db", "dbm", "dps", "ut", "kcal", "met", "rpm", "degrees", "mg", "ug", "l", "dl", "ml", "mol",
    "iu", "k", "m2", "m3", "s2", "ppb", "ppm", "bytes",
  ]

  /// A key as words: without its unit, which is at its end (`glucose_mg_per_dl`) or before what it is for
  /// (`pace_s_per_500m`).
  /// - unit: its symbol; without one, the name ends in something else.
  static func title(_ key: RawSpan, unit: RawSpan) -> [UInt8] {
    let end = unit.byteCount > 0 ? lengthWithoutUnit(key, unit) : key.byteCount
    var title: [UInt8] = []
    var start = 0
    while start < end {
      let stop = (start..<end).first { key.uint8(at: $0) == 0x5F } ?? end
      let isUnit =
        start > 0 && unit.byteCount > 0
        && key.clamped(stop, end - stop).clamped(0, 5).equals(StaticString("_per_").rawBytes)
        && isUnit(key.clamped(start, stop - start), unit)
      if stop > start, !isUnit {
        if !title.isEmpty { title.append(separator(after: title, before: key.uint8(at: start))) }
        for index in start..<stop { title.append(key.uint8(at: index)) }
      }
      start = stop + 1
    }
    return title
  }

  /// What stands for an underscore in a text: a decimal point in `pm2_5` and `7_5_ms`, not in `bits_7_0`.
  static func separator(after text: [UInt8], before next: UInt8) -> UInt8 {
    let digits: ClosedRange<UInt8> = 0x30...0x39
    guard digits ~= next, let last = text.last, digits ~= last else { return 0x20 }
    let before = text.last { !(digits ~= $0) }
    return before.map { 0x61...0x7A ~= $0 } ?? true ? 0x2E : 0x20
  }

  private static func lengthWithoutUnit(_ key: RawSpan, _ unit: RawSpan) -> Int {
    let perMinute = StaticString("_per_minute").rawBytes
    let stem = key.byteCount - perMinute.byteCount
    if unit.equals(StaticString("1/min").rawBytes), stem > 0,
      key.clamped(stem).equals(perMinute)
    {
      return stem
    }
    let isProduct = (0..<unit.byteCount - 1).contains {
      unit.uint8(at: $0) == 0xC2 && unit.uint8(at: $0 + 1) == 0xB7
    }
    var end = key.byteCount
    while let start = lastWord(key.clamped(0, end)), isUnit(key.clamped(start, end - start), unit) {
      end = start - 1
      let before = lastWord(key.clamped(0, end))
      let isPer =
        before.map {
          key.clamped($0, end - $0).equals(StaticString("per").rawBytes)
        } ?? false
      if isPer, let before { end = before - 1 } else if !isProduct { break }
    }
    return end
  }

  /// Where the last of several words starts; `nil` where there is only one.
  private static func lastWord(_ words: RawSpan) -> Int? {
    var start = words.byteCount
    while start > 0, words.uint8(at: start - 1) != 0x5F { start -= 1 }
    return start > 0 ? start : nil
  }

  private static func isUnit(_ word: RawSpan, _ unit: RawSpan) -> Bool {
    // The least of something, not minutes.
    let minutes = StaticString("min").rawBytes
    if word.equals(minutes), !unit.clamped(unit.byteCount - 3).equals(minutes) { return false }
    for name in unitNames where name.rawBytes.equals(word) { return true }
    return false
  }
}
