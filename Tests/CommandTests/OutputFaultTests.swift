import Foundation
import TestSupport
import Testing

/// What writing meets: full disks, closed pipes and streams, places that may not be written.
@Suite(.waitsForProcesses) struct OutputFaultTests {
  static let commands = [
    "", "--all", "--format ndjson", "--format csv", "--format json", "packets", "packets -v -x",
    "packets --format ndjson", "gatt", "gatt --format json",
  ]
  private static let streams = commands + ["convert --to pcapng"]

  /// The thread sanitizer's own memory is a file, which such a limit holds for, too.
  private static let canLimitFiles =
    ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil

  private let folder: TemporaryFolder
  private let capture = Program.capture("polar-h7.btsnoop")

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  /// A line of shell that writes to standard output.
  private func line(_ command: String, _ capture: String) -> String {
    "$B \(command) '\(capture)'" + (command.hasPrefix("convert") ? " -" : "")
  }

  /// As `line`, and what it writes in whole.
  private func whole(_ command: String) throws -> Data {
    let outcome = try Program.shell(line(command, capture))
    expect(outcome.status, equals: 0)
    expect(outcome.bytes.count > 1024)
    return outcome.bytes
  }

  @Test(arguments: streams) func aFullDevice(command: String) throws {
    let outcome = try Program.shell(line(command, capture) + " > /dev/full")
    expect(outcome.status, equals: 1)
    expect(
      outcome.errors,
      equals: "bleinspect: standard output: No space left on device, after 0 bytes\n")
  }

  /// A limit of the size of files: the kernel takes a part, then nothing, with a signal besides.
  @Test(.enabled(if: canLimitFiles), arguments: streams)
  func whatStandsInAFileThatIsFull(command: String) throws {
    let whole = try whole(command)
    let out = path("out")
    let outcome = try Program.shell("ulimit -f 1; " + line(command, capture) + " > '\(out)'")
    expect(outcome.status, equals: 1)
    expect(
      outcome.errors, equals: "bleinspect: standard output: File too large, after 1024 bytes\n")
    try expect(bytes("out"), equals: whole.prefix(1024))
  }

  @Test(.enabled(if: canLimitFiles), arguments: commands)
  func nothingIsKeptOfAnOutputThatIsCut(command: String) throws {
    let out = path("out")
    let line = "ulimit -f 1; $B \(command) '\(capture)' --output '\(out)'"
    let none = try Program.shell(line)
    expect(none.status, equals: 1)
    expect(
      none.errors,
      equals: "bleinspect: \(out): File too large, after 1024 bytes; nothing was kept\n")
    try expect(names.isEmpty)
    _ = try folder.file("out", Array("what was there".utf8))
    try expect(Program.shell(line).status, equals: 1)
    try expect(names, equals: ["out"])
    try expect(bytes("out"), equals: Data("what was there".utf8))
  }

  @Test(.enabled(if: Namespace.isAllowed)) func aFileSystemThatIsFull() throws {
    let place = path("disk")
    let outcome = try Program.shell(
      """
      unshare -m bash -c '
        mkdir "\(place)" && mount -t tmpfs -o size=8k none "\(place)" || exit 9
        $B packets -v "\(capture)" > "\(place)/a"; echo "status $?"; stat -c %s "\(place)/a"
        rm "\(place)/a"
        $B packets -v "\(capture)" --output "\(place)/b"; echo "status $?"; ls -A "\(place)"'
      """)
    expect(outcome.status, equals: 0)
    expect(outcome.output, equals: "status 1\n8192\nstatus 1\n")
    let errors = outcome.errors.split(separator: "\n")
    expect(errors.count, equals: 2)
    expect(
      errors.first?.hasSuffix("output: No space left on device, after 8192 bytes"), equals: true)
    expect(errors.last?.hasSuffix("after 8192 bytes; nothing was kept"), equals: true)
  }

  @Test(arguments: streams) func aClosedPipeEndsItQuietly(command: String) throws {
    let line = line(command, capture)
    for reader in ["head -n 1 > /dev/null", "head -c 1 > /dev/null", "true"] {
      let outcome = try Program.shell("set -o pipefail; \(line) | \(reader)")
      expect(outcome.status, equals: 0, "\(reader)")
      expect(outcome.errors.isEmpty)
    }
  }

