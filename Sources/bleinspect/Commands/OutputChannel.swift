import BTSnoop
import Bytes
import System
import Timeline

/// The exit status of a command.
enum ExitCode: Int32 {
  case success = 0
  /// The capture is damaged, or the output could not be written.
  case failed = 1
  /// Wrong usage, or nothing could be read.
  case unusable = 2
}

/// The output of a command, and how its failure is reported.
struct OutputChannel {
  let stream: OutputStream
  let name: String
  /// `nil` for output that is written as it comes.
  private let file: PendingFile?

  private init(
    _ descriptor: Descriptor, name: String, file: PendingFile? = nil, waits: Bool = true
  ) {
    stream = waits ? OutputStream(descriptor) : OutputStream(withoutWaiting: descriptor)
    self.name = name
    self.file = file
  }

  static var standard: OutputChannel { OutputChannel(.standardOutput, name: "standard output") }

  /// Output that never waits for its reader, and that others see as it comes.
  static func openWithoutWaiting(_ path: String?) throws(OutputError) -> OutputChannel {
    guard let path, path != "-" else {
      return OutputChannel(.standardOutput, name: "standard output", waits: false)
    }
    do { return OutputChannel(try .create(path), name: path, waits: false) } catch {
      throw OutputError(message: "\(shown(path)): \(error.message)")
    }
  }

  /// - asItComes: whether others must see each line as soon as it is written; otherwise a file gets
  ///   its name when it is complete, and an existing one stays until then.
  /// - Throws: the message to report.
  static func open(_ path: String?, asItComes: Bool = false) throws(OutputError) -> OutputChannel {
    guard let path, path != "-" else { return .standard }
    do throws(SystemError) {
      guard !asItComes, !PendingFile.isOnlyWritable(path) else {
        return OutputChannel(try .create(path), name: path)
      }
      let file = try PendingFile(path, replaces: true)
      return OutputChannel(file.descriptor, name: path, file: file)
    } catch { throw OutputError(message: "\(shown(path)): \(error.message)") }
  }

  /// Output that is added to what a file has, on a line of its own.
  static func openAppending(_ path: String) throws(OutputError) -> OutputChannel {
    // It would wait for a reader.
    guard FileStatus(path: path)?.isPipe != true else {
      throw OutputError(message: "\(shown(path)): is a named pipe; expected a file to add to")
    }
    do throws(SystemError) {
      let channel = OutputChannel(try .append(path), name: path)
      if (FileStatus(path: path)?.size ?? 0) > 0 { channel.write("\n") }
      return channel
    } catch { throw OutputError(message: "\(shown(path)): \(error.message)") }
  }

  /// What is not text has no place on a terminal.
  static func refuseTerminal(_ what: String) throws(OutputError) {
    guard Descriptor.standardOutput.isTerminal else { return }
    throw OutputError(message: "refusing to write \(what) to a terminal: name a file")
  }

  func write(_ text: String) { stream.buffer.append(string: text) }

  /// Writes what is left, and gives the file its name. It is no failure that the output has no reader.
  /// - complain: reports what went wrong.
  func finish(_ complain: (String) -> Void = OutputChannel.complain) -> ExitCode {
    stream.flush()
    var error = stream.error
    if error == nil, let file {
      do { try file.publish() } catch let failure { error = failure }
    }
    guard let error, error != .closedPipe else { return .success }
    complain(
      stream.errorSource.map { "\($0): \(error.message)" }
        ?? Self.failure(
          of: name, error: error, after: stream.written, isPending: file?.isPending == true))
    return .failed
  }

  /// - bytes: written before the failure.
  static func failure(
    of name: String, error: SystemError, after bytes: Int64, isPending: Bool
  ) -> String {
    "\(shown(name)): \(error.message), after \(bytes) byte\(bytes == 1 ? "" : "s")"
      + (isPending ? "; nothing was kept" : "")
  }

  /// A line on standard error; text from files and users is made safe to show.
  static func complain(_ message: String) {
    var line = ByteWriter(capacity: 256)
    append(complaint: message, to: &line)
    try? Descriptor.standardError.write(line.bytes)
  }

  static func append(complaint message: String, to line: inout ByteWriter) {
    line.append("bleinspect: ")
    for (index, part) in message.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { line.append("\n") }
      line.append(untrusted: String(part), escaping: .plain)
    }
    line.append("\n")
  }
}

struct OutputError: Error { let message: String }
