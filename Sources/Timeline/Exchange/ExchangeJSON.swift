import BTSnoop
import Bytes
import GATTSession
import JSONText

/// A conversation as NDJSON: one object a turn, after a line about the capture.
final class ExchangeJSON: ExchangeWriter {
  private let out: OutputStream
  private var head: RecordHead?
  /// Marks are written as in the timeline.
  private var marks: EventJSON?
  private var clock: TimelineClock?
  private var turns = 0
  private var captures: CaptureKeys?
  private let seen: SeenRecords?

  /// - captureKey: of the capture that a turn begins in; `nil` to leave that out.
  /// - seen: the records of other recorders about the same.
  init(
    _ out: OutputStream, captureKey: ((CaptureInfo) -> CaptureKey?)?, seen: SeenRecords? = nil
  ) {
    self.out = out
    self.seen = seen
    captures = captureKey.map { CaptureKeys($0) }
  }

  func capture(_ info: CaptureInfo, from frame: UInt64) { captures?.add(info, from: frame) }

  let needsMembers = true

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    head = RecordHead(clock: clock)
    marks = EventJSON(clock: clock)
    self.clock = clock
    out.buffer.append("{")
    out.buffer.append(member: "event", word: "capture")
    out.buffer.append(captureMembers: summary, decimals: clock.decimals)
    out.buffer.append("}\n")
  }

  func link(_ event: borrowing Event, fields: borrowing EventFields) {}

  func mark(_ event: borrowing Event, fields: borrowing EventFields) {
    let last = captures?.members(of: event.frame) ?? []
    var texts = ByteWriter(capacity: 256)
    let end = marks?.writeLine(
      event, fields: fields, value: RawSpan(), last: last, texts: &texts, to: &out.buffer)
    if let end { out.lineEnds(at: end) }
  }

  func end(_ summary: CaptureSummary) { out.lineEnds() }

  func turn(_ turn: ExchangeTurn) {
    guard let first = turn.first else { return }
    turns += 1
    head?.write(
      frame: first.frame, time: first.time, adapter: turn.connection.adapter, to: &out.buffer)
    out.buffer.append(member: "exchange", turns)
    out.buffer.append(member: "connection", turn.connection.ordinal)
    if let peer = turn.connection.peer {
      EventJSON.device(
        peer.address, hasName: peer.name != nil, name: (peer.name ?? "").rawBytes, to: &out.buffer)
    }
    if turn.count > 1 {
      out.buffer.append(member: "count", turn.count)
      out.buffer.append(jsonKey: "last_t")
      clock?.write(turn.lastTime, to: &out.buffer)
    }
    if let request = turn.request {
      out.buffer.append(member: "request") { write(request, isRequest: true, to: &$0) }
    }
    out.buffer.append(member: "answers", objects: turn.answers) {
      write($0, isRequest: false, to: &$1)
    }
    if let members = captures?.members(of: first.frame) { out.buffer.append(members) }
    out.buffer.append("}\n")
    out.lineEnds()
  }

  private func write(_ part: ExchangePart, isRequest: Bool, to out: inout ByteWriter) {
    out.append(member: "event", word: part.kind.word)
    out.append(member: "from", word: part.isFromCentral ? "central" : "peripheral")
    if !isRequest {
      out.append(member: "frame", part.frame)
      if let delay = part.delay {
        out.append(member: "ms", number: Double(delay) / 1e6)
      }
    }
    // An answer is of the request's attribute.
    if isRequest || part.kind == .notification || part.kind == .indication {
      out.append(part.attributeMembers)
    }
    out.append(part.decodedMembers)
    if !part.text.isEmpty { out.append(member: "text", text: part.text.rawBytes) }
    if part.isCut { out.append(member: "truncated", true) }
    if !part.note.isEmpty { out.append(member: "note", text: part.note.rawBytes) }
    if part.count > 1 { out.append(member: "count", part.count) }
    if let seen, let clock { out.append(seen: seen(part.frame), clock: clock) }
  }
}
