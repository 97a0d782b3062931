import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import JSONText
import Timeline
import Vocabulary

/// An attempt to connect of which no connection came.
struct FailedAttempt {
  /// How it ended.
  let end: Evidence
  /// When this host asked for it, if the capture has that.
  let asked: (frame: UInt64, time: CaptureTime)?
  let address: BluetoothAddress?
  let peer: Peer?
  let reason: UInt8?
  let by: String?

  /// - end: what the event says.
  init?(_ event: borrowing Event, _ fields: borrowing EventFields, _ end: Evidence) {
    guard event.connection == nil, event.kind == .disconnected || event.subject == .attempt else {
      return nil
    }
    self.end = end
    asked =
      if let frame = event.requestFrame, let time = event.requestTime { (frame, time) } else { nil }
    address = event.address
    peer = event.peer
    reason = fields.own.integer(.event.reasonCode).flatMap { UInt8(exactly: $0) }
    by = fields.own.word(.event.by).map { "\($0)" }
  }
}

extension Answers {
  /// Attempts that are shown unless all are.
  private static let attemptLimit = 12

  /// Attempts to connect that made no connection: an app may know of nothing else.
  func attempts(_ page: inout ByteWriter) {
    guard !attempts.isEmpty else { return }
    page.append("\nATTEMPTS TO CONNECT that made no connection\n           t    frame\n")
    for attempt in attempts.prefix(options.showsAll ? attempts.count : Self.attemptLimit) {
      var cell = ByteWriter(capacity: 64)
      cell.append(milliseconds: clock.nanoseconds(attempt.end.time))
      page.append(right: cell.bytes, width: 12)
      cell.removeAll()
      cell.append(decimal: attempt.end.frame)
      page.append(cell.bytes, endingAt: 21)
      page.append("  ")
      let column = page.column
      var text = ByteWriter(capacity: 128)
      device(of: attempt, &text)
      text.append(string: attempt.end.text)
      if let asked = attempt.asked {
        text.append("; asked for ")
        let duration = attempt.end.time.nanoseconds(since: asked.time)
        if duration >= 0 {
          text.append(duration: duration)
          text.append(" before, ")
        }
        text.append("in frame ")
        text.append(decimal: asked.frame)
      }
      if let heard = attempt.hearing(self) {
        text.append("; it ")
        heard.write(to: &text)
      }
      page.append(wrapped: text.bytes, indent: column)
      page.append("\n")
    }
    let shown = options.showsAll ? attempts.count : min(attempts.count, Self.attemptLimit)
    let more = attempts.count - shown
    if more > 0 {
      page.append("  + ")
      page.append(decimal: more)
      page.append(" more (--all shows them)\n")
    }
    if attemptsLeftOut > 0 {
      page.append("  + ")
      page.append(decimal: attemptsLeftOut)
      page.append(" more, which are not kept\n")
    }
  }

  private func device(of attempt: FailedAttempt, _ text: inout ByteWriter) {
    if let peer = attempt.peer, peer.ordinal > 0 {
      text.append("#")
      text.append(decimal: peer.ordinal)
      if let name = peer.name {
        text.append(" ")
        text.append(untrusted: name, .plain)
      }
    } else if let address = attempt.address {
      address.write(to: &text)
    } else {
      text.append("unknown device")
    }
    text.append(": ")
  }

  func attempt(_ attempt: FailedAttempt, _ json: inout JSONLines, _ out: inout ByteWriter) {
    if let address = attempt.address ?? attempt.peer?.address {
      json.member("address", to: &out) { $0.append(json: address) }
    }
    json.member("name", attempt.peer?.name, to: &out)
    json.member("start", seconds: attempt.asked.map { clock.shown($0.time) }, to: &out)
    json.member("request_frame", attempt.asked.map { Int(clamping: $0.frame) }, to: &out)
    json.member("t", seconds: clock.shown(attempt.end.time), to: &out)
    json.member("frame", Int(clamping: attempt.end.frame), to: &out)
    if let reason = attempt.reason {
      json.member("reason", HCIStatusName.name(reason).map { "\($0)" }, to: &out)
      json.member("reason_code", Int(reason), to: &out)
    }
    json.member("by", attempt.by, to: &out)
    json.member("text", attempt.end.text, to: &out)
  }
}
