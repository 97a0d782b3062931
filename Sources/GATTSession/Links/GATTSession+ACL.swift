import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// ACL data: fragments are reassembled into L2CAP PDUs, and those passed to their channels.
extension GATTSession {
  func acl(at record: CaptureRecord, bytes: RawSpan) {
    var cursor = ByteCursor(bytes)
    let header: ACLHeader
    do { header = try ACLHeader(&cursor) } catch {
      guard adapter(at: record.adapter) != nil else { return }
      observer?.stopped(.cut(.acl))
      malformed(
        .aclHeader, error: error, bytes: bytes, at: record,
        isCut: bytes.byteCount < record.originalLength)
      return
    }
    let present = cursor.remaining
    // Bytes that the header announces and the capture lacks were cut, here or by the recorder.
    let isCut = present < header.length || bytes.byteCount < record.originalLength
    let fragment = bytes.clamped(ACLHeader.size, count: header.length)
    if let connection = links.open(header.connectionHandle, adapter: record.adapter) {
      acl(header, fragment: fragment, isCut: isCut, on: consume connection, at: record)
    } else if let connection = connectionForUnknownHandle(
      header, fragment: fragment, isCut: isCut, at: record)
    {
      acl(header, fragment: fragment, isCut: isCut, on: consume connection, at: record)
    }
  }

  /// - connection: handed on to the last that needs it, so that its references are counted once.
  private func acl(
    _ header: ACLHeader, fragment: RawSpan, isCut: Bool, on connection: consuming Connection,
    at record: CaptureRecord
  ) {
    expireTimeouts(on: connection, at: record)
    observer?.acl(header, on: connection, at: record)
    if let link = connection.classic,
      !isRead(header, fragment: fragment, on: connection, link: link, at: record)
    {
      clock.counts.classicPackets += 1
      observer?.stopped(.notFollowed(header, octets: fragment.byteCount))
      return
    }
    let side = record.direction.sender
    connection.traffic.add(side, at: record, octets: header.length)
    if header.isStart, !isCut, !connection.l2cap.isJoining[side], holdsPDU(fragment) {
      // Its data does not end a connection.
      if connection.isOpen { return pdu(fragment, on: consume connection, at: record) }
      pdu(fragment, on: copy connection, at: record)
    } else {
      join(fragment, header: header, isCut: isCut, side: side, on: connection, at: record)
      connection.l2cap.isJoining[side] = !connection.l2cap.reassembly[side].isClean
    }
    // Nothing can follow on a connection that has ended.
    if !connection.isOpen, links.unsettled == nil {
      settle(connection, at: record, ending: .disconnect)
    }
  }

  /// The connection of a handle that is not one of an open connection on the adapter of the last record;
  /// `nil` where it is of none that is followed.
  private func connectionForUnknownHandle(
    _ header: ACLHeader, fragment: RawSpan, isCut: Bool, at record: CaptureRecord
  ) -> Connection? {
    guard let adapter = adapter(at: record.adapter) else { return nil }
    if let connection = adapter.connections[header.connectionHandle] { return connection }
    switch afterEnd(header, fragment: fragment, on: adapter, at: record) {
    case .lastData(let connection): return connection
    case .stray: return nil
    case .unknown: break
    }
    let connection =
      adopt(header, fragment: fragment, on: adapter, at: record)
      ?? classicConnection(header, fragment: fragment, isCut: isCut, on: adapter, at: record)
    if let connection { return connection }
    if adapter.classicHandles.contains(header.connectionHandle) {
      clock.counts.classicPackets += 1
    } else if header.isOfQualcommDiagnostics {
      clock.counts.diagnosticPackets += 1
    } else {
      clock.counts.unknownLinkPackets += 1
    }
    observer?.stopped(.notFollowed(header, octets: fragment.byteCount))
    return nil
  }

  private func holdsPDU(_ fragment: RawSpan) -> Bool {
    fragment.byteCount >= L2CAPHeader.size
      && fragment.byteCount >= L2CAPHeader.size + Int(fragment.uint16LittleEndian(at: 0))
  }

