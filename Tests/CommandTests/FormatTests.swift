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

  @Test func theFormatsAreFound() {
    expect(Self.hosts.count >= 10)
  }

  @Test(arguments: hosts) func tellsTheSession(_ name: String) throws {
    try expect(events("formats/\(name)"), equals: events("polar-h7.btsnoop"))
  }
}
