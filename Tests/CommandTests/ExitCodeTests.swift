import Foundation
import TestSupport
import Testing

@testable import bleinspect

/// Exit codes, and what standard error says beside them.
@Suite struct ExitCodeTests {
  private var session: CaptureBuilder {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.wait(30)
    capture.notification(0x10, [7])
    capture.wait(30)
    capture.disconnected()
    return capture
  }

  private let formats = ["text", "ndjson", "csv", "json"]

  @Test func done() throws {
    for format in formats {
      let outcome = try Program.run(["--format", format, Program.capture("polar-h7.pcapng")])
      expect(outcome.status, equals: 0)
      expect(outcome.errors.isEmpty)
      expect(!outcome.bytes.isEmpty)
    }
  }

  @Test func aFilterThatMatchesNothing() throws {
    let outcome = try Program.run([
      "--format", "ndjson", "--device", "nobody", Program.capture("polar-h7.btsnoop"),
    ])
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: "bleinspect: nothing matches --device 'nobody'\n")
    expect(outcome.output.split(separator: "\n").count, equals: 1)
  }

  /// A recording that failed: a header, and nothing else.
  @Test func aCaptureWithoutRecords() throws {
    let folder = try TemporaryFolder()
    let header = try Data(contentsOf: URL(filePath: Program.capture("polar-h7.btsnoop"))).prefix(16)
    let file = try folder.file("empty.log", [UInt8](header))
    let remark = "bleinspect: \(file): no records\n"
    for arguments in [["packets"], ["--format", "ndjson"], ["gatt"], ["stats"], []] {
      let outcome = try Program.run(arguments + [file])
      expect(outcome.status == 0 && outcome.errors == remark, "\(arguments)")
    }
    let checked = try Program.run(["check", file, "no att_error"])
    expect(checked.status == 2 && checked.errors == remark && checked.output.isEmpty)
    let baseline = try Program.run(["baseline", file])
    expect(baseline.status == 2 && baseline.errors == remark && baseline.output.isEmpty)
    let capture = Program.capture("polar-h7.btsnoop")
    for (sides, remarks) in [
      ([file, file], remark + remark), ([file, capture], remark), ([capture, file], remark),
    ] {
      let compared = try Program.run(["diff"] + sides)
      expect(compared.status == 2 && compared.errors == remarks, "\(sides)")
      expect(compared.output.hasSuffix("\ntrouble\n"))
    }
    let new = folder.url.appending(path: "new.ndjson").path
    let update = try Program.run(["diff", "--update", new, file])
    expect(update.status == 2 && update.errors == remark)
    expect(!FileManager.default.fileExists(atPath: new))
  }

  /// Of a bug report in another order, what is not read is missing, as of a damaged capture.
  @Test(.timeLimit(.minutes(10))) func logsThatAreNotRead() throws {
    let folder = try TemporaryFolder()
    var capture = CaptureBuilder()
    capture.advertisement(1, name: "One")
    _ = try folder.file("x", capture.bytes)
    let made = try Program.shell(
      """
      cd '\(folder.url.path)'; python3 -c "
      import zipfile
      x = open('x', 'rb').read()
      time = int.from_bytes(x[32:40], 'big')
      z = zipfile.ZipFile('bugreport.zip', 'w')
      z.writestr('bugreport-x.txt', '== dumpstate')
      for i in range(260):
        log = x[:32] + (time + (999 - i) * 1000000).to_bytes(8, 'big') + x[40:]
        z.writestr('FS/data/misc/bluetooth/logs/btsnoop_hci_%d.log' % i, log)
      z.close()"
      """)
    expect(made.status, equals: 0, "\(made.errors)")
    let file = folder.url.appending(path: "bugreport.zip").path
    let told = "btsnoop_hci_3.log and 3 more logs not read: too many logs are in another order"
    for arguments in [["packets"], ["--format", "ndjson"], ["stats", "--quiet"]] {
      let outcome = try Program.run(arguments + [file])
      expect(outcome.status == 1 && outcome.errors.contains(told), "\(arguments)")
      expect(outcome.errors.split(separator: "\n").count, equals: 1, "\(arguments)")
    }
    let checked = try Program.run(["check", "--quiet", file, "advertisement"])
    expect(checked.status == 2 && checked.errors.contains(told))
  }

  /// Trees are whole: what selects no tree is named, and what selects nothing at all is told.
  @Test func filtersOfTrees() throws {
    let capture = Program.capture("polar-h7.btsnoop")
    let whole = try Program.run(["gatt", capture])
    let unused = try Program.run(["gatt", "--handle", "0012", "--from", "2", capture])
    expect(unused.output, equals: whole.output)
    expect(
      unused.errors,
      equals: "bleinspect: gatt shows whole trees; without effect: --handle, --from\n")
    let further = try Program.run(["gatt", "-n", "1", "--adverts", "all", "--errors", capture])
    expect(further.output, equals: whole.output)
    expect(
      further.errors,
      equals: "bleinspect: gatt shows whole trees; without effect: --count, --adverts, --errors\n")
    let absent = try Program.run(["gatt", "--uuid", "2A99", capture])
    expect(absent.errors, equals: "bleinspect: nothing in the capture matches --uuid\n")
    for uuid in ["2A37", "2902"] {
      try expect(Program.run(["gatt", "--uuid", uuid, capture]).errors.isEmpty)
    }
    let cccd = try Program.run(["gatt", "--uuid", "2902", capture])
    expect(cccd.output.contains("2902") && !cccd.output.contains("2A38"))
  }

  @Test func malformedPDUs() throws {
    var capture = session
    capture.event(0x3E, [])
    capture.att([0x0A], sent: true)
    let folder = try TemporaryFolder()
    let file = try folder.file("x.log", capture.bytes)
    let outcome = try Program.run(["--format", "ndjson", "--strict", file])
    expect(outcome.status, equals: 0)
    expect(outcome.output.contains("\"event\":\"malformed\""))
  }

  /// The end of the file in every place of the last record.
  @Test func aCutLastRecord() throws {
    let folder = try TemporaryFolder()
    let whole = session
    for missing in 1..<(whole.bytes.count - whole.lastRecord) {
      let bytes = Array(whole.bytes.dropLast(missing))
      let file = try folder.file("cut.log", bytes)
      let outcome = try Program.run(["--format", "ndjson", file])
      expect(outcome.status, equals: 0)
      expect(outcome.errors.contains("cut.log: offset \(whole.lastRecord): the end of the file"))
      expect(outcome.errors.split(separator: "\n").count, equals: 1)
      let last = try #require(outcome.output.split(separator: "\n").last)
      expect(last.contains("\"event\":\"note\""), "\(missing) bytes missing")
      expect(last.contains("the end of the file cuts the last record"))
      expect(outcome.output.contains("\"event\":\"notification\""))
      let strict = try Program.run(["--format", "ndjson", "--strict", file])
      expect(strict.status, equals: 1)
      expect(strict.output, equals: outcome.output)
    }
    let whole2 = try folder.file("whole.log", Array(whole.bytes.prefix(whole.lastRecord)))
    try expect(Program.run(["--strict", whole2]).status, equals: 0)
  }

  /// An included length that cannot be true, in the last of three records.
  @Test func aDamagedRecordHeader() throws {
    let folder = try TemporaryFolder()
    var bytes = session.bytes
    let offset = session.lastRecord
    for i in 4..<8 { bytes[offset + i] = 0xFF }
    let file = try folder.file("bad.log", bytes + Array(repeating: 0, count: 500))
    for format in formats {
      let outcome = try Program.run(["--format", format, file])
      expect(outcome.status, equals: 1)
      expect(outcome.errors.contains("bad.log: offset \(offset): "))
      expect(outcome.errors.contains("4294967295"))
      // What came before is there.
      expect(outcome.output.contains(format == "text" ? "notify" : "notification"))
      expect(!outcome.output.contains(format == "text" ? "by the peer" : "disconnected"))
      if format == "json" {
        _ = try JSONSerialization.jsonObject(with: outcome.bytes)
      }
    }
    // What comes after it is not read, which is said.
    let whole = Program.capture("polar-h7.btsnoop")
    for command in [[], ["packets"], ["baseline"], ["replay", "--speed", "max", "--quiet"]] {
      let two = try Program.run(command + [file, whole, whole])
      expect(two.status, equals: 1, "\(command)")
      expect(two.errors.hasSuffix("; 2 captures after it not read\n"), "\(command)")
    }
    try expect(Program.run([whole, file]).errors.contains("not read"), equals: false)
    let empty = try folder.file("empty.log", [])
    let none = try Program.run([empty, whole])
    expect(none.status == 2 && none.output.isEmpty)
    expect(
      none.errors, equals: "bleinspect: \(empty): the file is empty; 1 capture after it not read\n")
    let checked = try Program.run(["check", file, "no att_error"])
    expect(checked.status, equals: 2)
    expect(checked.output.hasSuffix("bad.log: the rule holds; not all of it could be read\n"))
  }

  @Test func nothingThatCouldBeRead() throws {
    let folder = try TemporaryFolder()
    let cases: [(String, String)] = [
      (folder.url.path, "Is a directory"),
      (folder.url.appending(path: "missing").path, "No such file"),
      (try folder.file("empty", []), "is empty"),
      (try folder.file("text", Array("hello, world\n".utf8)), "not a capture"),
      (try folder.file("short", Array("btsn".utf8)), "short"),
    ]
    for (path, message) in cases {
      for arguments in [[path], ["packets", path], ["gatt", path], ["--format", "json", path]] {
        let outcome = try Program.run(arguments)
        expect(outcome.status, equals: 2, "\(arguments)")
        expect(outcome.bytes.isEmpty)
        expect(outcome.errors.hasPrefix("bleinspect: \(path)"))
        expect(outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
    try expect(Program.run(["-"], input: Data()).status, equals: 2)
    try expect(Program.run(["-"], input: Data("hello".utf8)).status, equals: 2)
  }

  @Test func usage() throws {
    let capture = Program.capture("polar-h7.btsnoop")
    let lines = [
      [], ["--forma", "csv", capture], ["--format", "xml", capture],
      ["--uuid", "nothing", capture],
      ["packets", "--format", "csv", capture], ["--color", "blue", capture], ["-n", "0", capture],
      ["--nonsense", capture], ["-v", capture],
    ]
    for arguments in lines {
      let outcome = try Program.run(arguments)
      expect(outcome.status, equals: 2, "\(arguments)")
      expect(outcome.bytes.isEmpty)
      expect(outcome.errors.contains("--help"))
    }
  }

  @Test func helpAndVersion() throws {
    for arguments in [["--help"], ["packets", "--help"], ["gatt", "-h"], ["--version"]] {
      let outcome = try Program.run(arguments)
      expect(outcome.status, equals: 0)
      expect(outcome.errors.isEmpty)
      expect(outcome.lines.allSatisfy { $0.count <= 80 })
    }
  }

  /// A program beside the tests is built as they are.
  @Test func theVersionSaysHowItWasBuilt() throws {
    let output = try Program.run(["--version"]).output
    let builds = Program.isOwn ? [OptionParser.build] : ["debug", "release"]
    expect(builds.map { "bleinspect \(OptionParser.version) (\($0))\n" }.contains(output), output)
  }

  @Test func theFirstOfTwoIsShownWhenTheSecondIsNone() throws {
    let folder = try TemporaryFolder()
    let text = try folder.file("text", Array("hello".utf8))
    let outcome = try Program.run(["--format", "ndjson", Program.capture("polar-h7.pcap"), text])
    expect(outcome.status, equals: 2)
    expect(outcome.output.contains("\"event\":\"disconnected\""))
    let missing = try Program.run([Program.capture("polar-h7.pcap"), "/nowhere/x"])
    expect(missing.status, equals: 2)
    expect(missing.bytes.isEmpty)
  }

  // MARK: Output

  @Test func aClosedPipe() throws {
    let capture = Program.capture("sensortag-cc2541.btsnoop")
    for line in [
      "set -o pipefail; $B --format ndjson '\(capture)' | head -1",
      "set -o pipefail; $B --all '\(capture)' | true",
      "set -o pipefail; $B packets -v -x '\(capture)' | head -c 1",
      "$B --format ndjson '\(capture)' >&- 2>/dev/null; [ $? = 1 ]",
    ] {
      let outcome = try Program.shell(line)
      expect(outcome.status, equals: 0, "\(line)")
      expect(outcome.errors.isEmpty)
    }
  }

  @Test func aFullDisk() throws {
    for options in ["", "--format ndjson", "packets -v", "replay --speed max"] {
      let outcome = try Program.shell(
        "$B \(options) '\(Program.capture("polar-h7.btsnoop"))' > /dev/full")
      expect(outcome.status, equals: 1)
      expect(
        outcome.errors,
        equals: "bleinspect: standard output: No space left on device, after 0 bytes\n")
    }
  }

  @Test func noRoomForTheTimeline() throws {
    let folder = try TemporaryFolder()
    var capture = CaptureBuilder()
    capture.connected(1)
    for index in 0..<20_000 { capture.notification(0x10, [UInt8(index & 0xFF)]) }
    let file = try folder.file("long.log", capture.bytes)
    let lost = try Program.run(["--all", file], environment: ["TMPDIR": "/nowhere"])
    expect(lost.status, equals: 1)
    expect(lost.errors.contains("temporary file: No such file or directory"))
    let kept = try Program.run(["--all", file], environment: ["TMPDIR": folder.url.path])
    expect(kept.status, equals: 0)
    expect(kept.lines.count > 20_000)
  }

  @Test func anOutputFile() throws {
    let folder = try TemporaryFolder()
    let capture = Program.capture("polar-h7.btsnoop")
    let path = folder.url.appending(path: "out.txt").path
    for arguments in [[capture], ["packets", capture], ["--format", "csv", capture]] {
      let outcome = try Program.run(arguments + ["--output", path])
      expect(outcome.status, equals: 0)
      expect(outcome.bytes.isEmpty)
      let direct = try Program.run(arguments)
      try expect(Data(contentsOf: URL(filePath: path)), equals: direct.bytes)
    }
    let before = try Data(contentsOf: URL(filePath: path))
    try expect(Program.run(["/nowhere/x", "--output", path]).status, equals: 2)
    try expect(Data(contentsOf: URL(filePath: path)), equals: before)
    let refused = try Program.run([capture, "--output", "/nowhere/out"])
    expect(refused.status, equals: 2)
    expect(refused.errors.contains("/nowhere/out: No such file or directory"))
  }

  @Test func theCaptureIsNeverOverwritten() throws {
    let folder = try TemporaryFolder()
    let bytes = session.bytes
    let path = try folder.file("a.log", bytes)
    for name in [path, folder.url.path + "/./a.log", folder.url.path + "//a.log"] {
      try expect(Program.run([path, "--output", name]).status, equals: 2)
    }
    let link = folder.url.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try expect(Program.run([path, "--output", link]).status, equals: 2)
    try expect(Array(Data(contentsOf: URL(filePath: path))), equals: bytes)
  }
}
