import Bytes
import Regression
import System
import Timeline

/// What good runs show to vary.
extension BaselineCommand {
  /// Differences that are told of each.
  private static let told = 20

  /// Proposes the options of `diff` that let all runs be the same: beside the baseline, where that is a file.
  func propose(_ variation: RunVariation, _ count: Int) -> ExitCode {
    for problem in variation.problems { OutputChannel.complain(problem) }
    guard variation.problems.isEmpty else { return .unusable }
    for one in variation.remaining.prefix(Self.told) {
      let device = one.difference.device.map { "\($0): " } ?? ""
      OutputChannel.complain(
        "\(shown(one.run)): no option allows this: "
          + "\(shown(device + one.difference.subject)): \(shown(one.difference.message))")
    }
    if variation.remaining.count > Self.told {
      OutputChannel.complain("\(variation.remaining.count - Self.told) more that no option allows")
    }
    let code: ExitCode = variation.remaining.isEmpty ? .success : .failed
    guard !variation.isEmpty else {
      if !options.quiet, code == .success {
        OutputChannel.complain("the \(count) runs are the same: nothing has to be allowed to vary")
      }
      return code
    }
    var text = ByteWriter(capacity: 1024)
    variation.write(to: &text)
    guard let output = options.output, let path = DiffCommand.configuration(beside: output),
      FileStatus(path: path) == nil
    else {
      let beside = options.output.flatMap { DiffCommand.configuration(beside: $0) }
      let why = beside.map { "\(shown($0)) exists, and stays as it is; " } ?? ""
      OutputChannel.complain(
        why + "for \(DiffConfiguration.fileName), beside the baseline:\n"
          + String(decoding: text.bytes.copy(), as: UTF8.self))
      return code
    }
    do throws(SystemError) {
      let file = try PendingFile(path, replaces: false)
      let out = OutputStream(file.descriptor)
      out.buffer.append(text.bytes)
      out.flush()
      if let error = out.error { throw error }
      try file.publish()
    } catch {
      OutputChannel.complain("\(shown(path)): \(error.message)")
      return .unusable
    }
    if !options.quiet { OutputChannel.complain("what may vary is proposed in \(shown(path))") }
    return code
  }
}
