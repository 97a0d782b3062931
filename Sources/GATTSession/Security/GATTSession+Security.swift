import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Pairing and encryption, followed from start to end.
extension GATTSession {
  func security(
    _ payload: RawSpan, on connection: Connection, at record: CaptureRecord, isCut: Bool
  ) {
    var cursor = ByteCursor(payload)
    let short = isCut ? nil : shortage(payload)
    if let short { malformed(.smpPDU, error: short, bytes: payload, at: record, on: connection) }
    do {
      let code = SMPCode(rawValue: try cursor.uint8())
      observer?.security(payload)
      learnKeys(
        code, payload: payload, on: connection, side: record.direction == .received ? .peer : .host)
      defer { notePairing(code, on: connection, at: record) }
      answersSecurityRequest(on: connection, at: record)
      if isAfterFailure(code, on: connection, at: record) {
        // It is of no pairing, but it was said.
        if code == .pairingFailed {
          emit(
            Event(.security, record, connection, record.direction),
            fact: SecurityFact.pairingFailed(nil, reason: try cursor.uint8()))
        }
        return
      }
      switch code {
      case .pairingRequest:
        learnRole(.central, ofSenderOf: "Pairing Request", on: connection, at: record)
        // Two that wait for each other give up after 30 s, without a PDU (Core, Vol 3, Part H, 3.4). A sniffer
        // may have missed how it ended.
        if connection.pairing.outcome == .underWay, connection.pairing.request != nil {
          findPairingTimeout(on: connection, at: record)
          pairingStops(on: connection, at: record, isProblem: connection.hearing.isOfHost)
        }
        let hasFailed = connection.pairing.outcome == .failed
        connection.pairing = PairingStory()
        connection.pairing.followsFailure = hasFailed
        connection.pairing.outcome = .underWay
        connection.pairing.requestFrame = record.frame
        connection.pairing.requestTime = record.time
        connection.pairing.requestDirection = record.direction
        let features = try SMPPairingFeatures(&cursor)
        connection.pairing.request = features
        findKeySize(features.maximumKeySize, code, on: connection, at: record)
      case .pairingResponse:
        learnRole(.peripheral, ofSenderOf: "Pairing Response", on: connection, at: record)
        let features = try SMPPairingFeatures(&cursor)
        if let first = connection.pairing.response, connection.pairing.outcome == .underWay,
          connection.hearing.isOfHost
        {
          // The pairing goes on by the first.
          if first != features {
            connection.pairing.secondResponse = (record.frame, record.direction != .received)
          }
          return
        }
        connection.pairing.response = features
        findKeySize(features.maximumKeySize, code, on: connection, at: record)
        guard let request = connection.pairing.request else { return }
        connection.pairing.method = SMPPairingMethod(initiator: request, responder: features)
      case .pairingConfirm, .pairingRandom, .pairingPublicKey, .pairingDHKeyCheck:
        if payload.byteCount > 16 || isCut { pairingGoesOn(code, on: connection) }
      case .pairingFailed:
        pairingFailed(try cursor.uint8(), on: connection, at: record)
      case .securityRequest:
        learnRole(.peripheral, ofSenderOf: "Security Request", on: connection, at: record)
        let requirements = try cursor.uint8()
        emit(
          Event(.security, record, connection, record.direction),
          fact: SecurityFact.requested(requirements))
        asksForSecurity(on: connection, at: record)
      case .keypressNotification:
        emit(
          Event(.security, record, connection, record.direction),
          fact: SecurityFact.keyPressed(try cursor.uint8()))
      case .encryptionInformation, .centralIdentification:
        keysCome(on: connection, at: record)
      case .identityInformation:
        keysCome(on: connection, at: record)
        let key = try cursor.uint128LittleEndian()
        connection.pairing.identityKeys[record.direction == .received ? .peer : .host] = key
      case .identityAddressInformation:
        let identity = try BluetoothAddress(identity: &cursor)
        if identity.kind == .randomIdentity, identity.value >> 46 != 0b11 {
          let side: Side = record.direction == .received ? .peer : .host
          connection.pairing.wrongIdentity[side] = (identity, record.frame)
        }
        identified(as: identity, on: connection, at: record)
      default: break
      }
    } catch {
      if short == nil {
        malformed(.smpPDU, error: error, bytes: payload, at: record, on: connection, isCut: isCut)
      }
    }
  }

