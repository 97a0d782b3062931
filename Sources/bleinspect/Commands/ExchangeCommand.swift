import BTSnoop
import GATTSession
import Timeline

extension CommandDeclaration {
  static let exchange = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "requests and answers side by side, with whole values",
    about: manyCaptures
      + " Shows the conversation of a device: what the central asks and what the peripheral "
      + "answers, in two columns, with all bytes. Equal turns that follow each other are one line "
      + "(x6). With --format python it is a script for bleak that connects, writes the same values "
      + "and waits for the same answers.",
    formats: [.text, .ndjson, .python, .markdown],
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect exchange btsnoop_hci.log", "all devices"),
      ("bleinspect exchange --device Lamp walk.pcapng", "one device"),
      ("bleinspect exchange --format python walk.pcapng > again.py", "a script"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      try invocation.checkAlign()
      try invocation.checkCaptureKey()
    },
    run: { ExchangeCommand($0).run() })
}

/// `exchange`: the conversation of a device.
struct ExchangeCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    var script: ExchangeRenderer?
    let code = ReadingCommand(invocation, advertisements: .none, tellsHidden: true) {
      invocation, out, filter, session in
      let format: ExchangeRenderer.Format =
        switch invocation.options.output.format {
        case .ndjson: .ndjson
        case .python: .python
        case .markdown: .markdown
        default: .text
        }
      let renderer = ExchangeRenderer(
        out, format: format, timeStyle: invocation.options.output.timeStyle,
        showsAll: invocation.options.output.all,
        captureKey: invocation.captureKey,
        provenance: format == .markdown ? invocation.provenance : nil,
        seen: invocation.plan?.records)
      if format == .python { script = renderer }
      return TimelineStage(renderer, session: session, sink: invocation.sink(filter))
    }.run()
    if code == .success, script?.repeatsNothing == true, !invocation.options.output.quiet {
      OutputChannel.complain("the script does nothing: there is no request that it can make")
    }
    return code
  }
}
