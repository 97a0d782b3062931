import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

extension Verdict {
  /// The records that show why a connection ended, in their order.
  static func evidence(of tally: ConnectionTally) -> [Evidence] {
    let connection = tally.connection
    var all = tally.remarks + securityEvidence(of: connection) + evidence(of: connection)
    for (index, terms) in tally.parameters.suffix(3).enumerated() {
      var text = ByteWriter(capacity: 64)
      let isFirst = tally.parameters.count <= 3 && index == 0
      text.append(isFirst && connection.beginsInCapture ? "connected, " : "from now on ")
      terms.write(to: &text)
      if isFirst { append(channelSelection: connection, to: &text) }
      all.append(Evidence(frame: terms.frame, time: terms.time, text: text.string))
    }
    if let denied = deniedBefore(tally) {
      all.append(Evidence(frame: denied.frame, time: denied.time, text: "refuses \(denied.text)"))
    }
    for request in unanswered(on: tally) {
      all.append(
        Evidence(
          frame: request.frame, time: request.time,
          text: request.text + request.outcome))
    }
    if connection.isNeverAnswered, let version = connection.link?.procedures.versions[.central] {
      var text = ByteWriter(capacity: 64)
      text.append("the central has version ")
      ReportConnections.append(version: version.version, of: version.company, to: &text)
      if let frame = connection.link?.lastFrame {
        all.append(Evidence(frame: frame, time: connection.traffic.lastRecord, text: text.string))
      }
    }
    let isOnAir = connection.hearing.isOnAir
    // How well the device was heard at first matters where neither host wanted the end.
    if let reason = connection.endReason, !reason.isOrdinaryEnd, let last = tally.lastAdvertisement
    {
      all.append(last.evidence)
    }
    func strength(_ side: Int, _ frame: UInt64) -> String {
      StatsRenderer.dBm(tally.lastHeard[side].flatMap { $0.frame == frame ? $0.strength : nil })
    }
    if let (frame, time) = connection.traffic.lastSent {
      let text =
        isOnAir ? "last PDU of the central" + strength(0, frame) : "last data sent"
      all.append(Evidence(frame: frame, time: time, text: text))
    }
    if let (frame, time) = connection.traffic.lastReceived {
      let text =
        isOnAir
        ? "last PDU of the peripheral" + strength(1, frame) : "last data received"
      all.append(Evidence(frame: frame, time: time, text: text))
    }
    if let (frame, time) = connection.clues.controllerFailure {
      all.append(
        Evidence(frame: frame, time: time, text: "the controller reports a hardware error"))
    }
    if let (frame, time, dBm) = connection.clues.strength,
      connection.endReason?.isOrdinaryEnd == false
    {
      all.append(
        Evidence(
          frame: frame, time: time, text: "this host's controller hears it at \(dBm) dBm"))
    }
    if let (frame, time, reason) = connection.disconnectRequest {
      var text = ByteWriter(capacity: 64)
      text.append("this host asks for the end: ")
      text.append(status: HCIStatus(rawValue: reason))
      all.append(Evidence(frame: frame, time: time, text: text.string))
    }
    if let end = tally.endEvent {
      all.append(Evidence(frame: end.frame, time: end.time, text: "ended: \(end.text)"))
    }
    if let again = tally.afterEnd.advertised { all.append(again) }
    if let again = tally.afterEnd.connected { all.append(again) }
    // A stable sort: of one record, in the order above.
    return all.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }.map(\.element)
  }
}
