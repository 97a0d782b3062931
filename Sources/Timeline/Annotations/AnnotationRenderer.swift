import BTSnoop
import Bytes
import GATTSession

/// Keeps what is said of each record of a capture.
package final class AnnotationRenderer: TimelineRenderer {
  private var annotator = EventAnnotator()
  private var text = AnnotationText()
  private var spool = AnnotationSpool()

  package init() {}

  package var demand: EventDemand { EventDemand(lastTexts: false, marks: false) }
  package var summarizes: Bool { true }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard let frame = annotator.annotate(event, fields: fields, value: value, into: &text) else {
      return
    }
    spool.add(text, to: frame, rank: .event)
  }

  package func answered(_ request: borrowing AnsweredRequest) {
    EventAnnotator.annotate(answer: request, into: &text)
    spool.add(text, to: request.frame, rank: .answer)
    EventAnnotator.annotate(request: request, into: &text)
    spool.add(text, to: request.requestFrame, rank: .answer)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {}

  /// Adds what was found at the end.
  package func add(finding text: borrowing AnnotationText, to frame: UInt64) {
    spool.add(text, to: frame, rank: .finding)
  }

  /// What had no room.
  package var leftOut: UInt64 { spool.leftOut }

  /// Copies a capture, with all that was said of its records.
  /// - section: what is said of the capture.
  package func write(
    _ copy: inout AnnotatedCopy, section: [UInt8], numbers: FrameNumbers
  ) {
    copy.section(section)
    var comments: [[UInt8]] = []
    var current: UInt64 = 0
    spool.forEach { frame, text in
      // It is not among those that are written.
      guard let number = numbers[frame] else { return }
      if number != current {
        copy.packet(current, comments: comments)
        comments.removeAll()
        current = number
      }
      comments.append(AnnotationText.written(text, numbers: numbers))
    }
    copy.packet(current, comments: comments)
    copy.end()
    if let error = spool.error { copy.out.fail(error, of: "the temporary file of annotations") }
  }
}
