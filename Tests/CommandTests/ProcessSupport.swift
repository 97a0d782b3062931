import Foundation
import TestSupport
import Testing

/// How a run of the built program ended.
struct Outcome {
  let status: Int32
  let bytes: Data
  let errors: String
  var output: String { String(decoding: bytes, as: UTF8.self) }
  /// A document up to its findings, which `live` and `replay` do not look for.
  var asItComes: String { Self.asItComes(output) }
  static func asItComes(_ text: String) -> String {
    let end = [",\n\"verdict\":", ",\n\"findings\":"].compactMap {
      text.firstRange(of: $0)?.lowerBound
    }
    return String(text[..<(end.min() ?? text.endIndex)])
  }
  /// The same without what a document was made of: the command line, and the files.
  var withoutProvenance: String {
    output.replacing(/,\n"provenance":[^\n]*}}/, with: "}")
  }
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The program that is tested: the one of `BLEINSPECT_PROGRAM`, or that beside the tests' own.
enum Program {
  static let path: String = {
    if let other { return URL(filePath: other, relativeTo: root).path }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent().appending(path: "bleinspect").path
  }()

  private static let other = ProcessInfo.processInfo.environment["BLEINSPECT_PROGRAM"]

  /// Whether the program is the one beside the tests.
  static let isOwn = other == nil

  /// A sanitizer makes everything slow.
  static let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  static let isThreadSanitized =
    ProcessInfo.processInfo.environment["BLEINSPECT_SANITIZER"] == "thread"

  /// How many times as long as usual something may take before it is given up.
  static let patience = isSanitized ? 10 : 1

  /// The project's folder.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func capture(_ name: String) -> String {
    root.appending(path: "Captures").appending(path: name).path
  }

  static let captures: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Captures").path)
    return (names ?? []).filter { name in
      [".btsnoop", ".pcap", ".pcapng"].contains { name.hasSuffix($0) }
    }.sorted()
  }()

  /// What is said on standard error of a file with the packets of a capture.
  static func remark(on capture: String, in path: String) -> String {
    capture == "vm-burst.btsnoop"
      ? "bleinspect: \(path): the recorder lost 2848 packets\n" : ""
  }

  /// The session of `polar-h7.btsnoop` in further formats, in `Captures/formats`.
  static let formats: [String] =
    (try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Captures/formats").path))?.sorted() ?? []

  /// Runs with nothing of this process's environment but what is given.
  static func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(executable: path, arguments, input: input, environment: environment)
  }

  /// Runs a line of shell, where `$B` is the program.
  static func shell(_ line: String, environment: [String: String] = [:]) throws -> Outcome {
    var environment = environment
    environment["B"] = path
    return try run(executable: "/bin/bash", ["-c", line], environment: environment)
  }

  private static func run(
    executable: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String]
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    // Files, not pipes: nothing can wait for the other side.
    let files = ["in", "out", "err"].map { folder.url.appending(path: $0) }
    try input.write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = root
    var variables = environment
    variables["PATH"] = "/usr/bin:/bin"
    // Where it runs under a sanitizer, that is to be told the same.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    process.environment = variables
    let input = try FileHandle(forReadingFrom: files[0])
    let output = try FileHandle(forWritingTo: files[1])
    let errors = try FileHandle(forWritingTo: files[2])
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    for handle in [input, output, errors] { try handle.close() }
    expect(process.terminationReason, equals: .exit)
    return Outcome(
      status: process.terminationStatus, bytes: try Data(contentsOf: files[1]),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }
}

/// Sends a signal once the program handles or ignores it: one that has hardly begun on a busy machine
/// would die of it. After some seconds it is sent all the same.
func sendWhenExpected(_ signal: Int32, to process: Int32) {
  for _ in 0..<500 * Program.patience {
    if expects(signal, process) ?? true { break }
    usleep(10_000)
  }
  kill(process, signal)
}

/// Whether a process handles or ignores a signal; `nil` if there is no such process.
private func expects(_ signal: Int32, _ process: Int32) -> Bool? {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
    return nil
  }
  return text.split(separator: "\n").contains { line in
    guard line.hasPrefix("SigCgt:") || line.hasPrefix("SigIgn:") else { return false }
    let mask = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return mask >> UInt64(signal - 1) & 1 == 1
  }
}

/// A folder that goes away with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "bleinspect-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file.
  /// - Returns: its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }
}
