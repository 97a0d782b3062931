extension ByteWriter {
  /// How to make text from the air safe to show.
  package enum Escaping: Sendable {
    /// Inside a JSON string: quotes, backslashes, controls and direction marks as `\u....`.
    case json
    /// On a terminal and in a text file: the same characters as `\xHH` or `\u{...}`, except quotes.
    case plain
    /// In HTML, within an element or a quoted attribute: as `plain`, with references for what would
    /// be markup.
    case html
  }

  /// Writes text from the air as valid UTF-8 without anything that a terminal or a script would
  /// obey.
  ///
  /// Escapes control characters (C0, DEL, C1), line and paragraph separators, and characters that
  /// change the direction of text. Bytes that are not UTF-8 become U+FFFD in JSON and `\xHH` in
  /// plain text.
  package mutating func append(untrusted text: RawSpan, escaping: Escaping) {
    var i = 0
    let end = text.byteCount
    while i < end {
      i &+= escaping == .html ? appendWord(text, at: i) : appendPlain(text, at: i)
      if i == end { return }
      let byte = text.uint8(at: i)
      if byte < 0x80 {
        appendASCII(byte, escaping: escaping)
        i += 1
        continue
      }
      let length = Self.scalarLength(text, at: i)
      guard length > 0 else {
        switch escaping {
        case .json: append("\u{FFFD}")
        case .plain, .html: appendEscape(byte: byte)
        }
        i += 1
        continue
      }
      let scalar = Self.scalar(text, at: i, length: length)
      if Self.isHarmful(scalar) {
        appendEscape(scalar: scalar, escaping: escaping)
      } else {
        for k in 0..<length { append(byte: text.uint8(at: i + k)) }
      }
      i += length
    }
  }

  /// Appends the bytes from `start` on that are printable ASCII without quotes and backslashes, as
  /// nearly all text is: 16 at a time, copied before it is known how many of them count.
  /// - Returns: how many.
  private mutating func appendPlain(_ text: RawSpan, at start: Int) -> Int {
    let length = text.byteCount &- start
    reserve(length &+ 16)
    guard length >= 16 else {
      return min(appendPlain(text.block(at: start, count: length), counting: length), length)
    }
    var done = 0
    while length &- done >= 16 {
      let plain = appendPlain(text.block(at: start &+ done), counting: 16)
      done &+= plain
      if plain < 16 { return done }
    }
    if done == length { return done }
    // The last bytes, together with some before them that are known to be plain.
    let again = 16 &- (length &- done)
    count &-= again
    let last = text.block(at: start &+ length &- 16)
    return done &- again &+ appendPlain(last, counting: 16)
  }

  /// Appends the plain bytes that a block begins with; there is room for the whole block.
  @inline(__always)
  private mutating func appendPlain(_ bytes: SIMD16<UInt8>, counting length: Int) -> Int {
    unsafe UnsafeMutableRawPointer(storage + count).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
    // Only vectors are compared in one step: not a vector with a number.
    func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }
    let special =
      (bytes &- all(0x20) .> all(0x7E - 0x20)) .| (bytes .== all(0x22)) .| (bytes .== all(0x5C))
    let marks = unsafe unsafeBitCast(special, to: SIMD2<UInt64>.self)
    var plain = length
    if marks[0] != 0 {
      plain = min(plain, marks[0].littleEndian.trailingZeroBitCount >> 3)
    } else if marks[1] != 0 {
      plain = min(plain, 8 &+ marks[1].littleEndian.trailingZeroBitCount >> 3)
    }
    count &+= plain
    return plain
  }

  /// Appends the bytes from `start` on that are printable ASCII and never markup.
  /// - Returns: how many.
  private mutating func appendWord(_ text: RawSpan, at start: Int) -> Int {
    let run = Self.wordRun(text, at: start)
    append(text.clamped(start, count: run))
    return run
  }

  private static func wordRun(_ text: RawSpan, at start: Int) -> Int {
    var i = start
    while i < text.byteCount {
      switch text.uint8(at: i) {
      // Not `"`, `&`, `'`, `<` and `>`.
      case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0x7E: i &+= 1
      default: return i &- start
      }
    }
    return i &- start
  }

  package mutating func append(untrusted text: String, escaping: Escaping) {
    append(untrusted: text.rawBytes, escaping: escaping)
  }

  private mutating func appendASCII(_ byte: UInt8, escaping: Escaping) {
    if byte >= 0x20, byte != 0x7F {
      if escaping == .json, byte == 0x22 || byte == 0x5C { append(byte: 0x5C) }
      if escaping == .html, let reference = Self.reference(to: byte) {
        append(reference)
      } else {
        append(byte: byte)
      }
      return
    }
    appendEscape(scalar: UInt32(byte), escaping: escaping)
  }

  /// The reference to a character that would be markup (HTML Standard, 13.5).
  private static func reference(to byte: UInt8) -> StaticString? {
    switch byte {
    case 0x22: "&quot;"
    case 0x26: "&amp;"
    case 0x27: "&#39;"
    case 0x3C: "&lt;"
    case 0x3E: "&gt;"
    default: nil
    }
  }

  private mutating func appendEscape(byte: UInt8) {
    append("\\x")
    append(hexDigits: UInt64(byte), digits: 2)
  }

  private mutating func appendEscape(scalar: UInt32, escaping: Escaping) {
    switch (escaping, scalar) {
    case (.json, 0x0A): append("\\n")
    case (.json, 0x0D): append("\\r")
    case (.json, 0x09): append("\\t")
    case (.json, 0x10000...):
      // JSON needs a surrogate pair beyond the first plane.
      append("\\u")
      append(hexDigits: UInt64(0xD800 + ((scalar - 0x10000) >> 10)), digits: 4)
      append("\\u")
      append(hexDigits: UInt64(0xDC00 + ((scalar - 0x10000) & 0x3FF)), digits: 4)
    case (.json, _):
      append("\\u")
      append(hexDigits: UInt64(scalar), digits: 4)
    case (.plain, ..<0x80), (.html, ..<0x80):
      appendEscape(byte: UInt8(truncatingIfNeeded: scalar))
    case (.plain, _), (.html, _):
      append("\\u{")
      append(hexDigits: UInt64(scalar), digits: scalar > 0xFFFF ? 6 : 4)
      append("}")
    }
  }

  private mutating func append(hexDigits value: UInt64, digits: Int) {
    for position in stride(from: digits - 1, through: 0, by: -1) {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(position * 4)) & 15
      append(byte: digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
    }
  }

  /// Characters that move the cursor, end a line or reorder their surroundings.
  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// The length in bytes of the well-formed UTF-8 sequence at `i`, 0 if there is none.
  package static func scalarLength(_ text: RawSpan, at i: Int) -> Int {
    let first = text.uint8(at: i)
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return 0
    }
    guard text.byteCount - i >= length else { return 0 }
    let second = text.uint8(at: i + 1)
    let lawful: ClosedRange<UInt8> =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard lawful.contains(second) else { return 0 }
    for k in 2..<max(length, 2) where text.uint8(at: i + k) & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// Bytes of any kind beside their hex digits: printable ASCII, and dots for the rest.
  package mutating func append(printable bytes: RawSpan) {
    for i in 0..<bytes.byteCount {
      let byte = bytes.uint8(at: i)
      append(byte: 0x20..<0x7F ~= byte ? byte : 0x2E)
    }
  }

  /// Text with each byte that is not UTF-8 replaced by U+FFFD.
  package mutating func append(validUTF8 text: RawSpan) {
    var start = 0
    var i = 0
    while i < text.byteCount {
      // Nearly all text is ASCII.
      if i &+ 8 <= text.byteCount, text.uint64LittleEndian(at: i) & 0x8080_8080_8080_8080 == 0 {
        i &+= 8
        continue
      }
      let length = text.uint8(at: i) < 0x80 ? 1 : Self.scalarLength(text, at: i)
      if length == 0 {
        append(text.clamped(start..<i))
        append("\u{FFFD}")
        start = i + 1
      }
      i += max(length, 1)
    }
    append(text.clamped(start))
  }

  private static func scalar(_ text: RawSpan, at i: Int, length: Int) -> UInt32 {
    let masks: [4 of UInt32] = [0x7F, 0x1F, 0x0F, 0x07]
    var value = UInt32(text.uint8(at: i)) & masks[length - 1]
    for k in 1..<length { value = value << 6 | UInt32(text.uint8(at: i + k) & 0x3F) }
    return value
  }
}

