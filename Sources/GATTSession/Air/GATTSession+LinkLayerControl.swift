import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTValues

/// LL Control PDUs that change or report something, and encryption.
extension GATTSession {
  /// - payload: opcode first.
  func control(
    _ payload: RawSpan, on connection: Connection, link: LinkLayerLink, side: Side,
    in packet: AirPacket
  ) {
    var cursor = ByteCursor(payload)
    do {
      let opcode = ControlOpcode(rawValue: try cursor.uint8())
      try control(opcode, from: &cursor, on: connection, link: link, side: side, at: packet.record)
      // Of what is not followed, too. A later version may have longer ones.
      if !packet.isCut, let length = ControlOpcodeName.length(opcode.rawValue),
        payload.byteCount - 1 < length
      {
        malformed(
          .controlPDU,
          error: ByteError(needed: length, available: payload.byteCount - 1, offset: 1),
          bytes: payload, at: packet.record, on: connection)
      }
    } catch {
      malformed(
        .controlPDU, error: error, bytes: payload, at: packet.record, on: connection,
        isCut: packet.isCut)
    }
  }

  private func control(
    _ opcode: ControlOpcode, from cursor: inout ByteCursor, on connection: Connection,
    link: LinkLayerLink, side: Side, at record: CaptureRecord
  ) throws(ByteError) {
    link.lastControl = LastControlPDU(opcode, by: side, at: record)
    if opcode.beginsProcedure {
      link.procedures[side] = AirProcedure(opcode, by: side, on: link, at: record)
    }
    switch opcode {
    case .connectionUpdateInd:
      answerParameterRequest(accepted: true, on: connection, link: link, at: record)
      link.update = try ConnectionUpdateInd(&cursor)
      link.updateFrame = record.frame
      reachInstants(on: connection, link: link, at: record)
    case .phyUpdateInd:
      link.phyUpdate = try PHYUpdateInd(&cursor)
      link.phyFrame = record.frame
      reachInstants(on: connection, link: link, at: record)
    case .channelMapInd:
      // The map itself is not followed: one that is too short is told as all others are.
      guard (try? cursor.skip(5)) != nil, let instant = try? cursor.uint16LittleEndian() else {
        break
      }
      link.channelMap = (instant, link.timing.events, record.frame)
      reachInstants(on: connection, link: link, at: record)
    case .terminateInd:
      terminated(HCIStatus(rawValue: try cursor.uint8()), on: connection, at: record)
    case .versionInd:
      version(try VersionInd(&cursor), on: connection, link: link, side: side, at: record)
    case .lengthReq: link.lengths[side] = try LengthPDU(&cursor)
    case .lengthRsp:
      link.lengths[side] = try LengthPDU(&cursor)
      agreeOnLength(on: connection, link: link, at: record)
    case .connectionParamReq:
      link.parameterRequest = PendingParameterRequest(
        try ConnectionParameters(&cursor), gaps: clock.gaps(of: record), record)
    case .connectionParamRsp:
      answerParameterRequest(accepted: true, on: connection, link: link, at: record)
    case .encReq:
      link.encryption = .requested
      let request = try? EncReq(&cursor)
      encryptionRequested(request, on: link)
      encryptionBegins(
        .requested, name: request.map { LinkKey.Name($0) } ?? LinkKey.Name(), on: connection,
        at: record)
    case .encRsp:
      link.encryption = .answered
      encryptionGoesOn(.answered, on: connection, at: record)
      if let response = try? EncRsp(&cursor) {
        encryptionAnswered(response, on: connection, link: link)
      }
    case .startEncReq:
      link.encryption = .on
      encryptionGoesOn(.started, on: connection, at: record)
    case .subrateInd:
      let subrate = try SubrateInd(&cursor)
      link.subrate = max(1, subrate.factor)
      subrated(
        factor: link.subrate, latency: subrate.latency, timeout: subrate.timeout, on: connection,
        at: record
      )
    case .pauseEncRsp:
      // In the clear this is the central's: encryption is off until the next LL_ENC_REQ.
      link.encryption = .off
      link.isEncryptionReported = false
      link.encryptedPackets = PerSide(both: 0)
    case .rejectInd, .rejectExtInd:
      rejected(
        try RejectInd(&cursor, isExtended: opcode == .rejectExtInd), on: connection, link: link,
        side: side, at: record)
    case .unknownRsp:
      let unknown = ControlOpcode(rawValue: try cursor.uint8())
      if unknown == .connectionParamReq, link.parameterRequest != nil {
        answerParameterRequest(accepted: false, on: connection, link: link, at: record)
      } else {
        emit(
          Event(.note, record, connection, record.direction), fact: LinkFact.unknown(unknown))
      }
    case .cisReq, .cisInd, .cisTerminateInd:
      emit(
        Event(.note, record, connection, record.direction),
        fact: try stream(opcode, from: &cursor, on: connection, link: link))
    default: break
    }
    // Whatever else the other side says answers it.
    if !opcode.beginsProcedure { link.procedures[side.other] = nil }
    // Only the peripheral's host knows whether it has the key: its controller has answered.
    if opcode == .encRsp {
      link.procedures[side.other] = AirProcedure(
        .encRsp, by: side.other, owed: "LL_START_ENC_REQ", on: link, at: record)
    }
  }

