import BTSnoop
import Bytes
import GATTSession

/// Turns records into a timeline: the session, its sink and the renderer.
package final class TimelineStage: RecordStage {
  private let session: GATTSession
  private let sink: TimelineSink
  /// Gets the same events.
  private let other: TimelineSink?
  package let renderer: any TimelineRenderer
  private var lastRecord: CaptureRecord?
  private var marks: Marks
  /// The first frame of each capture, and whether its values are masked: a capture is told before its records, which
  /// may wait.
  private var masks: [(first: UInt64, isOn: Bool)] = []

  /// - other: gets the same events; what users are told is of the renderer.
  package init(
    _ renderer: any TimelineRenderer, session options: GATTSession.Options,
    sink sinkOptions: TimelineSink.Options, beside other: TimelineSink? = nil
  ) {
    self.renderer = renderer
    marks = Marks(sinkOptions.marks)
    let sink = TimelineSink(renderer, options: sinkOptions)
    self.sink = sink
    self.other = other
    session = GATTSession(
      options: options, sink: other.map { ForkedSink(sink, $0) } ?? sink)
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    masks.append((frame, info.masksValues))
    sink.capture(info, from: frame)
    other?.capture(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    marks.begin(clock)
    sink.begin(summary, clock: clock)
    other?.begin(summary, clock: clock)
  }

  package func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    if marks.areWaiting { marks.report(before: record, after: lastRecord, to: session) }
    session.hasMaskedValues = masks.last { $0.first <= record.frame }?.isOn ?? false
    session.process(record, bytes: bytes)
    lastRecord = record
    return !sink.wantsNoMore || other?.wantsNoMore == false
  }

  /// Reports a mark that the user sets now; nothing where there is no record at which it can stand.
  package func mark(_ text: String, at time: CaptureTime) {
    if let lastRecord { session.mark(text, at: time, record: lastRecord) }
  }

  package var wantsComments: Bool { sink.demand.marks }
  package var readsAppLogs: Bool { sink.demand.appLogs }
  package func comment(_ text: RawSpan) { marks.add(comment: text) }

  package func note(_ note: CaptureNote) {
    guard let lastRecord else { return }
    session.note(note, record: lastRecord)
  }

  package var decryption: DecryptionReport { session.decryption }
  package var followed: GATTSession? { session }
  package var unreadCaptures: [UnreadCapture] { session.unreadCaptures }
  package var remarks: [String] { marks.remarks }
  package var hasMatch: Bool { renderer.hasMatch ?? sink.hasMatch }

  package func end(_ summary: CaptureSummary) {
    session.finish()
    if sink.wantsNoMore { marks.leaveOut() }
    marks.end(after: lastRecord, to: session)
    // What the renderer tells may be what the other has found.
    other?.end(summary, session: session)
    sink.end(summary, session: session)
  }
}
