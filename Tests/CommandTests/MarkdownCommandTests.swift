import Foundation
import TestSupport
import Testing

/// `--format markdown`: what is pasted into an issue, and what makes it evidence.
@Suite struct MarkdownCommandTests {
  private func markdown(_ arguments: [String], status: Int32 = 0) throws -> String {
    let outcome = try Program.run(arguments)
    expect(outcome.status, equals: status, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  private let heart = Program.capture("polar-h7.btsnoop")
  private let lost = Program.capture("rules/link-lost.btsnoop")

  @Test func aReportBeginsWithItsVerdict() throws {
    let text = try markdown(["--format", "markdown", lost])
    expect(
      text.hasPrefix("## bleinspect: `link-lost.btsnoop`\n\n### Verdict\n\n- The controller heard"),
      "\(text.prefix(200))")
    let parts = [
      "### Verdict", "### Findings", "### Connections", "```mermaid",
      "Devices, and their attributes", "\n---\n",
    ]
    let places = try parts.map { try #require(text.range(of: $0), "\($0)").lowerBound }
    expect(places == places.sorted())
    expect(text.contains("| **link-lost** (warning) | C1, frame 71, 5.654 s | "))
    expect(
      text.contains("\nWireshark at the first of them: `wireshark -r link-lost.btsnoop -g 71`\n"))
    expect(text.contains("| C1 | `#1 "), "\(text)")
    expect(text.utf8.count <= 60_000)
  }

  /// Who asked is on the left, and the end is the last.
  @Test func aChartShowsTheLastMessages() throws {
    let text = try markdown(["--format", "markdown", heart])
    let start = try #require(text.range(of: "```mermaid\n"))
    let chart = text[start.upperBound...].prefix { $0 != "`" }.split(separator: "\n")
    expect(chart[0], equals: "sequenceDiagram")
    expect(chart[1], equals: "  participant A as this host")
    expect(chart[2], equals: "  participant B as #35;1 Polar H7 000607")
    expect(chart.last?.hasPrefix("  Note over A,B: ") == true, "\(chart)")
    expect(chart.contains { $0.hasPrefix("  A->>B: ") && $0.contains(": read ") }, "\(chart)")
    expect(chart.contains { $0.hasPrefix("  B-->>A: ") }, "\(chart)")
    expect(chart.contains { $0.contains("B-)A: ") && $0.contains("bpm") }, "\(chart)")
    for line in chart.dropFirst(3) {
      let isOpen = line.hasPrefix("  loop ") || line == "  end"
      let isMessage =
        line.drop { $0 == " " }.hasPrefix("A") || line.drop { $0 == " " }.hasPrefix("B")
      expect(isOpen || isMessage || line.hasPrefix("  Note over A,B: "), "\(line)")
    }
  }

  @Test(arguments: [
    [], ["stats"], ["exchange"], ["check", "no att_error"], ["diff"],
  ])
  func everyFormIsEvidence(command: [String]) throws {
    var arguments = command
    let operands = command.first == "diff" ? [heart, heart] : [heart]
    // The capture comes before rules.
    arguments.insert(contentsOf: operands, at: min(1, arguments.count))
    let text = try markdown(arguments + ["--format", "markdown"])
    let sum = try Program.shell("sha256sum \(heart)").output.prefix(64)
    expect(text.contains(", SHA-256 `\(sum)`\n"), "\(text.suffix(600))")
    let shown = arguments.map { ($0 as NSString).lastPathComponent }
      .map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
    expect(text.contains("- bleinspect 1.0.0: `bleinspect \(shown) --format markdown`\n"))
    expect(text.hasSuffix("- no key given; not marked as redacted\n"), "\(text.suffix(300))")
    expect(!text.contains(heart), "a folder")
  }

  @Test func keysAreCountedAndNotShown() throws {
    let key = "00112233445566778899aabbccddeeff"
    for form in ["markdown", "json"] {
      let text = try markdown([
        "--quiet", "--format", form, "--ltk", key, "--irk", "\(key)=AA:BB:CC:DD:EE:FF", "--tk",
        "123456",
        "--device", "Polar H7 000607", heart,
      ])
      expect(!text.contains(key.prefix(8)) && !text.contains("123456"), "\(form)")
      expect(
        text.contains(
          "bleinspect --format \(form) --ltk ... --irk ... --tk ... --device 'Polar H7 000607' "
            + "polar-h7.btsnoop"), "\(text.suffix(600))")
    }
    let text = try markdown(["--quiet", "--format", "markdown", "--ltk", key, heart])
    expect(text.hasSuffix("- 1 key given; not marked as redacted\n"))
  }

  @Test(arguments: [[], ["stats"], ["exchange"], ["diff"]])
  func whatIsRedactedSaysSo(command: [String]) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "shown.pcapng").path
    expect(try Program.run(["redact", "--quiet", heart, file]).status, equals: 0)
    let operands = command.first == "diff" ? [file, file] : [file]
    let text = try markdown(command + ["--quiet", "--format", "markdown"] + operands)
    expect(text.hasSuffix("- no key given; redacted: values masked\n"), "\(text.suffix(300))")
    if command.first != "diff" {
      // Also of what is read only once.
      let outcome = try Program.run(
        command + ["--quiet", "--format", "markdown", "-"],
        input: Data(contentsOf: URL(filePath: file)))
      expect(outcome.output.hasSuffix("- no key given; redacted: values masked\n"))
    }
    guard command.first != "exchange" else { return }
    let json = try Program.run(command + ["--quiet", "--format", "json"] + operands).output
    expect(
      json.contains("\"redacted\":\"values masked\"")
        || json.contains("\"redacted\": \"values masked\""))
  }

  @Test func filtersAreSaid() throws {
    let text = try markdown(["--format", "markdown", "--device", "1", "--from", "2", heart])
    expect(text.hasSuffix("; shows only what these options select: `--device --from`\n"))
  }

  @Test func whatIsReadOnceHasNoHash() throws {
    let input = try Data(contentsOf: URL(filePath: heart))
    let outcome = try Program.run(["--format", "markdown", "-"], input: Data(input))
    expect(outcome.status, equals: 0)
    expect(outcome.output.contains("- `standard input`, read only once: no SHA-256\n"))
  }

  /// The document says the same, last.
  @Test func theDocumentHasItsProvenance() throws {
    let sum = try Program.shell("sha256sum \(heart)").output.prefix(64)
    for command in [
      [heart], ["stats", heart], ["diff", heart, heart], ["check", heart, "no att_error"],
    ] {
      let outcome = try Program.run(command + ["--format", "json"])
      let document = try #require(
        try JSONSerialization.jsonObject(with: outcome.bytes) as? [String: Any])
      let made = try #require(document["provenance"] as? [String: Any], "\(command)")
      expect(made["program"] as? String, equals: "bleinspect")
      expect(made["version"] as? String, equals: "1.0.0")
      expect(made["keys_given"] as? Int, equals: 0)
      let files = try #require(made["files"] as? [[String: Any]])
      expect(files.count, equals: command.first == "diff" ? 2 : 1)
      expect(files[0]["name"] as? String, equals: "polar-h7.btsnoop")
      expect(files[0]["sha256"] as? String, equals: String(sum))
    }
  }