extension RawSpan {
  /// Whether the bytes are well-formed UTF-8 (Unicode, table 3-7).
  package var isUTF8: Bool {
    var i = 0
    while i < byteCount {
      let length = uint8(at: i) < 0x80 ? 1 : ByteWriter.scalarLength(self, at: i)
      guard length > 0 else { return false }
      i += length
    }
    return true
  }

  /// Whether the bytes, before the NULs at the end, are lines for a reader rather than data: nothing of
  /// the control characters but what terminals take (BEL to CR, ESC), and no more than a quarter that is
  /// not UTF-8. A value may be cut within a character, or come from a device that knows Latin-1 only: then
  /// it has no characters of UTF-8 beside those of ASCII, and no control characters but for lines.
  package var isMostlyText: Bool {
    var end = byteCount
    while end > 0, uint8(at: end - 1) == 0 { end -= 1 }
    var wrong = 0
    // Elsewhere than where a cut may be.
    var hasWrongWithin = false
    // What Latin-1 text has not.
    var hasOthers = false
    var i = 0
    while i < end {
      let byte = uint8(at: i)
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x1B, 0x20...0x7E: i += 1
      case 0x07...0x0D:
        hasOthers = true
        i += 1
      case 0x80...:
        let length = ByteWriter.scalarLength(self, at: i)
        if length == 0 {
          wrong += 1
          if 3..<max(3, end - 3) ~= i { hasWrongWithin = true }
        } else {
          hasOthers = true
        }
        i += max(length, 1)
      default: return false
      }
    }
    return end > 0 && wrong * 4 <= end && !(hasWrongWithin && hasOthers)
  }
}

/// A name, or other text from outside, without the control characters that it may contain.
package func shown(_ name: String) -> String {
  var text = ByteWriter(capacity: name.utf8.count + 16)
  text.append(untrusted: name, escaping: .plain)
  return String(decoding: text.bytes.copy(), as: UTF8.self)
}
