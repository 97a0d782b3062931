import ATTDissector
import BTSnoop
import Bytes

/// LL Control PDUs that change or report something, and encryption.
extension AirFollower {
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
        malformed.report(
          .controlPDU,
          error: ByteError(needed: length, available: payload.byteCount - 1, offset: 1),
          bytes: payload, at: packet.record, on: connection)
      }
    } catch {
      malformed.report(
        .controlPDU, error: error, bytes: payload, at: packet.record, on: connection,
        isCut: packet.isCut)
    }
  }

  private func control(
    _ opcode: ControlOpcode, from cursor: inout ByteCursor, on connection: Connection,
    link: LinkLayerLink, side: Side, at record: CaptureRecord
  ) throws(ByteError) {
    link.procedures.begin(opcode, by: side, heard: link.mark, at: record)
    switch opcode {
    case .connectionUpdateInd:
      answerParameterRequest(accepted: true, on: connection, link: link, at: record)
      link.timing.announce(try ConnectionUpdateInd(&cursor), frame: record.frame)
      reachInstants(on: connection, link: link, at: record)
    case .phyUpdateInd:
      link.timing.announce(try PHYUpdateInd(&cursor), frame: record.frame)
      reachInstants(on: connection, link: link, at: record)
    case .channelMapInd:
      // The map itself is not followed: one that is too short is told as all others are.
      guard (try? cursor.skip(5)) != nil, let instant = try? cursor.uint16LittleEndian() else {
        break
      }
      link.timing.announceChannelMap(instant: instant, frame: record.frame)
      reachInstants(on: connection, link: link, at: record)
    case .terminateInd:
      terminated(HCIStatus(rawValue: try cursor.uint8()), on: connection, at: record)
    case .versionInd:
      version(try VersionInd(&cursor), on: connection, link: link, side: side, at: record)
    case .lengthReq, .lengthRsp:
      let length = try LengthPDU(&cursor)
      if let agreed = link.procedures.take(length, from: side, isResponse: opcode == .lengthRsp) {
        lengthChanged(agreed, on: connection, link: link, at: record)
      }
    case .connectionParamReq:
      link.procedures.parameterRequest = PendingParameterRequest(
        try ConnectionParameters(&cursor), gaps: clock.gaps(of: record), record)
    case .connectionParamRsp:
      answerParameterRequest(accepted: true, on: connection, link: link, at: record)
    case .encReq:
      let request = try? EncReq(&cursor)
      link.encryption.ask(request)
      security.encryptionBegins(
        .requested, name: request.map { LinkKey.Name($0) } ?? LinkKey.Name(), on: connection,
        at: record)
    case .encRsp:
      link.encryption.answer()
      security.encryptionGoesOn(.answered, on: connection, at: record)
      if let response = try? EncRsp(&cursor) {
        decryption.encryptionAnswered(response, on: connection, link: link)
      }
    case .startEncReq:
      link.encryption.turnOn()
      security.encryptionGoesOn(.started, on: connection, at: record)
    case .subrateInd:
      let subrate = try SubrateInd(&cursor)
      link.timing.subrate(to: subrate.factor)
      linkStates.subrated(
        factor: subrate.factor, latency: subrate.latency, timeout: subrate.timeout, on: connection,
        at: record)
    case .pauseEncRsp: link.encryption.pause()
    case .rejectInd, .rejectExtInd:
      rejected(
        try RejectInd(&cursor, isExtended: opcode == .rejectExtInd), on: connection, link: link,
        side: side, at: record)
    case .unknownRsp:
      let unknown = ControlOpcode(rawValue: try cursor.uint8())
      if link.procedures.isAboutParameters(unknown) {
        answerParameterRequest(accepted: false, on: connection, link: link, at: record)
      } else {
        reporter.emit(
          Event(.note, record, connection, record.direction), fact: LinkFact.unknown(unknown))
      }
    case .cisReq, .cisInd, .cisTerminateInd:
      reporter.emit(
        Event(.note, record, connection, record.direction),
        fact: try stream(opcode, from: &cursor, on: connection, link: link))
    default: break
    }
    link.procedures.end(opcode, by: side, heard: link.mark, at: record)
  }

  /// A PDU about an isochronous stream.
  private func stream(
    _ opcode: ControlOpcode, from cursor: inout ByteCursor, on connection: Connection,
    link: LinkLayerLink
  ) throws(ByteError) -> IsochronousFact {
    switch opcode {
    case .cisReq:
      let request = try CISReq(&cursor)
      link.procedures.streamRequest = request
      return .requestedOnAir(request)
    case .cisInd:
      let accessAddress = try cursor.uint32LittleEndian()
      air.addStream(accessAddress, of: connection)
      defer { link.procedures.streamRequest = nil }
      return .begun(accessAddress: accessAddress, link.procedures.streamRequest)
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
    while let reached = link.timing.reach(at: record.time) {
      switch reached {
      case .update(let update): updated(update, on: connection, link: link, at: record)
      case .channelMap: break
      case .phys(let update): phyUpdated(update, on: connection, at: record)
      }
    }
  }

  private func updated(
    _ update: ConnectionUpdateInd, on connection: Connection, link: LinkLayerLink,
    at record: CaptureRecord
  ) {
    let interval = ConnectionInterval(frames: update.interval)
    let terms = LinkTerms(
      interval: interval, latency: update.latency, timeout: update.timeout,
      subrate: connection.state.subrate(withInterval: interval))
    linkStates.take(terms, on: connection, at: record)
    link.timing.adopt(subrate: terms.subrate)
    reporter.emit(Event(.connectionUpdated, record, connection), fact: LinkFact.updated(terms))
  }

  private func phyUpdated(
    _ update: PHYUpdateInd, on connection: Connection, at record: CaptureRecord
  ) {
    let (tx, rx) = (update.phy(of: .central), update.phy(of: .peripheral))
    guard tx != nil || rx != nil else { return }
    reporter.emit(
      Event(.phyUpdated, record, connection), fact: LinkFact.phys(tx, rx, isOnAir: true))
  }

  /// Where the packets of a side come on another PHY than was announced, reports it.
  func watchPHY(
    _ packet: AirPacket, from side: Side, on connection: Connection, link: LinkLayerLink
  ) {
    switch link.timing.see(packet.radio.phy, codingIndicator: packet.codingIndicator, from: side) {
    case .announced(let update): phyUpdated(update, on: connection, at: packet.record)
    case .unheard(let central, let peripheral):
      reporter.emit(
        Event(.phyUpdated, packet.record, connection),
        fact: LinkFact.physSeen(
          central, peripheral, isHidden: link.encryption.hides))
    case nil: break
    }
  }

  // MARK: What the sides agree on

  private func version(
    _ version: VersionInd, on connection: Connection, link: LinkLayerLink, side: Side,
    at record: CaptureRecord
  ) {
    if let first = link.procedures.take(version, from: side, frame: record.frame) {
      let repeated = RepeatedVersion(
        sender: ATTParty(isHost: side == .central, of: connection), first: first,
        frame: record.frame)
      reporter.find(.versionAgain(repeated), on: connection, at: record)
    }
    var event = Event(.note, record, connection, record.direction)
    if side == .central {
      event.peer = link.central
      event.recordAddress(link.centralAddress)
    }
    reporter.emit(
      event,
      fact: LinkFact.version(
        version.version, company: version.company, subversion: version.subversion))
  }

  private func lengthChanged(
    _ agreed: EffectiveLength, on connection: Connection, link: LinkLayerLink,
    at record: CaptureRecord
  ) {
    let phys = link.timing.phys
    reporter.emit(
      Event(.dataLength, record, connection),
      fact: LinkFact.dataLength(
        agreed, isOnAir: true, of: phys.current(.central), phys.current(.peripheral),
        codingIndicators: (phys.codingIndicators[.central], phys.codingIndicators[.peripheral])))
  }

  private func answerParameterRequest(
    accepted: Bool, on connection: Connection, link: LinkLayerLink, at record: CaptureRecord
  ) {
    guard let request = link.procedures.takeParameterRequest() else { return }
    linkStates.askedForParameters(
      request.parameters, accepted: accepted, request: (request.frame, request.time),
      on: connection, at: record,
      direction: request.direction)
  }

  private func rejected(
    _ reject: RejectInd, on connection: Connection, link: LinkLayerLink, side: Side,
    at record: CaptureRecord
  ) {
    let refusal = link.procedures.refusal(
      reject, by: side, isStarting: link.encryption.isStarting(refusedBy: reject.error),
      heard: link.mark)
    switch refusal {
    case .parameters:
      answerParameterRequest(accepted: false, on: connection, link: link, at: record)
    case .encryption:
      link.encryption.turnOff()
      security.encryptionChanged(
        EncryptionChange(status: reject.error, isEnabled: false), code: .encryptionChange,
        on: connection,
        at: record)
    case .other(let opcode):
      reporter.emit(
        Event(.note, record, connection, record.direction),
        fact: LinkFact.rejected(opcode, reject.error))
    }
  }
}
