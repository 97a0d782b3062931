import BTSnoop
import Bytes
import GATTSession
import JSONText

/// One JSON object per line, one line per event; the first line describes the capture.
package final class NDJSONRenderer: TimelineRenderer {
  private let out: OutputStream
  private let adverts: AdvertisementChoice
  private var captures: CaptureKeys?
  private var json: EventJSON?

  /// - adverts: which advertisements it is given.
  /// - captureKey: of the capture that an event is from; `nil` to leave that out.
  package init(
    _ out: OutputStream, adverts: AdvertisementChoice = .all,
    captureKey: ((CaptureInfo) -> CaptureKey?)? = nil
  ) {
    self.out = out
    self.adverts = adverts
    captures = captureKey.map { CaptureKeys($0) }
  }

  package func capture(_ info: CaptureInfo, from frame: UInt64) {
    captures?.add(info, from: frame)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    json = EventJSON(clock: clock)
    out.buffer.append("{")
    out.buffer.append(member: "event", word: "capture")
    out.buffer.append(captureMembers: summary, decimals: clock.decimals, adverts: adverts)
    out.buffer.append("}\n")
  }

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {
    if captures != nil { json?.last = captures?.members(of: event.frame) ?? [] }
    guard let end = json?.writeLine(event, fields, value, to: &out.buffer) else { return }
    out.lineEnds(at: end)
  }

  package func end(_ summary: CaptureSummary, session: GATTSession) {}
}
