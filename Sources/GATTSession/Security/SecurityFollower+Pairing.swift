import ATTDissector
import BTSnoop
import Bytes

/// PDUs of the Security Manager, and pairings.
extension SecurityFollower {
  func pdu(
    _ payload: RawSpan, on connection: Connection, at record: CaptureRecord, isCut: Bool
  ) {
    let short = isCut ? nil : shortage(payload)
    if let short {
      malformed.report(.smpPDU, error: short, bytes: payload, at: record, on: connection)
    }
    do throws(ByteError) {
      let pdu = try PairingPDU(payload, isCut: isCut)
      current.observer?.security(payload)
      decryption.learnKeys(
        pdu.code, payload: payload, on: connection,
        side: record.direction == .received ? .peer : .host)
      let moment = clock.moment(of: record)
      var link = pairingLink(of: connection)
      if !connection.pairing.isAfterFailure(pdu.code, at: moment, over: link),
        let role = pdu.code.onlySender, let name = SMPName.command(pdu.code.rawValue)
      {
        linkStates.learnRole(role, ofSenderOf: name, on: connection, at: record)
        link.role = connection.role
      }
      let change = connection.security.receive(
        pdu, direction: record.direction, at: moment, over: link)
      tell(change, of: pdu, on: connection, at: record)
      if let error = pdu.error { throw error }
    } catch {
      if short == nil {
        malformed.report(
          .smpPDU, error: error, bytes: payload, at: record, on: connection, isCut: isCut)
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

  /// What pairing has to know of a connection.
  func pairingLink(of connection: Connection) -> PairingLink {
    // What one side sends reaches the other some connection events later.
    let events = Int64(connection.state.latency) &+ 1
    let (silence, isTooLong) = (connection.interval &* 6).multipliedReportingOverflow(by: events)
    return PairingLink(
      isOnAir: connection.hearing.isOnAir, isLE: connection.transport == .le,
      beginsInCapture: connection.beginsInCapture, isExcerpt: clock.isExcerpt(connection),
      role: connection.role,
      isPeerUnresolved: connection.peer.map { $0.address.isResolvable } ?? false,
      crossing: isTooLong ? .max : max(1_000_000_000, silence),
      heard: connection.hearing.mark)
  }

  private func tell(
    _ change: PairingState.Change, of pdu: PairingPDU, on connection: Connection,
    at record: CaptureRecord
  ) {
    let isHost = record.direction != .received
    switch change {
    case .none: break
    case .late(let failed, let isOwn, let elapsed):
      if let elapsed {
        reporter.find(
          .pairingContinued(
            pdu.code, by: ATTParty(isHost: isHost, of: connection), isOwn: isOwn, failed: failed,
            after: elapsed, frame: record.frame), on: connection, at: record)
      }
      // It is of no pairing, but it was said.
      if pdu.code == .pairingFailed, case .number(let reason) = pdu.content {
        reporter.emit(
          Event(.security, record, connection, record.direction),
          fact: SecurityFact.pairingFailed(nil, reason: reason))
      }
    case .began(let stopped):
      guard let stopped else { break }
      findTimeOut(of: stopped, on: connection, at: record)
      tell(stopped: stopped, on: connection, at: record, isProblem: connection.hearing.isOfHost)
    case .answered: break
    case .succeeded: pairingSucceeded(on: connection, at: record, keySize: nil)
    case .failed(let reason, let why):
      var event = pairingEvent(on: connection, at: record, direction: record.direction)
      event.isProblem = true
      reporter.emit(
        event, fact: SecurityFact.pairingFailed(connection.pairing.method, reason: reason))
      reporter.find(
        .pairingFailed(
          reason, by: ATTParty(isHost: isHost, of: connection), why, frame: record.frame),
        on: connection, at: record)
    case .identity(let identity): identified(as: identity, on: connection, at: record)
    }
    switch (change, pdu.code, pdu.content) {
    case (.began, _, .features(let features)), (.answered, _, .features(let features)):
      malformed.findKeySize(features.maximumKeySize, pdu.code, on: connection, at: record)
    case (_, .securityRequest, .number(let requirements)):
      reporter.emit(
        Event(.security, record, connection, record.direction),
        fact: SecurityFact.requested(requirements))
    case (_, .keypressNotification, .number(let type)):
      reporter.emit(
        Event(.security, record, connection, record.direction), fact: SecurityFact.keyPressed(type))
    default: break
    }
  }

  /// A finding: a pairing has stood still for the time-out.
  func findTimeOut(of pairing: PairingState, on connection: Connection, at record: CaptureRecord) {
    guard let timeOut = pairing.timeOut else { return }
    reporter.find(
      .pairingTimedOut(timeOut, frame: timeOut.last.frame), on: connection, at: record,
      moment: (timeOut.last.frame, timeOut.last.time))
  }

  /// A pairing does not go on.
  func tell(
    stopped pairing: PairingState, on connection: Connection, at record: CaptureRecord,
    isProblem: Bool
  ) {
    var event = Event(.security, record, connection)
    if pairing.requestFrame > 0 {
      event.requestFrame = pairing.requestFrame
      event.requestTime = pairing.requestTime
    }
    let isExcerpt = clock.isExcerpt(connection)
    event.isProblem = isProblem && !isExcerpt
    reporter.emit(
      event,
      fact: SecurityFact.pairingIncomplete(
        pairing.method, isUnseen: isExcerpt, pairing.timeOut))
  }

  func pairingSucceeded(on connection: Connection, at record: CaptureRecord, keySize: UInt8?) {
    let method = connection.pairing.method
    if let method { connection.peer?.isBonded = method.isBonding }
    notePasskey(on: connection)
    reporter.emit(
      pairingEvent(on: connection, at: record),
      fact: SecurityFact.paired(method, keySize: keySize ?? method?.keySize))
  }

  /// An event for the end of a pairing, with its request.
  func pairingEvent(
    on connection: Connection, at record: CaptureRecord, direction: PacketDirection = .unknown
  ) -> Event {
    var event = Event(.security, record, connection, direction)
    let pairing = connection.pairing
    if pairing.requestFrame > 0 {
      event.answers(frame: pairing.requestFrame, at: pairing.requestTime)
    }
    return event
  }

  /// The connection ends, or the capture.
  func settlePairing(on connection: Connection, at record: CaptureRecord, ending: RequestEnding) {
    guard connection.pairing.outcome == .underWay else { return }
    let hasTimedOut =
      connection.security.pairingTimesOut(
        at: clock.moment(of: record), over: pairingLink(of: connection)) != nil
    connection.security.pairing.stop()
    let pairing = connection.pairing
    if hasTimedOut { findTimeOut(of: pairing, on: connection, at: record) }
    tell(
      stopped: pairing, on: connection, at: record,
      isProblem: hasTimedOut || ending == .disconnect)
    guard !hasTimedOut, ending == .disconnect, pairing.requestFrame > 0 else { return }
    let isOrdinary = connection.endReason?.isOrdinaryEnd == true
    let by: ATTParty? =
      switch connection.endedBy {
      case .local where isOrdinary: ATTParty(isHost: true, of: connection)
      case .remote where isOrdinary: ATTParty(isHost: false, of: connection)
      default: nil
      }
    let last = pairing.last?.step.map { ($0.code, ATTParty(isHost: $0.isHost, of: connection)) }
    reporter.find(
      .endedWhilePairing(by: by, last: last, frame: pairing.requestFrame), on: connection,
      at: record)
  }
}
