import Foundation
import TestSupport
import Testing

@Suite struct BaselineCommandTests {
  private let capture = Program.capture("polar-h7.btsnoop")

  private func expected() throws -> String {
    let outcome = try Program.run(["baseline", capture])
    expect(outcome.status == 0 && outcome.errors == "")
    return outcome.output
  }

  @Test(arguments: Program.captures)
  func everyCaptureHasOne(_ name: String) throws {
    let outcome = try Program.run(["baseline", Program.capture(name)])
    expect(outcome.status, equals: 0)
    expect(outcome.lines.first, equals: #"{"event":"capture","schema":1,"baseline":1}"#)
  }

  @Test func theInputMayComeThroughAPipe() throws {
    let text = try expected()
    for line in [
      "cat \(capture) | $B baseline -", "gzip -c \(capture) | $B baseline -",
      "$B --format ndjson \(capture) | $B baseline -", "$B baseline \(capture) | $B baseline -",
      "$B baseline - < \(capture)", "$B baseline --times \(capture) | $B baseline -",
    ] {
      let outcome = try Program.shell(line)
      expect(outcome.output, equals: text, "\(line)")
      expect(outcome.status == 0 && outcome.errors == "", "\(line)")
    }
  }

  @Test func theOutputMayBeAFileButNoCapture() throws {
    let folder = try TemporaryFolder()
    let text = try expected()
    let file = try folder.file("expected.ndjson", [])
    for _ in 1...2 {
      let outcome = try Program.run(["baseline", "--output", file, capture])
      expect(outcome.status == 0 && outcome.output == "")
      try expect(String(contentsOfFile: file, encoding: .utf8), equals: text)
    }
    let bytes = try Data(contentsOf: URL(filePath: capture))
    let other = try folder.file("other.btsnoop", Array(bytes))
    for arguments in [["--output", other, capture], ["--output", other, other]] {
      let outcome = try Program.run(["baseline"] + arguments)
      expect(outcome.status == 2 && outcome.output == "")
      try expect(Data(contentsOf: URL(filePath: other)), equals: bytes)
    }
    // What cannot be read leaves the old file.
    let outcome = try Program.run(["baseline", "--output", file, "/no/such/file"])
    expect(outcome.status, equals: 2)
    expect(outcome.errors, equals: "bleinspect: /no/such/file: No such file or directory\n")
    try expect(String(contentsOfFile: file, encoding: .utf8), equals: text)
  }

  @Test func whatIsDamagedIsReportedAfterTheRest() throws {
    let folder = try TemporaryFolder()
    let bytes = Array(try Data(contentsOf: URL(filePath: capture)))
    let cut = try folder.file("cut.btsnoop", Array(bytes.dropLast(3)))
    let outcome = try Program.run(["baseline", cut])
    expect(outcome.status, equals: 1)
    expect(outcome.errors.hasPrefix("bleinspect: \(cut): offset "))
    expect(outcome.errors.contains("the end of the file cuts the last record"))
    try expect(outcome.lines.count >= expected().split(separator: "\n").count - 1)

    let text = try Program.run(["--format", "ndjson", capture]).output
    let wrong = try folder.file("wrong.ndjson", Array((text + "no JSON\n").utf8))
    let lines = try Program.run(["baseline", wrong])
    expect(lines.status, equals: 1)
    try expect(lines.output, equals: expected())
    let number = text.split(separator: "\n").count + 1
    expect(
      lines.errors, equals: "bleinspect: \(wrong): line \(number), column 1: expected an object\n")
  }

  @Test(arguments: [
    (["baseline"], "missing capture"),
    (["baseline", "-", "-"], "standard input (-) can be read only once"),
    (["baseline", "--format", "json", "x"], "--format is an option of"),
    (["baseline", "--frame", "1-2", "x"], "--frame is an option of"),
    (["--times", "x"], "--times is an option of 'bleinspect baseline' only"),
  ])
  func badUsageIsReportedBeforeAnythingIsRead(_ arguments: [String], _ message: String) throws {
    let outcome = try Program.run(arguments)
    expect(outcome.status == 2 && outcome.output == "")
    expect(outcome.errors.hasPrefix("bleinspect: \(message)"), "\(outcome.errors)")
  }

  @Test func whatIsMissingIsReported() throws {
    for number in ["0", "-1", "99", "\(Int.min)", "\(Int.max)"] {
      try expect(Program.run(["baseline", "--device=\(number)", capture]).status, equals: 2)
    }
    let none = try Program.run(["baseline", "--device", "nobody", capture])
    expect(none.status == 2 && none.output == "")
    expect(none.errors, equals: "bleinspect: --device: no such device in the recording\n")

    let head = #"{"event":"capture","schema":1}"# + "\n"
    let later = #"{"event":"later","frame":1,"t":0}"# + "\n"
    let empty = try Program.run(["baseline", "-"], input: Data((head + later).utf8))
    expect(empty.status == 0 && empty.lines.count == 2)
    expect(
      empty.errors,
      equals: """
        bleinspect: nothing to expect: the recording shows no device
        bleinspect: left out 1 event of kinds unknown to this version

        """)
    let quiet = try Program.run(["baseline", "--quiet", "-"], input: Data((head + later).utf8))
    expect(quiet.status == 0 && quiet.errors == "")
  }

  @Test func aClosedPipeEndsItQuietly() throws {
    let outcome = try Program.shell("$B baseline \(capture) | head -n 1; exit ${PIPESTATUS[0]}")
    expect(outcome.status == 0 && outcome.errors == "" && outcome.lines.count == 2)
  }

  @Test func aKeyMakesPrivateAddressesIdentities() throws {
    let bonded = Program.capture("bonded-reconnect.btsnoop")
    let outcome = try Program.run(["baseline", bonded])
    expect(outcome.output.contains(#""address":"D8:5A:6B:7C:8D:9E","address_type":"random"#))
    expect(outcome.output.contains(#""connection":2"#))
  }
}
