import BTSnoop
import Bytes
import GATTSession
import Timeline
import WebReport

/// All forms of the timeline and of the attribute trees, from one session.
final class EveryTimeline: TimelineRenderer {
  /// Numbers 0 to 7 of `Way.only`.
  static let outputs = 8

  private let sheets: [Sheet]
  private let renderers: [any TimelineRenderer]
  private let way: Way
  private(set) var events = 0
  private var marks = 0

  init(_ way: Way) throws {
    self.way = way
    sheets = try (0..<Self.outputs).map { _ in try Sheet() }
    var options = ReportRenderer.Options()
    options.timeStyle = way.timeStyle
    options.showsAll = way.showsAll
    options.isLive = way.isLive
    options.showsAdvertisements = way.showsAdvertisements
    var page = WebReportRenderer.Options()
    page.timeStyle = way.timeStyle
    page.showsAll = way.showsAll
    page.showsWholeValues = way.showsAll
    page.showsAdvertisements = way.showsAdvertisements
    let all: [any TimelineRenderer] = [
      NDJSONRenderer(sheets[0].stream), CSVRenderer(sheets[1].stream),
      JSONRenderer(sheets[2].stream), ReportRenderer(sheets[3].stream, options: options),
      GATTRenderer(sheets[4].stream, format: .text, filter: EventFilter()),
      GATTRenderer(sheets[5].stream, format: .json, filter: EventFilter()),
      CSVRenderer(sheets[6].stream, form: .json),
      WebReportRenderer(sheets[7].stream, options: page),
    ]
    renderers = all.indices.filter(way.wants).map { all[$0] }
  }

  let demand = EventDemand(silences: true)
  var summarizes: Bool { true }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    for renderer in renderers { renderer.begin(summary, clock: clock) }
  }

  func capture(_ info: CaptureInfo, from frame: UInt64) {
    for renderer in renderers { renderer.capture(info, from: frame) }
  }

  func answered(_ request: borrowing AnsweredRequest) {
    for renderer in renderers { renderer.answered(request) }
  }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    let isSilence = event.content.isSilence
    if !isSilence { events += 1 }
    if event.kind == .mark { marks += 1 }
    for renderer in renderers where !isSilence || renderer.demand.silences {
      renderer.event(event, fields: fields, value: value)
    }
  }

  func end(_ summary: CaptureSummary, session: GATTSession) {
    for renderer in renderers { renderer.end(summary, session: session) }
  }

  /// - count: marks that there must be.
  func check(marks count: Int) throws {
    try require(marks == count, "\(marks) marks of \(count) comments")
    for number in 0..<Self.outputs where way.wants(number) {
      try check(number, try sheets[number].bytes())
    }
  }

  private func check(_ number: Int, _ output: [UInt8]) throws {
    switch number {
    case 0:
      let lines = try JSONRules.checkLines(output, "ndjson")
      try require(lines == events + 1, "ndjson: \(lines) lines for \(events) events")
    case 1: try TextRules.checkCSV(output, "csv")
    case 2: try JSONRules.checkDocument(output, "json")
    case 3: try TextRules.checkLines(output, "report")
    case 4: try TextRules.checkLines(output, "gatt")
    case 6: _ = try JSONRules.checkLines(output, "rows")
    case 7: try MarkupRules.checkPage(output, "page")
    default:
      try JSONRules.checkDocument(output, "gatt json")
      let document = try GATTDocument(json: output)
      var again = ByteWriter(capacity: output.count)
      document.write(to: &again)
      let isSame = again.bytes.copy() == output
      try require(isSame, "gatt json: not the same when it was read and written")
    }
  }
}
