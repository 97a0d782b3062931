import Glibc

/// Looks for known forms of data by reading all values to their end.
///
/// The chance of that is taken from the same bytes, turned by a few places.
enum FormSearch {
  static func run(_ table: UnitTable) -> FormFinding? {
    let rows = table.rows.prefix(128).filter { $0.count >= 2 && $0.count <= 2048 }
    guard rows.count >= 6 else { return nil }
    var best: FormFinding?
    for form in KnownForm.allCases {
      for from in 0..<5 {
        for lessEnd in 0..<3 {
          if form == .slip || form == .cobs, from + lessEnd > 0 { continue }
          guard let found = find(form, from: from, lessEnd: lessEnd, rows: rows) else { continue }
          if let known = best, known.evidence.bits >= found.evidence.bits { continue }
          best = found
        }
      }
    }
    return best
  }

  private static func find(
    _ form: KnownForm, from: Int, lessEnd: Int, rows: [[UInt8]]
  ) -> FormFinding? {
    var hits = 0
    var count = 0
    var rich = 0
    var most = 0
    // Values with the same bytes where items begin are read in the same way: they count once.
    var shapes: Set<Int> = []
    for row in rows {
      guard row.count - lessEnd - from >= 2 else { continue }
      count += 1
      var shape = row.count
      let items = form.items(row, start: from, end: row.count - lessEnd, shape: &shape)
      if items > 0 {
        hits += 1
        shapes.insert(shape)
      }
      if items > 1 { rich += 1 }
      most = max(most, items)
      if count == 4, hits < 3 { return nil }
    }
    // One item says little: most of them have to have several.
    guard count * 2 >= rows.count, Double(hits) >= Evidence.share * Double(count),
      form == .slip || form == .cobs || 2 * rich >= count && most >= 3
    else { return nil }
    var byChance = 0
    var tries = 0
    for row in rows.prefix(48) {
      let end = row.count - lessEnd
      guard end - from >= 2 else { continue }
      for turn in 1..<5 where turn < end - from {
        let body = row[from..<end]
        let turned = Array(body.dropFirst(turn) + body.prefix(turn))
        tries += 1
        var shape = 0
        if form.items(turned, start: 0, end: turned.count, shape: &shape) > 0 { byChance += 1 }
      }
    }
    let chance = (Double(byChance) + 1) / (Double(tries) + 2)
    let evidence = Evidence(
      hits: hits, of: count,
      bits: Evidence.tail(shapes.count + count - hits, k: shapes.count, p: chance),
      tried: log2(Double(7 * 15)))
    guard evidence.grade == .claim else { return nil }
    return FormFinding(form: form, from: from, lessEnd: lessEnd, evidence: evidence)
  }

  // MARK: Text

  static func text(of table: UnitTable) -> TextFinding? {
    let rows = table.rows.filter { !$0.isEmpty }
    guard rows.count >= 3 else { return nil }
    var hits = 0
    var bytes = 0
    var kinds = [TextForm: Int]()
    for row in rows {
      guard let text = Self.text(row), text.count >= 1 else { continue }
      hits += 1
      bytes += text.count
      kinds[kind(text), default: 0] += 1
    }
    guard Double(hits) >= Evidence.share * Double(rows.count), bytes >= 4 * hits else { return nil }
    // 97 of 256 bytes are text.
    let evidence = Evidence(
      hits: hits, of: rows.count, bits: Double(bytes) * 1.4 - Double(rows.count - hits) * 40,
      tried: 3)
    guard evidence.grade == .claim else { return nil }
    var form = TextForm.plain
    for (kind, count) in kinds where Double(count) >= 0.9 * Double(hits) { form = kind }
    return TextFinding(form: form, evidence: evidence)
  }

  /// The text of a value without NULs at its end; `nil` if it is none.
  static func text(_ row: [UInt8]) -> ArraySlice<UInt8>? {
    var end = row.count
    while end > 0, row[end - 1] == 0 { end -= 1 }
    let text = row[..<end]
    var isPlain = true
    for byte in text where !(byte >= 0x20 && byte < 0x7F) && byte != 9 && byte != 10 && byte != 13 {
      if byte < 0x80 { return nil }
      isPlain = false
    }
    if isPlain { return text }
    return String(validating: text, as: UTF8.self) == nil ? nil : text
  }

