import Answers
import BTSnoop
import GATTSession
import Timeline

extension Command {
  static let stats = Command(
    word: "stats", operands: "CAPTURE...",
    summary: "why it ended, how slow, how much, who subscribed",
    about: manyCaptures
      + " Answers what is asked first: why each connection ended, with the records that show it; how "
      + "long requests waited for their answers; how much was sent; which characteristics were "
      + "turned on, and how often their values came; how well each device was heard. Percentiles "
      + "are exact.",
    formats: [.text, .json],
    examples: [
      ("bleinspect stats btsnoop_hci.log", "everything"),
      ("bleinspect stats --why --device Lamp walk.pcapng", "why it ends"),
      ("bleinspect stats --format json walk.pcapng", "for a script"),
    ],
    exitCodes: readingExitCodes,
    run: { StatsCommand($0).run() })
}

/// `stats`: answers about connections, characteristics and devices.
struct StatsCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    ReadingCommand(invocation, advertisements: .all) { out, filter, session in
      var options = StatsRenderer.Options()
      options.format = invocation.options.format == .json ? .json : .text
      options.sections = invocation.options.stats
      options.showsAll = invocation.options.all
      options.filter = filter
      // The answers are about connections: only what is counted of them is of the attributes.
      var events = filter
      events.uuids = []
      events.handle = nil
      // What its device advertises before and after belongs to a connection.
      events.connection = nil
      return TimelineStage(
        StatsRenderer(out, options: options), session: session, sink: invocation.sink(events))
    }.run()
  }
}
