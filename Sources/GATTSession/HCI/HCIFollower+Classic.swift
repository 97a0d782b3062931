import ATTDissector
import BTSnoop
import Bytes

/// BR/EDR links: set up, and recognized as connections with ATT.
extension HCIFollower {
  // MARK: Events

  func connected(_ event: ConnectionComplete, adapter: Adapter, at record: CaptureRecord) {
    let handle = event.connectionHandle
    guard event.status == .success else { return }
    if event.isACL, let old = adapter.connections[handle] {
      close(old, cut: .handleUsedAgain, adapter: adapter, at: record)
    }
    adapter.classicHandles.insert(handle)
    _ = links.standing.take(handle, adapter: adapter.index)
    adapter.classicLinks[handle] = nil
    guard event.isACL else { return }
    keep(ClassicLink(event, adapter.classicRoles[event.peer], record), handle: handle, on: adapter)
  }

  /// Keeps what is known of a link, unless there are too many, which are only counted.
  private func keep(_ link: ClassicLink, handle: UInt16, on adapter: Adapter) {
    guard adapter.classicLinks.count < SessionLimits.classicLinks else { return }
    adapter.classicLinks[handle] = link
  }

  /// A link from before the capture, recognized by its signalling channel.
  func recognizedClassic(_ handle: UInt16, on adapter: Adapter, at record: CaptureRecord) {
    adapter.classicHandles.insert(handle)
    keep(ClassicLink(record), handle: handle, on: adapter)
  }

  /// The host has a role on the link to a device, or will have it.
  func classicRole(_ role: LinkRole, address: BluetoothAddress, on adapter: Adapter) {
    adapter.classicRoles[address] = role
    for (handle, link) in adapter.classicLinks where link.address == address {
      link.role = role
      if let connection = adapter.connections[handle], connection.classic === link {
        connection.role = role
      }
    }
  }

  // MARK: Data

  /// The connection of a link on which this packet asks for an ATT channel.
  func classicConnection(
    _ header: ACLHeader, fragment: RawSpan, isCut: Bool, on adapter: Adapter,
    at record: CaptureRecord
  ) -> Connection? {
    guard let link = adapter.classicLinks[header.connectionHandle] else { return nil }
    let side = record.direction.sender
    if header.isStart {
      guard fragment.byteCount >= L2CAPHeader.size,
        L2CAPChannel(rawValue: fragment.uint16LittleEndian(at: 2)) == .signaling,
        fragment.uint16LittleEndian(at: 0) <= Self.longestSignalling
      else {
        link.skips[side] = true
        return nil
      }
      link.skips[side] = false
    } else if link.skips[side] {
      return nil
    }
    var reassembly = link.reassembly[side]
    switch reassembly.add(fragment, isStart: header.isStart, isCut: isCut, frame: record.frame) {
    case .whole, .cut:
      link.reassembly[side] = L2CAPReassembler()
      guard asksForATT(fragment) else { return nil }
      return open(link, handle: header.connectionHandle, on: adapter, at: record)
    case .joined:
      let joined = reassembly.takePDU()
      guard asksForATT(joined.rawBytes),
        let connection = open(link, handle: header.connectionHandle, on: adapter, at: record)
      else {
        link.reassembly[side] = L2CAPReassembler()
        return nil
      }
      // The packet is joined again there.
      connection.l2cap.reassembly[side] = link.reassembly[side]
      connection.l2cap.isJoining[side] = true
      budget.reassembly.take(connection.l2cap.reassembly[side].heldOctets)
      link.reassembly[side] = L2CAPReassembler()
      return connection
    case .waiting:
      link.reassembly[side] = reassembly
      return nil
    case .stray, .foreign, .skipped:
      link.skips[side] = true
      return nil
    }
  }

  /// Signalling that is longer does not ask for a channel alone. Few hosts accept as much: 672
  /// octets.
  private static let longestSignalling: UInt16 = 672

  private func open(
    _ link: ClassicLink, handle: UInt16, on adapter: Adapter, at record: CaptureRecord
  ) -> Connection? {
    let peer = link.address.flatMap { devices.peer($0, at: record) }
    if let peer { devices.number(peer, at: record) }
    guard
      let connection = open(
        handle, on: adapter, at: record, peer: peer, role: link.role,
        beginsInCapture: link.beginsInCapture, medium: .classic(link))
    else { return nil }
    connection.security.encryption.stands(link.isEncrypted)
    if link.beginsInCapture {
      reporter.emit(
        Event(.connected, record, connection),
        fact: LinkFact.connectedClassic(link.role, frame: link.startFrame))
    }
    return connection
  }

  /// Whether signalling commands request a channel for ATT.
  private func asksForATT(_ pdu: RawSpan) -> Bool {
    var cursor = ByteCursor(pdu.clamped(L2CAPHeader.size))
    while let signal = try? L2CAPSignal(&cursor), (try? cursor.skip(signal.length)) != nil {
      let isRequest =
        signal.code == .connectionRequest || signal.code == .creditBasedConnectionRequest
      guard isRequest, signal.length >= 4 else { continue }
      let psm = cursor.bytes.uint16LittleEndian(at: cursor.offset - signal.length)
      let wanted: L2CAPServicePSM = signal.code == .connectionRequest ? .att : .enhancedATT
      if psm == wanted.rawValue { return true }
    }
    return false
  }
}