  /// What a PDU lacks of its fixed length.
  private func shortage(_ payload: RawSpan) -> ByteError? {
    guard payload.byteCount > 0, let length = SMPName.length(payload.uint8(at: 0)),
      payload.byteCount - 1 < length
    else { return nil }
    return ByteError(needed: length, available: payload.byteCount - 1, offset: 1)
  }

  /// A PDU of a pairing that may have begun unseen.
  private func pairingGoesOn(_ code: SMPCode, on connection: Connection) {
    switch connection.pairing.outcome {
    case .underWay, .succeeded: return
    // Others may have crossed the PDU that ended it.
    case .failed where code == .pairingRandom || code == .pairingDHKeyCheck: return
    case .none, .unfinished, .failed: break
    }
    connection.pairing = PairingStory()
    connection.pairing.outcome = .underWay
  }

  /// Whether the pairing under way has stood still for the time-out of 30 s (Vol 3, Part H, 3.4). On the air its
  /// next PDU may have been missed.
  func hasPairingTimedOut(on connection: Connection, at record: CaptureRecord) -> Bool {
    guard connection.hearing.isOfHost, let last = connection.lastOfPairing,
      last.gaps == clock.gaps(of: record), !isExcerpt(connection)
    else { return false }
    return record.time.nanoseconds(since: last.time) >= Self.transactionTimeout
  }

  /// - Returns: whether there is one.
  @discardableResult
  func findPairingTimeout(on connection: Connection, at record: CaptureRecord) -> Bool {
    guard hasPairingTimedOut(on: connection, at: record), let last = connection.lastOfPairing else {
      return false
    }
    let timeOut = pairingTimeOut(last, on: connection)
    connection.pairing.timeOut = timeOut
    reporter.find(
      .pairingTimedOut(timeOut, frame: last.frame), on: connection, at: record,
      moment: (last.frame, last.time))
    return true
  }

  /// The pairing under way does not go on.
  func pairingStops(on connection: Connection, at record: CaptureRecord, isProblem: Bool) {
    var event = Event(.security, record, connection)
    if connection.pairing.requestFrame > 0 {
      event.requestFrame = connection.pairing.requestFrame
      event.requestTime = connection.pairing.requestTime
    }
    connection.pairing.outcome = .unfinished
    let isExcerpt = isExcerpt(connection)
    event.isProblem = isProblem && !isExcerpt
    emit(
      event,
      fact: SecurityFact.pairingIncomplete(isUnseen: isExcerpt, connection.pairing.timeOut))
  }

  /// Keys are distributed once the link is encrypted: an excerpt has no event that says so.
  private func keysCome(on connection: Connection, at record: CaptureRecord) {
    guard connection.pairing.outcome == .underWay, isExcerpt(connection) else { return }
    connection.isEncrypted = true
    connection.encryptionSeen = true
    pairingSucceeded(on: connection, at: record, keySize: nil)
  }

  private func pairingSucceeded(
    on connection: Connection, at record: CaptureRecord, keySize: UInt8?
  ) {
    connection.pairing.outcome = .succeeded
    let method = connection.pairing.method
    if let method { connection.peer?.isBonded = method.isBonding }
    if keySize == nil { connection.note(keySize: method?.keySize, at: record) }
    notePasskey(on: connection)
    emit(
      pairingEvent(on: connection, at: record),
      fact: SecurityFact.paired(method, keySize: keySize ?? method?.keySize))
  }

  private func pairingFailed(
    _ reason: UInt8, on connection: Connection, at record: CaptureRecord
  ) {
    connection.pairing.outcome = .failed
    var event = pairingEvent(on: connection, at: record, direction: record.direction)
    event.isProblem = true
    emit(event, fact: SecurityFact.pairingFailed(connection.pairing.method, reason: reason))
    let isHost = record.direction != .received
    let why = refusal(reason, byHost: isHost, on: connection)
    connection.pairing.failure = (record.frame, record.time, clock.gaps(of: record), isHost)
    reporter.find(
      .pairingFailed(
        reason, by: ATTParty(isHost: isHost, of: connection), why, frame: record.frame),
      on: connection, at: record)
  }

