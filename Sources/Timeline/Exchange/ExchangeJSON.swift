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
  private var devices = DeviceMembers()
  private var turns = 0

  init(_ out: OutputStream) { self.out = out }

  let needsMembers = true

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    head = RecordHead(clock: clock)
    marks = EventJSON(clock: clock)
    self.clock = clock
    out.buffer.append("{\"event\":\"capture\",")
    out.buffer.append(captureMembers: summary, decimals: clock.decimals)
    out.buffer.append("}\n")
  }

  func link(_ event: borrowing Event, _ fields: borrowing EventFields) {}

  func mark(_ event: borrowing Event, _ fields: borrowing EventFields) {
    guard let end = marks?.writeLine(event, fields, RawSpan(), to: &out.buffer) else { return }
    out.lineEnds(at: end)
  }

  func end() { out.lineEnds() }

  func turn(_ turn: ExchangeTurn) {
    guard let first = turn.first else { return }
    turns += 1
    head?.write(
      frame: first.frame, time: first.time, adapter: turn.connection.adapter, to: &out.buffer)
    out.buffer.append(",\"exchange\":")
    out.buffer.append(decimal: turns)
    out.buffer.append(",\"connection\":")
    out.buffer.append(decimal: turn.connection.ordinal)
    if let peer = turn.connection.peer {
      devices.write(peer.address, peer.name, to: &out.buffer)
    }
    if turn.count > 1 {
      out.buffer.append(",\"count\":")
      out.buffer.append(decimal: turn.count)
      out.buffer.append(",\"last_t\":")
      clock?.write(turn.lastTime, to: &out.buffer)
    }
    if let request = turn.request {
      out.buffer.append(",\"request\":{")
      write(request, isRequest: true)
      out.buffer.append("}")
    }
    out.buffer.append(",\"answers\":[")
    for (index, answer) in turn.answers.enumerated() {
      out.buffer.append(index == 0 ? "{" : ",{")
      write(answer, isRequest: false)
      out.buffer.append("}")
    }
    out.buffer.append("]}\n")
    out.lineEnds()
  }

  private func write(_ part: ExchangePart, isRequest: Bool) {
    out.buffer.append("\"event\":")
    out.buffer.append(jsonWord: part.kind.word)
    out.buffer.append(",\"from\":")
    out.buffer.append(jsonWord: part.isFromCentral ? "central" : "peripheral")
    if !isRequest {
      out.buffer.append(",\"frame\":")
      out.buffer.append(decimal: part.frame)
      if let delay = part.delay {
        out.buffer.append(",\"ms\":")
        out.buffer.append(number: Double(delay) / 1e6)
      }
    }
    // An answer is of the request's attribute.
    if isRequest || part.kind == .notification || part.kind == .indication {
      out.buffer.append(part.attributeMembers)
    }
    out.buffer.append(part.decodedMembers)
    if !part.text.isEmpty {
      out.buffer.append(",\"text\":")
      out.buffer.append(json: part.text.rawBytes)
    }
    if part.isCut { out.buffer.append(",\"truncated\":true") }
    if !part.note.isEmpty {
      out.buffer.append(",\"note\":")
      out.buffer.append(json: part.note.rawBytes)
    }
    if part.count > 1 {
      out.buffer.append(",\"count\":")
      out.buffer.append(decimal: part.count)
    }
  }
}
