import ATTDissector
import BTSnoop
import Bytes

/// The start of connections on the link layer.
extension AirFollower {
  /// CONNECT_IND or AUX_CONNECT_REQ.
  func connect(_ indication: ConnectIndication, in packet: AirPacket) {
    let record = packet.record
    let peripheral = devices.peer(indication.advertiser, at: record)
    let central = devices.peer(indication.initiator, at: record)
    if let rssi = packet.radio.rssi { central?.received(rssi: rssi) }
    if let known = air.connection(accessAddress: indication.accessAddress), known.isOpen {
      // The same request, heard by another sniffer, or again as long as nothing came of it.
      guard let link = known.link else { return }
      let delay = record.time.nanoseconds(since: known.startTime)
      // No initiator uses an access address again as soon as this.
      let isSoon = (0...LinkLayerState.longestDelay).contains(delay)
      if link.request == indication, link.timing.isNew || isSoon {
        air.hearCopies(after: delay)
        return
      }
      if link.timing.isNew {
        closeLink(known, at: record)
      } else {
        conclude(on: known, link: link, sign: .connects, at: record)
      }
    }
    if let peripheral {
      if let central { reconnected(peripheral, central: central, at: record) }
      isBack(peripheral, at: record)
    }
    air.forgetStream(indication.accessAddress)
    // Captures are mostly about the advertiser: it gets the lower number.
    if let peripheral { devices.number(peripheral, at: record) }
    if let central { devices.number(central, at: record) }
    let link = LinkLayerLink(
      accessAddress: indication.accessAddress, request: indication, central: central)
    if packet.isAuxiliary != true {
      link.opening.initiatorSelects2 = indication.selectsChannelsByAlgorithm2
      if let known = air.connectable, known.advertiser == indication.advertiser {
        link.opening.advertiserSelects2 = known.selects2
      }
    }
    link.timing.begin(on: packet.radio.phy)
    guard let connection = openLink(link, at: record, peer: peripheral, beginsInCapture: true)
    else {
      return
    }
    connection.parties.airAddress = indication.advertiser
    let terms = LinkTerms(
      interval: ConnectionInterval(frames: indication.interval), latency: indication.latency,
      timeout: indication.timeout)
    linkStates.take(terms, on: connection, at: record)
    let duration = packet.radio.phy.duration(
      pdu: 36, codingIndicator: packet.codingIndicator)
    // The transmit window starts at the packet's end plus 1.25 ms and the offset, and a little
    // later on other PHYs (Vol 6, Part B, 4.5.3).
    link.timing.begin(
      at: record.time.adding(
        nanoseconds: duration + 1_250_000 * (1 + Int64(indication.windowOffset))))

    var event = Event(.connected, record, connection)
    event.from = .central
    reporter.emit(
      event,
      fact: LinkFact.connectedOnAir(
        terms, initiator: indication.initiator, accessAddress: indication.accessAddress,
        link.opening))
    if let faults = ConnectFaults(indication, isAuxiliary: packet.isAuxiliary == true) {
      reporter.find(.connectInvalid(faults, frame: record.frame), on: connection, at: record)
    }
  }

  /// Creates a connection of the link layer and assigns its ordinal.
  func openLink(
    _ link: LinkLayerLink, at record: CaptureRecord, peer: Peer?, beginsInCapture: Bool
  ) -> Connection? {
    guard let ordinal = links.begin(record) else { return nil }
    let connection = Connection(
      ordinal: ordinal, handle: 0, record: record, peer: peer, role: .central,
      beginsInCapture: beginsInCapture,
      local: link.central?.database ?? AttributeDatabase(budget: budget),
      remote: peer?.database ?? AttributeDatabase(budget: budget), medium: .air(link))
    air.add(connection, link: link)
    links.add(connection, at: record)
    current.observer?.found(connection)
    if !beginsInCapture { devices.knowUnnamed(on: connection, at: record) }
    return connection
  }
}
