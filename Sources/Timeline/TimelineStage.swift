import BTSnoop
import Bytes
import GATTSession

/// Turns records into a timeline: the session, its sink and the renderer.
package final class TimelineStage: RecordStage {
  private let session: GATTSession
  private let sink: TimelineSink
  private var lastRecord: CaptureRecord?

  package init(
    _ renderer: any TimelineRenderer, session options: GATTSession.Options,
    sink sinkOptions: TimelineSink.Options
  ) {
    sink = TimelineSink(renderer, options: sinkOptions)
    session = GATTSession(options: options, sink: sink)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    sink.begin(summary, clock: clock)
  }

  package func record(_ record: CaptureRecord, _ bytes: RawSpan) -> Bool {
    session.process(record, bytes)
    lastRecord = record
    return !sink.wantsNoMore
  }

  package func note(_ note: CaptureNote) {
    guard let lastRecord else { return }
    session.note(note.message, record: lastRecord)
  }

  package var decryption: DecryptionReport { session.decryption }
  package var followed: GATTSession? { session }
  package var unreadCaptures: [UnreadCapture] { session.unreadCaptures }

  package func end(_ summary: CaptureSummary) {
    session.finish()
    sink.end(summary, session: session)
  }
}
