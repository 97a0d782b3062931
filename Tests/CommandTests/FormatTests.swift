import Foundation
import TestSupport
import Testing

/// One session in every format that holds it tells one timeline.
@Suite struct FormatTests {
  /// Formats of the link layer tell more and less than a host's: they are compared elsewhere.
  static let hosts = Program.formats.filter { !$0.hasPrefix("ll-") }

  /// The events of a capture, without what only some formats can say: adapters, directions, and
  /// members of an archive.
  private func events(_ capture: String) throws -> [Substring] {
    let outcome = try Program.run(
      ["--format", "ndjson", "--adverts", "all", Program.capture(capture)])
    expect(outcome.status, equals: 0)
    expect(outcome.errors.isEmpty)
    return outcome.output.replacing("\"adapter\":0,", with: "").replacing("hci0 ", with: "")
      .replacing(#/,"capture":\{[^}]*\}/#, with: "")
      .split(separator: "\n").dropFirst().filter { !$0.contains("no directions") }
  }

  /// Of several captures, JSON says of each event which one it is from, as NDJSON does.
  @Test func jsonNamesCaptures() throws {
    let captures = ["polar-h7.btsnoop", "two-straps.btsnoop"].map { Program.capture($0) }
    let json = try Program.run(["--format", "json"] + captures).lines
    let ndjson = try Program.run(["--format", "ndjson"] + captures).lines.dropFirst()
    let events = json.dropFirst(2).prefix { $0.hasPrefix("{") }.map {
      $0.hasSuffix(",") ? $0.dropLast() : $0[...]
    }
    expect(events, equals: ndjson.filter { !$0.isEmpty }.map { $0[...] })
    expect(events.last?.contains("\"capture\":{\"path\":\"\(captures[1])\""), equals: true)
    let one = ["--format", "json", captures[0]]
    expect(try !Program.run(one).output.contains("\"path\""))
    try expect(Program.run(one + ["--capture-key"]).output.contains("\"path\""))
    let text = try Program.run(["--capture-key", captures[0]])
    expect(text.status == 2 && text.errors.contains("--capture-key needs --format ndjson or json"))
  }

  /// The document has the verdict and the findings of `stats`, whatever events are chosen.
  @Test(arguments: ["rules/link-lost.btsnoop", "rules/values-stop.btsnoop", "polar-h7-ll.pcap"])
  func jsonHasTheVerdict(_ name: String) throws {
    func parts(_ arguments: [String]) throws -> (verdict: NSArray, findings: [[String]]) {
      let output = try Program.run(arguments + [Program.capture(name)]).output
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      let findings = try #require(document["findings"] as? [[String: Any]])
      return (
        try #require(document["verdict"] as? NSArray),
        findings.map { ["\($0["rule"] ?? "")", "\($0["frame"] ?? "")"] }.sorted {
          $0.lexicographicallyPrecedes($1)
        }
      )
    }
    let stats = try parts(["stats", "--format", "json"])
    expect(stats.verdict.count > 0)
    for options in [[], ["--event", "mtu"], ["--jobs", "2"], ["-n", "1"]] as [[String]] {
      let document = try parts(["--format", "json"] + options)
      expect(document.verdict, equals: stats.verdict, "\(options)")
      expect(document.findings, equals: stats.findings, "\(options)")
    }
  }

  @Test func theFormatsAreFound() {
    expect(Self.hosts.count >= 10)
  }

  @Test(arguments: hosts) func tellsTheSession(_ name: String) throws {
    try expect(events("formats/\(name)"), equals: events("polar-h7.btsnoop"))
  }
}
