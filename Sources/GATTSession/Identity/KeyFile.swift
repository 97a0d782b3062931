import Bytes

/// A file of groups with one key and value per line, as written by GLib and used by BlueZ for its
/// storage.
///
/// The file may be cut, or hold anything: other lines are skipped.
/// Source: the Desktop Entry Specification, and GLib's GKeyFile.
struct KeyFile {
  /// Longer lines are skipped; a name has 248 octets, each of which may be escaped.
  static let lineOctets = 1_024
  /// Lines that are read; a device has no more attributes than handles.
  static let lines = 65_536

  enum Line: Equatable {
    case group(String)
    case entry(key: String, value: String)
    case tooLong
    /// Neither of them, nor a comment.
    case other
  }

  /// Passes each key with its group and its value.
  static func forEach(
    in bytes: RawSpan, _ body: (_ group: String, _ key: String, _ value: String) -> Void
  ) {
    var group = ""
    forEachLine(in: bytes) { line, _ in
      switch line {
      case .group(let name): group = name
      case .entry(let key, let value): body(group, key, value)
      case .tooLong, .other: break
      }
    }
  }

  /// Passes each line that is not empty and no comment, with its number.
  /// - Returns: whether all lines were read.
  @discardableResult
  static func forEachLine<Problem: Error>(
    in bytes: RawSpan, _ body: (_ line: Line, _ number: Int) throws(Problem) -> Void
  ) throws(Problem) -> Bool {
    var start = 0
    var number = 0
    while start < bytes.byteCount {
      guard number < lines else { return false }
      number += 1
      var end = start
      while end < bytes.byteCount, bytes.uint8(at: end) != 0x0A { end += 1 }
      let part = start..<end
      start = end + 1
      guard part.count <= lineOctets else {
        try body(.tooLong, number)
        continue
      }
      let line = bytes.clamped(trimmed(bytes, part: part))
      guard line.byteCount > 0, line.uint8(at: 0) != 0x23 else { continue }
      if line.uint8(at: 0) == 0x5B {
        let close = index(of: 0x5D, in: line)
        try body(.group(close.map { text(line, part: 1..<$0) } ?? ""), number)
      } else if let equals = index(of: 0x3D, in: line) {
        try body(
          .entry(
            key: text(line, part: 0..<equals), value: text(line, part: equals + 1..<line.byteCount)),
          number)
      } else {
        try body(.other, number)
      }
    }
    return true
  }

  /// Resolves the escapes `\s`, `\n`, `\t`, `\r` and `\\`.
  static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(0x5C) else { return value }
    var out = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if !isEscaped {
        isEscaped = scalar == "\\"
        if !isEscaped { out.append(scalar) }
        continue
      }
      isEscaped = false
      switch scalar {
      case "s": out.append(" ")
      case "n": out.append("\n")
      case "t": out.append("\t")
      case "r": out.append("\r")
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  private static func text(_ line: RawSpan, part: Range<Int>) -> String {
    String(decoding: line.clamped(trimmed(line, part: part)).copy(), as: UTF8.self)
  }

  private static func index(of byte: UInt8, in bytes: RawSpan) -> Int? {
    for index in 0..<bytes.byteCount where bytes.uint8(at: index) == byte { return index }
    return nil
  }

  /// Without leading and trailing blanks, tabs and carriage returns.
  private static func trimmed(_ bytes: RawSpan, part: Range<Int>) -> Range<Int> {
    var (start, end) = (part.lowerBound, part.upperBound)
    while start < end, isBlank(bytes.uint8(at: start)) { start += 1 }
    while end > start, isBlank(bytes.uint8(at: end - 1)) { end -= 1 }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
