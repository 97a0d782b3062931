import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Vocabulary

/// Says in a line what happened in a record, as the timeline does: what values mean, what answers what.
package struct EventAnnotator: ~Copyable {
  private var formatter = LineFormatter(
    clock: TimelineClock(origin: CaptureTime(seconds: 0, nanoseconds: 0), decimals: 6),
    style: .relative)
  private var cells = EventCells()
  private var choice = TimelineChoice()

  package init() {}

  /// - Returns: the record that the text is about; `nil` where nothing is said.
  package mutating func annotate(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan,
    into text: inout AnnotationText
  ) -> UInt64? {
    guard !event.content.isSilence, !event.content.isLossCount, event.kind != .mark,
      !choice.leavesOut(event, fields: fields)
    else { return nil }
    formatter.write(event, fields: fields, value: value, to: &cells)
    text.begin()
    if event.kind.isValue {
      if event.kind == .write || event.kind == .writeCommand { text.append("write ") }
      if cells.attribute.isEmpty { text.append("value") }
    } else {
      if event.kind == .attError { text.append("error, ") }
      text.append(cells.word)
      if !cells.attribute.isEmpty { text.append(" ") }
    }
    text.append(untrusted: cells.attribute.bytes)
    if !cells.text.isEmpty {
      text.append(": ")
      text.append(untrusted: cells.text.bytes)
    }
    // How long an answer took stands beside the request that it answers.
    if !cells.duration.isEmpty, !event.kind.isValue, event.kind != .attError, event.kind != .mtu {
      text.append(", ")
      text.append(untrusted: cells.duration.bytes)
    }
    Self.append(whose: event, to: &text)
    return Self.place(of: event)
  }

  /// What was written is in the request; all else is where the timeline has it.
  private static func place(of event: borrowing Event) -> UInt64 {
    let isOfRequest = event.kind == .write || event.isShownAtRequest
    return isOfRequest ? event.requestFrame ?? event.frame : event.frame
  }

  /// ` (C1 Polar H7 000607)`
  private static func append(whose event: borrowing Event, to text: inout AnnotationText) {
    guard let connection = event.connection, connection.ordinal > 0 else { return }
    text.append(" (C")
    text.append(decimal: connection.ordinal)
    if let name = event.peerName, !name.isEmpty {
      text.append(" ")
      text.append(untrusted: name)
    }
    text.append(")")
  }

  /// What is said of the record that answers: `answers frame 847, 46 ms`.
  package static func annotate(
    answer request: borrowing AnsweredRequest, into text: inout AnnotationText
  ) {
    text.begin()
    text.append("answers ")
    text.append(frame: request.requestFrame)
    append(latencyOf: request, to: &text)
  }

  /// What is said of the record that asks.
  package static func annotate(
    request: borrowing AnsweredRequest, into text: inout AnnotationText
  ) {
    text.begin()
    text.append("answered in ")
    text.append(frame: request.frame)
    append(latencyOf: request, to: &text)
  }

  /// Below zero the clock was set in between.
  private static func append(
    latencyOf request: borrowing AnsweredRequest, to text: inout AnnotationText
  ) {
    let nanoseconds = request.time.nanoseconds(since: request.requestTime)
    guard nanoseconds >= 0 else { return }
    text.append(", ")
    text.append(duration: nanoseconds)
  }
}
