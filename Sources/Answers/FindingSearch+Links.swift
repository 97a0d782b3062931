import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// Connections that end before anything is said, and links with terms that make them slow.
extension FindingSearch {
  /// A connection that its peer ends sooner than this was ended at once: 2 s, in nanoseconds.
  private static let atOnce: Int64 = 2_000_000_000

  static let endedAtOnce = ofConnections(.endedAtOnce) { tally, _, text in
    let connection = tally.connection
    guard let end = connection.endTime, let frame = connection.endFrame,
      let reason = connection.endReason, reason.ender == .remote, !connection.end.isByEither,
      connection.isOfAttributes, connection.beginsInCapture, !connection.hasLosses,
      !connection.isFromApp, connection.hearing.isOfHost,
      connection.traffic.lastSent == nil, connection.traffic.lastReceived == nil,
      !connection.encryption.wasOn,
      connection.encryption.start == nil,
      tally.knows(since: connection.startTime, until: end),
      case let duration = end.nanoseconds(since: connection.startTime), duration < atOnce
    else { return nil }
    text.append("the peer ended the connection ")
    text.append(duration: duration)
    text.append(" after the connect, before either side had sent data: ")
    text.append(status: reason)
    return Evidence(frame: frame, time: end, text: "ended")
  }

  /// Values in a second from which on it matters how many PDUs each takes.
  private static let fewestValues = 10

  static let dataLengthLimited = ofConnections(.dataLengthLimited) { tally, _, text in
    guard let change = tally.lengthChange else { return nil }
    let isOnAir = tally.connection.hearing.isOnAir
    for side in Side.allCases {
      let busiest = tally.throughput.busiest[side]
      guard busiest.values >= fewestValues, let length = busiest.length, length.isLimitedByTime,
        let last = busiest.last, change.time <= last,
        case let limited = busiest.pdus(of: length.effective),
        limited > busiest.pdus(of: length.octets)
      else { continue }
      text.append("data of ")
      switch side {
      case .host: text.append(isOnAir ? "the central" : "this host")
      case .peer: text.append(isOnAir ? "the peripheral" : "the peer")
      }
      text.append(": PDUs have ")
      length.write(to: &text)
      text.append("; a value of ")
      text.append(decimal: busiest.largest)
      text.append(" takes ")
      text.append(decimal: limited)
      text.append(" PDUs in place of ")
      text.append(decimal: busiest.pdus(of: length.octets))
      return change
    }
    return nil
  }
}
