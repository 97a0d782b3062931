import Answers
import GATTSession
import Timeline

extension CommandDeclaration {
  static let trace = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "a trace for Perfetto: devices, requests, numbers over time",
    about: manyCaptures
      + " Writes the timeline in the form of Perfetto, which draws it, and answers SQL: a track for "
      + "each device, connection and direction, requests as long as they took, values as they came, "
      + "and counters of what they mean and of the signal. Open the file at ui.perfetto.dev: it "
      + "stays on your machine.",
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect trace -o walk.pftrace btsnoop_hci.log", "everything"),
      ("bleinspect trace --device 1 walk.log > one.pftrace", "one device"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      try invocation.checkAlign()
    },
    run: { TraceCommand($0).run() })
}

/// `trace`: the timeline for Perfetto.
struct TraceCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    if invocation.options.output.file == nil {
      do { try OutputChannel.refuseTerminal("a trace") } catch {
        OutputChannel.complain(error.message)
        return .unusable
      }
    }
    return ReadingCommand(invocation, advertisements: .all) { out, filter, session in
      let renderer = TraceRenderer(out, filter: filter)
      var stats = StatsRenderer.Options()
      stats.format = .findings
      stats.filter = filter
      // Findings are about all that was said of what is selected.
      stats.filter.advertisements = .all
      stats.filter.kinds = []
      let finder = StatsRenderer(out, options: stats)
      renderer.findings = {
        finder.found.map {
          TraceFinding(
            rule: $0.rule, frame: $0.frame, time: $0.time, connection: $0.connection, text: $0.text)
        }
      }
      return TimelineStage(
        renderer, session: session, sink: invocation.sink(filter),
        beside: TimelineSink(finder, options: invocation.sink(stats.filter)))
    }.run()
  }
}
