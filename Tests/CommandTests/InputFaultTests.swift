import Dispatch
import Foundation
import TestSupport
import Testing

/// What reading meets: pipes, devices, and files that change under it.
@Suite(.waitsForProcesses) struct InputFaultTests {
  private let folder: TemporaryFolder
  private let capture = Program.capture("polar-h7.btsnoop")

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func longFile() throws -> (path: String, bytes: [UInt8]) {
    (try folder.file("long.log", CaptureBuilder.longest), CaptureBuilder.longest)
  }

  @Test func aNamedPipe() throws {
    let direct = try Program.run(["packets", capture])
    let outcome = try Program.shell(
      "mkfifo '\(path("f"))'; cat '\(capture)' > '\(path("f"))' & $B packets '\(path("f"))'")
    expect(outcome.status, equals: 0)
    expect(outcome.bytes, equals: direct.bytes)
    // An archive is put into a temporary file, which must have a place.
    let zip = try Program.shell(
      """
      cd '\(folder.url.path)'; cp '\(capture)' x; python3 -m zipfile -c x.zip x
      cat x.zip > f & $B packets f
      """)
    expect(zip.status, equals: 0)
    expect(zip.bytes, equals: direct.bytes)
    let lost = try Program.shell(
      "cd '\(folder.url.path)'; cat x.zip | TMPDIR=/nowhere $B packets -")
    expect(lost.status, equals: 2)
    expect(lost.errors.hasPrefix("bleinspect: -: "))
    expect(lost.errors.contains("No such file or directory"))
  }

  @Test func aNamedPipeAsOutput() throws {
    let direct = try Program.run(["packets", capture])
    let outcome = try Program.shell(
      "mkfifo '\(path("f"))'; cat '\(path("f"))' & $B packets '\(capture)' --output '\(path("f"))'; s=$?; wait; exit $s"
    )
    expect(outcome.status, equals: 0)
    expect(outcome.bytes, equals: direct.bytes)
    let closed = try Program.shell(
      "head -c 1 '\(path("f"))' > /dev/null & $B packets -v -x '\(capture)' --output '\(path("f"))'"
    )
    expect(closed.status, equals: 0)
    expect(closed.errors.isEmpty)
  }

