import Bytes

/// Text from the air, from files and from users as part of a line of Markdown.
///
/// Nothing in it is markup, and none of what GitHub and GitLab find in plain text comes alive: a name after `@`, the
/// number of an issue, an address of the web, a commit. They find those in escaped text, too, but never in code. So
/// a word with anything but letters, digits and the plainest signs becomes code.
extension ByteWriter {
  /// - limit: the most characters of the text.
  package mutating func append(markdown text: String, limit: Int = 600) {
    var safe = ByteWriter(capacity: text.utf8.count + 16)
    safe.append(untrusted: text.cut(to: limit), escaping: .plain)
    append(markdown: safe.bytes)
  }

  /// Text without control characters.
  package mutating func append(markdown text: RawSpan) {
    // Words in a row that must be code are one piece of it.
    var code: Range<Int>?
    var isFirst = true
    var start = 0
    while start <= text.byteCount {
      var end = start
      while end < text.byteCount, text.uint8(at: end) != 0x20 { end += 1 }
      let word = MarkdownWord(text, start..<end, isFirst: isFirst)
      if !word.range.isEmpty {
        if word.isCode, word.core.lowerBound == start, let begun = code {
          code = begun.lowerBound..<word.core.upperBound
        } else {
          if let code { append(code: text.clamped(code)) }
          code = nil
          if !isFirst { append(" ") }
          append(text.clamped(start..<word.core.lowerBound))
          if word.isCode { code = word.core } else { append(text.clamped(word.core)) }
        }
        if word.core.upperBound < end {
          if let code { append(code: text.clamped(code)) }
          code = nil
          append(text.clamped(word.core.upperBound..<end))
        }
        isFirst = false
      }
      start = end + 1
    }
    if let code { append(code: text.clamped(code)) }
  }

  /// A name, all of it as code.
  package mutating func append(code text: String, limit: Int = 200) {
    var safe = ByteWriter(capacity: text.utf8.count + 16)
    safe.append(untrusted: text.cut(to: limit), escaping: .plain)
    guard !safe.isEmpty else { return }
    append(code: safe.bytes)
  }

  /// Text without control characters as code. A backtick would end it, and a bar would end a cell of a table, in
  /// code, too: where there is one, characters are references in an element.
  private mutating func append(code text: RawSpan) {
    let isPlain = !text.contains { $0 == 0x60 || $0 == 0x7C }
    guard !isPlain else {
      append("`")
      append(text)
      append("`")
      return
    }
    append("<code>")
    for index in 0..<text.byteCount {
      let byte = text.uint8(at: index)
      if byte >= 0x80 || byte == 0x20 || MarkdownWord.isLetterOrDigit(byte) {
        append(byte: byte)
      } else {
        append("&#")
        append(decimal: Int(byte))
        append(";")
      }
    }
    append("</code>")
  }
}

/// A word of a text, and whether it must be code.
private struct MarkdownWord {
  let range: Range<Int>
  /// Without what stands around a word in a sentence.
  let core: Range<Int>
  let isCode: Bool

  /// - isFirst: at the start of a line a sign may begin a list or a heading.
  init(_ text: RawSpan, _ range: Range<Int>, isFirst: Bool) {
    self.range = range
    var core = range
    while !core.isEmpty, Self.stands(after: text.uint8(at: core.upperBound - 1)) {
      core = core.lowerBound..<core.upperBound - 1
    }
    if core.count > 1, text.uint8(at: core.lowerBound) == 0x28 {
      core = core.lowerBound + 1..<core.upperBound
    }
    let isRisky =
      core.isEmpty
      || !core.allSatisfy { Self.isPlain(text.uint8(at: $0)) }
        && !Self.isPercentage(text, core: core)
    let word = text.clamped(core)
    // What follows a word is part of what would be found in it, as in `1.` and `1)`.
    let isOrdered = isFirst && core.upperBound < range.upperBound && Self.isNumber(word)
    let isSign = isFirst && !core.isEmpty && !Self.isWord(text.uint8(at: core.lowerBound))
    let mustBeCode =
      isRisky || isOrdered || isSign || Self.isAddress(word) || Self.isCommit(word)
      || Self.isTicket(word)
    isCode = mustBeCode
    self.core = mustBeCode && (core.isEmpty || isOrdered) ? range : core
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  private static func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || isLetterOrDigit(byte) }

