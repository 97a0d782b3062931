import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// What silence, signal strength and refusals say about an end.
extension Verdict {
  /// What many receivers begin to lose packets at, in dBm.
  static let weak: Int8 = -90
  /// A device that was out of reach for its time-out does not come back within this, in nanoseconds.
  private static let atOnce: Int64 = 200_000_000
  /// For so long others are heard where it says something that one is not, in nanoseconds.
  private static let attention: Int64 = 3_000_000_000
  /// After a refusal a device waits no longer than this for a pairing, in nanoseconds: 2 min. What comes later has other
  /// reasons.
  private static let givingUp: Int64 = 120_000_000_000
  /// For so long a strength says something of what comes after it, in nanoseconds: 30 s.
  private static let freshness: Int64 = 30_000_000_000

  /// The request that the peer refused for want of encryption before it ended the connection, with no attempt to pair between.
  static func deniedBefore(_ tally: ConnectionTally) -> Evidence? {
    let connection = tally.connection
    guard let denied = tally.denied, let reason = connection.endReason,
      reason.ender == .remote || reason.ender == .remoteOrController,
      connection.endedBy == .remote, case .none = connection.pairing.outcome,
      connection.wasEncrypted == false, let end = connection.endTime,
      0...givingUp ~= end.nanoseconds(since: denied.time)
    else { return nil }
    return denied
  }

  /// Whether the peer ended a connection in which something had failed.
  static func isFruitless(_ tally: ConnectionTally) -> Bool {
    let connection = tally.connection
    guard connection.endedBy == .remote, connection.endReason?.ender == .remote else {
      return false
    }
    if case .failed = connection.pairing.outcome { return true }
    return deniedBefore(tally) != nil || connection.encryption.failure != nil
      || connection.hearing.isOfHost && unanswered(on: tally).contains { !$0.isOfPeer }
  }

  /// How far an end is from the moment that a timer gives, in nanoseconds.
  private static let punctuality: Int64 = 50_000_000

  /// The supervision time-out that a lost connection began with, in milliseconds, where it ended when that was over,
  /// though a shorter one came into force: its controller still counts by the first.
  static func firstTimeout(of tally: ConnectionTally) -> Int? {
    let connection = tally.connection
    guard connection.endReason == .connectionTimeout, connection.hearing.isOfHost,
      connection.beginsInCapture, let first = tally.parameters.first, let end = connection.endTime,
      first.timeout > Int(connection.state.timeout) * 10,
      first.time == connection.startTime, tally.knows(since: first.time, until: end)
    else { return nil }
    let late = end.nanoseconds(since: first.time) - Int64(first.timeout) * 1_000_000
    return abs(late) <= punctuality ? first.timeout : nil
  }

  /// The time-out counts packets, and a log of the host has data only.
  static func silence(
    of tally: ConnectionTally, end: CaptureTime, to text: inout ByteWriter
  ) {
    let connection = tally.connection
    guard connection.endReason == .connectionTimeout, connection.hearing.isOfHost,
      !connection.isFromApp, !connection.hasLosses, connection.disconnectRequest == nil,
      connection.state.timeout > 0, firstTimeout(of: tally) == nil,
      let last = connection.traffic.lastReceived, tally.knows(since: last.time, until: end)
    else { return }
    let timeout = Int64(connection.state.timeout) * 10_000_000
    let silence = end.nanoseconds(since: last.time)
    guard silence - timeout >= max(1_000_000_000, timeout / 4) else { return }
    text.append("; its last data came ")
    text.append(duration: silence)
    text.append(" before the end: it was heard for ")
    text.append(duration: silence - timeout)
    text.append(" more, in packets without data, which are not in this log")
  }

  /// A time-out at which a disturbance of half a second, or of a few connection events, ends the connection.
  static func shortTimeout(on tally: ConnectionTally, to text: inout ByteWriter) {
    let connection = tally.connection
    guard connection.endReason == .connectionTimeout, connection.disconnectRequest == nil else {
      return
    }
    if 1..<100 ~= connection.state.timeout {
      text.append("; a time-out of ")
      text.append(milliseconds: Int(connection.state.timeout) * 10)
      text.append(" is short, 2 to 6 s are usual")
    } else if let terms = tally.parameters.last, terms.isFragile,
      terms.timeout == Int(connection.state.timeout) * 10
    {
      text.append("; that is only ")
      text.append(number: terms.tolerance, decimals: 1)
      text.append(" connection intervals")
    }
  }

