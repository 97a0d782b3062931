import Bytes
import GATTSession
import Timeline

/// Keeps the timeline of a capture as a recorded one.
///
/// A capture and its `--format ndjson` output give the same timeline; a test compares them.
final class TimelineRecorder: TimelineRenderer {
  private var builder: TimelineBuilder?
  private var clock: TimelineClock?
  private var events: UInt32 = 0
  private var isFull = false

  init(name: String) { builder = TimelineBuilder(name: name, form: .capture) }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) { self.clock = clock }

  func event(_ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan) {
    guard !isFull, let clock else { return }
    events &+= 1
    do throws(LineProblem) {
      try builder?.add(event, fields, value, number: events, clock: clock)
    } catch { builder?.add(error, line: events) }
    guard builder?.isFull == true else { return }
    isFull = true
    builder?.add(problem: "the timeline is longer than fits into memory; the rest is not read")
  }

  func end(_ summary: CaptureSummary, session: GATTSession) {}

  /// The recorded timeline. Call it once.
  func take() -> RecordedTimeline? { builder.take()?.finish() }
}
