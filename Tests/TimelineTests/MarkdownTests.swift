import Bytes
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// Markdown that holds text from the air.
@Suite struct MarkdownTests {
  private func escaped(_ text: String) -> String {
    var out = ByteWriter()
    out.append(markdown: text)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private func code(_ text: String) -> String {
    var out = ByteWriter()
    out.append(code: text)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  @Test(arguments: [
    ("Still open (30 ms), latency 0.", "Still open (30 ms), latency 0."),
    ("heard by 97% of all: 1,234 octets", "heard by 97% of all: 1,234 octets"),
    ("lost #1 Polar H7, frame 7", "lost `#1` Polar H7, frame 7"),
    ("ask @octocat, or @a.b!", "ask `@octocat`, or `@a.b!`"),
    ("see GH-12 and fix-7: done", "see `GH-12` and `fix-7`: done"),
    ("at https://example.org/x?y=1.", "at `https://example.org/x?y=1`."),
    ("at www.example.org, mail a@b.c", "at `www.example.org`, mail `a@b.c`"),
    ("[click me](http://evil) now", "`[click me](http://evil`) now"),
    ("is abcdef0 or 1234567 or abc", "is `abcdef0` or `1234567` or abc"),
    ("reads \"20130000607\" or (\"www.x.y\")", "reads `\"20130000607\"` or (`\"www.x.y\"`)"),
    ("F000AA02-0451 or UTF-8", "`F000AA02-0451` or `UTF-8`"), ("in 5-7 s", "in 5-7 s"),
    ("AA:BB:CC:DD:EE:FF left", "`AA:BB:CC:DD:EE:FF` left"),
    ("<img src=x onerror=y> &amp; *b* _i_", "`<img` src=x `onerror=y> &amp`; `*b* _i_`"),
    ("heart_rate_bpm :smile: $x$ ~s~", "`heart_rate_bpm :smile`: `$x$ ~s~`"),
    ("a|b", "<code>a&#124;b</code>"), ("a`b", "<code>a&#96;b</code>"),
    ("a``b |@x| c", "<code>a&#96;&#96;b &#124;&#64;x&#124;</code> c"),
    ("- item", "`-` item"), ("+ item", "`+` item"), ("1. item", "`1.` item"),
    ("12) item", "`12)` item"), ("# head", "`#` head"), ("> quote", "`>` quote"),
    ("=== x", "`===` x"), ("--- x", "`---` x"), ("-60 dBm", "`-60` dBm"),
    ("\u{202E}x\n@y\u{1B}[0m", "`\\u{202e}x\\x0a@y\\x1b[0m`"),
    ("  two  blanks ", "two blanks"), ("Größe 测试", "Größe 测试"), ("", ""),
  ])
  func wordsThatWouldBeAliveAreCode(text: String, expected: String) {
    expect(escaped(text), equals: expected)
  }

  @Test func aNameIsOnePieceOfCode() {
    expect(code("Polar H7 @lab"), equals: "`Polar H7 @lab`")
    expect(code("a`b|c <d>"), equals: "<code>a&#96;b&#124;c &#60;d&#62;</code>")
    expect(code(""), equals: "")
  }

  /// Outside of code, nothing but letters, digits and the plainest signs is left of a hostile text.
  @Test func nothingHostileIsOutsideOfCode() throws {
    for kind in HostileText.kinds {
      let text = String(decoding: kind.bytes, as: UTF8.self)
      for line in [escaped(text), escaped("x \(text) y"), escaped("(\(text)): \(text).")] {
        let bare = try #require(MarkdownTests.withoutCode(line), "\(kind.name): \(line)")
        expect(!bare.contains { "@#<>[]{}*_~`|$\\&".contains($0) }, "\(kind.name): \(line)")
        expect(!bare.contains("://") && !bare.contains("www."), "\(kind.name): \(line)")
      }
    }
  }

  /// - Returns: `nil` where a piece of code does not end.
  static func withoutCode(_ line: String) -> String? {
    var bare = ""
    var rest = line[...]
    while let next = rest.first {
      if rest.hasPrefix("<code>") {
        guard let end = rest.range(of: "</code>") else { return nil }
        rest = rest[end.upperBound...]
      } else if next == "`" {
        guard let end = rest.dropFirst().firstIndex(of: "`") else { return nil }
        rest = rest[rest.index(after: end)...]
      } else {
        bare.append(next)
        rest.removeFirst()
      }
    }
    return bare
  }

  @Test func aFenceIsLongerThanThoseInTheText() {
    var lines = ClippedLines(head: 1000, tail: 1000)
    lines.add("a\n````\nb".rawBytes)
    var out = ByteWriter()
    lines.write(to: &out)
    expect(
      String(decoding: out.bytes.copy(), as: UTF8.self), equals: "`````text\na\n````\nb\n`````\n")
  }

  @Test func ofALongTextTheEndsAreKept() {
    var lines = ClippedLines(head: 20, tail: 20)
    for number in 1...5000 { lines.add("line \(number)\n".rawBytes) }
    var out = ByteWriter()
    lines.write(to: &out)
    expect(
      String(decoding: out.bytes.copy(), as: UTF8.self),
      equals:
        "```text\nline 1\nline 2\n... 4,996 lines left out here ...\nline 4999\nline 5000\n```\n")
  }

  @Test func whatHasNoRoomIsSaid() {
    var page = MarkdownPage()
    page.add("the title") { $0.append("## title\n") }
    page.rows(Array(1...500), limit: 400, noun: "finding", head: "| a |\n|---|\n") { number, out in
      out.append(string: "| \(number) ")
      out.append(repeating: 0x78, count: 300)
      out.append(" |\n")
    }
    page.fold("The text") { $0.append(repeating: 0x79, count: 50_000) }
    page.add("the end") { $0.append("end\n") }
    var out = ByteWriter()
    page.finish(Provenance(version: "1", command: "bleinspect a"), to: &out)
    let text = String(decoding: out.bytes.copy(), as: UTF8.self)
    expect(out.count <= MarkdownPage.limit)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.count - 1
    expect(text.contains("*\(500 - rows) more findings*"), "\(rows)")
    expect(
      text.contains("> Left out, for want of room: \(500 - rows) findings, The text."),
      "\(text.suffix(400))")
    expect(
      text.hasSuffix("- bleinspect 1: `bleinspect a`\n- no key given; not marked as redacted\n"))
  }

  @Test func aFootHasRoomWhateverItSays() {
    var provenance = Provenance(
      version: "1", command: String(repeating: "`|", count: 5000))
    provenance.files = (0..<500).map { _ in
      .init(
        name: String(repeating: "|", count: 400), octets: .max,
        sha256: String(repeating: "a", count: 64))
    }
    provenance = provenance.noting(redactions: [String(repeating: "@x ", count: 1000)])
    provenance.filters = Array(repeating: "--device", count: 12)
    var page = MarkdownPage()
    page.rows(Array(0..<4000), limit: 4000, noun: "row") { _, out in
      out.append("- 0123456789 0123\n")
    }
    var out = ByteWriter()
    page.finish(provenance, to: &out)
    expect(out.count <= 65_536, "\(out.count)")
    expect(String(decoding: out.bytes.copy(), as: UTF8.self).contains("- 484 more captures\n"))
  }
}
