import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Connections that come late.
extension FindingSearch {
  /// A device that was heard this long before the attempt was advertising, in nanoseconds: 10 s.
  private static let recent: Int64 = 10_000_000_000
  /// From one advertisement to the next: 1 s, in nanoseconds, and how many have to be known.
  private static let rare: Int64 = 1_000_000_000
  private static let leastIntervals = 3

  static let connectSlow = FindingSearch(.connectSlow) { answers in
    var devices: [ObjectIdentifier: DeviceTally]?
    let mayLeaveOut = answers.session.adapters.contains {
      $0.controller.scanning.summary.leavesOutDuplicates
    }
    return answers.connections.compactMap { tally in
      let connection = tally.connection
      guard let request = connection.start.request, let setup = connection.start.setupTime,
        setup >= Connection.slowSetup,
        let listening = connection.clues.listening, !connection.hasLosses,
        let heard = tally.lastAdvertisement?.evidence,
        tally.knows(since: heard.time, until: connection.startTime),
        request.time.nanoseconds(since: heard.time) <= recent
      else { return nil }
      let known = devices ?? answers.devicesByPeer
      devices = known
      let device = connection.peer.flatMap { known[ObjectIdentifier($0.current)] }
      let intervals = mayLeaveOut ? nil : answers.percentiles(device?.intervals)
      let seldom = intervals.flatMap { $0.count >= leastIntervals && $0.median >= rare ? $0 : nil }
      let isPart = listening.window > 0 && Int(listening.window) * 2 < Int(listening.interval)
      guard seldom != nil || isPart else { return nil }
      var text = ByteWriter(capacity: 192)
      text.append("the connection came ")
      text.append(duration: setup)
      text.append(" after this host had asked for it (frame ")
      text.append(decimal: request.frame)
      text.append("): ")
      if let seldom {
        text.append("the device was heard advertising only every ")
        text.append(duration: Int64(seldom.median))
        text.append(" (median of ")
        text.append(grouped: UInt64(seldom.count))
        text.append("); ")
      }
      text.append("the controller was to listen ")
      if listening.window >= listening.interval {
        text.append("all the time")
      } else {
        text.append("for ")
        text.append(number: Double(listening.window) * 0.625)
        text.append(" of each ")
        text.append(number: Double(listening.interval) * 0.625)
        text.append(" ms")
      }
      return Place(
        evidence: Evidence(
          frame: connection.startFrame, time: connection.startTime, text: "connected"),
        connection: connection.ordinal, text: text.string,
        further: [Evidence(frame: request.frame, time: request.time, text: "asked for")])
    }
  }
}

extension Answers {
  /// The first tally of each known device.
  fileprivate var devicesByPeer: [ObjectIdentifier: DeviceTally] {
    Dictionary(
      devices.compactMap { tally in tally.peer.map { (ObjectIdentifier($0.current), tally) } },
      uniquingKeysWith: { first, _ in first })
  }
}