  @Test func whatIsNoFileOfBytes() throws {
    for (name, said) in [
      ("/dev/null", "is empty"), ("/dev/zero", "not a capture"), ("/dev/urandom", "capture"),
      ("/proc/self/status", "not a capture"), ("/proc/self/mem", "Input/output error"),
      ("/proc/version", "not a capture"), ("/", "Is a directory"),
      (capture + "/x", "Not a directory"), (path("loop"), "symbolic links"),
      (String(repeating: "x", count: 300), "File name too long"),
      (String(repeating: "x/", count: 3000), "File name too long"),
    ] {
      if name == path("loop") {
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: "loop")
      }
      let outcome = try Program.shell("timeout 10 $B '\(name)'")
      expect(outcome.status, equals: 2, "\(name.prefix(40))")
      expect(outcome.bytes.isEmpty)
      expect(outcome.errors.hasPrefix("bleinspect: \(name.prefix(40))"))
      expect(outcome.errors.contains(said), "\(outcome.errors)")
      expect(outcome.errors.utf8.count < 7000)
    }
  }

  @Test func aFileThatMayNotBeRead() throws {
    let file = try folder.file("secret", [1, 2])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    for command in OutputFaultTests.commands {
      let outcome = try Program.shell("\(Program.asOrdinaryUser) $B \(command) '\(file)'")
      expect(outcome.status, equals: 2)
      expect(outcome.errors, equals: "bleinspect: \(file): Permission denied\n")
    }
  }

  /// Starts it with nobody reading its output yet, so that it stands still within the capture.
  private func whileItReads(_ arguments: [String], _ change: () throws -> Void) throws -> (
    status: Int32, output: Data, errors: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let identifier = process.processIdentifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .seconds(60 * Program.patience), execute: watchdog)
    defer { watchdog.cancel() }
    // The pipe is full, or will be, when a byte of it is there.
    let first = try output.fileHandleForReading.read(upToCount: 1) ?? Data()
    try change()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    expect(process.terminationReason, equals: .exit)
    return (process.terminationStatus, first + rest, String(decoding: said, as: UTF8.self))
  }

  @Test(arguments: [["packets"], ["--format", "ndjson"], ["packets", "--format", "ndjson"]])
  func aFileThatIsCutWhileItIsRead(command: [String]) throws {
    let (file, bytes) = try longFile()
    let whole = try Program.run(command + [file])
    // At the end of a record, where nothing else would tell.
    let size = 16 + 24 * 20
    let outcome = try whileItReads(command + [file]) {
      let handle = try #require(FileHandle(forUpdatingAtPath: file))
      try handle.truncate(atOffset: UInt64(size))
      try handle.close()
    }
    expect(outcome.status, equals: 1)
    expect(
      outcome.errors.contains(
        "was cut while it was read: \(size) bytes of \(bytes.count) are left"), "\(outcome.errors)")
    expect(outcome.errors.contains("bleinspect: \(file): offset "))
    expect(outcome.output.count < whole.bytes.count)
    let lines = outcome.output.split(separator: 0x0A, omittingEmptySubsequences: false)
    expect(lines.last?.isEmpty, equals: true)
    expect(whole.bytes.starts(with: outcome.output.prefix(whole.bytes.count / 10)))
  }

  @Test func aFileThatVanishesIsReadToItsEnd() throws {
    let (file, _) = try longFile()
    let whole = try Program.run(["packets", file])
    let outcome = try whileItReads(["packets", file]) {
      try FileManager.default.removeItem(atPath: file)
    }
    expect(outcome.status, equals: 0)
    expect(outcome.errors.isEmpty)
    expect(outcome.output, equals: whole.bytes)
  }

  @Test func theSecondFileVanishesMeanwhile() throws {
    let (file, bytes) = try longFile()
    let second = try folder.file("second.log", bytes)
    let whole = try Program.run(["packets", file])
    let outcome = try whileItReads(["packets", file, second]) {
      try FileManager.default.removeItem(atPath: second)
    }
    expect(outcome.status, equals: 2)
    expect(outcome.errors, equals: "bleinspect: \(second): No such file or directory\n")
    expect(outcome.output, equals: whole.bytes)
  }

  @Test func aFileThatGrowsIsReadToTheEndThatItHasThen() throws {
    let (file, bytes) = try longFile()
    let outcome = try whileItReads(["packets", "--format", "ndjson", file]) {
      let handle = try #require(FileHandle(forWritingAtPath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: bytes[16...])
      try handle.close()
    }
    expect(outcome.status, equals: 0)
    expect(outcome.output.count { $0 == 0x0A }, equals: 120_002)
  }

  /// It stays open after it is removed: what it held is reported, and an interruption ends it.
  @Test func aFollowedFileIsRemoved() throws {
    let file = try folder.file("f.log", CaptureBuilder.long(3).bytes)
    let output = path("out")
    let outcome = try Program.shell(
      """
      $B --format ndjson --follow '\(file)' --output '\(output)' &
      for i in $(seq 600); do
        [ "$(wc -l 2>/dev/null < '\(output)')" = 5 ] && break; sleep 0.1
      done
      rm '\(file)'; sleep 0.3; kill -0 $! && echo reads on
      kill -INT $!; wait $!
      """)
    expect(outcome.status, equals: 0)
    expect(outcome.errors.isEmpty)
    expect(outcome.output, equals: "reads on\n")
    let written = try String(contentsOfFile: output, encoding: .utf8)
    expect(written.split(separator: "\n").count, equals: 5)
    let missing = try Program.run(["--follow", file])
    expect(missing.status, equals: 2)
    expect(missing.errors, equals: "bleinspect: \(file): No such file or directory\n")
  }

  /// A file that grows is written where others see it.
  @Test func whatIsFollowedIsWrittenAsItComes() throws {
    let file = try folder.file("f.log", CaptureBuilder.long(3).bytes)
    let outcome = try Program.shell(
      """
      $B --format ndjson --follow '\(file)' --output '\(path("out"))' &
      for i in $(seq 600); do
        [ "$(wc -l 2>/dev/null < '\(path("out"))')" = 5 ] && echo seen && break; sleep 0.1
      done
      kill -TERM $!; wait $!
      """)
    expect(outcome.status, equals: 0)
    expect(outcome.output, equals: "seen\n")
  }

  /// Ctrl-C while a file is written: the one that was there stays, and nothing else is left.
  @Test(arguments: ["INT", "TERM", "HUP"], ["packets", "convert --force --to pcapng"])
  func anInterruptedRunLeavesNoHalfFile(signal: String, command: String) throws {
    let out = try folder.file("out", [1, 2])
    let option = command.hasPrefix("convert") ? "" : "--output"
    let outcome = try Program.shell(
      """
      cd '\(folder.url.path)'; mkfifo f
      # Background jobs of a shell ignore SIGINT.
      env --default-signal $B \(command) f \(option) out & p=$!
      exec 3> f; head -c 5000 '\(capture)' >&3
      for i in $(seq 100); do
        ls -l /proc/$p/fd | grep -q "$PWD.*\\(deleted\\|bleinspect-\\)" && break; sleep 0.05
      done
      kill -\(signal) $p
      for i in $(seq 400); do kill -0 $p 2> /dev/null || break; sleep 0.05; done
      kill -KILL $p 2> /dev/null; wait $p; echo $?; ls -A
      """)
    let number = ["INT": 130, "TERM": 143, "HUP": 129][signal] ?? 0
    expect(outcome.output, equals: "\(number)\nf\nout\n")
    try expect(Data(contentsOf: URL(filePath: out)), equals: Data([1, 2]))
  }
}
