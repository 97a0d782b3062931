import Bytes
import GATTSession
import JSONText

/// One JSON object per line, one line per event; the first line describes the capture.
package final class NDJSONRenderer: TimelineRenderer {
  private let out: OutputStream
  private var json: EventJSON?

  package init(_ out: OutputStream) { self.out = out }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    json = EventJSON(clock: clock)
    out.buffer.append("{")
    out.buffer.append(member: "event", word: "capture")
    out.buffer.append(captureMembers: summary, decimals: clock.decimals)
    out.buffer.append("}\n")
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    guard let end = json?.writeLine(event, fields, value, to: &out.buffer) else { return }
    out.lineEnds(at: end)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {}
}
