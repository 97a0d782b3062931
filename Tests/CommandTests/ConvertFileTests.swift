import Foundation
import TestSupport
import Testing

/// What becomes of files: of the one that is written, and of what was there before.
@Suite struct ConvertFileTests {
  private let folder: TemporaryFolder
  private let capture = Program.capture("polar-h7.btsnoop")

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  private func convert(_ arguments: String...) throws -> Outcome {
    try Program.run(["convert"] + arguments)
  }

  @Test func anExistingFileIsKeptWithoutForce() throws {
    let out = try folder.file("out.pcap", [1, 2, 3])
    let refused = try convert(capture, out)
    expect(refused.status, equals: 2)
    expect(refused.errors, equals: "bleinspect: \(out): File exists; --force replaces it\n")
    try expect(Data(contentsOf: URL(filePath: out)), equals: Data([1, 2, 3]))
    let forced = try convert("--force", capture, out)
    expect(forced.status, equals: 0)
    expect(forced.errors.isEmpty)
    try expect(Data(contentsOf: URL(filePath: out)).count > 1000)
    try expect(names, equals: ["out.pcap"])
  }

  @Test func aNewFileHasOrdinaryPermissionsAndAReplacedOneKeepsIts() throws {
    let out = path("out.pcap")
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: out)[.posixPermissions] as? Int
    }
    try expect(
      Program.shell("umask 027; $B convert '\(capture)' '\(out)'").status, equals: 0)
    try expect(mode(), equals: 0o640)
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: out)
    try expect(convert("--force", capture, out).status, equals: 0)
    try expect(mode(), equals: 0o604)
  }

  @Test func aLinkStaysALink() throws {
    let real = try folder.file("real.pcap", [1])
    let link = path("link.pcap")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.pcap")
    try expect(convert(capture, link).status, equals: 2)
    try expect(convert("--force", capture, link).status, equals: 0)
    try expect(FileManager.default.destinationOfSymbolicLink(atPath: link), equals: "real.pcap")
    try expect(Data(contentsOf: URL(filePath: real)).count > 1000)
    try FileManager.default.createSymbolicLink(
      atPath: path("dangling.pcap"), withDestinationPath: "nowhere")
    try expect(convert(capture, path("dangling.pcap")).status, equals: 2)
  }

  @Test func aCaptureCanBeReplacedByItself() throws {
    let copy = try folder.file("copy.log", [UInt8](Data(contentsOf: URL(filePath: capture))))
    try expect(convert("-n", "5", copy, copy).status, equals: 2)
    let outcome = try convert("--force", "-n", "5", copy, copy)
    expect(outcome.status, equals: 0)
    try expect(Program.run(["packets", copy]).output.split(separator: "\n").count >= 5)
    try expect(Data(contentsOf: URL(filePath: copy)).count < 1000)
  }

  @Test func whatFailsLeavesNothing() throws {
    let text = try folder.file("text", Array("no capture at all".utf8))
    let before = try names
    let failures: [(arguments: [String], status: Int32, said: String)] = [
      ([text, path("a.pcap")], 2, "not a capture"),
      ([capture, text, path("a.pcap")], 2, "not a capture"),
      ([path("none"), path("a.pcap")], 2, "No such file or directory"),
      ([folder.url.path, path("a.pcap")], 2, "Is a directory"),
      ([capture, path("no/folder.pcap")], 2, "No such file or directory"),
      (["--force", "--to", "pcap", capture, folder.url.path], 2, "Is a directory"),
      (["--to", "pcap-le", capture, path("a")], 2, "frame 1 is HCI"),
    ]
    for (arguments, status, said) in failures {
      let outcome = try Program.run(["convert"] + arguments)
      expect(outcome.status, equals: status, "\(arguments)")
      expect(outcome.errors.contains(said), "\(outcome.errors)")
      expect(outcome.output.isEmpty)
      try expect(names, equals: before, "\(arguments)")
    }
  }

  @Test func aFullDiskIsReported() throws {
    let device = try convert("--to", "pcap", capture, "/dev/full")
    expect(device.status, equals: 1)
    expect(device.errors, equals: "bleinspect: /dev/full: No space left on device, after 0 bytes\n")
    let piped = try Program.shell("$B convert --to pcap '\(capture)' - > /dev/full")
    expect(piped.status, equals: 1)
    expect(
      piped.errors, equals: "bleinspect: standard output: No space left on device, after 0 bytes\n")
    // A limit on the size of files stands for a disk.
    let limited = try Program.shell(
      "trap '' XFSZ; ulimit -f 2; $B convert '\(capture)' '\(path("a.pcap"))'")
    expect(limited.status, equals: 1)
    expect(limited.errors.contains("File too large"))
    try expect(names.isEmpty)
  }

  @Test func aDamagedCaptureIsConvertedAsFarAsItGoes() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: capture)))
    bytes += [0, 0, 0, 9, 0xFF, 0, 0, 9] + [UInt8](repeating: 0, count: 16)
    let source = try folder.file("damaged.log", bytes)
    let outcome = try convert(source, path("out.btsnoop"))
    expect(outcome.status, equals: 1)
    expect(outcome.errors.contains("the record claims"))
    try expect(
      Data(contentsOf: URL(filePath: path("out.btsnoop"))).count, equals: bytes.count - 24)
  }

  @Test func aCutCaptureIsConvertedWithItsLastRecord() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: capture))).dropLast(2)
    let source = try folder.file("cut.log", Array(bytes))
    let outcome = try convert(source, path("out.pcapng"))
    expect(outcome.status, equals: 0)
    expect(outcome.errors.contains("the end of the file cuts the last record"))
    try expect(convert("--strict", source, path("strict.pcapng")).status, equals: 1)
    let packets = ["packets", "--format", "ndjson"]
    let before = try Program.run(packets + [source]).output
    try expect(Program.run(packets + [path("out.pcapng")]).output, equals: before)
  }

  @Test func standardInputAndOutput() throws {
    let piped = try Program.shell(
      "cat '\(capture)' | $B convert --to pcapng - - | $B --format ndjson -")
    let direct = try Program.run(["--format", "ndjson", capture])
    expect(piped.status, equals: 0)
    expect(piped.errors.isEmpty)
    expect(piped.lines.dropFirst(), equals: direct.lines.dropFirst())
    let closed = try Program.shell(
      "$B convert --to pcap '\(Program.capture("sensortag-cc2541.btsnoop"))' - | head -c 4 | wc -c")
    expect(closed.errors.isEmpty)
    expect(closed.output.contains("4"))
  }

  @Test func severalCapturesBecomeOne() throws {
    let straps = Program.capture("two-straps.btsnoop")
    try expect(convert(capture, straps, path("both.log")).status, equals: 0)
    let both = try Program.run(["--format", "ndjson", capture, straps])
    let one = try Program.run(["--format", "ndjson", path("both.log")])
    // Of several captures each line says which one it is from.
    let lines = both.lines.map { $0.replacing(/,"capture":\{[^}]*\}/, with: "") }
    expect(lines != both.lines)
    expect(one.lines.dropFirst(), equals: lines.dropFirst())
  }
}
