import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A sender that is in the middle of an SDU, and gets no credits to go on.
struct StarvedChannel: Fact {
  let channel: Int
  let psm: L2CAPServicePSM
  let sender: ATTParty
  let receiver: ATTParty
  /// Nanoseconds since its last credit was used.
  let duration: Int64

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    out.text.append("L2CAP channel ")
    out.text.append(decimal: channel)
    out.text.append(" for ")
    out.text.append(psm)
    out.text.append(": ")
    out.text.append(sender.words)
    out.text.append(" is in the middle of an SDU without credits for ")
    out.text.append(duration: duration)
    out.text.append(", ")
    out.text.append(receiver.words)
    out.text.append(" gives none")
  }
}

extension L2CAPFollower {
  /// The connection ends, or the capture: whether a side of a channel waits for credits.
  func findStarved(
    _ channel: DynamicChannel, table: ChannelTable, on connection: Connection,
    at record: CaptureRecord
  ) {
    // Over a link that is lost, or that this host is ending, no credits can come.
    guard channel.isCreditBased, connection.hearing.isOfHost, !table.hasLoss, !connection.hasLosses,
      connection.endReason != .connectionTimeout, connection.disconnectRequest == nil
    else { return }
    for receiver in Side.allCases {
      // A capture may have one direction only.
      guard connection.traffic.packets[receiver] > 0,
        let (since, duration) = channel.starvation(of: receiver, at: record.time)
      else { continue }
      let fact = StarvedChannel(
        channel: channel.number, psm: channel.psm,
        sender: ATTParty(isHost: receiver == .peer, of: connection),
        receiver: ATTParty(isHost: receiver == .host, of: connection), duration: duration)
      reporter.find(
        .reported(fact, .channelStarved, frame: since.frame), on: connection, at: record,
        moment: since)
    }
  }
}
