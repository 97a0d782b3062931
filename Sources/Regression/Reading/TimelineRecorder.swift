import Bytes
import GATTSession
import Timeline

/// Keeps the timeline of a capture as a recorded one.
///
/// Each event takes the way of a line of NDJSON, so that a capture and what `--format ndjson` writes of
/// it are the same by their nature.
final class TimelineRecorder: TimelineRenderer {
  private var builder: TimelineBuilder?
  private var json: EventJSON?
  private var line = ByteWriter(capacity: 4096)
  private var events: UInt32 = 0
  private var isFull = false

  init(name: String) { builder = TimelineBuilder(name: name, form: .capture) }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) { json = EventJSON(clock: clock) }

  func event(_ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan) {
    guard !isFull else { return }
    line.removeAll()
    json?.write(event, fields, value, to: &line)
    events &+= 1
    do throws(LineProblem) { try builder?.add(line: line.bytes, number: events) } catch {
      builder?.add(error, line: events)
    }
    guard builder?.isFull == true else { return }
    isFull = true
    builder?.add(problem: "the timeline is longer than fits into memory; the rest is not read")
  }

  func end(_ summary: CaptureSummary, session: GATTSession) {}

  /// All that was told. Call it once.
  func take() -> RecordedTimeline? { builder.take()?.finish() }
}
