import Bytes
import System
import Timeline

extension Invocation {
  /// Whether `--path` can be done.
  func checkPath() throws(UsageError) {
    guard options.align.showsPath else { return }
    guard options.align.isOn else { throw refused("--path needs --align") }
    guard !options.align.isByHand else {
      throw refused("--path needs clocks that are found: it does not work with --shift")
    }
    guard options.stats.isEmpty else { throw refused("--path does not work with other sections") }
    guard formats == [.text] || formats == [.json] else {
      throw refused("--path needs --format text or json, and no other beside it")
    }
    for (name, isGiven) in [
      ("--all", options.output.all), ("--width", options.output.width != nil),
    ]
    where isGiven {
      throw refused("--path has one form: it does not work with \(name)")
    }
    if let name = try makeFilter().optionNames.first {
      throw refused("--path is of all connections: it does not work with \(name)")
    }
  }
}

/// `stats --align --path`: how long PDUs took between the recorders.
struct PathCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    do throws(OutputError) {
      try invocation.checkInputs()
      var aligned = try invocation.alignedRecorders(try invocation.sessionFromFiles())
      if let code = aligned.refusal() { return code }
      aligned.compareAll()
      let output = try OutputChannel.open(invocation.options.output.file)
      let figures = PathFigures(aligned)
      if invocation.options.output.format == .json {
        PathJSON(figures).write(to: &output.stream.buffer)
      } else {
        PathText(figures).write(to: &output.stream.buffer)
      }
      let code = output.finish()
      let isDamaged = aligned.recorders.contains { recorder in
        recorder.error != nil
          || recorder.notes.contains { $0.fails(strict: invocation.options.strict) }
      }
      return code == .success && isDamaged ? .failed : code
    } catch {
      OutputChannel.complain(error.message)
      return .unusable
    }
  }
}
