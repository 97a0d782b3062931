import Bytes

extension JSONScanner {
  /// Reads a string; the offset is at its quote.
  package mutating func text(_ bytes: RawSpan) throws(JSONError) -> JSONString {
    let start = offset &+ 1
    var at = start
    var isEscaped = false
    while true {
      at = Self.plainEnd(bytes, from: at)
      guard at < bytes.byteCount else {
        advance(to: at)
        throw JSONError(at, "ends within a string")
      }
      let byte = bytes.uint8(at: at)
      switch byte {
      case 0x22:
        advance(to: at &+ 1)
        return JSONString(start, at, isEscaped: isEscaped, bytes)
      case 0x5C:
        isEscaped = true
        at = try Self.escapeEnd(bytes, at: at)
      case 0x80...:
        let length = ByteWriter.scalarLength(bytes, at: at)
        guard length > 0 else { throw JSONError(at, "bytes that are no UTF-8") }
        at &+= length
      default: throw JSONError(at, "a control character in a string")
      }
    }
  }

  /// The first byte that is a quote, a backslash, a control character or not ASCII.
  private static func plainEnd(_ bytes: RawSpan, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let end = bytes.byteCount
    var at = start
    while at &+ 8 <= end {
      let word = bytes.uint64LittleEndian(at: at)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      // The lowest mark is right; higher ones may come from its borrow.
      let marks =
        ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
          | (word &- ones &* 0x20) | word) & (ones &* 0x80)
      if marks != 0 { return at &+ marks.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < end {
      let byte = bytes.uint8(at: at)
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x80 { break }
      at &+= 1
    }
    return at
  }

  private static func escapeEnd(_ bytes: RawSpan, at: Int) throws(JSONError) -> Int {
    guard at &+ 1 < bytes.byteCount else {
      throw JSONError(bytes.byteCount, "ends within a string")
    }
    switch bytes.uint8(at: at &+ 1) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return at &+ 2
    case 0x75: break
    default: throw JSONError(at, "no escape that JSON has")
    }
    guard let unit = codeUnit(bytes, at: at) else {
      throw JSONError(at, "expected \\u and 4 hex digits")
    }
    switch unit {
    case 0xD800...0xDBFF:
      guard let low = codeUnit(bytes, at: at &+ 6), 0xDC00...0xDFFF ~= low else {
        throw JSONError(at, "half of a surrogate pair")
      }
      return at &+ 12
    case 0xDC00...0xDFFF: throw JSONError(at, "half of a surrogate pair")
    default: return at &+ 6
    }
  }

  /// The code unit of `\uXXXX`; `nil` if there is none.
  fileprivate static func codeUnit(_ bytes: RawSpan, at: Int) -> UInt32? {
    guard at &+ 6 <= bytes.byteCount, bytes.uint8(at: at) == 0x5C, bytes.uint8(at: at &+ 1) == 0x75
    else { return nil }
    var unit: UInt32 = 0
    for i in 2..<6 {
      guard let digit = hexDigit(bytes.uint8(at: at &+ i)) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}

extension ByteWriter {
  /// Unescapes the contents of a JSON string. Bytes that are not JSON are copied as they are.
  package mutating func append(unescapedJSON content: RawSpan) {
    var at = 0
    while at < content.byteCount {
      let byte = content.uint8(at: at)
      guard byte == 0x5C, at &+ 1 < content.byteCount else {
        append(byte: byte)
        at &+= 1
        continue
      }
      let escape = content.uint8(at: at &+ 1)
      guard escape == 0x75, let unit = JSONScanner.codeUnit(content, at: at) else {
        append(byte: Self.character(escape))
        at &+= 2
        continue
      }
      at &+= 6
      var scalar = unit
      if 0xD800...0xDBFF ~= unit, let low = JSONScanner.codeUnit(content, at: at),
        0xDC00...0xDFFF ~= low
      {
        scalar = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        at &+= 6
      }
      for unit in String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8 {
        append(byte: unit)
      }
    }
  }

  private static func character(_ escape: UInt8) -> UInt8 {
    switch escape {
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: escape
    }
  }
}
