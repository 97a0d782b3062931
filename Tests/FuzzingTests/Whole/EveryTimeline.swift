import BTSnoop
import ByteReader
import GATTSession
import Timeline

/// All forms of the timeline and of the attribute trees, from one session.
final class EveryTimeline: TimelineRenderer {
  private let ndjson: Sheet
  private let csv: Sheet
  private let json: Sheet
  private let report: Sheet
  private let treeText: Sheet
  private let treeJSON: Sheet
  private let renderers: [any TimelineRenderer]
  private(set) var events = 0

  init(_ way: Way) throws {
    ndjson = try Sheet()
    csv = try Sheet()
    json = try Sheet()
    report = try Sheet()
    treeText = try Sheet()
    treeJSON = try Sheet()
    var options = ReportRenderer.Options()
    options.timeStyle = way.timeStyle
    options.showsAll = way.showsAll
    options.isLive = way.isLive
    options.showsAdvertisements = way.showsAdvertisements
    renderers = [
      NDJSONRenderer(ndjson.stream), CSVRenderer(csv.stream), JSONRenderer(json.stream),
      ReportRenderer(report.stream, options: options),
      GATTRenderer(treeText.stream, format: .text, filter: EventFilter()),
      GATTRenderer(treeJSON.stream, format: .json, filter: EventFilter()),
    ]
  }

  var tellsSilence: Bool { true }
  var summarizes: Bool { true }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    for renderer in renderers { renderer.begin(summary, clock: clock) }
  }

  func event(_ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan) {
    let isSilence = event.subject == .silence
    if !isSilence { events += 1 }
    for renderer in renderers where !isSilence || renderer.tellsSilence {
      renderer.event(event, fields, value: value)
    }
  }

  func end(_ summary: CaptureSummary, session: GATTSession) {
    for renderer in renderers { renderer.end(summary, session: session) }
  }

  func check() throws {
    let lines = try JSONRules.checkLines(try ndjson.bytes(), "ndjson")
    try require(lines == events + 1, "ndjson: \(lines) lines for \(events) events")
    try TextRules.checkCSV(try csv.bytes(), "csv")
    try JSONRules.checkDocument(try json.bytes(), "json")
    try TextRules.checkLines(try report.bytes(), "report")
    try TextRules.checkLines(try treeText.bytes(), "gatt")
    let tree = try treeJSON.bytes()
    try JSONRules.checkDocument(tree, "gatt json")
    let document = try GATTDocument(json: tree)
    var again = ByteWriter(capacity: tree.count)
    document.write(to: &again)
    try require(again.bytes.copy() == tree, "gatt json: not the same when it was read and written")
  }
}