  /// A PDU about an isochronous stream.
  private func stream(
    _ opcode: ControlOpcode, from cursor: inout ByteCursor, on connection: Connection,
    link: LinkLayerLink
  ) throws(ByteError) -> IsochronousFact {
    switch opcode {
    case .cisReq:
      let request = try CISReq(&cursor)
      link.streamRequest = request
      return .requestedOnAir(request)
    case .cisInd:
      let accessAddress = try cursor.uint32LittleEndian()
      air.addStream(accessAddress, of: connection)
      defer { link.streamRequest = nil }
      return .begun(accessAddress: accessAddress, link.streamRequest)
    default:
      return .endedOnAir(
        group: try cursor.uint8(), stream: try cursor.uint8(),
        HCIStatus(rawValue: try cursor.uint8()))
    }
  }

  // MARK: Instants

  /// Applies changes whose instant has been reached.
  func reachInstants(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    if let update = link.update,
      link.timing.hasReached(update.instant, announced: link.updateAnnounced)
    {
      link.update = nil
      link.reachedInstant = ReachedInstant(
        change: "LL_CONNECTION_UPDATE_IND", frame: link.updateFrame, time: record.time)
      link.timing.restart(at: update.instant)
      updated(update, on: connection, at: record)
    }
    if let map = link.channelMap, link.timing.hasReached(map.instant, announced: map.announced) {
      link.channelMap = nil
      link.reachedInstant = ReachedInstant(
        change: "LL_CHANNEL_MAP_IND", frame: map.frame, time: record.time)
    }
    if let update = link.phyUpdate,
      link.timing.hasReached(update.instant, announced: link.phyAnnounced)
    {
      link.phyUpdate = nil
      link.reachedInstant = ReachedInstant(
        change: "LL_PHY_UPDATE_IND", frame: link.phyFrame, time: record.time)
      phyUpdated(update, on: connection, at: record)
    }
  }

  private func updated(
    _ update: ConnectionUpdateInd, on connection: Connection, at record: CaptureRecord
  ) {
    let interval = ConnectionInterval(frames: update.interval)
    let terms = LinkTerms(
      interval: interval, latency: update.latency, timeout: update.timeout,
      subrate: connection.subrate(withInterval: interval))
    take(terms, on: connection, at: record)
    if terms.subrate == 1 { connection.link?.subrate = 1 }
    connection.link?.hasToldInterval = false
    emit(Event(.connectionUpdated, record, connection), fact: LinkFact.updated(terms))
  }

  private func phyUpdated(
    _ update: PHYUpdateInd, on connection: Connection, at record: CaptureRecord
  ) {
    for side in Side.allCases { connection.link?.phys.change(side, to: update.phy(of: side)) }
    let (tx, rx) = (update.phy(of: .central), update.phy(of: .peripheral))
    guard tx != nil || rx != nil else { return }
    emit(Event(.phyUpdated, record, connection), fact: LinkFact.phys(tx, rx, isOnAir: true))
  }

  /// The connection, or the capture, ends: what was announced for later was not seen in use.
  func tellAnnounced(on connection: Connection, at record: CaptureRecord) {
    guard let link = connection.link else { return }
    if let update = link.update {
      tell(
        LinkFact.announced(
          LinkTerms(
            interval: ConnectionInterval(frames: update.interval), latency: update.latency,
            timeout: update.timeout)), frame: link.updateFrame, on: connection, at: record)
    }
    if let update = link.phyUpdate {
      tell(
        LinkFact.announcedPHYs(update.phy(of: .central), update.phy(of: .peripheral)),
        frame: link.phyFrame, on: connection, at: record)
    }
  }

  private func tell(
    _ announced: LinkFact, frame: UInt64, on connection: Connection, at record: CaptureRecord
  ) {
    var event = Event(.note, record, connection)
    event.requestFrame = frame
    emit(event, fact: announced)
  }

