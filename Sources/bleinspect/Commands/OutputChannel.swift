import ByteReader
import Timeline

/// How a command ended.
enum ExitCode: Int32 {
  case success = 0
  /// The capture is damaged, or the output could not be written.
  case failed = 1
  /// Bad usage, or nothing that could be read.
  case unusable = 2
}

/// Where a command writes, and what its failure means.
struct OutputChannel {
  let stream: OutputStream
  let name: String

  static var standard: OutputChannel {
    OutputChannel(stream: OutputStream(.standardOutput), name: "standard output")
  }

  /// - Throws: the sentence to tell.
  static func open(_ path: String?) throws(OutputProblem) -> OutputChannel {
    guard let path, path != "-" else { return .standard }
    do {
      return OutputChannel(stream: OutputStream(try .create(path)), name: path)
    } catch { throw OutputProblem(message: "\(path): \(error.message)") }
  }

  func write(_ text: String) { stream.buffer.append(string: text) }

  /// Writes what is left. Nobody listening is no failure.
  func finish() -> Int32 {
    stream.flush()
    guard let error = stream.error, error != .closedPipe else { return ExitCode.success.rawValue }
    Self.complain("\(stream.errorSource ?? name): \(error.message)")
    return ExitCode.failed.rawValue
  }

  /// A line on standard error; text from files and users is made safe to show.
  static func complain(_ message: String) {
    var line = ByteWriter(capacity: 256)
    line.append("bleinspect: ")
    for (index, part) in message.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { line.append("\n") }
      line.append(untrusted: String(part), .plain)
    }
    line.append("\n")
    try? Descriptor.standardError.write(line.bytes)
  }
}

struct OutputProblem: Error { let message: String }
