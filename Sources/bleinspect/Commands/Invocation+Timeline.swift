import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import System
import Timeline

/// What the options of a command line request of the timeline.
extension Invocation {
  /// - isLive: the timeline is shown as it comes.
  /// - summary: the text report's output for the summary; `nil`: that of the timeline.
  func timeline(
    _ out: OutputStream, filter: EventFilter, isLive: Bool = false, summary: OutputStream? = nil
  ) -> any TimelineRenderer {
    switch options.output.format {
    case .ndjson where options.output.flat:
      return shared(CSVRenderer(out, form: .json, captureKey: captureKey))
    case .ndjson:
      return shared(
        NDJSONRenderer(
          out, adverts: filter.advertisements, captureKey: captureKey, seen: plan?.records))
    case .csv: return shared(CSVRenderer(out))
    case .json:
      return shared(
        JSONRenderer(
          out, adverts: filter.advertisements, captureKey: captureKey,
          provenance: command == .report ? provenance : nil, seen: plan?.records))
    case .text where options.output.chart != nil: return chart(out)
    case .text, .junit, .sarif, .codequality, .markdown, .python:
      var report = ReportRenderer.Options()
      report.timeStyle = options.output.timeStyle
      report.showsAll = options.output.all
      report.showsWholeValues = options.output.full
      report.showsAdvertisements = requestsAdvertisements
      report.isColored = isColored
      report.isLive = isLive || options.follows
      report.hasSummary = !(isLive && options.output.quiet)
      report.filter = filter
      report.seen = plan?.records
      return ReportRenderer(out, options: report, summary: summary)
    }
  }

  /// The renderer, or one that shares its work among several processors: of those that `--jobs` asks for,
  /// or of two where a capture is large.
  private func shared(_ renderer: any SplitRenderer) -> any TimelineRenderer {
    // Which values are malformed, and so errors, is known where they are decoded.
    guard command == .report, !options.follows, !options.selection.errors else { return renderer }
    let jobs = options.jobs ?? (hasLargeFile ? min(2, availableProcessors) : 1)
    return jobs > 1 ? ParallelRenderer(renderer, threads: jobs - 1) : renderer
  }

  /// Whether the captures are so large that a second processor saves time that one would notice.
  private var hasLargeFile: Bool {
    var size: Int64 = 0
    for file in files {
      guard let path = (try? InputName(file))?.path, let status = FileStatus(path: path),
        status.isRegular
      else { continue }
      size += status.size
    }
    return size > 32 << 20
  }

  /// Whether the timeline has advertisements, whatever else there is.
  var requestsAdvertisements: Bool {
    options.selection.adverts == .all || options.selection.adverts == .changes
      || options.selection.events.contains(.advertisement)
  }

  func sink(_ filter: EventFilter) -> TimelineSink.Options {
    var sink = TimelineSink.Options()
    sink.filter = filter
    sink.count = options.selection.count
    sink.marks = options.knowledge.marks
    return sink
  }

  var session: GATTSession.Options {
    var session = GATTSession.Options()
    session.units = options.output.format.isForPeople ? options.output.units : .metric
    // Other commands record texts, or compare them.
    if options.output.format.isForPeople, Command.listers.contains(command) {
      session.hexLength = options.output.full ? .whole : .long
    }
    session.readsBadCRC = options.selection.badCRC
    session.identityKeys = options.knowledge.identityKeys
    session.linkKeys = options.knowledge.linkKeys
    session.temporaryKeys = options.knowledge.temporaryKeys
    session.searchesPasskeys = options.knowledge.searchesPasskeys
    session.thermopileFactor =
      options.knowledge.tmp006S0 == KnowledgeOptions.tmp006Constants[0] ? .application : .wiki
    return session
  }

  /// A session's options with what the form of the output needs.
  func adapted(_ options: GATTSession.Options) -> GATTSession.Options {
    var adapted = options
    adapted.units = session.units
    adapted.hexLength = session.hexLength
    return adapted
  }

  var isColored: Bool {
    switch options.output.color {
    case .always: true
    case .never: false
    case .auto: options.output.file == nil && Descriptor.standardOutput.isTerminal
    }
  }

  // MARK: Filters

  /// - advertisements: those that are shown unless options select.
  func makeFilter(
    _ advertisements: AdvertisementChoice = .changes
  ) throws(UsageError) -> EventFilter {
    var filter = EventFilter()
    if let device = options.selection.device { filter.select(device: device) }
    if let text = options.selection.uuid {
      do { filter.uuids = try AttributeNames.meant(by: text) } catch {
        throw refused("--uuid: \(error.message)")
      }
    }
    filter.connection = options.selection.connection.map { Int(clamping: $0) }
    filter.handle = options.selection.handle
    filter.adapters = Set(options.selection.adapters)
    filter.kinds = options.selection.events
    filter.errorsOnly = options.selection.errors
    filter.frames = options.selection.frames
    filter.from = options.selection.from.map(TimeLimit.init)
    filter.to = options.selection.to.map(TimeLimit.init)
    // A chart may be of the signal.
    filter.advertisements =
      options.selection.adverts ?? (options.output.chart == nil ? advertisements : .all)
    return filter
  }
}
