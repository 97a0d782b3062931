import Bytes
import Timeline

/// Lines of text, as wide as the page, with nothing that a terminal or a CI system would obey.
enum TextLines {
  static var width: Int { Page.width }
  /// The most characters of one remark: a device's text may be long.
  static let longest = 2000

  /// `Heart Rate Measurement 180D/2A37`. A tree is one subject, whatever in it differs.
  static func title(_ subject: String, uuid: String?) -> String {
    guard !subject.hasPrefix("tree"), let uuid, !uuid.isEmpty, !subject.includes(uuid) else {
      return subject
    }
    return "\(subject) \(uuid)"
  }

  /// Breaks at spaces; a longer word gets its own line. Runs of spaces within a line stay.
  static func wrapped(_ text: String, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var count = first.count
    var isEmpty = true
    for word in text.cut(to: longest).split(separator: " ", omittingEmptySubsequences: false) {
      let length = word.count
      if !isEmpty, count + 1 + length > width {
        lines.append(trimmed(line))
        (line, count, isEmpty) = (rest, rest.count, true)
        if word.isEmpty { continue }
      }
      if !isEmpty {
        line += " "
        count += 1
      }
      line += word
      count += length
      isEmpty = false
    }
    lines.append(trimmed(line))
    return lines
  }

  private static func trimmed(_ line: String) -> String {
    var line = Substring(line)
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// Makes text from outside safe. GitHub's runner obeys lines that start with `::` after any
  /// spaces, and the older `##[` anywhere, so a colon and a hash are escaped there.
  static func append(_ text: String, to out: inout ByteWriter) {
    var safe = ByteWriter(capacity: 128)
    safe.append(untrusted: text, escaping: .plain)
    let bytes = safe.bytes
    var i = 0
    while i < bytes.byteCount, bytes.uint8(at: i) == 0x20 { i += 1 }
    out.append(repeating: 0x20, count: i)
    if i + 1 < bytes.byteCount, bytes.uint8(at: i) == 0x3A, bytes.uint8(at: i + 1) == 0x3A {
      out.append("\\x3a")
      i += 1
    }
    while i < bytes.byteCount {
      let byte = bytes.uint8(at: i)
      if byte == 0x23, i + 2 < bytes.byteCount, bytes.uint8(at: i + 1) == 0x23,
        bytes.uint8(at: i + 2) == 0x5B
      {
        out.append("\\x23")
      } else {
        out.append(byte: byte)
      }
      i += 1
    }
  }
}
