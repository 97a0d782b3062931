import System
import Timeline

/// The outputs of a run: one of `--output`, or standard output, and those that have files of their own.
struct Outputs {
  let main: OutputChannel
  /// Each with the command as it would be for it alone.
  let further: [(invocation: Invocation, channel: OutputChannel)]

  /// - asItComes: whether others must see each line at once.
  static func open(
    _ invocation: Invocation, asItComes: Bool = false
  ) throws(OutputError) -> Outputs {
    let main = try OutputChannel.open(invocation.options.output.file, asItComes: asItComes)
    var further: [(Invocation, OutputChannel)] = []
    for output in invocation.options.output.further {
      let channel =
        output.appends
        ? try OutputChannel.openAppending(output.path) : try OutputChannel.open(output.path)
      further.append((invocation.alone(output), channel))
    }
    return Outputs(main: main, further: further)
  }

  /// Writes what one value says in all forms.
  func write(
    _ invocation: Invocation, _ write: (Invocation, OutputStream) -> Void
  ) {
    write(invocation, main.stream)
    for (alone, channel) in further { write(alone, channel.stream) }
  }

  /// Finishes all of them, also where one fails.
  func finish() -> ExitCode {
    var code = main.finish()
    for (_, channel) in further where channel.finish() == .failed { code = .failed }
    return code
  }
}
