import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline

/// Whether what happens follows a mark with a text: until the next mark, and for a limited time.
package final class MarkWatch {
  /// The most other texts that are kept.
  private static let otherLimit = 64

  /// The text that the timeline shows.
  private let text: [UInt8]
  private let limit: Int64?
  private var begin: CaptureTime?
  /// Whether there was such a mark.
  package private(set) var hasBegun = false
  /// The texts of other marks.
  package private(set) var others: [String] = []

  /// - limit: in nanoseconds.
  package init(_ text: String, limit: Int64? = nil) {
    var shown = ByteWriter(capacity: 64)
    shown.append(untrusted: text, escaping: .plain)
    self.text = shown.bytes.copy()
    self.limit = limit
  }

  fileprivate func meet(_ text: RawSpan, at time: CaptureTime) {
    let wanted = self.text
    guard text.equals(wanted.rawBytes) else {
      begin = nil
      let other = String(decoding: text.copy(), as: UTF8.self)
      if others.count < Self.otherLimit, !others.contains(other) { others.append(other) }
      return
    }
    begin = time
    hasBegun = true
  }

  fileprivate func covers(_ time: CaptureTime) -> Bool {
    guard let begin else { return false }
    return limit.map { time.nanoseconds(since: begin) <= $0 } ?? true
  }
}

/// Compares the values of two captures, or of two parts of one: what changed with what a user did.
package final class ContrastRenderer: TimelineRenderer {
  private let out: OutputStream
  private let first: LearnRenderer
  private let second: LearnRenderer
  private let side: Side
  private let format: LearnRenderer.Format
  private var clock: TimelineClock?

  /// What the first side is.
  package enum Side {
    /// It was read before.
    case before
    /// A part of the capture, in nanoseconds of `t`.
    case span(ClosedRange<Int64>)
    /// What follows a mark.
    case marked(MarkWatch)
  }

  package init(
    _ out: OutputStream, first: LearnRenderer, _ side: Side, format: LearnRenderer.Format = .text
  ) {
    self.out = out
    self.format = format
    self.first = first
    self.side = side
    var options = LearnRenderer.Options()
    options.showsDecoded = true
    second = LearnRenderer(nil, options: options)
  }

  /// Whether any value was on the side that is not named.
  package var hasOthers: Bool { second.hasValues }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) { self.clock = clock }

  package func counts(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) -> Bool { second.counts(event, fields: fields, value: value) }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    let isFirst: Bool
    switch side {
    case .before: isFirst = false
    case .span(let span):
      isFirst = clock.map { span.contains($0.nanoseconds(event.time)) } ?? false
    case .marked(let watch):
      if event.kind == .mark { watch.meet(fields.decoded.text.bytes, at: event.time) }
      isFirst = watch.covers(event.time)
    }
    (isFirst ? first : second).event(event, fields: fields, value: value)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    var page = ByteWriter(capacity: OutputStream.flushSize)
    // All values of one side differ from none.
    let isOneSided = first.hasValues != second.hasValues
    let contrasts = isOneSided ? [] : Contrast.all(first.collected, second: second.collected)
    switch format {
    case .text: if !isOneSided { ContrastText.write(contrasts, to: &page) }
    case .json: ContrastJSON.write(contrasts, to: &page)
    }
    out.buffer.append(page.bytes)
    out.lineEnds()
  }
}
