import ATTDissector
import BTSnoop
import Bytes

/// The roles of both sides, where the start of a connection is not in the capture.
extension LinkStates {
  /// Derives the roles from a PDU that only one of them may send.
  func learnRole(
    _ role: LinkRole, ofSenderOf pdu: StaticString, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard !connection.parties.isRoleKnown else { return }
    switch record.direction {
    case .sent: learnRole(role, by: pdu, isSent: true, on: connection, at: record)
    case .received: learnRole(role.opposite, by: pdu, isSent: false, on: connection, at: record)
    case .unknown: break
    }
  }

  /// Sets the role of the recording host.
  func learnRole(
    _ role: LinkRole, by packet: StaticString, isSent: Bool, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard !connection.parties.isRoleKnown, connection.hearing.isOfHost else { return }
    connection.role = role
    connection.parties.isRoleKnown = true
    reporter.emit(
      Event(.note, record, connection), fact: DeviceFact.role(role, by: packet, isSent: isSent))
  }
}
