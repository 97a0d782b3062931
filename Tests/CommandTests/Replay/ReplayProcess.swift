import Bytes
import Foundation
import System
import TestSupport
import Testing

/// `bleinspect replay`, running, or a line of shell with it in.
final class ReplayProcess {
  let output: Collector
  let errors: Collector
  private let process = Process()

  /// - input: its standard input; `nil`: nothing comes from there.
  /// - terminal: where both of its outputs go; `nil`: pipes that are read at once.
  /// - shell: a line where `$B` is the program, instead of options.
  init(
    _ options: [String] = [], shell: String? = nil, input: Descriptor? = nil,
    output other: Descriptor? = nil, errors otherErrors: Descriptor? = nil,
    environment: [String: String] = [:]
  ) throws {
    let (reader, writer) = makePipe()
    let (errorReader, errorWriter) = makePipe()
    output = Collector(reader)
    errors = Collector(errorReader)
    process.executableURL = URL(filePath: shell == nil ? Program.path : "/bin/bash")
    process.arguments = shell.map { ["-c", $0] } ?? ["replay"] + options
    process.standardInput =
      input.map { FileHandle(fileDescriptor: $0.raw) } ?? FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: (other ?? writer).raw)
    process.standardError = FileHandle(fileDescriptor: (otherErrors ?? errorWriter).raw)
    var variables = environment
    variables["B"] = Program.path
    for name in ["PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
      let parts = [ProcessInfo.processInfo.environment[name], environment[name]]
      variables[name] = parts.compactMap(\.self).joined(separator: ":")
    }
    process.environment = variables
    // Threads of tests may have signals blocked, and a process begins with the mask of its parent.
    try withoutBlockedSignals { try process.run() }
    let identifier = process.processIdentifier
    // What never ends must not be waited for.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(90 * Program.patience)) {
      [weak process] in
      if process?.isRunning == true { kill(identifier, SIGKILL) }
    }
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
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

  /// Each line of the output, and when it had come, as of `MonotonicTime`.
  var lines: [(text: String, time: Int64)] {
    var lines: [(String, Int64)] = []
    var line: [UInt8] = []
    for piece in output.pieces {
      for byte in piece.bytes {
        if byte == 0x0A {
          lines.append((String(decoding: line, as: UTF8.self), piece.time))
          line = []
        } else {
          line.append(byte)
        }
      }
    }
    return lines
  }
}

/// Of a line of NDJSON, its `t` in seconds.
func seconds(of line: String) -> Double? {
  guard let key = line.range(of: "\"t\":") else { return nil }
  return Double(line[key.upperBound...].prefix { "-.0123456789".contains($0) })
}
