import ATTDissector
import BTSnoop
import Bytes

/// ACL data: fragments are reassembled into L2CAP PDUs, and those passed to their channels.
extension HCIFollower {
  func acl(at record: CaptureRecord, bytes: RawSpan) {
    var cursor = ByteCursor(bytes)
    let header: ACLHeader
    do { header = try ACLHeader(&cursor) } catch {
      guard links.adapter(at: record.adapter) != nil else { return }
      current.observer?.stopped(.cut(.acl))
      malformed.report(
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
    ends.expireTimeouts(on: connection, at: record)
    current.observer?.acl(header, on: connection, at: record)
    if let link = connection.classic,
      !l2cap.isRead(header, fragment: fragment, on: connection, link: link, at: record)
    {
      clock.counts.classicPackets += 1
      current.observer?.stopped(.notFollowed(header, octets: fragment.byteCount))
      return
    }
    let side = record.direction.sender
    connection.traffic.add(side, at: record, octets: header.length)
    if header.isStart, !isCut, !connection.l2cap.isJoining[side], holdsPDU(fragment) {
      // Its data does not end a connection.
      if connection.isOpen { return l2cap.pdu(fragment, on: consume connection, at: record) }
      l2cap.pdu(fragment, on: copy connection, at: record)
    } else {
      join(fragment, header: header, isCut: isCut, side: side, on: connection, at: record)
      connection.l2cap.isJoining[side] = !connection.l2cap.reassembly[side].isClean
    }
    // Nothing can follow on a connection that has ended.
    if !connection.isOpen, links.unsettled == nil {
      ends.settle(connection, at: record, ending: .disconnect)
    }
  }

  /// The connection of a handle that is not one of an open connection on the adapter of the last record;
  /// `nil` where it is of none that is followed.
  private func connectionForUnknownHandle(
    _ header: ACLHeader, fragment: RawSpan, isCut: Bool, at record: CaptureRecord
  ) -> Connection? {
    guard let adapter = links.adapter(at: record.adapter) else { return nil }
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
    current.observer?.stopped(.notFollowed(header, octets: fragment.byteCount))
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
    let outcome = l2cap.join(
      fragment, isStart: header.isStart, isCut: isCut, on: connection, side: side, at: record)
    switch outcome {
    case .whole, .cut, .joined: return
    case .waiting, .skipped, .stray, .foreign:
      current.observer?.stopped(.fragment(header, octets: fragment.byteCount))
    }
    guard outcome == .stray || outcome == .foreign else { return }
    malformed.report(.continuation, error: nil, bytes: fragment, at: record, on: connection)
    if outcome == .stray { l2cap.lostPart(octets: nil, on: connection, side: side, at: record) }
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
}
