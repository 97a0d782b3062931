import Bytes
import GATTSession

/// A report as Markdown that fits into an issue or a comment: what has no room is left out, and said.
package struct MarkdownPage: ~Copyable {
  /// GitHub takes 65,536 characters; some are left for what people write around it.
  package static let limit = 60_000
  /// What the foot may need.
  private static let footRoom = 8_000
  private static let listedFiles = 16

  private var text = ByteWriter(capacity: 64 * 1024)
  private var part = ByteWriter(capacity: 4096)
  private var leftOut: [String] = []

  package init() {}

  private var room: Int { Self.limit - Self.footRoom - text.count }

  /// Adds a part, all of it or nothing.
  /// - name: what is said to be left out if it has no room.
  package mutating func add(_ name: String, _ body: (inout ByteWriter) -> Void) {
    part.removeAll()
    body(&part)
    guard !part.isEmpty else { return }
    guard part.count + 1 <= room else {
      leftOut.append(name)
      return
    }
    if !text.isEmpty { text.append("\n") }
    text.append(allOf: part)
  }

  package mutating func heading(_ words: StaticString) {
    add("") { out in
      out.append("### ")
      out.append(words)
      out.append("\n")
    }
  }

  /// Adds rows of a list or of a table, as many as there is room for.
  /// - head: before the first row.
  /// - limit: the most rows.
  /// - noun: what a row is.
  package mutating func rows<Element>(
    _ elements: [Element], limit: Int, noun: StaticString, head: StaticString = "",
    _ row: (Element, inout ByteWriter) -> Void
  ) {
    guard !elements.isEmpty else { return }
    var written = 0
    let start = text.count
    if !text.isEmpty { text.append("\n") }
    text.append(head)
    for element in elements.prefix(limit) {
      part.removeAll()
      row(element, &part)
      guard part.count <= room else { break }
      text.append(allOf: part)
      written += 1
    }
    if written == 0 { text.truncate(to: start) }
    guard written < elements.count else { return }
    leaveOut(elements.count - written, noun)
    guard written > 0 else { return }
    part.removeAll()
    part.append("\n*")
    part.append(grouped: UInt64(elements.count - written))
    part.append(" more ")
    part.append(noun)
    if elements.count - written > 1 { part.append("s") }
    part.append("*\n")
    if part.count <= room { text.append(allOf: part) }
  }

  private mutating func leaveOut(_ count: Int, _ noun: StaticString) {
    var words = ByteWriter(capacity: 64)
    words.append(grouped: UInt64(count), noun)
    leftOut.append(String(decoding: words.bytes.copy(), as: UTF8.self))
  }

  /// Adds what opens only when asked for.
  package mutating func fold(_ words: StaticString, _ body: (inout ByteWriter) -> Void) {
    add(words.description) { out in
      out.append("<details><summary>")
      out.append(words)
      out.append("</summary>\n\n")
      body(&out)
      out.append("\n</details>\n")
    }
  }

  /// Ends the page with what makes it evidence.
  package mutating func finish(_ provenance: Provenance?, to out: inout ByteWriter) {
    out.append(text.bytes)
    if !leftOut.isEmpty {
      out.append("\n> Left out, for want of room: ")
      out.append(markdown: leftOut.joined(separator: ", "))
      out.append(". The report of the captures has everything.\n")
    }
    if let provenance { Self.write(provenance, to: &out) }
  }

  /// What it was made with, and of what.
  private static func write(_ provenance: Provenance, to out: inout ByteWriter) {
    out.append("\n---\n\n- bleinspect ")
    out.append(markdown: provenance.version)
    out.append(": ")
    out.append(code: provenance.command, limit: 800)
    out.append("\n")
    for file in provenance.files.prefix(listedFiles) {
      out.append("- ")
      out.append(code: file.name, limit: 60)
      if let octets = file.octets {
        out.append(", ")
        out.append(grouped: UInt64(clamping: octets), "octet")
      }
      if let sha256 = file.sha256 {
        out.append(", SHA-256 ")
        out.append(code: sha256)
      } else {
        out.append(", read only once: no SHA-256")
      }
      out.append("\n")
    }
    if provenance.files.count > listedFiles {
      out.append("- ")
      out.append(grouped: UInt64(provenance.files.count - listedFiles), "more capture")
      out.append("\n")
    }
    out.append("- ")
    if provenance.keys > 0 {
      out.append(grouped: UInt64(provenance.keys), "key")
      out.append(" given")
    } else {
      out.append("no key given")
    }
    if provenance.keyCaptures > 0 {
      out.append(", keys taken from ")
      out.append(grouped: UInt64(provenance.keyCaptures), "other capture")
    }
    if let redaction = provenance.redaction {
      out.append("; redacted: ")
      out.append(markdown: redaction)
    } else {
      out.append("; not marked as redacted")
    }
    if !provenance.filters.isEmpty {
      out.append("; shows only what these options select: ")
      out.append(code: provenance.filters.joined(separator: " "))
    }
    out.append("\n")
  }
}
