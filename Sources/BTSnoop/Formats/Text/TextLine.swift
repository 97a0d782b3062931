import Bytes

/// A line of a log, without colours and line ends, and how far it is read.
struct TextLine {
  /// How octets are written.
  enum OctetStyle {
    /// `04 0E 04`
    case spaced
    /// `040e04`
    case joined
    /// `0x04 0x0e 0x04`
    case prefixed
  }

  let text: [UInt8]
  /// Number in the file, from 1.
  let number: UInt64
  var at = 0

  init(_ text: [UInt8], number: UInt64) {
    self.text = text
    self.number = number
  }

  /// The line as it is stored, which may have colours and be one of UTF-16.
  init(stored: RawSpan, number: UInt64) {
    var text: [UInt8] = []
    text.reserveCapacity(stored.byteCount)
    var i = 0
    while i < stored.byteCount {
      let byte = stored.uint8(at: i)
      i += 1
      switch byte {
      // A carriage return; the upper halves of UTF-16; marks of the byte order.
      case 0x0D, 0x00, 0xFE, 0xFF: break
      case 0x1B:
        guard i < stored.byteCount, stored.uint8(at: i) == 0x5B else { continue }
        // A control sequence ends with the first byte from @ on.
        i += 1
        while i < stored.byteCount, !(0x40...0x7E).contains(stored.uint8(at: i)) { i += 1 }
        i += 1
      // A blank that does not break, as web pages have it.
      case 0xC2 where i < stored.byteCount && stored.uint8(at: i) == 0xA0:
        i += 1
        text.append(0x20)
      case 0xEF where text.isEmpty && stored.clamped(i, count: 2).equals([0xBB, 0xBF].rawBytes):
        i += 2
      default: text.append(byte)
      }
    }
    self.init(text, number: number)
  }

  var next: UInt8? { at < text.count ? text[at] : nil }

  /// Whether nothing but blanks follows.
  var isBlank: Bool { text[min(at, text.count)...].allSatisfy(Self.isBlank) }

  /// Whether nothing is left of the line as it was pasted: also the fence of a code block.
  var isEmpty: Bool {
    let words = text.drop(while: Self.isBlank)
    return words.isEmpty || words.starts(with: [0x60, 0x60, 0x60])
  }

  /// The line without one mark of a quotation; `nil` without such a mark.
  var unquoted: TextLine? {
    var line = self
    line.at = 0
    line.takeBlanks()
    guard line.next == UInt8(ascii: ">") || line.next == UInt8(ascii: "|") else { return nil }
    line.at += 1
    if line.next == 0x20 { line.at += 1 }
    return TextLine(Array(text[line.at...]), number: number)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether what comes next does not continue a number or word.
  var isAtWordEnd: Bool { next.map { !Self.isWord($0) } ?? true }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    default: false
    }
  }
}

/// What forms read of a line. What is not there leaves the position where it was.
extension TextLine {
  func begins(with words: StaticString, at offset: Int? = nil) -> Bool {
    let offset = offset ?? at
    let words = words.rawBytes
    guard offset >= 0, text.count - offset >= words.byteCount else { return false }
    for i in 0..<words.byteCount where text[offset + i] != words.uint8(at: i) { return false }
    return true
  }

  mutating func take(_ words: StaticString) -> Bool {
    guard begins(with: words) else { return false }
    at += words.utf8CodeUnitCount
    return true
  }

  /// Where the words stand, at the position or later.
  func find(_ words: StaticString) -> Int? {
    guard words.utf8CodeUnitCount > 0 else { return nil }
    let first = words.rawBytes.uint8(at: 0)
    var start = at
    while text.count - start >= words.utf8CodeUnitCount {
      if text[start] == first, begins(with: words, at: start) { return start }
      start += 1
    }
    return nil
  }

  /// Goes on after the words, wherever they stand.
  mutating func skip(past words: StaticString) -> Bool {
    guard let start = find(words) else { return false }
    at = start + words.utf8CodeUnitCount
    return true
  }

  @discardableResult
  mutating func takeBlanks() -> Int {
    let start = at
    while let next, Self.isBlank(next) { at += 1 }
    return at - start
  }

  /// A decimal number, up to a number of digits.
  mutating func decimal(digits most: Int = 18) -> UInt64? {
    var value: UInt64 = 0
    var end = at
    while end < text.count, (0x30...0x39).contains(text[end]) {
      guard end - at < most else { return nil }
      value = value * 10 + UInt64(text[end] & 15)
      end += 1
    }
    guard end > at else { return nil }
    at = end
    return value
  }

  /// A hexadecimal number, of all the digits that there are.
  mutating func hex(digits: ClosedRange<Int> = 1...16) -> UInt64? {
    var value: UInt64 = 0
    var end = at
    while end < text.count, let digit = hexDigit(text[end]) {
      guard end - at < digits.upperBound else { return nil }
      value = value << 4 | UInt64(digit)
      end += 1
    }
    guard end - at >= digits.lowerBound else { return nil }
    at = end
    return value
  }

  /// The decimal number after the words, wherever they stand.
  mutating func decimal(after words: StaticString) -> UInt64? {
    let start = at
    if skip(past: words), let value = decimal() { return value }
    at = start
    return nil
  }

  /// The hexadecimal number after the words, wherever they stand.
  mutating func hex(after words: StaticString) -> UInt64? {
    let start = at
    if skip(past: words), let value = hex() { return value }
    at = start
    return nil
  }

  /// The octets that follow, up to a limit.
  mutating func octets(_ style: OctetStyle, limit: Int = .max) -> [UInt8] {
    var octets: [UInt8] = []
    while octets.count < limit, let octet = octet(style, isFirst: octets.isEmpty) {
      octets.append(octet)
    }
    // What is joined is octets as a whole, or something else.
    if style == .joined, let next, Self.isWord(next), octets.count < limit {
      at -= 2 * octets.count
      return []
    }
    return octets
  }

  private mutating func octet(_ style: OctetStyle, isFirst: Bool) -> UInt8? {
    let start = at
    // After a wider gap there are the same octets as characters.
    if style != .joined, !(1...2).contains(takeBlanks()), !isFirst {
      at = start
      return nil
    }
    if style == .prefixed, !take("0x") {
      at = start
      return nil
    }
    guard text.count - at >= 2, let high = hexDigit(text[at]), let low = hexDigit(text[at + 1]),
      style == .joined || text.count - at == 2 || !Self.isWord(text[at + 2])
    else {
      at = start
      return nil
    }
    at += 2
    return high << 4 | low
  }

  /// What is left of the line, if it is nothing but octets.
  mutating func onlyOctets(_ style: OctetStyle) -> [UInt8]? {
    let start = at
    takeBlanks()
    let octets = octets(style)
    if !octets.isEmpty, isBlank { return octets }
    at = start
    return nil
  }
}
