import Bytes
import Foundation
import System
import TestSupport
import Testing

/// `bleinspect live`, running, with a server that it listens to.
final class LiveProcess {
  let server: StreamServer
  let errors: Collector
  private let process = Process()

  /// - input: its standard input; `nil`: nothing comes from there.
  /// - output: where its standard output goes.
  /// - errors: where its standard error goes; `nil`: where `errors` collects it.
  /// - kilobytes: that a file which it writes may have at most.
  init(
    _ options: [String], input: Descriptor? = nil, output: Descriptor,
    errors other: Descriptor? = nil, environment: [String: String] = [:], kilobytes: Int? = nil
  ) throws {
    server = try StreamServer()
    let (reader, writer) = makePipe()
    errors = Collector(reader)
    let words = ["live", "--source", server.source] + options
    if let kilobytes {
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments =
        ["-c", "ulimit -f \(kilobytes); exec \"$0\" \"$@\"", Program.path] + words
    } else {
      process.executableURL = URL(filePath: Program.path)
      process.arguments = words
    }
    process.standardInput =
      input.map { FileHandle(fileDescriptor: $0.raw) } ?? FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: output.raw)
    process.standardError = FileHandle(fileDescriptor: (other ?? writer).raw)
    var variables = environment
    for name in ["PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    process.environment = variables
    try process.run()
    try server.accept()
    let identifier = process.processIdentifier
    // What never ends must not be waited for.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60 * Program.patience)) {
      [weak process] in
      if process?.isRunning == true { kill(identifier, SIGKILL) }
    }
  }

  var isRunning: Bool { process.isRunning }

  func send(_ capture: [UInt8]) throws { try server.send(capture) }

  func signal(_ signal: Int32) {
    sendWhenExpected(signal, to: process.processIdentifier)
  }

  /// Waits for the end, and for what it said on standard error.
  /// - Returns: its exit code; that of a signal is negative.
  func wait() -> Int32 {
    process.waitUntilExit()
    _ = errors.waitForEnd()
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }
}

/// A run whose standard output is a pipe that is read at once.
final class PipedLive {
  let process: LiveProcess
  let output: Collector

  init(_ options: [String], environment: [String: String] = [:]) throws {
    let (reader, writer) = makePipe()
    output = Collector(reader)
    process = try LiveProcess(options, output: writer, environment: environment)
  }

  /// Waits for the end of the program and of what it has written.
  func wait() -> Int32 {
    let status = process.wait()
    expect(output.waitForEnd())
    expect(process.errors.waitForEnd())
    return status
  }
}

/// The records of a btsnoop capture.
struct CaptureRecords {
  let header: [UInt8]
  private(set) var records: [[UInt8]] = []

  init(_ capture: [UInt8]) {
    header = Array(capture.prefix(16))
    var at = 16
    while at + 24 <= capture.count {
      let length = capture[at + 4..<at + 8].reduce(0) { $0 << 8 | Int($1) }
      records.append(Array(capture[at..<min(at + 24 + length, capture.count)]))
      at += 24 + length
    }
  }

  init(file name: String) throws {
    self.init(Array(try Data(contentsOf: URL(filePath: Program.capture(name)))))
  }
}
