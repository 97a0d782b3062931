import Bytes
import EmbeddedTexts
import Timeline

/// Writes the page piece by piece. All text that is not a literal goes through `text`.
struct PageWriter {
  let out: OutputStream

  func markup(_ literal: StaticString) { out.buffer.append(literal) }
  private func markup(_ text: ConstantText) { out.buffer.append(text.rawBytes) }

  /// In an element or a quoted attribute.
  func text(_ text: RawSpan) { out.buffer.append(untrusted: text, escaping: .html) }
  func text(_ text: String) { out.buffer.append(untrusted: text, escaping: .html) }

  /// Text that is laid out by a function of the text report.
  func text(_ write: (inout ByteWriter) -> Void) {
    var text = ByteWriter(capacity: 256)
    write(&text)
    self.text(text.bytes)
  }

  /// Such text of several lines, each with its end.
  func lines(_ write: (inout ByteWriter) -> Void) {
    var lines = ByteWriter(capacity: 1024)
    write(&lines)
    var start = 0
    let all = lines.bytes
    for i in 0..<all.byteCount where all.uint8(at: i) == 0x0A {
      text(all.clamped(start..<i))
      out.buffer.append("\n")
      start = i + 1
    }
    text(all.clamped(start))
  }

  func element(_ tag: StaticString, _ write: (inout ByteWriter) -> Void) {
    open(tag)
    text(write)
    close(tag)
  }

  /// A cell of what is shown at once, and of all of it where that is more.
  func cell(_ short: borrowing ByteWriter, whole: borrowing ByteWriter) {
    open("td")
    if whole.isEmpty {
      text(short.bytes)
    } else {
      markup("<details><summary>")
      text(short.bytes)
      markup("</summary>")
      text(whole.bytes)
      markup("</details>")
    }
    close("td")
  }

  func open(_ tag: StaticString) {
    out.buffer.append("<")
    out.buffer.append(tag)
    out.buffer.append(">")
  }

  func close(_ tag: StaticString) {
    out.buffer.append("</")
    out.buffer.append(tag)
    out.buffer.append(">")
  }

  func number(_ value: some BinaryInteger) { out.buffer.append(decimal: Int64(clamping: value)) }

  /// `<a href="#f12">12</a>`
  func link(toFrame frame: UInt64) {
    out.buffer.append("<a href=\"#f")
    out.buffer.append(decimal: frame)
    out.buffer.append("\">")
    out.buffer.append(decimal: frame)
    out.buffer.append("</a>")
  }

  /// `<a href="#c1">C1</a>`
  func link(toConnection ordinal: Int) {
    out.buffer.append("<a href=\"#c")
    out.buffer.append(decimal: ordinal)
    out.buffer.append("\">C")
    out.buffer.append(decimal: ordinal)
    out.buffer.append("</a>")
  }

  func lineEnds() {
    out.buffer.append("\n")
    out.lineEnds()
  }

  // MARK: The page

  /// - showsAll: paper has all of it, too.
  func begin(showsAll: Bool, title: (inout ByteWriter) -> Void) {
    markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    // Nothing is fetched, and nothing runs but what stands here (CSP Level 3, 2.3.1 and 6.7).
    markup("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '")
    hash(ConstantText(pageStyle))
    markup("'; script-src '")
    hash(ConstantText(pageScript))
    markup("'; base-uri 'none'; form-action 'none'\">\n")
    markup("<meta name=\"referrer\" content=\"no-referrer\">\n")
    markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    markup("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
    text(title)
    markup("</title>\n<style>")
    markup(ConstantText(pageStyle))
    markup("</style>\n</head>\n<body")
    if showsAll { markup(" class=\"all\"") }
    markup(">\n")
  }

  func end() {
    markup("<script>")
    markup(ConstantText(pageScript))
    markup("</script>\n</body>\n</html>\n")
    out.lineEnds()
  }

  /// `sha256-...`
  private func hash(_ text: ConstantText) {
    var hash = SHA256()
    hash.update(text.rawBytes)
    out.buffer.append("sha256-")
    let digest = hash.finish()
    out.buffer.append(base64: digest[...])
  }
}

extension ByteWriter {
  /// Source: RFC 4648, 4.
  mutating func append(base64 bytes: ArraySlice<UInt8>) {
    let digits = Self.base64Digits
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let count = min(3, bytes.endIndex - at)
      var bits = UInt32(bytes[at]) << 16
      if count > 1 { bits |= UInt32(bytes[at + 1]) << 8 }
      if count > 2 { bits |= UInt32(bytes[at + 2]) }
      append(byte: digits[Int(bits >> 18)])
      append(byte: digits[Int(bits >> 12 & 63)])
      append(byte: count > 1 ? digits[Int(bits >> 6 & 63)] : 0x3D)
      append(byte: count > 2 ? digits[Int(bits & 63)] : 0x3D)
      at += count
    }
  }

  private static let base64Digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// JSON within a script element, which `</script` and `<!--` would end or change. In JSON, `<`
  /// only stands within texts.
  mutating func append(scriptJSON json: RawSpan) {
    for i in 0..<json.byteCount {
      let byte = json.uint8(at: i)
      if byte == 0x3C { append("\\u003c") } else { append(byte: byte) }
    }
  }
}
