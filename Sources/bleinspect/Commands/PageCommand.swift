import GATTSession
import Timeline
import WebReport

extension CommandDeclaration {
  static let page = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "the report as one HTML page, with charts of values",
    about: manyCaptures
      + " The page has the report, the findings of stats, a chart of each decoded number that "
      + "changes, and a timeline that can be searched. It is one file that loads nothing, and can "
      + "be read without JavaScript.",
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect report -o walk.html walk.pcapng", "for a browser"),
      ("bleinspect report --device 1 -o strap.html *.log", "of one device"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      // Rows stand where things began, and a search leaves some out.
      if invocation.options.timeStyle == .delta {
        throw invocation.refused("--time delta does not work in a page, whose rows can be chosen")
      }
    },
    run: { invocation in
      do throws(OutputProblem) {
        if invocation.options.output == nil { try OutputChannel.refuseTerminal("a page") }
      } catch {
        OutputChannel.complain(error.message)
        return .unusable
      }
      return ReadingCommand(invocation, advertisements: .all, writesAtEnd: true) {
        out, filter, session in
        invocation.page(out, filter, session)
      }.run()
    })
}

extension Invocation {
  fileprivate func page(
    _ out: OutputStream, _ filter: EventFilter, _ session: GATTSession.Options
  ) -> TimelineStage {
    var page = WebReportRenderer.Options()
    page.timeStyle = timeStyle
    page.showsAll = options.all
    page.showsWholeValues = options.full
    page.showsAdvertisements = requestsAdvertisements
    page.filter = filter
    page.version = OptionParser.version
    page.commandLine = options.commandLine
    page.keys =
      options.linkKeys.count + options.identityKeys.count + options.temporaryKeys.count
      + options.advertisementKeys.count
    page.hash = captureHash
    if options.adverts == nil { page.filter.advertisements = .changes }
    // The page itself selects what it shows. What its device advertises before and after belongs to
    // a connection.
    var events = page.judged
    events.connection = nil
    return TimelineStage(
      WebReportRenderer(out, options: page), session: session, sink: sink(events))
  }
}
