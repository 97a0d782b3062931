import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Compares the values of two captures, or of two spans of one: what changed with what a user did.
package final class ContrastRenderer: TimelineRenderer {
  private let out: OutputStream
  private let first: LearnRenderer
  private let second: LearnRenderer
  /// The part of the capture that is the first side, in nanoseconds of `t`; `nil`: it was read before.
  private let span: ClosedRange<Int64>?
  private var clock: TimelineClock?

  package init(_ out: OutputStream, first: LearnRenderer, span: ClosedRange<Int64>?) {
    self.out = out
    self.first = first
    self.span = span
    var options = LearnRenderer.Options()
    options.showsDecoded = true
    second = LearnRenderer(nil, options: options)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) { self.clock = clock }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    if let span, let clock, span.contains(clock.nanoseconds(event.time)) {
      first.event(event, fields, value: value)
    } else {
      second.event(event, fields, value: value)
    }
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    var page = ByteWriter(capacity: OutputStream.flushSize)
    ContrastText.write(Contrast.all(first.collected, second.collected), to: &page)
    out.buffer.append(page.bytes)
    out.lineEnds()
  }
}
