import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Who is central and who peripheral, where the beginning of a connection is not in the capture.
extension GATTSession {
  /// Learns the roles from a PDU that only one of them may send.
  func learnRole(
    _ role: LinkRole, ofSenderOf pdu: StaticString, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    guard !connection.isRoleTold else { return }
    switch record.direction {
    case .sent: learnRole(role, by: pdu, "sent", connection, record)
    case .received: learnRole(role.opposite, by: pdu, "received", connection, record)
    case .unknown: break
    }
  }

  /// Learns the role of the recording host.
  func learnRole(
    _ role: LinkRole, by evidence: StaticString, _ way: StaticString, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    guard !connection.isRoleTold, connection.link == nil else { return }
    connection.role = role
    connection.isRoleTold = true
    let event = begin(.note, record, connection)
    fields.own.add("role", word: role.name)
    fields.decoded.text.append("this host is the ")
    fields.decoded.text.append(role.name)
    fields.decoded.text.append(": ")
    fields.decoded.text.append(evidence)
    fields.decoded.text.append(" ")
    fields.decoded.text.append(way)
    emit(event)
  }
}
