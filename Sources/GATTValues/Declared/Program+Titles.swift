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
  static func title(_ key: String, unit: String) -> [UInt8] {
    var words = Array(key.utf8).split(separator: 0x5F)
    func dropUnit() -> Bool {
      guard words.count > 1, let last = words.last,
        unitNames.contains(where: { $0.utf8.elementsEqual(last) }),
        // The least of something, not minutes.
        !last.elementsEqual("min".utf8) || unit.hasSuffix("min")
      else { return false }
      words.removeLast()
      return true
    }
    if !unit.isEmpty {
      while dropUnit(), words.count > 1, words.last?.elementsEqual("per".utf8) == true {
        words.removeLast()
      }
    }
    var title: [UInt8] = []
    for word in words {
      if !title.isEmpty { title.append(0x20) }
      title += word
    }
    return title
  }
}
