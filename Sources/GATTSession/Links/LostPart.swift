import ATTDissector
import BTSnoop
import Bytes

/// Fragments of an L2CAP PDU that an HCI log lacks: its beginning, or its rest.
package struct LostPart {
  let by: ATTParty
  /// `nil` where its beginning is missing.
  let octets: Int?
  /// Frame and time of the continuation without a beginning, or of the beginning without a rest.
  package let frame: UInt64
  package let time: CaptureTime

  /// For a finding.
  func write(_ text: inout ByteWriter) {
    text.append("a part of what ")
    text.append(by.words)
    text.append(" sent is missing: ")
    if let octets {
      text.append("an L2CAP PDU was begun with ")
      text.append(grouped: UInt64(clamping: octets), "octet")
      text.append(" and never completed")
    } else {
      text.append("L2CAP continuation without its beginning")
    }
  }
}

extension L2CAPFollower {
  /// A part of a PDU is missing on an HCI link: what was lost there was lost between controller and host, or on the
  /// way to the log. What the recorder says that it lost, and what was cut off at the beginning of the log, is no
  /// finding.
  func lostPart(octets: Int?, on connection: Connection, side: Side, at record: CaptureRecord) {
    guard connection.hearing.isOfHost, connection.classic == nil, clock.gaps(of: record) == 0,
      !clock.isExcerpt(connection),
      connection.beginsInCapture || connection.traffic.packets[side] > 1
    else { return }
    let begun = octets == nil ? nil : connection.l2cap.reassembly[side].startFrame
    let part = LostPart(
      by: ATTParty(isHost: side == .host, of: connection), octets: octets,
      frame: begun ?? record.frame, time: record.time)
    connection.clues.lostParts[part.by.isHost ? .host : .peer] = part
    reporter.find(.partLost(part), on: connection, at: record, moment: (part.frame, part.time))
  }
}
