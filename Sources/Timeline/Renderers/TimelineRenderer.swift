import BTSnoop
import Bytes
import GATTSession
import JSONText

/// A summary of the capture, for the start of an output.
package struct CaptureSummary: Sendable {
  /// The form of the members that describe it, and of the timeline after them.
  package static let schema = 1

  package var captures: [CaptureInfo]
  /// Time of the first record; `nil` for a capture without records.
  package var start: CaptureTime?
  package var end: CaptureTime?
  package var notes: [CaptureNote]
  /// Why reading stopped before the end.
  package var damage: String?

  package init(captures: [CaptureInfo] = [], start: CaptureTime? = nil) {
    self.captures = captures
    self.start = start
    self.end = start
    self.notes = []
  }
}

/// One form of the timeline. Call `capture` for each capture when it begins, `begin` once, `event` for
/// each event, then `end` once.
package protocol TimelineRenderer: AnyObject {
  /// What it has a use for: of advertisements, if none, they only teach what a device is called. Never changes.
  var demand: EventDemand { get }
  /// Whether `end` covers the whole capture, however few events were requested.
  var summarizes: Bool { get }
  /// Whether there was anything of what is selected; `nil`: if any event was.
  var hasMatch: Bool? { get }
  /// - frame: the least number that its records can have.
  func capture(_ info: CaptureInfo, from frame: UInt64)
  func begin(_ summary: CaptureSummary, clock: TimelineClock)
  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan)
  /// Whether an event counts for `--count`: whether it shows anything of it.
  func counts(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool
  /// A request was answered, whether or not an event says so.
  func answered(_ request: borrowing AnsweredRequest)
  /// A sniffer heard a packet of a connection.
  func heard(_ packet: borrowing HeardPacket)
  /// Whether it has a use for what is found there: of what repeats, only such places count.
  func takesFinding(frame: UInt64, time: CaptureTime) -> Bool
  func end(_ summary: CaptureSummary, session: GATTSession)
}

extension TimelineRenderer {
  package var demand: EventDemand { EventDemand() }
  package var summarizes: Bool { false }
  package var hasMatch: Bool? { nil }
  package func capture(_ info: CaptureInfo, from frame: UInt64) {}
  package func counts(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool { true }
  package func answered(_ request: borrowing AnsweredRequest) {}
  package func heard(_ packet: borrowing HeardPacket) {}
  package func takesFinding(frame: UInt64, time: CaptureTime) -> Bool { true }
}

extension ByteWriter {
  /// A date and time; nothing for one that no calendar has.
  package mutating func append(member key: StaticString, time: CaptureTime, decimals: Int) {
    let before = count
    append(jsonKey: key)
    append("\"")
    var timestamps = TimestampWriter()
    if timestamps.write(time, decimals: decimals, to: &self) {
      append("\"")
    } else {
      truncate(to: before)
    }
  }

  /// The members that describe the capture, as in its NDJSON line.
  /// - adverts: which advertisements are in, unless all are.
  package mutating func append(
    captureMembers summary: CaptureSummary, decimals: Int, adverts: AdvertisementChoice = .all
  ) {
    append(member: "schema", CaptureSummary.schema)
    guard let first = summary.captures.first else { return }
    append(member: "format", first.format.rawValue)
    append(member: "link_type", first.linkType)
    if summary.captures.contains(where: \.isAppLog) { append(member: "from", word: "app log") }
    if let start = summary.start { append(member: "start", time: start, decimals: decimals) }
    if summary.captures.contains(where: \.hasRecorderClock) {
      append(member: "clock", word: "recorder")
    } else if summary.captures.contains(where: { $0.clock == .undated }) {
      append(member: "clock", word: "undated")
    } else if summary.captures.contains(where: { $0.clock == .none }) {
      append(member: "clock", word: "none")
    }
    if summary.captures.count > 1 {
      append(member: "captures", summary.captures.count)
    }
    switch adverts {
    case .all: break
    case .changes: append(member: "adverts", word: "changes")
    case .none: append(member: "adverts", word: "none")
    }
  }
}
