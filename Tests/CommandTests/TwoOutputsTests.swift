import Foundation
import TestSupport
import Testing

/// Two names of one file: no output replaces another, nor what is read.
@Suite struct TwoOutputsTests {
  private let folder: TemporaryFolder
  private let capture: String

  init() throws {
    folder = try TemporaryFolder()
    capture = try folder.file(
      "a.log", [UInt8](try Data(contentsOf: URL(filePath: Program.capture("polar-h7.btsnoop")))))
    try FileManager.default.createSymbolicLink(atPath: path("same"), withDestinationPath: path("."))
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test func ofOneRun() throws {
    let run = try Program.run(["-o", path("x"), "--format", "json=\(path("same/x"))", capture])
    expect(run.status == 2 && run.errors.contains("two outputs name the same file"), run.errors)
    try expect(names(), equals: ["a.log", "same"])
  }

  @Test(arguments: ["out.pcapng", "same/out.pcapng", "./out.pcapng"])
  func aMapNeverHasTheNameOfTheOutput(map: String) throws {
    let run = try Program.run([
      "redact", "--map", "\(folder.url.path)/\(map)", capture, path("out.pcapng"),
    ])
    expect(run.status == 2 && run.errors.contains("--map: expected another file"), run.errors)
    try expect(names(), equals: ["a.log", "same"])
  }

  @Test func aMapThatCannotBeWrittenIsNotLeftBehind() throws {
    let run = try Program.run(["redact", "--map", path("map"), capture, path("out.pcapng")])
    expect(run.status, equals: 0, run.errors)
    let mode = try FileManager.default.attributesOfItem(atPath: path("map"))[.posixPermissions]
    expect(mode as? Int, equals: 0o600)
  }

  @Test func convertRedactsAsRedactDoes() throws {
    try Data("0123456789abcdef".utf8).write(to: URL(filePath: path("secret")))
    for (command, name) in [(["redact"], "a.pklg"), (["convert", "--redact"], "b.pklg")] {
      // Short, and of a date that a clock which was never set has, too.
      let run = try Program.run(
        command + ["--shift-time", "--quiet", "--secret", path("secret"), capture, path(name)])
      expect(run.status == 0 && run.errors.isEmpty, run.errors)
    }
    try expect(
      Data(contentsOf: URL(filePath: path("a.pklg"))),
      equals: Data(contentsOf: URL(filePath: path("b.pklg"))))
    try expect(Program.run([path("a.pklg")]).status, equals: 0)
  }

  @Test func namesForWiresharkReplaceNoCapture() throws {
    let before = try Data(contentsOf: URL(filePath: capture))
    for names in [capture, path("same/a.log"), path("out.pcapng"), "-"] {
      let run = try Program.run([
        "convert", "--annotate", "--force", "--ethers", names, capture, path("out.pcapng"),
      ])
      expect(run.status == 2 && run.errors.contains("--ethers: expected a file"), run.errors)
    }
    expect(try Data(contentsOf: URL(filePath: capture)), equals: before)
  }

  /// It would wait for a reader.
  @Test func aSummaryIsNoPipe() throws {
    let pipe = path("pipe")
    try makeNamedPipe(pipe)
    let run = try Program.run(
      ["--summary", capture], environment: ["GITHUB_STEP_SUMMARY": pipe])
    expect(run.status == 2 && run.errors.contains("is a named pipe"), run.errors)
  }

  /// A file whose name is that of a command, or begins like an option, is written as a shell needs it.
  @Test func aCommandLineIsTakenAsItWas() throws {
    for (name, shown) in [("stats", "./stats"), ("--output=x", "./--output=x")] {
      try FileManager.default.copyItem(atPath: capture, toPath: path(name))
      let run = try Program.shell("cd '\(folder.url.path)' && \"$B\" --format json './\(name)'")
      expect(run.output.contains("\"command\":\"bleinspect --format json \(shown)\""), run.output)
    }
  }

  /// The mark of a redacted file is printed: only that of this program is believed.
  @Test func aMarkWithControlCharactersIsNone() throws {
    let run = try Program.run(["redact", "--quiet", capture, path("out.pcapng")])
    expect(run.status, equals: 0)
    var file = [UInt8](try Data(contentsOf: URL(filePath: path("out.pcapng"))))
    let honest = try Program.run([path("out.pcapng")])
    expect(honest.output.contains("redacted: values masked"))
    let place = try #require(Data(file).firstRange(of: Data("values masked".utf8)))
    file[place.lowerBound] = 0x1B
    let forged = try Program.run([try folder.file("forged.pcapng", file)])
    expect(!forged.output.contains("redacted") && !forged.errors.contains("redacted"))
  }

  /// That a mask is no heart rate says nothing about the device.
  @Test func masksAreNoFindings() throws {
    for values in ["mask", "keep", "measured"] {
      let out = path("\(values).pcapng")
      let run = try Program.run(["redact", "--quiet", "--values", values, capture, out])
      expect(run.status, equals: 0, run.errors)
      let stats = try Program.run(["stats", out])
      expect(
        stats.output.contains("  redacted: ") && stats.output.contains("Nothing wrong was found"),
        stats.output)
    }
  }
}
