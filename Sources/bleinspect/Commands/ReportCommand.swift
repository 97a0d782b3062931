import Answers
import GATTSession
import Timeline
import Vocabulary

extension CommandDeclaration {
  static let report = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "report: findings, devices, connections, values, timeline",
    about: manyCaptures,
    formats: OutputFormat.ofTimelines + [.markdown],
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect btsnoop_hci.log", "the report"),
      ("bleinspect --device 1 --uuid 2A37 walk.pcapng", "one characteristic"),
      ("bleinspect --format ndjson *.log | jq .decoded", "for scripts"),
      ("zcat trace.gz | bleinspect --errors -", "what went wrong"),
      ("bleinspect --format markdown walk.pcapng", "for an issue"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, given throws(UsageError) in
      try invocation.checkCaptures()
      if invocation.options.output.flat, !invocation.formats.contains(.ndjson) {
        throw invocation.refused("--flat needs --format ndjson")
      }
      let forms = OutputFormat.ofTimelines.filter { $0 != .text }
      if invocation.options.jobs != nil, !invocation.formats.contains(where: { forms.contains($0) })
      {
        let forms = forms.map(\.rawValue)
        throw invocation.refused("--jobs needs --format \(Suggestion.alternatives(forms))")
      }
      try invocation.checkAlign([("--follow", invocation.options.follows)])
      try invocation.checkCaptureKey()
      try invocation.checkChart(given)
      if invocation.options.follows, invocation.options.output.format == .json {
        throw invocation.refused("--follow does not work with --format json: use ndjson")
      }
    },
    run: { $0.runReport() })

  /// The notes of commands that show or write what they read.
  static let readingExitCodes = [
    "success, even if nothing matched or the end of a capture is cut off",
    "a capture is damaged (shown up to there), or no record of it understood",
    "bad usage, or a file that cannot be read or is not a capture",
  ]
}

extension Invocation {
  fileprivate func runReport() -> ExitCode {
    // The text report has its summary first, which is known last.
    ReadingCommand(self, writesAtEnd: options.output.format.isForPeople) {
      invocation, out, filter, session in
      if invocation.options.output.format == .markdown {
        return invocation.markdownReport(out, filter: filter, session: session)
      }
      let renderer = invocation.timeline(out, filter: filter)
      return TimelineStage(
        renderer, session: session, sink: invocation.sink(filter),
        beside: invocation.answers(for: renderer, filter: filter))
    }.run()
  }

  /// The report as Markdown, with the answers of `stats`.
  func markdownReport(
    _ out: OutputStream, filter: EventFilter, session: GATTSession.Options
  ) -> TimelineStage {
    var stats = StatsRenderer.Options()
    stats.format = .markdownReport
    stats.filter = filter
    stats.filter.advertisements = .all
    stats.provenance = provenance
    return TimelineStage(
      StatsRenderer(out, options: stats), session: session,
      sink: StatsCommand.sink(stats.filter, invocation: self))
  }

  /// What finds the answers of a report of a whole capture, or of the one JSON document, whose events alone
  /// are filtered.
  fileprivate func answers(
    for renderer: any TimelineRenderer, filter: EventFilter
  ) -> TimelineSink? {
    guard !options.follows else { return nil }
    var stats = StatsRenderer.Options()
    stats.format = .findings
    let output: OutputStream
    let take: (@escaping () -> ReportAnswers?) -> Void
    switch (renderer as? ParallelRenderer)?.renderer ?? renderer {
    case let report as ReportRenderer
    where filter.optionNames.isEmpty && options.selection.count == nil:
      stats.filter = filter
      (output, take) = (report.out, { report.answers = $0 })
    case let document as JSONRenderer: (output, take) = (document.out, { document.answers = $0 })
    default: return nil
    }
    stats.filter.advertisements = .all
    let finder = StatsRenderer(output, options: stats)
    take { finder.reportAnswers }
    var sink = TimelineSink.Options()
    sink.filter = stats.filter
    return TimelineSink(finder, options: sink)
  }
}
