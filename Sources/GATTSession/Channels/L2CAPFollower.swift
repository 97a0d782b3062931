import ATTDissector
import BTSnoop
import Bytes

/// Follows L2CAP: fragments are reassembled into PDUs, and those passed to their channels.
final class L2CAPFollower {
  let reporter: Reporter
  let clock: CaptureClock
  let current: CurrentRecord
  let budget: MemoryBudget
  let malformed: MalformedPDUs
  let linkStates: LinkStates
  let security: SecurityFollower
  let att: ATTFollower

  init(
    _ session: SessionContext, linkStates: LinkStates, security: SecurityFollower, att: ATTFollower
  ) {
    reporter = session.reporter
    clock = session.clock
    current = session.current
    budget = session.budget
    malformed = session.malformed
    self.linkStates = linkStates
    self.security = security
    self.att = att
  }

  /// Joins the fragments of one side, and decodes the PDU that ends with this one.
  func join(
    _ fragment: RawSpan, isStart: Bool, isCut: Bool, on connection: Connection, side: Side,
    at record: CaptureRecord
  ) -> L2CAPReassembler.Outcome {
    if isStart {
      if connection.l2cap.reassembly[side].isOpen {
        lostPart(
          octets: connection.l2cap.reassembly[side].heldOctets, on: connection, side: side,
          at: record)
      }
      giveUpReassembly(on: connection, side: side, at: record)
    }
    let held = connection.l2cap.reassembly[side].heldOctets
    let outcome = connection.l2cap.reassembly[side].add(
      fragment, isStart: isStart, isCut: isCut, mayLack: connection.hearing.isOnAir,
      frame: record.frame)
    let joined = outcome == .joined ? connection.l2cap.reassembly[side].takePDU() : []
    budget.reassembly.take(connection.l2cap.reassembly[side].heldOctets - held)
    switch outcome {
    case .whole, .cut: pdu(fragment, on: connection, at: record)
    case .joined:
      current.observer?.joined(joined.rawBytes)
      pdu(joined.rawBytes, on: connection, at: record)
      connection.l2cap.reassembly[side].recycle(joined)
    case .waiting:
      if budget.reassembly.isExceeded {
        reporter.full(.unfinishedPDUs, at: record)
        giveUpReassembly(on: connection, side: side, at: record)
      }
    case .foreign: giveUpReassembly(on: connection, side: side, at: record)
    case .skipped, .stray: break
    }
    return outcome
  }

  /// Reports a PDU whose rest never arrived, and discards it.
  func giveUpReassembly(on connection: Connection, side: Side, at record: CaptureRecord) {
    guard connection.l2cap.reassembly[side].isOpen else { return }
    att.noteBegunAnswer(on: connection, side: side)
    let held = connection.l2cap.reassembly[side].heldOctets
    let begun = connection.l2cap.reassembly[side].takePDU()
    _ = connection.l2cap.reassembly[side].reset()
    budget.reassembly.giveBack(held)
    connection.traffic.losses[side] &+= 1
    reporter.emit(
      Event(.note, record, connection, side.direction),
      fact: LinkFact.unfinishedPDU(
        octets: held, frame: connection.l2cap.reassembly[side].startFrame))
    lost(begun.rawBytes, on: connection, side: side, at: record)
  }

  /// One complete L2CAP PDU, or as much of it as the capture has.
  func pdu(
    _ bytes: RawSpan, on connection: consuming Connection, at record: CaptureRecord
  ) {
    var cursor = ByteCursor(bytes)
    let header: L2CAPHeader
    do { header = try L2CAPHeader(&cursor) } catch {
      current.observer?.stopped(.cut(.l2cap))
      malformed.report(
        .l2capHeader, error: error, bytes: bytes, at: record, on: connection, isCut: true)
      return
    }
    let payload = bytes.clamped(L2CAPHeader.size, count: header.length)
    let isCut = payload.byteCount < header.length
    let rest = bytes.clamped(L2CAPHeader.size + header.length)
    // Sniffers that decrypt may leave the MIC.
    if rest.byteCount > 0, connection.hearing.isOfHost {
      malformed.report(.l2capRest, error: nil, bytes: rest, at: record, on: connection)
    }
    guard connection.classic == nil else {
      classicPDU(payload, header: header, on: connection, at: record, isCut: isCut)
      return
    }
    switch header.channel {
    case .attribute:
      if record.direction == .sent { connection.security.encryption.noteData(frame: record.frame) }
      att.pdu(
        payload, on: consume connection, bearer: nil, at: record, isCut: isCut,
        missing: max(0, header.length &- payload.byteCount))
    case .leSignaling: signals(payload, on: connection, at: record, isCut: isCut)
    case .securityManager: security.pdu(payload, on: connection, at: record, isCut: isCut)
    default: channelData(payload, header: header, on: connection, at: record)
    }
  }

  // MARK: BR/EDR

  /// Whether a packet of a BR/EDR connection belongs to signalling or to a channel that is read.
  func isRead(
    _ header: ACLHeader, fragment: RawSpan, on connection: Connection, link: ClassicLink,
    at record: CaptureRecord
  ) -> Bool {
    let side = record.direction.sender
    guard header.isStart else { return !link.skips[side] }
    var isRead = true
    if fragment.byteCount >= L2CAPHeader.size {
      let cid = fragment.uint16LittleEndian(at: 2)
      isRead =
        L2CAPChannel(rawValue: cid) == .signaling
        || connection.l2cap.channels?.open(at: side.other, cid: cid) != nil
    }
    link.skips[side] = !isRead
    if !isRead { giveUpReassembly(on: connection, side: side, at: record) }
    return isRead
  }

  /// One complete L2CAP PDU of a BR/EDR link, or as much of it as the capture has.
  func classicPDU(
    _ payload: RawSpan, header: L2CAPHeader, on connection: Connection, at record: CaptureRecord,
    isCut: Bool
  ) {
    if header.channel == .signaling {
      classicSignals(payload, on: connection, at: record, isCut: isCut)
    } else if connection.l2cap.channels?.open(
      at: record.direction.sender.other, cid: header.channel.rawValue)
      != nil
    {
      channelData(payload, header: header, on: connection, at: record)
    } else {
      // Only the second packet of the PDU showed its channel.
      clock.counts.classicPackets += 1
      current.observer?.stopped(.endNotFollowed)
    }
  }
}
