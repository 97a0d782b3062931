import ATTDissector
import BTSnoop
import Bytes

/// Advertising PDUs: the advertisements that a controller would report, and connections.
extension AirFollower {
  /// - pdu: header and payload, as far as captured.
  func advertisingPDU(_ pdu: RawSpan, in packet: AirPacket) {
    air.isAuxiliary = packet.isAuxiliary ?? false
    var cursor = ByteCursor(pdu)
    let header: AdvertisingPDUHeader
    do { header = try AdvertisingPDUHeader(&cursor) } catch {
      current.observer?.advertising(nil, payload: pdu, type: nil, in: packet)
      if isReadable(packet) {
        malformed.report(.advertisingPDU, error: error, bytes: pdu, at: packet.record, isCut: true)
      }
      return
    }
    let payload = cursor.takeRest()
    current.observer?.advertising(
      header, payload: payload, type: auxiliaryType(of: header, payload: payload, in: packet),
      in: packet)
    guard isReadable(packet) else { return }
    missAnnounced(at: packet.record)
    do { try advertisingPDU(payload, header: header, in: packet) } catch {
      malformed.report(
        .advertisingPDU, error: error, bytes: pdu, at: packet.record, isCut: packet.isCut)
    }
  }

  private func advertisingPDU(
    _ payload: RawSpan, header: AdvertisingPDUHeader, in packet: AirPacket
  ) throws(ByteError) {
    var cursor = ByteCursor(payload)
    let rssi = packet.radio.rssi ?? 127
    switch header.kind {
    case .advInd, .advDirectInd, .advNonconnInd, .advScanInd, .scanResponse:
      let content = try LegacyAdvertising(&cursor, header)
      let type: UInt8 =
        switch header.kind {
        case .advInd: 0
        case .advDirectInd: 1
        case .advScanInd: 2
        case .advNonconnInd: 3
        default: 4
        }
      if header.kind == .advInd || header.kind == .advDirectInd {
        air.connectable = (content.sender, header.selectsChannelsByAlgorithm2)
      }
      let report = AdvertisingReport(
        type: AdvertisingType(legacy: type), address: content.sender, rssi: rssi,
        data: content.data)
      advertising.advertisement(
        report, data: payload.clamped(content.data), isCut: packet.isCut, on: nil, at: packet.record
      )
      if report.type.isConnectable { isBack(content.sender, at: packet.record) }
    case .scanRequest:
      let content = try LegacyAdvertising(&cursor, header)
      if let target = content.target { air.scanRequest = (target, packet.record.time) }
      // Scanners change their addresses all the time: only known devices get the signal strength.
      devices.known(content.sender)?.received(rssi: rssi)
    case .connectRequest:
      connect(try ConnectIndication(&cursor, header), in: packet)
    case .extended:
      let content = try ExtendedAdvertising(&cursor, header)
      if let group = BIGInfo(in: payload.clamped(content.controllerData)) {
        air.addGroup(group.seedAccessAddress)
      }
      extended(content, data: payload.clamped(content.data), in: packet)
    default: break
    }
  }

  // MARK: Extended

  /// The type of a PDU of type 7.
  private func auxiliaryType(
    of content: ExtendedAdvertising, data: RawSpan, in packet: AirPacket
  ) -> RadioInfo.AuxiliaryType? {
    if packet.accessAddress != LinkLayerPacket.advertisingAccessAddress {
      return packet.radio.auxiliaryType == .chain || continues(content, in: packet)
        ? .chain : .periodic
    }
    // Where the channel is unknown: an ADV_EXT_IND has an AuxPtr and no data.
    let isAuxiliary =
      packet.isAuxiliary ?? (content.auxiliaryPointer == nil || !content.data.isEmpty)
    guard isAuxiliary else { return nil }
    if let type = packet.radio.auxiliaryType { return type }
    if let request = air.scanRequest, request.advertiser == content.advertiser,
      (0...2_000_000).contains(packet.record.time.nanoseconds(since: request.time))
    {
      return .scanResponse
    }
    if continues(content, in: packet) { return .chain }
    // A PDU without an address belongs to an ADV_EXT_IND, or to a chain whose beginning was not heard.
    if content.advertiser == nil, let set = content.dataInformation.flatMap({ air.sets[$0] }),
      let pointer = set.pointer, !pointer.pointsTo(packet, due: set.due),
      !data.isListOfADStructures
    {
      return .chain
    }
    return .advertising
  }

  private func auxiliaryType(
    of header: AdvertisingPDUHeader, payload: RawSpan, in packet: AirPacket
  ) -> RadioInfo.AuxiliaryType? {
    var cursor = ByteCursor(payload)
    guard header.kind == .extended, let content = try? ExtendedAdvertising(&cursor, header) else {
      return nil
    }
    return auxiliaryType(of: content, data: payload.clamped(content.data), in: packet)
  }

