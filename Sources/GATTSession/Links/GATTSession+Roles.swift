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
    case .sent: learnRole(role, by: pdu, isSent: true, connection, record)
    case .received: learnRole(role.opposite, by: pdu, isSent: false, connection, record)
    case .unknown: break
    }
  }

  /// Learns the role of the recording host.
  func learnRole(
    _ role: LinkRole, by packet: StaticString, isSent: Bool, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    guard !connection.isRoleTold, connection.link == nil else { return }
    connection.role = role
    connection.isRoleTold = true
    emit(Event(.note, record, connection), DeviceFact.role(role, by: packet, isSent: isSent))
  }
}