  @Test func aComparisonNamesBothPlaces() throws {
    let text = try markdown(
      [
        "diff", "--format", "markdown", Program.capture("variations/expected.btsnoop"),
        Program.capture("variations/value.btsnoop"),
      ], status: 1)
    expect(
      text.hasPrefix(
        """
        ## bleinspect diff: different

        1 difference: 1 changed, 12 subjects compared.

        Expected `expected.btsnoop`, actual `value.btsnoop`

        | what | difference | expected | actual |
        |---|---|---|---|

        """.replacing("changed, 12", with: "changed; 12")), "\(text.prefix(400))")
    expect(text.contains(" | **changed** notification `#3`: 91 bpm became 18433 bpm | frame 131, "))
  }

  @Test func rulesThatFailComeFirst() throws {
    let text = try markdown(
      ["check", "--format", "markdown", heart, "connected", "no notification"], status: 1)
    let failed = try #require(text.range(of: "| **failed** | `no notification` | "))
    let holds = try #require(text.range(of: "| ok | `connected` | 1 event |"))
    expect(failed.lowerBound < holds.lowerBound)
  }

  @Test func aConversationIsFolded() throws {
    let text = try markdown(["exchange", "--format", "markdown", heart])
    expect(text.hasPrefix("## bleinspect exchange: `polar-h7.btsnoop`\n"))
    let whole = try Program.run(["exchange", heart]).output
    expect(text.contains("```text\n\(whole)```\n"))
  }

