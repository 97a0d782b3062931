import BTSnoop
import Bytes
import GATTSession
import JSONText

/// One JSON object per line, one line per event; the first line describes the capture.
package final class NDJSONRenderer: SplitRenderer {
  private let out: OutputStream
  private let adverts: AdvertisementChoice
  private var captures: CaptureKeys?
  private let seen: SeenRecords?
  private var json: EventJSON?
  private var clock: TimelineClock?
  /// The texts of an event.
  private var texts = ByteWriter(capacity: 256)

  /// - adverts: which advertisements it is given.
  /// - captureKey: of the capture that an event is from; `nil` to leave that out.
  /// - seen: the records of other recorders about the same.
  package init(
    _ out: OutputStream, adverts: AdvertisementChoice = .all,
    captureKey: ((CaptureInfo) -> CaptureKey?)? = nil, seen: SeenRecords? = nil
  ) {
    self.seen = seen
    self.out = out
    self.adverts = adverts
    captures = captureKey.map { CaptureKeys($0) }
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures?.add(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    json = EventJSON(clock: clock)
    self.clock = clock
    out.buffer.append("{")
    out.buffer.append(member: "event", word: "capture")
    out.buffer.append(captureMembers: summary, decimals: clock.decimals, adverts: adverts)
    out.buffer.append("}\n")
  }

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    let end = json?.writeLine(
      event, fields: fields, value: value, last: ending(of: event), texts: &texts, to: &out.buffer)
    if let end { out.lineEnds(at: end) }
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {}

  // MARK: Several threads

  package func ending(of event: borrowing Event) -> [UInt8] {
    let members = captures?.members(of: event.frame) ?? []
    guard let seen, let clock, event.content.isOfRecord else { return members }
    var ending = ByteWriter(capacity: 256)
    ending.append(members)
    ending.append(seen: seen(event.frame), clock: clock)
    return ending.bytes.copy()
  }

  package func formatter(with clock: TimelineClock) -> @Sendable () -> any EventFormatter {
    { ObjectFormatter(clock, before: "", after: "\n") }
  }

  package func take(_ page: RawSpan) { out.take(lines: page) }

  package func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan
  ) {
    json?.write(event, texts: texts, fields: fields, value: value, last: last, to: &out.buffer)
    out.buffer.append("\n")
    out.lineEnds()
  }
}

/// Writes events as objects.
final class ObjectFormatter: EventFormatter {
  private var json: EventJSON
  private let before: StaticString
  private let after: StaticString

  init(_ clock: TimelineClock, before: StaticString, after: StaticString) {
    json = EventJSON(clock: clock)
    self.before = before
    self.after = after
  }

  func write(
    _ event: EventFacts, texts: RawSpan, fields: borrowing EventFields, value: RawSpan,
    last: RawSpan, to page: inout ByteWriter
  ) -> Bool {
    page.append(before)
    json.write(event, texts: texts, fields: fields, value: value, last: last, to: &page)
    page.append(after)
    return true
  }
}
