import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Pairing and encryption, told as one story.
extension GATTSession {
  func security(
    _ payload: RawSpan, _ connection: Connection, _ record: CaptureRecord, isCut: Bool
  ) {
    var cursor = ByteCursor(payload)
    do {
      let code = SMPCode(rawValue: try cursor.uint8())
      if options.describesPackets {
        packet.summary.append("SMP ")
        packet.summary.append(SMPName.command(code.rawValue) ?? "unknown code")
      }
      switch code {
      case .pairingRequest:
        learnRole(.central, ofSenderOf: "Pairing Request", connection, record)
        connection.pairing = PairingStory()
        connection.pairing.outcome = .underWay
        connection.pairing.requestFrame = record.frame
        connection.pairing.requestTime = record.time
        connection.pairing.requestDirection = record.direction
        connection.pairing.request = try SMPPairingFeatures(&cursor)
      case .pairingResponse:
        learnRole(.peripheral, ofSenderOf: "Pairing Response", connection, record)
        let features = try SMPPairingFeatures(&cursor)
        guard let request = connection.pairing.request else { return }
        connection.pairing.method = SMPPairingMethod(initiator: request, responder: features)
      case .pairingFailed:
        pairingFailed(try cursor.uint8(), connection, record)
      case .securityRequest:
        learnRole(.peripheral, ofSenderOf: "Security Request", connection, record)
        securityAsked(try cursor.uint8(), connection, record)
      case .keypressNotification:
        keyPressed(try cursor.uint8(), connection, record)
      case .identityInformation:
        let key = try cursor.uint128LittleEndian()
        connection.pairing.identityKeys[record.direction == .received ? 1 : 0] = key
      case .identityAddressInformation:
        identified(as: try BluetoothAddress(identity: &cursor), connection, record)
      default: break
      }
    } catch {
      malformed("SMP PDU", error, payload, record, connection, isCut: isCut)
    }
  }

  private func pairingFailed(
    _ reason: UInt8, _ connection: Connection, _ record: CaptureRecord
  ) {
    connection.pairing.outcome = .failed
    var event = begin(.security, record, connection)
    event.direction = record.direction
    event.from = sender(record.direction, connection)
    event.isProblem = true
    addPairing(connection, "pairing_failed", &event)
    let name = SMPName.failure(reason)
    if let name { fields.own.add("reason", word: name) }
    fields.own.add("reason_code", reason)
    fields.decoded.text.append(", failed: ")
    fields.decoded.text.append(name ?? "reason")
    fields.decoded.text.append(" (")
    fields.decoded.text.append(upperHex: UInt64(reason), digits: 2)
    fields.decoded.text.append(")")
    emit(event)
    find(connection, record) { text in
      text.append("pairing failed: ")
      text.append(name ?? "reason")
      text.append(" (")
      text.append(upperHex: UInt64(reason), digits: 2)
      text.append("), frame ")
      text.append(decimal: record.frame)
    }
  }

  /// `step` and what the pairing's features said.
  private func addPairing(_ connection: Connection, _ step: StaticString, _ event: inout Event) {
    let story = connection.pairing
    fields.own.add("step", word: step)
    if story.requestFrame > 0 {
      event.requestFrame = story.requestFrame
      event.requestTime = story.requestTime
      event.responseTime = event.time.nanoseconds(since: story.requestTime)
    }
    guard let method = story.method else {
      fields.decoded.text.append("pairing")
      return
    }
    fields.own.add("method", word: method.association.name)
    fields.own.add(
      "pairing", word: method.isSecureConnections ? "secure_connections" : "legacy")
    fields.own.add("bonded", method.isBonding)
    fields.decoded.text.append(method.isSecureConnections ? "Secure Connections, " : "legacy, ")
    fields.decoded.text.append(method.association.name)
    fields.decoded.text.append(method.isBonding ? ", bonded" : ", not bonded")
  }

  func encryptionChanged(
    _ change: EncryptionChange, _ code: HCIEventCode, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    let pairs = connection.pairing.outcome == .underWay
    var event = begin(.security, record, connection)
    guard change.status == .success else {
      event.isProblem = true
      if pairs { connection.pairing.outcome = .failed }
      if pairs {
        addPairing(connection, "pairing_failed", &event)
        fields.decoded.text.append(", encryption failed: ")
      } else {
        fields.own.add("step", word: "encryption_failed")
        fields.decoded.text.append("encryption failed: ")
      }
      addReason(change.status)
      fields.decoded.text.append(status: change.status)
      emit(event)
      find(connection, record) { text in
        text.append("encryption failed: ")
        text.append(status: change.status)
        text.append(", frame ")
        text.append(decimal: record.frame)
      }
      return
    }
    connection.isEncrypted = change.enabled != 0
    connection.encryptionSeen = connection.encryptionSeen || connection.isEncrypted
    if pairs, connection.isEncrypted {
      connection.pairing.outcome = .succeeded
      connection.peer?.isBonded = connection.pairing.method?.isBonding ?? false
      addPairing(connection, "paired", &event)
      fields.own.add("encrypted", true)
      if let size = change.keySize ?? connection.pairing.method?.keySize {
        fields.own.add("key_size", size, .octets)
      }
      emit(event)
      return
    }
    let isRefresh = code == .encryptionKeyRefreshComplete
    fields.own.add(
      "step",
      word: isRefresh ? "key_refreshed" : connection.isEncrypted ? "encrypted" : "unencrypted")
    fields.own.add("encrypted", connection.isEncrypted)
    if let size = change.keySize { fields.own.add("key_size", size, .octets) }
    fields.decoded.text.append(
      isRefresh
        ? "key refreshed"
        : connection.isEncrypted ? "with a key from before" : "encryption off")
    emit(event)
  }
}