  /// What a side does not like, where the PDUs before show it.
  private func refusal(
    _ reason: UInt8, byHost: Bool, on connection: Connection
  ) -> PairingRefusal? {
    let pairing = connection.pairing
    // Numeric Comparison Failed, Invalid Parameters.
    if reason == 0x0C, pairing.method?.association == .justWorks { return .comparesNoNumbers }
    if reason == 0x0A, let wrong = pairing.wrongIdentity[byHost ? .peer : .host] {
      return .identity(wrong.address, frame: wrong.frame)
    }
    // Authentication Requirements.
    if reason == 0x03, pairing.requestDirection != .unknown {
      let isInitiator = (pairing.requestDirection == .sent) == byHost
      let features = isInitiator ? pairing.response : pairing.request
      if let features { return .asksFor(features) }
    }
    guard let second = pairing.secondResponse, second.isHost != byHost else { return nil }
    return .secondResponse(frame: second.frame, byHost: second.isHost)
  }

  /// An event for the end of a pairing, with its request.
  private func pairingEvent(
    on connection: Connection, at record: CaptureRecord, direction: PacketDirection = .unknown
  ) -> Event {
    var event = Event(.security, record, connection, direction)
    let story = connection.pairing
    if story.requestFrame > 0 { event.answers(frame: story.requestFrame, at: story.requestTime) }
    return event
  }

  /// - direction: of the packet, where it is the side's that refuses.
  /// - isRefused: the controller of this host does not even try.
  func encryptionFailed(
    _ status: HCIStatus, on connection: Connection, at record: CaptureRecord,
    direction: PacketDirection = .unknown, isRefused: Bool = false
  ) {
    let pairs = connection.pairing.outcome == .underWay
    var event =
      pairs
      ? pairingEvent(on: connection, at: record, direction: direction)
      : Event(.security, record, connection, direction)
    event.isProblem = true
    if pairs { connection.pairing.outcome = .failed }
    connection.encryptionFailure = status
    let missing = status == .pinOrKeyMissing && !isRefused ? missingKey(on: connection) : nil
    connection.missingKey = missing
    encryptionSettles(.failed, on: connection, at: record)
    emit(
      event,
      fact: pairs
        ? SecurityFact.pairingEncryptionFailed(connection.pairing.method, status)
        : .encryptionFailed(status))
    reporter.find(
      .encryptionFailed(status, missing: missing, frame: record.frame), on: connection, at: record)
  }

  func encryptionChanged(
    _ change: EncryptionChange, code: HCIEventCode, on connection: Connection,
    at record: CaptureRecord
  ) {
    if connection.pairing.outcome == .underWay, connection.asksForEarlierKey,
      findPairingTimeout(on: connection, at: record)
    {
      pairingStops(on: connection, at: record, isProblem: true)
    }
    let pairs = connection.pairing.outcome == .underWay
    connection.isStartingEncryption = false
    connection.forgetSecurityRequest()
    guard change.status == .success else {
      return encryptionFailed(change.status, on: connection, at: record)
    }
    connection.isEncrypted = change.enabled != 0
    connection.encryptionSeen = connection.encryptionSeen || connection.isEncrypted
    if connection.isEncrypted {
      cure(on: connection, at: record)
      encryptionSettles(.on, on: connection, at: record)
      // Of a pairing that comes after that, the capture may lack the request.
      if connection.pairing.failure != nil { connection.pairing.failure = nil }
    }
    if connection.isEncrypted { connection.note(keySize: change.keySize, at: record) }
    if pairs, connection.isEncrypted {
      pairingSucceeded(on: connection, at: record, keySize: change.keySize)
      return
    }
    emit(
      Event(.security, record, connection),
      fact: SecurityFact.encryption(
        isOn: connection.isEncrypted, isRefresh: code == .encryptionKeyRefreshComplete,
        keySize: change.keySize))
  }
}
