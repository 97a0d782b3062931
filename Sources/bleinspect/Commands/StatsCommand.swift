import Answers
import BTSnoop
import GATTSession
import Timeline

extension CommandDeclaration {
  static let stats = CommandDeclaration(
    operands: "CAPTURE...",
    summary: "why it ended, how slow, how much, who subscribed",
    about: manyCaptures
      + " Answers what is asked first: why each connection ended, with the records that show it; how "
      + "long requests waited for their answers; how much was sent; which characteristics were "
      + "turned on, and how often their values came; how well each device was heard. Percentiles "
      + "are exact.",
    formats: [.text, .json, .markdown, .sarif, .codequality],
    examples: [
      ("bleinspect stats btsnoop_hci.log", "everything"),
      ("bleinspect stats --why --device Lamp walk.pcapng", "why it ends"),
      ("bleinspect stats --format json walk.pcapng", "for a script"),
      ("bleinspect stats --format sarif walk.pcapng", "its findings, for CI"),
      ("bleinspect stats --align --path phone.log air.pcapng", "from host to air"),
    ],
    exitCodes: readingExitCodes,
    prepare: { invocation, _ throws(UsageError) in
      try invocation.checkCaptures()
      try invocation.checkAlign()
      try invocation.checkPath()
      let ofFindings = invocation.formats.first { $0 == .sarif || $0 == .codequality }
      guard let form = ofFindings?.rawValue else { return }
      if !invocation.options.stats.isEmpty {
        throw invocation.refused("--format \(form) has findings: it does not work with a section")
      }
      if invocation.options.selection.uuid != nil || invocation.options.selection.handle != nil {
        throw invocation.refused(
          "--format \(form) has findings: it does not work with --uuid or --handle")
      }
    },
    run: { $0.options.align.showsPath ? PathCommand($0).run() : StatsCommand($0).run() })
}

/// `stats`: answers about connections, characteristics and devices.
struct StatsCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    ReadingCommand(invocation, advertisements: .all, writesAtEnd: true, tellsHidden: true) {
      invocation, out, filter, session in
      var options = StatsRenderer.Options()
      switch invocation.options.output.format {
      case .json: options.format = .json
      case .sarif: options.format = .sarif
      case .codequality: options.format = .codeQuality
      case .markdown: options.format = .markdown
      default: options.format = .text
      }
      options.sections = invocation.options.stats
      options.showsAll = invocation.options.output.all
      options.version = OptionParser.version
      if options.format == .json || options.format == .markdown {
        options.provenance = invocation.provenance
      }
      options.filter = filter
      let renderer = StatsRenderer(out, options: options)
      return TimelineStage(
        renderer, session: session, sink: Self.sink(filter, invocation: invocation))
    }.run()
  }

  static func sink(_ filter: EventFilter, invocation: Invocation) -> TimelineSink.Options {
    // The answers are about connections: only what is counted of them is of the attributes.
    var events = filter
    events.uuids = []
    events.handle = nil
    // What its device advertises before and after belongs to a connection.
    events.connection = nil
    return invocation.sink(events)
  }
}
