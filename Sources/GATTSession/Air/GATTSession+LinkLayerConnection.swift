import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// The start and the end of connections on the link layer.
extension GATTSession {
  /// CONNECT_IND or AUX_CONNECT_REQ.
  func connect(_ indication: ConnectIndication, _ packet: AirPacket) {
    let record = packet.record
    let peripheral = devices.peer(indication.advertiser, record)
    let central = devices.peer(indication.initiator, record)
    if let rssi = packet.radio.rssi { central?.received(rssi: rssi) }
    if let known = air.connection(indication.accessAddress), known.isOpen {
      // The same request on another channel, or a repeat.
      if known.startTime == record.time || known.link?.timing.isNew == true { return }
      closeLink(known, record)
    }
    if let peripheral { isBack(peripheral, record) }
    // Captures are mostly about the advertiser: it gets the lower number.
    if let peripheral { devices.number(peripheral, record) }
    if let central { devices.number(central, record) }
    let link = LinkLayerLink(
      accessAddress: indication.accessAddress, central: central, crcStart: indication.crcStart)
    link.centralAddress = indication.initiator
    guard let connection = openLink(link, record, peer: peripheral, beginsInCapture: true) else {
      return
    }
    connection.airAddress = indication.advertiser
    let terms = LinkTerms(
      interval: indication.interval, latency: indication.latency, timeout: indication.timeout)
    connection.take(terms)
    let duration = packet.radio.phy.duration(
      pdu: 36, codingIndicator: packet.codingIndicator)
    // The transmit window starts at the packet's end plus 1.25 ms and the offset, and a little
    // later on other PHYs (Vol 6, Part B, 4.5.3).
    link.timing.begin(
      at: record.time.adding(
        nanoseconds: duration + 1_250_000 * (1 + Int64(indication.windowOffset))))

    var told = Event(.connected, record, connection)
    told.from = .central
    emit(
      told,
      LinkFact.connectedOnAir(
        terms, initiator: indication.initiator, accessAddress: indication.accessAddress))
  }

  /// Creates a connection of the link layer and assigns its ordinal.
  func openLink(
    _ link: LinkLayerLink, _ record: CaptureRecord, peer: Peer?, beginsInCapture: Bool
  ) -> Connection? {
    guard let ordinal = links.begin(record) else { return nil }
    let connection = Connection(
      ordinal: ordinal, handle: 0, record: record, peer: peer, role: .central,
      beginsInCapture: beginsInCapture,
      local: link.central?.database ?? AttributeDatabase(budget: budget),
      remote: peer?.database ?? AttributeDatabase(budget: budget), link: link)
    air.add(connection, link)
    links.add(connection, record)
    if options.describesPackets { packet.connection = connection }
    if !beginsInCapture { devices.knowUnnamed(connection, record) }
    return connection
  }

  // MARK: End

  /// LL_TERMINATE_IND.
  func terminated(
    _ reason: HCIStatus, _ connection: Connection, _ record: CaptureRecord
  ) {
    endLink(connection, reason, by: record.direction == .sent ? .local : .remote, record)
  }

  private func endLink(
    _ connection: Connection, _ reason: HCIStatus, by terminator: Connection.Terminator,
    _ record: CaptureRecord, remark: LinkFact.EndRemark? = nil
  ) {
    settle(connection, record, ending: .disconnect)
    connection.endReason = reason
    connection.endedBy = terminator
    connection.endTime = record.time
    connection.endFrame = record.frame
    air.end(connection)
    links.ended()

    var told = Event(.disconnected, record, connection)
    // There is no recording host on the air: the sender of the PDU ended it.
    if terminator != .unknown { told.from = terminator == .local ? .central : .peripheral }
    let isOrdinary = (0x13...0x16).contains(reason.rawValue)
    told.isProblem = !isOrdinary
    emit(told, LinkFact.ended(reason, by: .unknown, remark))
    if !isOrdinary { findEnd(connection, reason, record) }
  }

  /// Ends a connection whose end is not in the capture.
  func closeLink(_ connection: Connection, _ record: CaptureRecord) {
    settle(connection, record, ending: .lost)
    connection.endTime = record.time
    connection.endFrame = record.frame
    air.end(connection)
    links.ended()
  }

  /// A device advertises as connectable.
  func isBack(_ address: BluetoothAddress, _ record: CaptureRecord) {
    guard !air.open.isEmpty, let peer = devices.known(address) else { return }
    isBack(peer, record)
  }

  /// Where nothing was heard of the device's connection for its whole supervision timeout, the
  /// connection is over. Silence alone proves less: the sniffer may have lost it.
  private func isBack(_ peer: Peer, _ record: CaptureRecord) {
    for connection in air.open where connection.peer === peer {
      let silence = record.time.nanoseconds(since: connection.lastRecord)
      let timeout = Int64(connection.timeout) * 10_000_000
      guard timeout > 0, silence >= timeout else { continue }
      guard connection.link?.timing.isNew == false else {
        // Nothing of it was ever heard: that says more about the sniffer than about the connection.
        closeLink(connection, record)
        continue
      }
      endLink(
        connection, HCIStatus(rawValue: 0x08), by: .unknown, record,
        remark: .concluded(silence: silence))
    }
  }
}