  /// Who starts it may have closed what others take for granted; the capture must not take its place.
  @Test(arguments: streams) func standardOutputIsClosed(command: String) throws {
    let copy = try folder.file("copy", [UInt8](Data(contentsOf: URL(filePath: capture))))
    let outcome = try Program.shell(line(command, copy) + " >&-")
    expect(outcome.status, equals: 1)
    expect(
      outcome.errors, equals: "bleinspect: standard output: Bad file descriptor, after 0 bytes\n")
    try expect(bytes("copy"), equals: Data(contentsOf: URL(filePath: capture)))
  }

  @Test func standardErrorIsClosed() throws {
    let cut = try folder.file(
      "cut.log", [UInt8](Data(contentsOf: URL(filePath: capture)).dropLast(3)))
    let out = path("out")
    for (options, status) in [("", 0), ("--strict", 1)] {
      let direct = try Program.shell("$B \(options) '\(cut)' 2>/dev/null")
      let outcome = try Program.shell("$B \(options) '\(cut)' --output '\(out)' 2>&-")
      expect(outcome.status, equals: Int32(status))
      try expect(bytes("out"), equals: direct.bytes)
      let all = try Program.shell("$B \(options) '\(cut)' --output '\(out)' <&- >&- 2>&-")
      expect(all.status, equals: Int32(status))
      try expect(bytes("out"), equals: direct.bytes)
    }
    try expect(Program.shell("$B --nonsense 2>&-").status, equals: 2)
  }

  @Test func standardInputIsClosed() throws {
    let outcome = try Program.shell("$B - <&-")
    expect(outcome.status, equals: 2)
    expect(outcome.errors, equals: "bleinspect: -: Bad file descriptor\n")
  }