  /// Letters, digits, and `"'()+,-./=`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isWord(byte) || byte == 0x22 || 0x27...0x29 ~= byte || 0x2B...0x2F ~= byte || byte == 0x3D
  }

  /// `),.:;?`
  private static func stands(after byte: UInt8) -> Bool {
    byte == 0x29 || byte == 0x2C || byte == 0x2E || byte == 0x3A || byte == 0x3B || byte == 0x3F
  }

  /// `97%`
  private static func isPercentage(_ text: RawSpan, core: Range<Int>) -> Bool {
    core.count > 1 && text.uint8(at: core.upperBound - 1) == 0x25
      && (core.lowerBound..<core.upperBound - 1).allSatisfy {
        let byte = text.uint8(at: $0)
        return isDigit(byte) || byte == 0x2E
      }
  }

  private static func isNumber(_ word: RawSpan) -> Bool { word.allSatisfy(isDigit) }

  /// Has `www.` in it, in any case.
  private static func isAddress(_ word: RawSpan) -> Bool {
    let letters: StaticString = "www."
    let sought = letters.rawBytes
    return (0..<word.byteCount).contains { start in
      (0..<sought.byteCount).allSatisfy { index in
        start + index < word.byteCount
          && word.uint8(at: start + index) | 0x20 == sought.uint8(at: index) | 0x20
      }
    }
  }

  /// Has seven digits of hex or more in a row that nothing but signs are around.
  private static func isCommit(_ word: RawSpan) -> Bool {
    parts(of: word).contains { part in
      part.count >= 7
        && part.allSatisfy { index in
          let byte = word.uint8(at: index)
          return isDigit(byte) || 0x61...0x66 ~= byte | 0x20
        }
    }
  }

  /// Has letters, a hyphen and a number in it: `GH-12`.
  private static func isTicket(_ word: RawSpan) -> Bool {
    let parts = parts(of: word)
    return zip(parts, parts.dropFirst()).contains { first, second in
      second.lowerBound == first.upperBound + 1 && word.uint8(at: first.upperBound) == 0x2D
        && second.allSatisfy { isDigit(word.uint8(at: $0)) }
        && first.contains { !isDigit(word.uint8(at: $0)) }
    }
  }

  /// Letters and digits in a row.
  private static func parts(of word: RawSpan) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    for index in 0...word.byteCount
    where index == word.byteCount || !isWord(word.uint8(at: index)) {
      if index > start { parts.append(start..<index) }
      start = index + 1
    }
    return parts
  }
}

extension RawSpan {
  func contains(where isMeant: (UInt8) -> Bool) -> Bool {
    for index in 0..<byteCount where isMeant(uint8(at: index)) { return true }
    return false
  }

  fileprivate func allSatisfy(_ isMeant: (UInt8) -> Bool) -> Bool {
    for index in 0..<byteCount where !isMeant(uint8(at: index)) { return false }
    return true
  }
}

extension String {
  /// The text with only the last part of the paths of some files.
  package func naming(lastPartOf paths: [String]) -> String {
    var text = self
    for path in paths where path.utf8.contains(0x2F) {
      text = text.with(ReportHeader.baseName(path), for: path)
    }
    return text
  }

  /// The start of text that is too long, followed by an ellipsis.
  package func cut(to count: Int) -> String {
    guard utf8.count > count, self.count > count else { return self }
    return prefix(max(0, count - 3)) + "..."
  }
}