  /// The PHYs, or the data length, if the link was no longer heard soon after they changed: what a central and a
  /// peripheral do not agree on shows itself within a few events.
  static func alteration(on connection: Connection, end: CaptureTime) -> LinkAlteration? {
    guard connection.endReason == .connectionTimeout, connection.hearing.isOfHost,
      connection.disconnectRequest == nil, connection.state.timeout > 0, connection.interval > 0,
      let change = connection.clues.change
    else { return nil }
    let heard = end.nanoseconds(since: change.time) - Int64(connection.state.timeout) * 10_000_000
    let soon = connection.interval.multipliedReportingOverflow(
      by: 6 * (Int64(connection.state.latency) + 1))
    guard !soon.overflow, abs(heard) <= soon.partialValue else { return nil }
    guard let last = connection.traffic.lastReceived else { return change }
    return last.time.nanoseconds(since: change.time) <= soon.partialValue ? change : nil
  }

  static func alteration(on connection: Connection, end: CaptureTime, to text: inout ByteWriter) {
    guard let change = alteration(on: connection, end: end) else { return }
    text.append("; ")
    text.append(change.words)
    text.append(" had just changed (frame ")
    text.append(decimal: change.frame)
    text.append(")")
  }

  /// What this host did to get this connection, and has done for the next.
  static func connecting(of connection: Connection, to text: inout ByteWriter) {
    cancelled(of: connection, to: &text)
    unadvertised(of: connection, to: &text)
  }

  /// The attempt was cancelled too late, and its connection ended again.
  private static func cancelled(of connection: Connection, to text: inout ByteWriter) {
    guard let cancelled = connection.clues.cancelled, connection.endedBy == .local else { return }
    text.append("; it had cancelled the attempt (frame ")
    text.append(decimal: cancelled.frame)
    text.append(")")
    let late = connection.startTime.nanoseconds(since: cancelled.time)
    guard late >= 0 else { return }
    text.append(", and the connection came ")
    text.append(duration: late)
    text.append(" later all the same")
  }

  /// A connection ends the advertising that led to it: this host has not begun again.
  private static func unadvertised(of connection: Connection, to text: inout ByteWriter) {
    guard let duration = connection.clues.unadvertised else { return }
    text.append("; this host has not advertised since, for ")
    text.append(duration: duration)
    text.append(" to the end of the capture: nobody can connect again")
  }

  /// How well the device was heard before, and whether it is heard again.
  static func signal(
    of tally: ConnectionTally, end: CaptureTime, to text: inout ByteWriter
  ) {
    let connection = tally.connection
    let isLost =
      connection.endReason == .connectionTimeout || connection.endReason == .failedToBeEstablished
    if isLost, let (strength, frame) = strength(of: tally, end: end), strength <= weak {
      text.append("; its signal was weak, ")
      text.append(decimal: Int(strength))
      text.append(" dBm in frame ")
      text.append(decimal: frame)
    }
    if let again = tally.afterEnd.advertised, !connection.isNeverAnswered {
      let delay = again.time.nanoseconds(since: end)
      text.append("; it was seen advertising again ")
      text.append(duration: delay)
      text.append(" later")
      if let scan = tally.afterEnd.scanStart {
        text.append(", ")
        text.append(duration: again.time.nanoseconds(since: scan))
        text.append(" after this host began to scan")
      } else if connection.endReason == .connectionTimeout, connection.hearing.isOfHost,
        connection.transfer == nil, !tally.afterEnd.wasHeardDuring, 0..<atOnce ~= delay
      {
        text.append(": it was in reach, and has probably reset or given the link up")
      }
    } else if isLost, connection.hearing.isOfHost, !connection.servesAsPeripheral,
      tally.afterEnd.advertised == nil, tally.afterEnd.connected == nil,
      let others = tally.afterEnd.othersHeard,
      connection.peer?.addresses.contains(where: \.isPrivate) == false,
      case let time = others.time.nanoseconds(since: end), time >= attention
    {
      text.append("; it is not heard again, others are for ")
      text.append(duration: time)
      text.append(" (until frame ")
      text.append(decimal: others.frame)
      text.append("): it is probably out of range, or off")
    }
  }

  /// How strongly the peripheral was heard shortly before the end.
  private static func strength(
    of tally: ConnectionTally, end: CaptureTime
  ) -> (strength: Int8, frame: UInt64)? {
    let connection = tally.connection
    if connection.hearing.isOnAir { return tally.lastHeard[1].map { ($0.strength, $0.frame) } }
    func isFresh(_ time: CaptureTime) -> Bool {
      0...freshness ~= end.nanoseconds(since: time)
    }
    if let read = connection.clues.strength {
      return isFresh(read.time) ? (read.dBm, read.frame) : nil
    }
    guard let last = tally.lastAdvertisement, isFresh(last.evidence.time) else { return nil }
    return (last.strength, last.evidence.frame)
  }
}
