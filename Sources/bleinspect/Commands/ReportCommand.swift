import Answers
import GATTSession
import Timeline
import Vocabulary

extension CommandDeclaration {
  static let report = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "report: findings, devices, connections, values, timeline",
    about: manyCaptures,
    formats: OutputFormat.ofTimelines,
    sections: [.kinds("--event")],
    examples: [
      ("bleinspect btsnoop_hci.log", "the report"),
      ("bleinspect --device 1 --uuid 2A37 walk.pcapng", "one characteristic"),
      ("bleinspect --format ndjson *.log | jq .decoded", "for scripts"),
      ("zcat trace.gz | bleinspect --errors -", "what went wrong"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, given throws(UsageError) in
      try invocation.checkCaptures()
      if invocation.options.flat, invocation.options.format != .ndjson {
        throw invocation.refused("--flat needs --format ndjson")
      }
      if invocation.options.jobs != nil, invocation.options.format == .text {
        let forms = OutputFormat.ofTimelines.filter { $0 != .text }.map(\.rawValue)
        throw invocation.refused("--jobs needs --format \(Suggestion.alternatives(forms))")
      }
      if invocation.options.align.isOn,
        invocation.options.flat || ![.ndjson, .json].contains(invocation.options.format)
      {
        throw invocation.refused("--align needs --format ndjson or json, without --flat")
      }
      try invocation.checkAlign([("--follow", invocation.options.follows)])
      try invocation.checkCaptureKey()
      try invocation.checkChart(given)
      if invocation.options.follows, invocation.options.format == .json {
        throw invocation.refused("--follow does not work with --format json: use ndjson")
      }
    },
    run: { invocation in
      if invocation.options.align.isOn { return AlignedTimeline(invocation).run() }
      return invocation.runReport()
    })

  /// The notes of commands that show or write what they read.
  static let readingExitCodes = [
    "success, even if nothing matched or the end of a capture is cut off",
    "a capture is damaged (shown up to there), or no record of it understood",
    "bad usage, or a file that cannot be read or is not a capture",
  ]
}

extension Invocation {
  /// - seen: the records of other recorders about the same.
  func runReport(seen: SeenRecords? = nil) -> ExitCode {
    // The text report has its summary first, which is known last.
    ReadingCommand(self, writesAtEnd: options.format == .text) { out, filter, session in
      let renderer = timeline(out, filter, seen: seen)
      return TimelineStage(
        renderer, session: session, sink: sink(filter), beside: answers(for: renderer, filter))
    }.run()
  }

  /// What finds the answers that a report of a whole capture begins with.
  fileprivate func answers(
    for renderer: any TimelineRenderer, _ filter: EventFilter
  ) -> TimelineSink? {
    guard let report = renderer as? ReportRenderer, filter.optionNames.isEmpty, !options.follows,
      options.count == nil
    else { return nil }
    var stats = StatsRenderer.Options()
    stats.format = .findings
    stats.filter = filter
    stats.filter.advertisements = .all
    let finder = StatsRenderer(report.out, options: stats)
    report.answers = { finder.reportAnswers }
    var sink = TimelineSink.Options()
    sink.filter = stats.filter
    return TimelineSink(finder, options: sink)
  }
}
