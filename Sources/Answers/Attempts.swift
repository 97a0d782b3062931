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
  let by: Connection.Terminator?

  /// - end: what the event says.
  init?(_ event: borrowing Event, _ end: Evidence) {
    guard event.connection == nil else { return nil }
    if case .link(.attemptOpen) = event.content {
      (reason, by) = (nil, nil)
    } else if let end = event.content.end {
      (reason, by) = (end.reason?.rawValue, end.by)
    } else {
      return nil
    }
    self.end = end
    asked =
      if let frame = event.requestFrame, let time = event.requestTime { (frame, time) } else { nil }
    address = event.address
    peer = event.peer
  }
}

extension FailedAttempt {
  /// How long an app waits at least before it gives up for want of an answer, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

  /// This host has cancelled it.
  var isGivenUp: Bool { reason == 0x02 }

  /// How long the attempt took, in nanoseconds; `nil`: its beginning is not known.
  var waited: Int64? {
    guard let asked, case let time = end.time.nanoseconds(since: asked.time), time >= 0 else {
      return nil
    }
    return time
  }

  /// This host cancelled it to change whom it connects with, and asked again.
  func goesOn(_ answers: Answers) -> Bool { answers.session.resumes(attemptOf: end.frame) }

  /// The attempt was given up before the device could have answered, or was followed by a connection with the device.
  /// Where this host has had other connections as well: it went on with the next one, or was for any of several devices.
  func isOfNoMatter(_ answers: Answers) -> Bool {
    guard isGivenUp else { return false }
    if let waited, waited < Self.patience { return true }
    let hasConnected = answers.connections.contains { $0.connection.role == .central }
    if hasConnected, address == nil || goesOn(answers) { return true }
    guard let address else { return false }
    return answers.connections.contains { tally in
      tally.connection.startFrame > end.frame
        && tally.connection.peer?.addresses.contains { $0.deviceKey == address.deviceKey } == true
    }
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
      cell.append(attempt.end.time, of: clock)
      page.append(right: cell.bytes, width: 12)
      cell.removeAll()
      cell.append(decimal: attempt.end.frame)
      page.append(cell.bytes, endingAt: 21)
      page.append("  ")
      let column = page.column
      var text = ByteWriter(capacity: 128)
      device(of: attempt, to: &text)
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
      if attempt.goesOn(self) {
        text.append("; it went on with the next one")
      } else if let heard = attempt.hearing(in: self) {
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

  private func device(of attempt: FailedAttempt, to text: inout ByteWriter) {
    if let address = attempt.address ?? attempt.peer?.address {
      name(address, peer: attempt.peer, to: &text)
    } else {
      text.append("unknown device")
    }
    text.append(": ")
  }

  /// `#1 Polar H7`; of a device without a number, its address.
  func name(_ address: BluetoothAddress, peer: Peer?, to text: inout ByteWriter) {
    guard let peer, peer.ordinal > 0 else {
      address.write(to: &text)
      return
    }
    text.append("#")
    text.append(decimal: peer.ordinal)
    if let name = peer.name {
      text.append(" ")
      text.append(untrusted: name, escaping: .plain)
    }
  }

  func attempt(_ attempt: FailedAttempt, with json: inout JSONLines, to out: inout ByteWriter) {
    if let address = attempt.address ?? attempt.peer?.address {
      json.member("address", to: &out) { $0.append(json: address) }
    }
    json.member("name", attempt.peer?.name, to: &out)
    json.member("start", seconds: attempt.asked.map { clock.shown($0.time) }, to: &out)
    json.member("request_frame", attempt.asked.map { Int(clamping: $0.frame) }, to: &out)
    json.member("t", seconds: clock.shown(attempt.end.time), to: &out)
    json.member("frame", Int(clamping: attempt.end.frame), to: &out)
    if let reason = attempt.reason {
      json.member("reason", HCIStatusName.name(of: reason).map { "\($0)" }, to: &out)
      json.member("reason_code", Int(reason), to: &out)
    }
    json.member("by", attempt.by.map { "\($0.name)" }, to: &out)
    json.member("text", attempt.end.text, to: &out)
  }
}
