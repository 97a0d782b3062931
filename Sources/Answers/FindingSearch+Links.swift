import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// Links that end or are slow for what the two agreed on before any data.
extension FindingSearch {
  /// A connection that is over so soon was not wanted: 2 s, in nanoseconds.
  private static let atOnce: Int64 = 2_000_000_000

  static let endedAtOnce = ofConnections(.endedAtOnce) { tally, _, text in
    let connection = tally.connection
    guard let end = connection.endTime, let frame = connection.endFrame,
      let reason = connection.endReason, reason.ender == .remote, !connection.isEndedByEither,
      connection.isOfAttributes, connection.beginsInCapture, !connection.hasLosses,
      !connection.isFromApp, connection.link == nil,
      connection.lastSent == nil, connection.lastReceived == nil,
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
    for side in Side.allCases {
      let length = tally.dataLength(of: side)
      let busiest = tally.busiest[side == .host ? 0 : 1]
      let limited = length.isLimitedByTime ? busiest.pdus(of: length.effective) : 0
      guard busiest.values >= fewestValues, limited > busiest.pdus(of: length.octets) else {
        continue
      }
      text.append(side == .host ? "data of this host: PDUs have " : "data of the peer: PDUs have ")
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
