import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Connections that a timer ends.
extension FindingSearch {
  /// An end sooner than this after what it is measured from has other reasons, in nanoseconds.
  private static let leastTime: Int64 = 3_000_000_000
  /// How far apart equal times are at most: nanoseconds, or this part of the time.
  private static let spread: Int64 = 50_000_000
  private static let relativeSpread = 0.005
  /// Equal work takes equally long each time: shorter ones with data until this before the end are no sign of a
  /// timer. In nanoseconds.
  private static let longWork: Int64 = 10_000_000_000
  private static let pause: Int64 = 1_000_000_000
  /// What is sorted, and told of.
  private static let limit = 1024

  static let endsAfterFixedTime = FindingSearch(.endsAfterFixedTime) { answers in
    guard answers.isWhole else { return [] }
    var groups: [String: [ConnectionTally]] = [:]
    var order: [String] = []
    for tally in answers.connections {
      let connection = tally.connection
      guard let reason = connection.endReason, connection.endTime != nil,
        connection.beginsInCapture,
        connection.endedBy != .local, connection.disconnectRequest == nil,
        // The first ends six intervals after the start, the other 40 s after a request: by definition.
        reason != .failedToBeEstablished, reason != .linkLayerResponseTimeout,
        // The timer is known: it is the supervision time-out.
        Verdict.firstTimeout(of: tally) == nil
      else { continue }
      let key = "\(connection.peer?.address.rawValue ?? 0) \(reason.rawValue) \(connection.endedBy)"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(tally)
    }
    return order.compactMap { key in groups[key].flatMap { alike($0, answers: answers) } }
  }

  /// What an end is measured from.
  private static let anchors:
    [(words: StaticString, time: @Sendable (ConnectionTally) -> CaptureTime?)] = [
      ("the connect", { $0.connection.startTime }),
      ("encryption", { encryption(of: $0.connection) }),
      (
        "the last update of its parameters",
        { $0.parameters.count > 1 ? $0.parameters.last?.time : nil }
      ),
      ("the last data sent", { last($0.connection.traffic.lastSent, on: $0.connection) }),
      ("the last data received", { last($0.connection.traffic.lastReceived, on: $0.connection) }),
    ]

  /// When encryption was on.
  private static func encryption(of connection: Connection) -> CaptureTime? {
    guard let start = connection.encryption.start, start.outcome == .on else { return nil }
    return start.settled?.time
  }

  /// On the air empty packets count as data.
  private static func last(
    _ data: (frame: UInt64, time: CaptureTime)?, on connection: Connection
  ) -> CaptureTime? { connection.hearing.isOfHost ? data?.time : nil }

  /// Whether no data came or went just before the end.
  private static func isQuiet(_ connection: Connection, end: CaptureTime) -> Bool {
    [connection.traffic.lastSent, connection.traffic.lastReceived].allSatisfy { last in
      last.map { end.nanoseconds(since: $0.time) >= pause } ?? true
    }
  }

  /// The connections of one device and one reason that all last equally long.
  private static func alike(_ tallies: [ConnectionTally], answers: Answers) -> Place? {
    guard tallies.count >= 2, let reason = tallies[0].connection.endReason else { return nil }
    for (index, anchor) in anchors.enumerated() {
      // The supervision time-out starts at the last data, and again at each update.
      if index > 1, reason == .connectionTimeout { break }
      var times: [(duration: Int64, tally: ConnectionTally)] = []
      for tally in tallies.prefix(limit) {
        guard let end = tally.connection.endTime, let start = anchor.time(tally),
          tally.knows(since: start, until: end)
        else { continue }
        let duration = end.nanoseconds(since: start)
        let least =
          reason == .connectionTimeout
          ? Int64(tally.connection.state.timeout) * 20_000_000 : leastTime
        if duration >= max(least, leastTime),
          duration >= longWork || isQuiet(tally.connection, end: end)
        {
          times.append((duration, tally))
        }
      }
      times.sort {
        ($0.duration, $0.tally.connection.ordinal) < ($1.duration, $1.tally.connection.ordinal)
      }
      var best = 0..<0
      var first = 0
      for last in times.indices {
        let most = max(spread, Int64(Double(times[last].duration) * relativeSpread))
        while times[last].duration - times[first].duration > most { first += 1 }
        if last + 1 - first > best.count { best = first..<last + 1 }
      }
      // Among many ends, some are alike by chance.
      guard
        best.count >= 3 && best.count * 4 >= tallies.count || best.count == 2 && tallies.count == 2
      else { continue }
      let found = times[best].map(\.tally).sorted { $0.connection.ordinal < $1.connection.ordinal }
      guard let last = found.last, let end = last.connection.endTime,
        let frame = last.connection.endFrame
      else { continue }
      var text = ByteWriter(capacity: 128)
      text.append(connections: found.map(\.connection.ordinal))
      text.append(" each ended ")
      text.append(duration: times[best.lowerBound + best.count / 2].duration)
      text.append(" after ")
      text.append(anchor.words)
      text.append(", a timer: ")
      text.append(status: reason)
      let further = found.dropLast().suffix(ConnectionTally.lastLimit).compactMap { tally in
        tally.endEvent.map {
          Evidence(
            frame: $0.frame, time: $0.time, text: "C\(tally.connection.ordinal) ends: \($0.text)")
        }
      }
      return Place(
        evidence: Evidence(frame: frame, time: end, text: "C\(last.connection.ordinal) ends"),
        connection: last.connection.ordinal, text: text.string, further: further,
        count: found.count)
    }
    return nil
  }
}
