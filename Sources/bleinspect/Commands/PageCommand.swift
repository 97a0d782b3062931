import BTSnoop
import Bytes
import GATTSession
import System
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
      try invocation.checkAlign()
      // Rows stand where things began, and a search leaves some out.
      if invocation.options.output.timeStyle == .delta {
        throw invocation.refused("--time delta does not work in a page, whose rows can be chosen")
      }
    },
    run: { given in
      var invocation = given
      do throws(OutputError) {
        if given.options.output.file == nil, given.options.output.format != .markdown {
          invocation.options.output.file = try given.pageName()
        }
      } catch {
        OutputChannel.complain(error.message)
        return .unusable
      }
      let code = ReadingCommand(
        invocation, advertisements: .all, writesAtEnd: true, endsProcess: false
      ) {
        invocation, out, filter, session in
        invocation.options.output.format == .markdown
          ? invocation.markdownReport(out, filter: filter, session: session)
          : invocation.page(out, filter: filter, session: session).stage
      }.run()
      if code == .success, given.options.output.file == nil, !given.options.output.quiet,
        let name = invocation.options.output.file
      {
        OutputChannel.complain("wrote \(shown(name))")
      }
      return code
    })
}

extension Invocation {
  /// Where a page without `-o` goes that a terminal cannot show: beside nothing that is there.
  /// - Returns: `nil`: standard output.
  fileprivate func pageName() throws(OutputError) -> String? {
    guard Descriptor.standardOutput.isTerminal else { return nil }
    guard let first = files.first, first != "-" else {
      throw OutputError(message: "refusing to write a page to a terminal: name a file")
    }
    // A member of an archive has a name of its own after the colon.
    let last =
      first.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? "report"
    let stem = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    let name = "\(stem.isEmpty ? "report" : stem).html"
    guard options.output.force || FileStatus(path: name) == nil else {
      throw OutputError(
        message:
          "\(shown(name)): \(PendingFile.exists.message); --force replaces it, -o names another")
    }
    return name
  }

  func page(
    _ out: OutputStream, filter: EventFilter, session: GATTSession.Options
  ) -> (renderer: WebReportRenderer, stage: TimelineStage) {
    var page = WebReportRenderer.Options()
    page.timeStyle = options.output.timeStyle == .delta ? .relative : options.output.timeStyle
    page.showsAll = options.output.all
    page.showsWholeValues = options.output.full
    page.showsAdvertisements = requestsAdvertisements
    page.filter = filter
    page.version = OptionParser.version
    page.commandLine = line
    page.keys = keysGiven
    page.hash = captureHash
    page.seen = plan?.records
    if options.selection.adverts == nil { page.filter.advertisements = .changes }
    // The page itself selects what it shows. What its device advertises before and after belongs to
    // a connection.
    var events = page.judged
    events.connection = nil
    let renderer = WebReportRenderer(out, options: page)
    return (renderer, TimelineStage(renderer, session: session, sink: sink(events)))
  }
}
