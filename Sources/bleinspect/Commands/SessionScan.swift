import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Reads captures only for what a session learns from them; nothing is shown.
final class SessionScan: RecordStage {
  let session: GATTSession

  /// - sink: what it has to follow, and what takes its events.
  init(_ options: GATTSession.Options, sink: any EventSink) {
    session = GATTSession(options: options, sink: sink)
  }

  var readsAppLogs: Bool { true }
  func begin(_ summary: CaptureSummary, clock: TimelineClock) {}
  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    session.process(record, bytes: bytes)
    return true
  }
  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) { session.finish() }
}

/// Events only so far as names need them: they come with advertisements, which are skipped where no events are wanted.
final class NamesOnly: EventSink {
  let demand = EventDemand(advertisements: .none)
  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {}
}
