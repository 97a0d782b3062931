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
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    return outcome.output.replacing("\"adapter\":0,", with: "").replacing("hci0 ", with: "")
      .replacing(#/,"capture":\{[^}]*\}/#, with: "")
      .split(separator: "\n").dropFirst().filter { !$0.contains("no directions") }
  }

  @Test func theFormatsAreFound() {
    #expect(Self.hosts.count >= 10)
  }

  @Test(arguments: hosts) func tellsTheSession(_ name: String) throws {
    #expect(try events("formats/\(name)") == events("polar-h7.btsnoop"))
  }
}
