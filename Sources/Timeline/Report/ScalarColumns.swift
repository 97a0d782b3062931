import Bytes

extension RawSpan {
  /// Columns of UTF-8 text in a terminal: two for a character of Chinese, Japanese or Korean or an
  /// emoji, none for what stands above or below another.
  package func columns(_ range: Range<Int>) -> Int {
    var count = 0
    var at = range.lowerBound
    while at < range.upperBound {
      let (columns, length) = character(at: at)
      count &+= columns
      at &+= length
    }
    return count
  }

  /// Columns and bytes of the character at an index; a byte that begins none stands alone.
  func character(at start: Int) -> (columns: Int, length: Int) {
    let first = uint8(at: start)
    let length = first < 0xC0 || first > 0xF7 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard length > 1, start &+ length <= byteCount else { return (1, 1) }
    var code = UInt32(first) & (0x7F &>> UInt32(length))
    for next in 1..<length {
      let byte = uint8(at: start &+ next)
      guard byte & 0xC0 == 0x80 else { return (1, 1) }
      code = code &<< 6 | UInt32(byte & 0x3F)
    }
    return (Unicode.Scalar(code)?.columns ?? 1, length)
  }
}

extension Unicode.Scalar {
  /// Source: Unicode Standard Annex 11, East Asian Width.
  fileprivate var columns: Int {
    // The scripts of Europe, without marks that combine.
    if value < 0x0300 { return 1 }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x3029, 0x3030...0x303E, 0x3041...0x3098, 0x309B...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE4...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
      return 2
    // Two of them are a flag.
    case 0x1F1E6...0x1F1FF: return 1
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}