  private static func kind(_ text: ArraySlice<UInt8>) -> TextForm {
    var body = text
    while let last = body.last, last == 10 || last == 13 || last == 32 { body = body.dropLast() }
    guard let first = body.first, let last = body.last else { return .plain }
    if first == 0x7B && last == 0x7D || first == 0x5B && last == 0x5D { return .json }
    if body.count >= 2, first | 0x20 == 0x61, body[body.startIndex + 1] | 0x20 == 0x74 {
      return .at
    }
    var digits = 0
    var hex = 0
    var base64 = 0
    var separators = 0
    for byte in body {
      switch byte {
      case 0x30...0x39:
        digits += 1
        hex += 1
        base64 += 1
      case 0x41...0x46, 0x61...0x66:
        hex += 1
        base64 += 1
      case 0x47...0x5A, 0x67...0x7A, 0x2F, 0x3D: base64 += 1
      case 0x2B:
        base64 += 1
        separators += 1
      case 0x20, 0x2C, 0x2D, 0x2E, 0x3A, 0x3B: separators += 1
      default: break
      }
    }
    if digits > 0, digits + separators == body.count { return .decimal }
    if hex == body.count, hex >= 4, hex % 2 == 0 { return .hex }
    if base64 == body.count, body.count >= 8, body.count % 4 == 0 { return .base64 }
    return .plain
  }
}

extension KnownForm {
  static let depth = 8

  /// How many items there are from `start` to exactly `end`; 0: it is not of this form.
  ///
  /// - shape: gets a number for where items begin.
  package func items(
    _ bytes: [UInt8], start: Int, end: Int, shape: inout Int
  ) -> Int {
    switch self {
    case .protobuf: return Self.protobuf(bytes, start: start, end: end, shape: &shape)
    case .cbor:
      guard start < end, bytes[start] >> 5 == 4 || bytes[start] >> 5 == 5 || bytes[start] >> 5 == 6
      else { return 0 }
      var at = start
      var items = 0
      return Self.cbor(bytes, at: &at, end: end, items: &items, level: 0, shape: &shape)
        && at == end ? items : 0
    case .messagePack:
      guard start < end, bytes[start] & 0xE0 == 0x80 || (0xDC...0xDF).contains(bytes[start]) else {
        return 0
      }
      var at = start
      var items = 0
      return Self.messagePack(bytes, at: &at, end: end, items: &items, level: 0, shape: &shape)
        && at == end ? items : 0
    case .tlv, .ltv:
      return Self.elements(bytes, start: start, end: end, typeFirst: self == .tlv, shape: &shape)
    case .slip: return Self.slip(bytes, start: start, end: end, shape: &shape)
    case .cobs: return Self.cobs(bytes, start: start, end: end, shape: &shape)
    }
  }

  private static func mix(_ number: Int, shape: inout Int) {
    shape = (shape &* 31) ^ (number &+ 1)
  }

  private static func varint(_ bytes: [UInt8], at: inout Int, end: Int) -> UInt64? {
    var number: UInt64 = 0
    for shift in 0..<UInt64(10) {
      guard at < end else { return nil }
      let byte = bytes[at]
      at += 1
      number |= UInt64(byte & 0x7F) << (7 * shift)
      if byte < 0x80 { return shift > 0 && byte == 0 ? nil : number }
    }
    return nil
  }

  private static func protobuf(
    _ bytes: [UInt8], start: Int, end: Int, shape: inout Int
  ) -> Int {
    var at = start
    var items = 0
    while at < end {
      mix(at - start, shape: &shape)
      guard let key = varint(bytes, at: &at, end: end), key >> 3 > 0, key >> 3 < 1 << 29 else {
        return 0
      }
      switch key & 7 {
      case 0: if varint(bytes, at: &at, end: end) == nil { return 0 }
      case 1: at += 8
      case 5: at += 4
      case 2:
        guard let length = varint(bytes, at: &at, end: end), length <= UInt64(end - at) else {
          return 0
        }
        at += Int(length)
      default: return 0
      }
      guard at <= end else { return 0 }
      items += 1
    }
    return items
  }

