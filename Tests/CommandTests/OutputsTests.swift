import Foundation
import TestSupport
import Testing

/// Several forms of the output in one run, and the summary of a job.
@Suite struct OutputsTests {
  private let heart = Program.capture("polar-h7.btsnoop")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }
  private func contents(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// The command line, which says what else was written, is the only difference.
  private func withoutCommand(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("bleinspect 1.0.0: ") && !$0.contains("\"provenance\"") }
      .joined(separator: "\n")
  }

  /// A file has what the form alone writes; so has standard output.
  @Test(arguments: [
    ([], ["text", "ndjson", "csv", "json", "markdown"]), (["packets"], ["text", "ndjson"]),
    (["gatt"], ["text", "json"]), (["exchange"], ["text", "ndjson", "python", "markdown"]),
    (["stats"], ["text", "json", "markdown", "sarif", "codequality"]),
    (["--units", "us", "--full"], ["text", "ndjson", "markdown"]),
    (["-n", "3"], ["text", "ndjson", "csv"]),
  ])
  func eachFileIsWhatTheFormAloneWrites(command: [String], forms: [String]) throws {
    let capture = Program.capture("sensortag-cc2650.btsnoop")
    let files = forms.dropFirst().flatMap { ["--format", "\($0)=\(path($0))"] }
    let all = try Program.run(command + files + [capture])
    expect(all.status, equals: 0, "\(all.errors)")
    for form in forms {
      let alone = try Program.run(command + ["--format", form, capture])
      let written = form == forms[0] ? all.output : try contents(form)
      expect(
        withoutCommand(written) == withoutCommand(alone.output), "\(command) \(form)")
    }
    // What goes to standard output is chosen as ever.
    let other = try Program.run(
      command + ["--format", "\(forms[0])=\(path("first"))", "--format", forms[1], capture])
    let alone = try Program.run(command + ["--format", forms[1], capture])
    expect(withoutCommand(other.output) == withoutCommand(alone.output))
    try expect(withoutCommand(contents("first")) == withoutCommand(all.output))
  }

  @Test func comparisonsAndRulesToo() throws {
    let sides = ["expected", "value"].map { Program.capture("variations/\($0).btsnoop") }
    let diff = try Program.run(
      ["diff", "--format", "junit=\(path("d.xml"))", "--format", "sarif=\(path("d.sarif"))"] + sides
    )
    expect(diff.status, equals: 1)
    try expect(diff.output, equals: Program.run(["diff"] + sides).output)
    try expect(
      contents("d.xml"), equals: Program.run(["diff", "--format", "junit"] + sides).output)
    try expect(contents("d.sarif").contains("\"diff-changed\""))
    let check = ["check", heart, "no att_error"]
    let rules = try Program.run(
      check + ["--format", "junit=\(path("c.xml"))", "-o", path("c.txt")])
    expect(rules.status == 0 && rules.output.isEmpty, "\(rules.errors)")
    try expect(contents("c.txt"), equals: Program.run(check).output)
    try expect(contents("c.xml"), equals: Program.run(check + ["--format", "junit"]).output)
  }

  @Test func aPipeIsReadOnce() throws {
    let input = try Data(contentsOf: URL(filePath: heart))
    let outcome = try Program.run(["--format", "csv=\(path("a.csv"))", "-"], input: input)
    expect(outcome.status, equals: 0)
    try expect(
      contents("a.csv"), equals: Program.run(["--format", "csv", "-"], input: input).output)
  }

  /// A run that fails leaves the files as they were.
  @Test func afterAFailureFilesAreAsBefore() throws {
    let file = try folder.file("old.json", Array("old".utf8))
    let noCapture = try folder.file("no.log", Array("no capture at all".utf8))
    let outcome = try Program.run(["--format", "json=\(file)", noCapture])
    expect(outcome.status, equals: 2)
    try expect(contents("old.json"), equals: "old")
    let unwritable = try Program.run(["--format", "json=/nowhere/x.json", heart])
    expect(unwritable.status == 2 && unwritable.output.isEmpty)
    expect(unwritable.errors, equals: "bleinspect: /nowhere/x.json: No such file or directory\n")
  }

  @Test(arguments: [
    (["--format", "jsn=x", "a"], "did you mean json?"),
    (["--format", "json=", "a"], "expected a file after the ="),
    (["--format", "json=-", "a"], "--format json alone writes to standard output"),
    (["--format", "json=x", "--format", "csv=./x", "a"], "two outputs name the same file: './x'"),
    (["--format", "json=x", "-o", "x", "a"], "two outputs name the same file: 'x'"),
    (["--format", "json=a", "a"], "'a' is one of the captures"),
    (["-f", "--format", "csv=x", "a"], "do not work with --follow"),
    (["--chart", "rssi_dbm", "--format", "csv=x", "a"], "--chart does not work with"),
    (["--flat", "--format", "csv=x", "a"], "--flat needs --format ndjson"),
    (["stats", "--why", "--format", "sarif=x", "a"], "does not work with a section"),
    (["live", "--format", "ndjson=x"], "expected text, ndjson"),
    (["--summary", "a"], "--summary needs GITHUB_STEP_SUMMARY"),
    (["packets", "--summary", "a"], "--summary is an option of"),
  ])
  func whatIsRefused(arguments: [String], message: String) throws {
    let outcome = try Program.run(arguments)
    expect(outcome.status == 2 && outcome.output.isEmpty)
    expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func anInputIsNeverAnOutput() throws {
    let file = try folder.file("a.log", [UInt8](try Data(contentsOf: URL(filePath: heart))))
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: file)
    let outcome = try Program.run(["--format", "json=\(path("link"))", file])
    expect(outcome.status == 2 && outcome.errors.contains("is one of the captures"))
    let rules = try folder.file("rules", Array("no att_error\n".utf8))
    let check = try Program.run(["check", "--rules", rules, "--format", "json=\(rules)", heart])
    expect(check.status == 2 && check.errors.contains("is also an input"), "\(check.errors)")
  }

  // MARK: The summary of a job

  @Test(arguments: [
    ([], ["polar-h7.btsnoop"], "## bleinspect: "),
    (["stats"], ["polar-h7.btsnoop"], "## bleinspect: "),
    (["report"], ["polar-h7.btsnoop"], "## bleinspect: "),
    (["diff"], ["polar-h7.btsnoop", "polar-h7.btsnoop"], "## bleinspect diff: same"),
    (["check", "--max-severity", "none"], ["polar-h7.btsnoop"], "## bleinspect check: "),
  ])
  func aSummaryIsAdded(command: [String], captures: [String], head: String) throws {
    let file = try folder.file("summary.md", Array("# before\n".utf8))
    let environment = ["GITHUB_STEP_SUMMARY": file]
    let captures = captures.map { Program.capture($0) }
    let arguments = command + ["--summary"] + captures
    for _ in 0..<2 {
      let outcome = try Program.run(arguments, environment: environment)
      expect(outcome.status, equals: 0, "\(outcome.errors)")
      try expect(outcome.bytes == Program.run(command + captures).bytes)
    }
    let text = try contents("summary.md")
    expect(text.hasPrefix("# before\n\n\(head)"), "\(text.prefix(100))")
    expect(text.ranges(of: "\n\n\(head)").count, equals: 2)
  }
}
