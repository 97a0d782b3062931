import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// Turns records into a timeline as they arrive; provides the status line's data and the end
/// condition.
package final class LiveStage: RecordStage {
  package let session: GATTSession
  package let activity: LiveActivity
  private let sink: TimelineSink
  private let end: ConditionRenderer
  private var lastRecord: CaptureRecord?
  private var marks: Marks

  /// - condition: the first shown event for which it holds is the last one.
  package init(
    _ renderer: any TimelineRenderer, session options: GATTSession.Options,
    sink sinkOptions: TimelineSink.Options, until condition: EventCondition? = nil
  ) {
    marks = Marks(sinkOptions.marks)
    end = ConditionRenderer(renderer, condition)
    sink = TimelineSink(end, options: sinkOptions)
    activity = LiveActivity(sink)
    session = GATTSession(options: options, sink: activity)
  }

  /// Whether the condition was met.
  package var isMet: Bool { end.isMet }
  /// Whether nothing more will be shown.
  package var isDone: Bool { sink.isDone || isMet }
  /// The number of events shown.
  package var reported: UInt64 { end.reported }

  package var hasMatch: Bool { sink.hasMatch }

  /// Lets time pass without a record.
  package func advance(to time: CaptureTime) {
    if let lastRecord { marks.report(until: time, after: lastRecord, to: session) }
    session.advance(to: time)
  }

  /// Reports a mark that the user sets now.
  /// - Returns: whether there is a record at which it can stand.
  package func mark(_ text: String, at time: CaptureTime) -> Bool {
    guard let lastRecord else { return false }
    session.mark(text, at: time, record: lastRecord)
    return true
  }

  /// The time after which `advance` has something to report; `nil`: nothing waits for time.
  package var waitsUntil: CaptureTime? {
    guard lastRecord != nil, let mark = marks.next else { return session.waitsUntil }
    return session.waitsUntil.map { min($0, mark) } ?? mark
  }

  /// The marks to come are not reported: the user has ended it before.
  package func leaveOutMarks() { marks.leaveOut() }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    marks.begin(clock)
    sink.begin(summary, clock: clock)
  }

  package func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    if marks.areWaiting { marks.report(before: record, after: lastRecord, to: session) }
    session.process(record, bytes: bytes)
    lastRecord = record
    return !isDone
  }

  package var wantsComments: Bool { sink.demand.marks }
  package func comment(_ text: RawSpan) { marks.add(comment: text) }

  package func note(_ note: CaptureNote) {
    guard let lastRecord else { return }
    session.note(note, record: lastRecord)
  }

  package var decryption: DecryptionReport { session.decryption }
  package var followed: GATTSession? { session }
  package var unreadCaptures: [UnreadCapture] { session.unreadCaptures }
  package var remarks: [String] { marks.remarks }

  package func end(_ summary: CaptureSummary) {
    session.finish()
    if isDone { marks.leaveOut() }
    marks.end(after: lastRecord, to: session)
    sink.end(summary, session: session)
  }
}

/// Counts what happens, whatever the filters show.
package final class LiveActivity: EventSink {
  private let sink: TimelineSink
  private let rate = Key(
    named: "heart_rate_bpm", unit: FieldUnit(declaring: "bpm", ascii: "bpm"))
  package private(set) var events: UInt64 = 0
  /// The last measured heart rate, and its connection.
  package private(set) var heartRate: (bpm: Int, connection: Connection?)?
  /// How many were measured.
  package private(set) var heartRates: UInt64 = 0

  init(_ sink: TimelineSink) { self.sink = sink }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    if !event.content.isSilence { events += 1 }
    if event.kind == .notification, let bpm = fields.decoded.number(rate) {
      heartRate = (Int(bpm), event.connection)
      heartRates += 1
    }
    sink.event(event, fields: fields, value: value)
  }
}

/// Passes events on up to the first that meets the condition.
private final class ConditionRenderer: TimelineRenderer {
  private let renderer: any TimelineRenderer
  private let condition: EventCondition?
  private(set) var isMet = false
  private(set) var reported: UInt64 = 0

  init(_ renderer: any TimelineRenderer, _ condition: EventCondition?) {
    self.renderer = renderer
    self.condition = condition
  }

  var demand: EventDemand {
    let demand = renderer.demand
    return EventDemand(silences: demand.silences, unheard: demand.unheard, marks: demand.marks)
  }
  var summarizes: Bool { renderer.summarizes }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    renderer.begin(summary, clock: clock)
  }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    guard !isMet else { return }
    reported += 1
    renderer.event(event, fields: fields, value: value)
    if let condition, condition.holds(event, fields: fields, value: value) { isMet = true }
  }

  func counts(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool { renderer.counts(event, fields: fields, value: value) }

  func end(_ summary: CaptureSummary, session: GATTSession) {
    renderer.end(summary, session: session)
  }
}