  private static func cbor(
    _ bytes: [UInt8], at: inout Int, end: Int, items: inout Int, level: Int,
    shape: inout Int
  ) -> Bool {
    guard level < depth, at < end else { return false }
    mix(at, shape: &shape)
    let head = bytes[at]
    at += 1
    var number = Int(head & 31)
    if number >= 24 {
      guard number < 28 else { return false }
      let size = 1 << (number - 24)
      guard size <= end - at else { return false }
      number = 0
      for index in 0..<size { number = (number & 0xFF_FFFF_FFFF) << 8 | Int(bytes[at + index]) }
      at += size
    }
    items += 1
    switch head >> 5 {
    case 0, 1, 7: return true
    case 2, 3:
      guard number <= end - at else { return false }
      at += number
      return true
    case 4, 5:
      let count = head >> 5 == 5 ? number &* 2 : number
      guard count >= 0, count <= end - at else { return false }
      for _ in 0..<count
      where !cbor(bytes, at: &at, end: end, items: &items, level: level + 1, shape: &shape) {
        return false
      }
      return true
    default: return cbor(bytes, at: &at, end: end, items: &items, level: level + 1, shape: &shape)
    }
  }

  private static func messagePack(
    _ bytes: [UInt8], at: inout Int, end: Int, items: inout Int, level: Int,
    shape: inout Int
  ) -> Bool {
    guard level < depth, at < end else { return false }
    mix(at, shape: &shape)
    let head = Int(bytes[at])
    at += 1
    items += 1
    func size(_ width: Int) -> Int? {
      guard width <= end - at else { return nil }
      var number = 0
      for index in 0..<width { number = number << 8 | Int(bytes[at + index]) }
      at += width
      return number
    }
    var skip = 0
    var children = 0
    switch head {
    case 0x00...0x7F, 0xE0...0xFF, 0xC0, 0xC2, 0xC3: break
    case 0x80...0x8F: children = (head & 15) * 2
    case 0x90...0x9F: children = head & 15
    case 0xA0...0xBF: skip = head & 31
    case 0xC4, 0xD9:
      guard let length = size(1) else { return false }
      skip = length
    case 0xC5, 0xDA:
      guard let length = size(2) else { return false }
      skip = length
    case 0xCA: skip = 4
    case 0xCB: skip = 8
    case 0xCC...0xCF: skip = 1 << (head - 0xCC)
    case 0xD0...0xD3: skip = 1 << (head - 0xD0)
    case 0xD4...0xD8: skip = (1 << (head - 0xD4)) + 1
    case 0xDC:
      guard let count = size(2) else { return false }
      children = count
    case 0xDE:
      guard let count = size(2) else { return false }
      children = count * 2
    default: return false
    }
    guard skip <= end - at, children <= end - at - skip else { return false }
    at += skip
    for _ in 0..<children
    where !messagePack(bytes, at: &at, end: end, items: &items, level: level + 1, shape: &shape) {
      return false
    }
    return true
  }

  private static func elements(
    _ bytes: [UInt8], start: Int, end: Int, typeFirst: Bool, shape: inout Int
  ) -> Int {
    var at = start
    var items = 0
    while at < end {
      guard end - at >= 2 else { return 0 }
      mix(at, shape: &shape)
      let length = Int(bytes[typeFirst ? at + 1 : at])
      // The length of the other order covers the type.
      guard typeFirst || length > 0, length + (typeFirst ? 2 : 1) <= end - at else { return 0 }
      at += length + (typeFirst ? 2 : 1)
      items += 1
    }
    return items
  }

  private static func slip(
    _ bytes: [UInt8], start: Int, end: Int, shape: inout Int
  ) -> Int {
    guard end - start >= 3, bytes[end - 1] == 0xC0 else { return 0 }
    var at = bytes[start] == 0xC0 ? start + 1 : start
    var items = 1
    while at < end - 1 {
      if bytes[at] == 0xC0 { return 0 }
      if bytes[at] == 0xDB {
        guard at + 1 < end - 1, bytes[at + 1] == 0xDC || bytes[at + 1] == 0xDD else { return 0 }
        mix(at, shape: &shape)
        items += 1
        at += 1
      }
      at += 1
    }
    return items
  }

  private static func cobs(
    _ bytes: [UInt8], start: Int, end: Int, shape: inout Int
  ) -> Int {
    guard end - start >= 3, bytes[end - 1] == 0 else { return 0 }
    var at = start
    var items = 0
    while at < end - 1 {
      guard bytes[at] != 0 else { return 0 }
      mix(at, shape: &shape)
      let next = at + Int(bytes[at])
      guard next <= end - 1 else { return 0 }
      for index in (at + 1)..<max(at + 1, next) where bytes[index] == 0 { return 0 }
      at = next
      items += 1
    }
    return items
  }
}