  /// Where the packets of a side come on another PHY than was announced, reports it.
  func watchPHY(
    _ phy: RadioPHY, from side: Side, on connection: Connection, link: LinkLayerLink,
    at record: CaptureRecord
  ) {
    guard link.phys.take(phy, from: side) else { return }
    // Of what was announced, the packets show that its instant was reached.
    if let update = link.phyUpdate, update.phy(of: side) == phy {
      link.phyUpdate = nil
      phyUpdated(update, on: connection, at: record)
      return
    }
    let fact = LinkFact.physSeen(
      link.phys.seen(.central), link.phys.seen(.peripheral), isHidden: link.hides)
    link.phys.settle()
    emit(Event(.phyUpdated, record, connection), fact: fact)
  }

  // MARK: What the sides agree on

  private func version(
    _ version: VersionInd, on connection: Connection, link: LinkLayerLink, side: Side,
    at record: CaptureRecord
  ) {
    if link.versions[side] != nil {
      let repeated = RepeatedVersion(
        sender: ATTParty(isHost: side == .central, of: connection),
        first: link.versionFrames[side], frame: record.frame)
      reporter.find(.versionAgain(repeated), on: connection, at: record)
    } else {
      link.versionFrames[side] = record.frame
    }
    link.versions[side] = version
    var event = Event(.note, record, connection, record.direction)
    if side == .central {
      event.peer = link.central
      event.recordAddress(link.centralAddress)
    }
    emit(
      event,
      fact: LinkFact.version(
        version.version, company: version.company, subversion: version.subversion))
  }

  private func agreeOnLength(
    on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    guard let central = link.lengths[.central], let peripheral = link.lengths[.peripheral] else {
      return
    }
    let agreed = EffectiveLength(central: central, peripheral: peripheral)
    guard agreed != link.effectiveLength else { return }
    link.effectiveLength = agreed
    emit(
      Event(.dataLength, record, connection),
      fact: LinkFact.dataLength(
        agreed, isOnAir: true, of: link.phys.current(.central), link.phys.current(.peripheral),
        codingIndicators: (link.codingIndicators[.central], link.codingIndicators[.peripheral])))
  }

  private func answerParameterRequest(
    accepted: Bool, on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    guard let request = link.parameterRequest else { return }
    link.parameterRequest = nil
    askedForParameters(
      request.parameters, accepted: accepted, request: (request.frame, request.time),
      on: connection, at: record,
      direction: request.direction)
  }

  private func rejected(
    _ reject: RejectInd, on connection: Connection, link: LinkLayerLink, side: Side,
    at record: CaptureRecord
  ) {
    // What the other side began last, if nothing was missed since.
    let begun = link.procedures[side.other].flatMap { $0.losses == link.losses ? $0.opcode : nil }
    // LL_REJECT_IND does not say what it refuses: encryption while that starts, and then nothing else
    // is under way; otherwise any procedure of a peer that knows no LL_REJECT_EXT_IND.
    let isStarting =
      switch link.encryption {
      case .off: false
      case .requested, .answered: true
      // The PDU is in the clear, or its error can only be about encryption: the link was not encrypted.
      case .on:
        !link.isDecrypted && link.security.opened == 0 || reject.error == .pinOrKeyMissing
      }
    let isOfParameters =
      reject.opcode == .connectionParamReq
      || (reject.opcode == nil && link.parameterRequest != nil && !isStarting)
    if isOfParameters {
      answerParameterRequest(accepted: false, on: connection, link: link, at: record)
      return
    }
    if isStarting, reject.opcode == nil || reject.opcode == .encReq {
      link.encryption = .off
      encryptionChanged(
        EncryptionChange(status: reject.error, isEnabled: false), code: .encryptionChange,
        on: connection,
        at: record)
      return
    }
    emit(
      Event(.note, record, connection, record.direction),
      fact: LinkFact.rejected(reject.opcode ?? begun, reject.error))
  }
}

extension ControlOpcode {
  /// Whether the other side answers it.
  fileprivate var beginsProcedure: Bool {
    switch rawValue {
    // Those whose names end with REQ, besides LL_PAUSE_ENC_REQ.
    case 0x03, 0x08, 0x0E, 0x0F, 0x12, 0x14, 0x16, 0x1A, 0x1D, 0x1F, 0x23, 0x26, 0x2B, 0x2E, 0x30,
      0x32, 0x35, 0x36, 0x39, 0x3B:
      true
    default: false
    }
  }
}

extension PHYUpdateInd {
  /// The PHY on which a side sends from then on; `nil` for no change.
  fileprivate func phy(of side: Side) -> RadioPHY? {
    switch (side == .central ? centralToPeripheral : peripheralToCentral) & 7 {
    case 1: .le1M
    case 2: .le2M
    case 4: .coded
    default: nil
    }
  }
}