  private func extended(
    _ content: ExtendedAdvertising, data: RawSpan, in packet: AirPacket
  ) {
    let kind = auxiliaryType(of: content, data: data, in: packet)
    if kind == .chain {
      chained(content, data: data, in: packet)
      return
    }
    let known = content.dataInformation.flatMap { air.sets[$0] }
    let isNewEvent = kind == nil && content.auxiliaryPointer != nil
    if isNewEvent, let index = chainIndex(of: content, in: packet) {
      giveUpAuxiliaryChain(index, at: packet.record)
    }
    var bits: UInt16 = kind == .periodic ? AdvertisingType.periodic.bits : UInt16(content.mode & 3)
    if content.target != nil { bits |= 0x04 }
    if kind == .scanResponse { bits |= 0x08 }
    if kind == nil, content.auxiliaryPointer == nil { bits |= AdvertisingType.alone.bits }
    let type = AdvertisingType(extended: bits)
    let advertiser =
      kind == .periodic
      ? air.train(accessAddress: packet.accessAddress)?.advertiser
      : content.advertiser ?? known?.advertiser
    if let information = content.dataInformation, kind != .periodic {
      var set = AdvertisingSet(advertiser: advertiser, type: type)
      if let pointer = content.auxiliaryPointer {
        set.pointer = pointer
        set.due = packet.record.time.adding(nanoseconds: pointer.delay)
      }
      air.remember(set, information: information)
    }
    if let sync = content.syncInformation {
      air.add(
        PeriodicTrain(advertiser: advertiser, crcStart: sync.crcStart),
        accessAddress: sync.accessAddress)
    }
    // An ADV_EXT_IND only says where the advertisement is.
    if isNewEvent {
      announce(content, type: type, in: packet)
      return
    }
    hearData(content.dataInformation, of: advertiser)
    let report = AdvertisingReport(
      type: type, address: advertiser, rssi: packet.radio.rssi ?? 127,
      txPower: content.transmitPower ?? 127, set: content.dataInformation?.set,
      data: content.data)
    if let index = chainIndex(of: content, in: packet) {
      giveUpAuxiliaryChain(index, at: packet.record)
    }
    if let pointer = content.auxiliaryPointer, kind != nil {
      if air.chains.count >= SessionLimits.openChains { giveUpAuxiliaryChain(0, at: packet.record) }
      air.chains.append(
        AuxiliaryChain(
          report: report, information: content.dataInformation,
          accessAddress: packet.accessAddress, data: data.copy(), pointer: pointer,
          due: packet.record.time.adding(nanoseconds: pointer.delay)))
    } else {
      advertising.advertisement(report, data: data, isCut: packet.isCut, on: nil, at: packet.record)
    }
    if type.isConnectable, let advertiser { isBack(advertiser, at: packet.record) }
  }

  /// The chain that a PDU continues, or restarts.
  private func chainIndex(of content: ExtendedAdvertising, in packet: AirPacket) -> Int? {
    air.chains.firstIndex {
      $0.accessAddress == packet.accessAddress && $0.information == content.dataInformation
    }
  }

  /// Whether a PDU is where and when its chain goes on: parts belong to one event.
  private func continues(_ content: ExtendedAdvertising, in packet: AirPacket) -> Bool {
    guard content.advertiser == nil, let index = chainIndex(of: content, in: packet) else {
      return false
    }
    let chain = air.chains[index]
    return chain.pointer.pointsTo(packet, due: chain.due)
  }

  private func chained(
    _ content: ExtendedAdvertising, data: RawSpan, in packet: AirPacket
  ) {
    guard let index = chainIndex(of: content, in: packet) else { return }
    guard continues(content, in: packet) else {
      // The rest of another event, whose beginning was not heard.
      giveUpAuxiliaryChain(index, at: packet.record)
      return
    }
    let room = SessionLimits.chainedAdvertisingOctets - air.chains[index].data.count
    air.chains[index].data.append(contentsOf: data.clamped(0, count: room).copy())
    if let pointer = content.auxiliaryPointer, data.byteCount <= room, !packet.isCut {
      air.chains[index].pointer = pointer
      air.chains[index].due = packet.record.time.adding(nanoseconds: pointer.delay)
      return
    }
    let chain = air.chains.remove(at: index)
    advertising.advertisement(
      chain.report, data: chain.data.rawBytes, isCut: packet.isCut || data.byteCount > room,
      on: nil,
      at: packet.record)
  }

  private func giveUpAuxiliaryChain(_ index: Int, at record: CaptureRecord) {
    let chain = air.chains.remove(at: index)
    advertising.advertisement(
      chain.report, data: chain.data.rawBytes, isCut: true, on: nil, at: record)
  }

  /// Reports the chains whose end was not heard.
  func giveUpAuxiliaryChains(at record: CaptureRecord) {
    while !air.chains.isEmpty { giveUpAuxiliaryChain(0, at: record) }
  }
}

extension RawSpan {
  /// Whether it consists of AD structures, to its end: so does the rest of a chain by chance only.
  fileprivate var isListOfADStructures: Bool {
    var offset = 0
    while offset < byteCount, uint8(at: offset) > 0 { offset += 1 + Int(uint8(at: offset)) }
    guard offset > 0, offset < byteCount else { return offset > 0 && offset == byteCount }
    return (offset..<byteCount).allSatisfy { uint8(at: $0) == 0 }
  }
}

extension AdvertisingReport {
  /// A report of what was heard on the air.
  init(
    type: AdvertisingType, address: BluetoothAddress?, rssi: Int8, txPower: Int8 = 127,
    set: UInt8? = nil, data: Range<Int>
  ) {
    self.init(type: type, data: data)
    self.address = address
    self.rssi = rssi
    self.txPower = txPower
    self.set = set
  }
}