  @Test func placesThatMayNotBeWritten() throws {
    _ = try folder.file("old", [1, 2])
    try FileManager.default.createDirectory(
      atPath: path("closed"), withIntermediateDirectories: false)
    _ = try folder.file("closed/mine", [1, 2])
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path("old"))
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path("closed"))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: path("closed"))
    }
    for (name, message) in [
      (".", "Is a directory"), ("old", "Permission denied"), ("closed/new", "Permission denied"),
      ("none/new", "No such file or directory"), ("old/new", "Not a directory"),
    ] {
      for command in ["", "--format ndjson", "--follow", "packets", "gatt"] {
        let out = path(name)
        let outcome = try Program.shell(
          "\(Program.asOrdinaryUser) $B \(command) '\(capture)' --output '\(out)'")
        expect(outcome.status, equals: 2, "\(command) \(name)")
        expect(outcome.errors, equals: "bleinspect: \(out): \(message)\n")
        expect(outcome.bytes.isEmpty)
      }
    }
    try expect(bytes("old"), equals: Data([1, 2]))
    // A file that may be written, where nothing may be put beside it.
    let mine = path("closed/mine")
    let outcome = try Program.shell(
      "\(Program.asOrdinaryUser) $B packets '\(capture)' --output '\(mine)'")
    expect(outcome.status, equals: 0)
    try expect(bytes("closed/mine"), equals: Program.run(["packets", capture]).bytes)
  }

  @Test func anotherFileIsReplacedAtOnceAndKeepsItsRights() throws {
    let out = try folder.file("out", [1, 2])
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: out)
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: "out")
    try expect(Program.run(["packets", capture, "--output", path("link")]).status, equals: 0)
    try expect(FileManager.default.destinationOfSymbolicLink(atPath: path("link")), equals: "out")
    try expect(bytes("out"), equals: Program.run(["packets", capture]).bytes)
    let mode = try FileManager.default.attributesOfItem(atPath: out)[.posixPermissions] as? Int
    expect(mode, equals: 0o604)
    try expect(names, equals: ["link", "out"])
  }

  /// What cannot be read leaves alone what is there; what is damaged gives what came before.
  @Test func whatCannotBeReadChangesNothing() throws {
    let out = try folder.file("out", [1, 2])
    let text = try folder.file("text", Array("no capture at all".utf8))
    for arguments in [[text], [path("none")], [folder.url.path], ["--nonsense", capture]] {
      try expect(Program.run(arguments + ["--output", out]).status, equals: 2)
      try expect(bytes("out"), equals: Data([1, 2]), "\(arguments)")
    }
    let damaged = try folder.file(
      "damaged",
      [UInt8](Data(contentsOf: URL(filePath: capture))) + Array(repeating: 255, count: 99)
    )
    let outcome = try Program.run(["packets", damaged, "--output", out])
    expect(outcome.status, equals: 1)
    expect(outcome.errors.contains("\(damaged): offset "))
    try expect(bytes("out"), equals: Program.run(["packets", damaged]).bytes)
  }

  @Test func theCaptureIsNotItsOwnOutput() throws {
    let whole = try Data(contentsOf: URL(filePath: capture))
    let copy = try folder.file("copy", [UInt8](whole))
    try FileManager.default.linkItem(atPath: copy, toPath: path("hard"))
    for line in [
      "$B '\(copy)' --output '\(path("hard"))'", "$B - --output '\(copy)' < '\(copy)'",
      "$B --follow - --output '\(copy)' < '\(copy)'", "$B packets '\(copy)' >> '\(path("hard"))'",
      "$B convert --to pcapng '\(copy)' - >> '\(copy)'", "$B - < '\(copy)' >> '\(copy)'",
    ] {
      let outcome = try Program.shell("timeout 10 \(line)")
      expect(outcome.status, equals: 2, "\(line)")
      expect(
        outcome.errors.contains("is one of") || outcome.errors.contains("is also standard output"))
      try expect(bytes("copy"), equals: whole)
    }
    let emptied = try Program.shell("$B '\(copy)' > '\(copy)'")
    expect(emptied.status, equals: 2)
    expect(emptied.errors, equals: "bleinspect: \(copy): is also standard output\n")
  }

  /// Another file would be written, or read.
  @Test func namesThatAreNotUTF8AreRefused() throws {
    for line in [
      "$B '\(capture)' -o $'\(path("out"))\\xff'", "$B $'\(path("in"))\\xe9.log'",
      "$B convert '\(capture)' $'\(path("out"))\\xc3.pcap'",
    ] {
      let outcome = try Program.shell(line)
      expect(outcome.status, equals: 2, "\(line)")
      expect(outcome.errors.contains("': not UTF-8 (a file with such a name "))
      try expect(names.isEmpty)
    }
  }

  /// The timeline that is held back until the summary stands needs a place.
  @Test(.enabled(if: canLimitFiles)) func noRoomForTheTimeline() throws {
    let long = try folder.file("long.log", CaptureBuilder.longest)
    let full = try Program.shell(
      "set -o pipefail; (ulimit -f 1; exec $B --all '\(long)') | cat",
      environment: ["TMPDIR": folder.url.path])
    expect(full.status, equals: 1)
    expect(full.errors, equals: "bleinspect: the timeline's temporary file: File too large\n")
    let empty = try Program.run(["--all", long], environment: ["TMPDIR": ""])
    expect(empty.status, equals: 0)
    try expect(names, equals: ["long.log"])
    // Other forms hold nothing back.
    let ndjson = try Program.run(["--format", "ndjson", long], environment: ["TMPDIR": "/nowhere"])
    expect(ndjson.status, equals: 0)
  }

  /// A pipe that does not wait, as some programs that start others leave behind.
  @Test func aPipeThatDoesNotWait() throws {
    let long = try folder.file("long.log", CaptureBuilder.long(20_000).bytes)
    let direct = try Program.run(["--format", "ndjson", long])
    let script = """
      import fcntl, os, subprocess, sys, time
      r, w = os.pipe()
      fcntl.fcntl(w, fcntl.F_SETFL, os.O_NONBLOCK)
      p = subprocess.Popen([os.environ['B'], '--format', 'ndjson', sys.argv[1]], stdout=w)
      os.close(w)
      time.sleep(0.3)
      while True:
          b = os.read(r, 5000)
          if not b: break
          os.write(1, b)
      sys.exit(p.wait())
      """
    _ = try folder.file("slow.py", Array(script.utf8))
    let outcome = try Program.shell("python3 '\(path("slow.py"))' '\(long)'")
    expect(outcome.status, equals: 0)
    expect(outcome.errors.isEmpty)
    expect(outcome.bytes, equals: direct.bytes)
  }
}

extension Program {
  /// What takes a line of shell the rights to go past permissions, if it has them.
  static let asOrdinaryUser =
    geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search --" : ""
}

/// Whether tests may mount what only they see.
enum Namespace {
  static let isAllowed =
    (try? Program.shell("unshare -m mount -t tmpfs none /mnt 2>/dev/null").status) == 0
}

extension CaptureBuilder {
  /// One that is larger than what is read at a time and what a pipe takes, made once.
  static let longest = long(60_000).bytes

  /// A connection with so many notifications.
  static func long(_ count: Int) -> CaptureBuilder {
    var capture = CaptureBuilder()
    capture.connected(1)
    for index in 0..<count {
      capture.wait(1)
      capture.notification(0x10, [UInt8(index & 0xFF), UInt8(index >> 8 & 0xFF)])
    }
    return capture
  }
}