  // MARK: Text from the air

  /// What would be alive on GitHub: people, issues, addresses, pictures, markup.
  private static let names = [
    "@octocat", "#1 GH-12", "https://example.org", "www.example.org", "a@b.example",
    "[x](//e.example)", "![x](//e.example)", "<img src=x>", "<script>", "</details>", "| x | y |",
    "``` ```", "`", "*b* _i_ ~s~", "$x$ :tada:", "\\", "&amp;&lt;", "0123456789abcdef", "- [ ] x",
    "end; Note over A: x", "%%{init:{}}%%", "a\n\n# b", "\u{202E}\u{2028}",
  ]

  @Test(arguments: names) func aNameIsNotAlive(name: String) throws {
    var capture = CaptureBuilder()
    let bytes = Array(name.utf8)
    capture.advertisement(1, name: bytes)
    capture.connected(1)
    capture.wait(20)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 9, 0, 0x00, 0x18])
    capture.exchange([8, 1, 0, 9, 0, 3, 0x28], [9, 7, 2, 0, 0x02, 3, 0, 0x00, 0x2A])
    capture.exchange([0x0A, 3, 0], [0x0B] + bytes)
    capture.exchange([0x0A, 9, 0], [0x01, 0x0A, 9, 0, 0x05])
    capture.disconnected()
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    let other = Program.capture("polar-h7.btsnoop")
    for command in [
      [file], ["stats", file], ["exchange", file], ["diff", file, other], ["diff", other, file],
      ["check", file, "no read"], ["--device", "1", file],
    ] {
      let outcome = try Program.run(command + ["--format", "markdown"])
      SafeOutput.checkCharacters(outcome.output, "\(command) \(name)")
      try checkMarkdown(outcome.output, "\(command) \(name)")
    }
  }

  /// Outside of code there is only what the program writes itself.
  private func checkMarkdown(_ text: String, _ about: String) throws {
    var fence: Substring?
    var folds = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        // A fence within is shorter.
        if line == open { fence = nil }
        continue
      }
      if ticks.count >= 3 {
        fence = ticks
        continue
      }
      // What was left out is a quotation.
      var bare = line.hasPrefix("> Left out, ") ? line.dropFirst() : line[...]
      folds += line.hasPrefix("<details>") ? 1 : line == "</details>" ? -1 : 0
      for own in ["<br>", "<details>", "</details>", "<summary>", "</summary>"] {
        bare = Substring(bare.replacing(own, with: ""))
      }
      let rest = try #require(Self.withoutCode(String(bare)), "\(about): \(line)")
      let isTable = rest.hasPrefix("|")
      for sign in "@#<>[]{}_~`$\\&" where rest.contains(sign) {
        let isHeading = sign == "#" && (rest.hasPrefix("## ") || rest.hasPrefix("### "))
        expect(isHeading, "\(about): \(sign) in \(line)")
      }
      expect(isTable || !rest.contains("|"), "\(about): \(line)")
      expect(!rest.contains("://") && !rest.contains("www."), "\(about): \(line)")
    }
    expect(fence == nil, "\(about): a fence is open")
    expect(folds == 0, "\(about): a fold is open")
  }

  private static func withoutCode(_ line: String) -> String? {
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

  /// Thousands of findings, connections and names still fit into an issue.
  @Test func everythingFits() throws {
    var capture = CaptureBuilder()
    for index in 0..<150 {
      capture.advertisement(UInt8(index), name: Array("|`|`|`|`|`|`|`|`|`|`|`|`|`".utf8))
      capture.connected(UInt8(index))
      capture.wait(20)
      for handle in 1..<6 as Range<UInt8> {
        capture.exchange([0x0A, handle, 0], [0x01, 0x0A, handle, 0, 0x02])
      }
      capture.disconnected()
    }
    let outcome = try Program.run(["--format", "markdown", "-"], input: Data(capture.bytes))
    expect(outcome.status, equals: 0)
    expect(outcome.bytes.count <= 60_000, "\(outcome.bytes.count)")
    expect(outcome.output.contains("> Left out, for want of room: "))
    expect(outcome.output.contains(" more findings*"))
    try checkMarkdown(outcome.output, "many")
  }
}