  /// Handles a fragment of an L2CAP PDU, or what ends one.
  private func join(
    _ fragment: RawSpan, header: ACLHeader, isCut: Bool, side: Side,
    on connection: Connection, at record: CaptureRecord
  ) {
    let outcome = join(
      fragment, isStart: header.isStart, isCut: isCut, on: connection, side: side, at: record)
    switch outcome {
    case .whole, .cut, .joined: return
    case .waiting, .skipped, .stray, .foreign:
      observer?.stopped(.fragment(header, octets: fragment.byteCount))
    }
    guard outcome == .stray || outcome == .foreign else { return }
    malformed(.continuation, error: nil, bytes: fragment, at: record, on: connection)
    if outcome == .stray { lostPart(octets: nil, on: connection, side: side, at: record) }
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
      observer?.joined(joined.rawBytes)
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
    noteBegunAnswer(on: connection, side: side)
    let held = connection.l2cap.reassembly[side].heldOctets
    let begun = connection.l2cap.reassembly[side].takePDU()
    _ = connection.l2cap.reassembly[side].reset()
    budget.reassembly.giveBack(held)
    connection.traffic.losses[side] &+= 1
    emit(
      Event(.note, record, connection, side.direction),
      fact: LinkFact.unfinishedPDU(
        octets: held, frame: connection.l2cap.reassembly[side].startFrame))
    lost(begun.rawBytes, on: connection, side: side, at: record)
  }

  /// How long events and data of one moment may be apart, in nanoseconds: data of a connection may come before the
  /// event of its beginning, and after its end where no event says that it is over.
  static let lateDataLimit: Int64 = 1_000_000_000

  /// A connection from before the capture: recognized by its first PDU on an LE channel.
  private func adopt(
    _ header: ACLHeader, fragment: RawSpan, on adapter: Adapter,
    at record: CaptureRecord
  ) -> Connection? {
    guard header.isStart, fragment.byteCount >= L2CAPHeader.size,
      !adapter.classicHandles.contains(header.connectionHandle),
      !header.isOfQualcommDiagnostics, !header.hasReservedHandle
    else { return nil }
    switch L2CAPChannel(rawValue: fragment.uint16LittleEndian(at: 2)) {
    case .attribute, .leSignaling, .securityManager: break
    case .signaling:
      // LE links have no such channel.
      recognizedClassic(header.connectionHandle, on: adapter, at: record)
      return nil
    default: return nil
    }
    return open(
      header.connectionHandle, on: adapter, at: record, peer: nil, role: nil, beginsInCapture: false
    )
  }

  /// Records that the connection is alive, and how long it was silent.
  func expireTimeouts(on connection: Connection, at record: CaptureRecord) {
    endOldReads(connection, at: record)
    reportSilence(on: connection, at: record)
    if let asked = connection.waits.oldest,
      record.time.nanoseconds(since: asked) >= ATTTransactions.timeout
    {
      endOldTransactions(connection, at: record)
    }
    connection.traffic.lastRecord = record.time
  }

  /// Reports how long a connection was silent, if it was long.
  func reportSilence(on connection: Connection, at record: CaptureRecord) {
    let silence = record.time.nanoseconds(since: connection.traffic.lastRecord)
    if silence >= Self.silenceThreshold, wantsEvents {
      var event = Event(.note, record, connection)
      event.responseTime = silence
      emit(event, fact: LinkFact.silence(expected: nil))
    }
  }

  /// The shortest silence of a connection that is reported to readers: 5 s, in nanoseconds.
  package static let silenceThreshold: Int64 = 5_000_000_000

  /// One complete L2CAP PDU, or as much of it as the capture has.
  private func pdu(
    _ bytes: RawSpan, on connection: consuming Connection, at record: CaptureRecord
  ) {
    var cursor = ByteCursor(bytes)
    let header: L2CAPHeader
    do { header = try L2CAPHeader(&cursor) } catch {
      observer?.stopped(.cut(.l2cap))
      malformed(.l2capHeader, error: error, bytes: bytes, at: record, on: connection, isCut: true)
      return
    }
    let payload = bytes.clamped(L2CAPHeader.size, count: header.length)
    let isCut = payload.byteCount < header.length
    let rest = bytes.clamped(L2CAPHeader.size + header.length)
    // Sniffers that decrypt may leave the MIC.
    if rest.byteCount > 0, connection.hearing.isOfHost {
      malformed(.l2capRest, error: nil, bytes: rest, at: record, on: connection)
    }
    guard connection.classic == nil else {
      classicPDU(payload, header: header, on: connection, at: record, isCut: isCut)
      return
    }
    switch header.channel {
    case .attribute:
      if record.direction == .sent { connection.security.encryption.noteData(frame: record.frame) }
      att(
        payload, on: consume connection, bearer: nil, at: record, isCut: isCut,
        missing: max(0, header.length &- payload.byteCount))
    case .leSignaling: signals(payload, on: connection, at: record, isCut: isCut)
    case .securityManager: security(payload, on: connection, at: record, isCut: isCut)
    default: channelData(payload, header: header, on: connection, at: record)
    }
  }
}
