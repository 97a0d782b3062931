import Bytes

extension Program {
  /// How keys spell what is not in their alphabet. All else of a unit is itself, in lower case.
  private static let spellings: [(part: StaticString, inKeys: StaticString)] = [
    ("%", "percent"), ("°C", "celsius"), ("°F", "fahrenheit"), ("°", "degrees"), ("lx", "lux"),
    ("Ω", "ohm"), ("d", "days"), ("B", "bytes"),
  ]
  /// Units that keys may also spell in another way.
  private static let otherSpellings: [(unit: StaticString, inKeys: StaticString)] = [
    ("1/min", "per_minute"), ("°/s", "dps"), ("N·m", "nm"),
  ]

  /// A key as words: without its unit, which is at its end (`glucose_mg_per_dl`) or before what it is for
  /// (`pace_s_per_500m`).
  /// - unit: its symbol; what is spelled like another unit is a word like any other.
  static func title(_ key: RawSpan, unit: RawSpan) -> [UInt8] {
    let unit = placeOfUnit(in: key, unit: unit)
    let end = unit.upperBound == key.byteCount ? unit.lowerBound : key.byteCount
    var title: [UInt8] = []
    var start = 0
    while start < end {
      let stop = (start..<end).first { key.uint8(at: $0) == 0x5F } ?? end
      if stop > start {
        if !title.isEmpty {
          title.append(
            separator(after: title.rawBytes, before: key.clamped(start, count: end - start)))
        }
        for index in start..<stop { title.append(key.uint8(at: index)) }
      }
      start = (stop == unit.lowerBound ? unit.upperBound : stop) + 1
    }
    return title
  }

  /// What stands for an underscore in a text: a decimal point in `pm2_5` and `7_5_ms`, not in `bits_7_0` and
  /// `3_4_5`.
  /// - text: all that comes before it.
  /// - next: all that comes after it.
  static func separator(after text: RawSpan, before next: RawSpan) -> UInt8 {
    let digits: ClosedRange<UInt8> = 0x30...0x39
    guard text.byteCount > 0, digits ~= text.uint8(at: text.byteCount - 1) else { return 0x20 }
    let length = (0..<next.byteCount).first { !(digits ~= next.uint8(at: $0)) } ?? next.byteCount
    guard length > 0 else { return 0x20 }
    let isFollowed =
      next.byteCount > length + 1 && next.uint8(at: length) == 0x5F
      && digits ~= next.uint8(at: length + 1)
    let before = (0..<text.byteCount).last { !(digits ~= text.uint8(at: $0)) }
    let isOfWord = before.map { 0x61...0x7A ~= text.uint8(at: $0) } ?? true
    return !isFollowed && isOfWord ? 0x2E : 0x20
  }

  /// Where the unit stands in a key, with the underscore before it; at its end if it has none.
  private static func placeOfUnit(in key: RawSpan, unit: RawSpan) -> Range<Int> {
    let none = key.byteCount..<key.byteCount
    guard unit.byteCount > 0 else { return none }
    var names = [name(of: unit)]
    for other in otherSpellings where unit.equals(other.unit.rawBytes) {
      names.append(Array(other.inKeys.description.utf8))
    }
    let per = StaticString("_per_").rawBytes
    for name in names {
      let length = name.count + 1
      // A key is more than its unit.
      for start in (1..<max(1, key.byteCount - name.count)).reversed() {
        let end = start + length
        guard key.uint8(at: start) == 0x5F,
          key.clamped(start + 1, count: name.count).equals(name.rawBytes),
          end == key.byteCount || key.clamped(end, count: per.byteCount).equals(per)
        else { continue }
        return start..<end
      }
    }
    return none
  }

  /// A unit as keys end in it: `m_per_s2` for `m/s²`.
  private static func name(of unit: RawSpan) -> [UInt8] {
    var name: [UInt8] = []
    var start = 0
    for index in 0...unit.byteCount {
      let rest = unit.clamped(index)
      let isPer = rest.clamped(0, count: 1).equals(StaticString("/").rawBytes)
      let isTimes = rest.clamped(0, count: 2).equals(StaticString("·").rawBytes)
      guard isPer || isTimes || index == unit.byteCount else { continue }
      let part = unit.clamped(start, count: index - start)
      if !part.equals(StaticString("1").rawBytes) { append(part, to: &name) }
      if isPer { name += Array((name.isEmpty ? "per_" : "_per_").utf8) }
      if isTimes { name.append(0x5F) }
      start = index + (isTimes ? 2 : 1)
    }
    return name
  }

  private static func append(_ part: RawSpan, to name: inout [UInt8]) {
    for spelling in spellings where part.equals(spelling.part.rawBytes) {
      return name += Array(spelling.inKeys.description.utf8)
    }
    var index = 0
    while index < part.byteCount {
      let octet = part.uint8(at: index)
      index += 1
      switch octet {
      case 0x41...0x5A: name.append(octet | 0x20)
      // The first octet of the others.
      case 0xC2: continue
      // µ, ², ³
      case 0xB5: name.append(0x75)
      case 0xB2, 0xB3: name.append(octet &- 0x80)
      default: name.append(octet)
      }
    }
  }
}
