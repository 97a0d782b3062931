import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Connections on the link layer: where they begin, and where they end.
extension GATTSession {
  /// CONNECT_IND or AUX_CONNECT_REQ.
  func connect(_ indication: ConnectIndication, _ packet: AirPacket) {
    let record = packet.record
    let peripheral = peer(indication.advertiser, record)
    let central = peer(indication.initiator, record)
    if let rssi = packet.radio.rssi { central?.received(rssi: rssi) }
    if let known = air.connection(indication.accessAddress), known.isOpen {
      // The same request on another channel, or again.
      if known.startTime == record.time || known.link?.timing.isNew == true { return }
      closeLink(known, record)
    }
    if let peripheral { isBack(peripheral, record) }
    // The advertiser is what a capture is mostly about: it has the lower number.
    if let peripheral { number(peripheral, record) }
    if let central { number(central, record) }
    let link = LinkLayerLink(
      accessAddress: indication.accessAddress, central: central, crcStart: indication.crcStart)
    link.centralAddress = indication.initiator
    guard let connection = openLink(link, record, peer: peripheral, beginsInCapture: true) else {
      return
    }
    connection.airAddress = indication.advertiser
    connection.intervals = [indication.interval]
    connection.latency = indication.latency
    connection.timeout = indication.timeout
    let duration = packet.radio.phy.duration(
      pdu: 36, codingIndicator: packet.codingIndicator)
    // The transmit window begins 1.25 ms and the offset behind the packet's end, and a bit later on
    // other PHYs (Vol 6, Part B, 4.5.3).
    link.timing.begin(
      at: record.time.adding(
        nanoseconds: duration + 1_250_000 * (1 + Int64(indication.windowOffset))))

    var told = begin(.connected, record, connection)
    told.from = .central
    addLink(indication.interval, indication.latency, indication.timeout)
    var text = ByteWriter(capacity: 64)
    indication.initiator.write(to: &text)
    fields.own.add("initiator_address", text: text.bytes)
    if let kind = indication.initiator.kind.name {
      fields.own.add("initiator_address_type", word: kind)
    }
    text.removeAll()
    text.append(hex32: indication.accessAddress)
    fields.own.add("access_address", text: text.bytes)
    emit(told)
  }

  /// Makes a connection of the link layer and gives it its ordinal.
  func openLink(
    _ link: LinkLayerLink, _ record: CaptureRecord, peer: Peer?, beginsInCapture: Bool
  ) -> Connection? {
    guard openConnections < SessionLimits.openConnections else {
      tellCap("open connections", SessionLimits.openConnections, record)
      return nil
    }
    openConnections += 1
    connectionCount += 1
    let connection = Connection(
      ordinal: connectionCount, handle: 0, record: record, peer: peer, role: .central,
      beginsInCapture: beginsInCapture,
      local: link.central?.database ?? AttributeDatabase(budget: budget),
      remote: peer?.database ?? AttributeDatabase(budget: budget), link: link)
    connection.unnamedState = initialState
    air.add(connection, link)
    if connections.count < SessionLimits.connections {
      connections.append(connection)
    } else {
      tellCap("connections", SessionLimits.connections, record)
    }
    peer?.connectionCount += 1
    link.central?.connectionCount += 1
    if options.describesPackets { packet.connection = connection }
    if !beginsInCapture { knowUnnamed(connection, record) }
    return connection
  }

  // MARK: End

  /// LL_TERMINATE_IND.
  func terminated(
    _ reason: HCIStatus, _ connection: Connection, _ record: CaptureRecord
  ) {
    endLink(connection, reason, by: record.direction == .sent ? .local : .remote, record) { _ in }
  }

  private func endLink(
    _ connection: Connection, _ reason: HCIStatus, by terminator: Connection.Terminator,
    _ record: CaptureRecord, remark: (inout FieldBuffer) -> Void
  ) {
    settle(connection, record, ending: .disconnect)
    connection.endReason = reason
    connection.endedBy = terminator
    connection.endTime = record.time
    connection.endFrame = record.frame
    air.end(connection)
    openConnections -= 1

    var told = begin(.disconnected, record, connection)
    addReason(reason)
    // There is no recording host on the air: who ended it is who sent the PDU.
    if terminator != .unknown { told.from = terminator == .local ? .central : .peripheral }
    fields.own.add("by", word: "unknown")
    fields.decoded.text.append(status: reason)
    remark(&fields.decoded)
    let isOrdinary = (0x13...0x16).contains(reason.rawValue)
    told.isProblem = !isOrdinary
    emit(told)
    if !isOrdinary { findEnd(connection, reason, record) }
  }

  /// Ends a connection whose end the capture does not show.
  func closeLink(_ connection: Connection, _ record: CaptureRecord) {
    settle(connection, record, ending: .lost)
    connection.endTime = record.time
    connection.endFrame = record.frame
    air.end(connection)
    openConnections -= 1
  }

  /// A device advertises that it may be connected.
  func isBack(_ address: BluetoothAddress, _ record: CaptureRecord) {
    guard !air.open.isEmpty, let peer = directory.known(address) else { return }
    isBack(peer, record)
  }

  /// Where nothing was heard of a connection of the device for as long as its supervision time-out,
  /// the connection is over. Silence alone says less: the sniffer may have lost it.
  private func isBack(_ peer: Peer, _ record: CaptureRecord) {
    for connection in air.open where connection.peer === peer {
      let silence = record.time.nanoseconds(since: connection.lastRecord)
      let timeout = Int64(connection.timeout) * 10_000_000
      guard timeout > 0, silence >= timeout else { continue }
      guard connection.link?.timing.isNew == false else {
        // Nothing of it was heard at all: that says more of the sniffer than of the connection.
        closeLink(connection, record)
        continue
      }
      endLink(connection, HCIStatus(rawValue: 0x08), by: .unknown, record) { out in
        out.addNote("concluded: nothing heard for ")
        out.note.append(duration: silence)
        out.note.append(", and the device advertises again")
      }
    }
  }
}

extension ByteWriter {
  /// `0x50654A27`.
  package mutating func append(hex32 value: UInt32) {
    append("0x")
    append(upperHex: UInt64(value), digits: 8)
  }
}
