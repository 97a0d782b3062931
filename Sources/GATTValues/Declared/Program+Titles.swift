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

  /// A key as words: without the unit at its end, such as that of `glucose_mg_per_dl`.
  /// - unit: its symbol; without one, the name ends in something else.
  static func title(_ key: RawSpan, unit: RawSpan) -> [UInt8] {
    var end = key.byteCount
    while unit.byteCount > 0, let start = lastWord(key.clamped(0, end)),
      isUnit(key.clamped(start, end - start), unit)
    {
      end = start - 1
      guard let before = lastWord(key.clamped(0, end)),
        key.clamped(before, end - before).equals(StaticString("per").rawBytes)
      else { break }
      end = before - 1
    }
    var title: [UInt8] = []
    var isBetween = false
    for index in 0..<end {
      let octet = key.uint8(at: index)
      if octet == 0x5F {
        isBetween = true
        continue
      }
      if isBetween, !title.isEmpty { title.append(0x20) }
      isBetween = false
      title.append(octet)
    }
    return title
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
