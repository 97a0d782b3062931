import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A link-layer packet in the session: what its record, its header and earlier packets say.
struct AirPacket {
  /// `direction` is `sent` for the central's and `received` for the peripheral's packets.
  var record: CaptureRecord
  var radio: RadioInfo
  var accessAddress: UInt32
  var codingIndicator: UInt8?
  /// `nil` if unknown.
  var crcOK: Bool?
  /// The capture holds fewer bytes of the PDU than its header announces.
  var isCut: Bool

  /// Whether it was sent on a channel other than 37, 38 and 39; `nil` if unknown.
  var isAuxiliary: Bool? {
    if let channel = radio.channel { return channel < 37 }
    return radio.physicalChannel == .auxiliaryAdvertising ? true : nil
  }
}

/// Captures of the link layer: dispatches packets to advertising, connections or isochronous
/// streams.
extension GATTSession {
  func linkLayer(at record: CaptureRecord, bytes: RawSpan) {
    if options.describesPackets { self.packet.removeAll() }
    var radio = record.radio ?? RadioInfo()
    var cursor = ByteCursor(bytes)
    var packet: LinkLayerPacket
    do { packet = try LinkLayerPacket(&cursor, isCoded: radio.phy == .coded) } catch {
      if options.describesPackets { self.packet.summary.append("Link-layer packet, cut") }
      malformed(.linkLayerPacket, error: error, bytes: bytes, at: record, isCut: true)
      return
    }
    let accessAddress = knownAddress(packet.accessAddress, radio: radio)
    believe(&packet, accessAddress: accessAddress, radio: &radio, bytes: bytes, at: record)
    var air = AirPacket(
      record: record, radio: radio, accessAddress: accessAddress,
      codingIndicator: packet.codingIndicator,
      crcOK: radio.crcOK, isCut: false)
    air.record.direction = .unknown
    let pdu = bytes.clamped(packet.pduOffset)
    if options.describesPackets {
      self.packet.link = LinkLayerInfo(crcOK: radio.crcOK)
      self.packet.link?.view.isCoded = radio.phy == .coded
    }

    let stream = self.air.stream(accessAddress: accessAddress)
    let isBroadcast: Bool? =
      switch radio.physicalChannel {
      case .connectedIsochronous: false
      case .broadcastIsochronous: true
      case .unknown, .data, .auxiliaryAdvertising: stream?.isBroadcast
      }
    if stream != nil || isBroadcast != nil {
      if options.describesPackets { self.packet.set(stream?.connection) }
      isochronous(isBroadcast, packet: &air)
      return
    }
    let train = self.air.train(accessAddress: accessAddress)
    if accessAddress == LinkLayerPacket.advertisingAccessAddress || train != nil
      || radio.physicalChannel == .auxiliaryAdvertising
    {
      let length = 2 + (pdu.byteCount >= 2 ? Int(pdu.uint8(at: 1)) : 0)
      check(
        pdu, length: length, start: train?.crcStart ?? LinkLayerCRC.advertisingStart, packet: &air)
      if accessAddress == LinkLayerPacket.advertisingAccessAddress {
        proveChannel(pdu, packet: &air)
      }
      advertisingPDU(pdu.clamped(0, count: length), in: air)
      if options.describesPackets, let rssi = radio.rssi {
        self.packet.summary.append(", ")
        self.packet.summary.append(decimal: Int(rssi))
        self.packet.summary.append(" dBm")
      }
    } else {
      let hasThird = pdu.byteCount >= 1 && pdu.uint8(at: 0) & 0x20 != 0
      let length =
        2 + (hasThird ? 1 : 0) + (pdu.byteCount >= 2 ? Int(pdu.uint8(at: 1)) : 0)
      let link = self.air.connection(accessAddress: accessAddress)?.link
      let isEncrypted = link.map { $0.encryption == .answered || $0.encryption == .on } ?? false
      check(pdu, length: length, start: link?.crcStart, isEncrypted: isEncrypted, packet: &air)
      data(pdu.clamped(0, count: length), fits: pdu.byteCount - length, in: air)
      if options.writesPlainPackets, self.packet.isOpened {
        writePlain(bytes, pdu: packet.pduOffset, length: length, crcStart: link?.crcStart)
      } else if options.mendsCRC, self.packet.isDecrypted {
        writeMended(bytes, pdu: packet.pduOffset, length: length, crcStart: link?.crcStart)
      }
    }
    if air.crcOK == false {
      clock.counts.badCRC += 1
      if !options.readsBadCRC { unread = .badCRC }
      if options.describesPackets { self.packet.summary.append(", bad CRC") }
    }
  }

  /// A received access address may have a bit or two wrong: the sniffer says which one it looked
  /// for.
  private func knownAddress(_ received: UInt32, radio: RadioInfo) -> UInt32 {
    guard let reference = radio.referenceAccessAddress, reference != received,
      (reference ^ received).nonzeroBitCount <= 4, air.connection(accessAddress: received) == nil
    else { return received }
    return reference
  }

  /// Takes back what the radio header says and the packet disproves.
  private func believe(
    _ packet: inout LinkLayerPacket, accessAddress: UInt32, radio: inout RadioInfo,
    bytes: RawSpan, at record: CaptureRecord
  ) {
    let isAdvertising = accessAddress == LinkLayerPacket.advertisingAccessAddress
    let start =
      isAdvertising
      ? LinkLayerCRC.advertisingStart : air.connection(accessAddress: accessAddress)?.link?.crcStart
    if packet.codingIndicator != nil, let start,
      !hasCRC(bytes.clamped(packet.pduOffset), isAdvertising: isAdvertising, start: start),
      hasCRC(bytes.clamped(packet.pduOffset - 1), isAdvertising: isAdvertising, start: start)
    {
      contradicted(.codingIndicator, radio: radio, at: record)
      packet.pduOffset -= 1
      packet.codingIndicator = nil
    }
    switch radio.physicalChannel {
    case .unknown,
      .auxiliaryAdvertising where isAdvertising, .data where !isAdvertising:
      break
    case _ where isAdvertising:
      contradicted(.advertising, radio: radio, at: record)
      radio.physicalChannel = .unknown
      radio.sender = nil
    case _:
      guard let start, air.stream(accessAddress: accessAddress) == nil,
        air.train(accessAddress: accessAddress) == nil,
        hasCRC(bytes.clamped(packet.pduOffset), isAdvertising: false, start: start)
      else { break }
      contradicted(.data, radio: radio, at: record)
      radio.physicalChannel = .unknown
      radio.sender = nil
    }
    air.channelNumbers.correct(&radio, file: record.file)
  }

  /// Whether a PDU has a CRC that fits.
  private func hasCRC(_ pdu: RawSpan, isAdvertising: Bool, start: UInt32) -> Bool {
    guard pdu.byteCount >= 2 else { return false }
    let hasThird = !isAdvertising && pdu.uint8(at: 0) & 0x20 != 0
    let length = 2 + (hasThird ? 1 : 0) + Int(pdu.uint8(at: 1))
    return LinkLayerCRC.isValid(
      pdu.clamped(0, count: length), crc: pdu.clamped(length, count: LinkLayerPacket.crcSize),
      start: start)
  }

  /// The type of an intact advertising PDU may prove that the channel in the header is wrong.
  private func proveChannel(_ pdu: RawSpan, packet: inout AirPacket) {
    guard packet.crcOK == true, pdu.byteCount >= 2,
      case let kind = AdvertisingPDUHeader.Kind(rawValue: pdu.uint8(at: 0) & 0x0F),
      Self.isPrimaryOnly(kind)
    else { return }
    var told = packet.radio
    told.channel = packet.record.radio?.channel
    packet.radio.channel = told.channel
    packet.radio.physicalChannel = .unknown
    packet.radio.auxiliaryType = nil
    if let kind = air.channelNumbers.prove(&packet.radio, file: packet.record.file) {
      contradicted(kind, radio: told, at: packet.record, pdu: pdu.uint8(at: 0) & 0x0F)
    }
  }

  /// Checks the CRC, if possible: the recorder may not have done so, or say otherwise.
  private func check(
    _ bytes: RawSpan, length: Int, start: UInt32?, isEncrypted: Bool = false,
    packet: inout AirPacket
  ) {
    packet.isCut = bytes.byteCount < length
    defer { if packet.crcOK == false { air.isDamaged = true } }
    air.isDamaged = false
    let crc = bytes.clamped(length, count: LinkLayerPacket.crcSize)
    // Tools that decrypt a packet write zeros in place of a CRC that no longer fits.
    let isZero =
      crc.byteCount == LinkLayerPacket.crcSize
      && crc.uint8(at: 0) | crc.uint8(at: 1) | crc.uint8(at: 2) == 0
    if packet.crcOK == false, isZero, isEncrypted { packet.crcOK = nil }
    if let start, crc.byteCount == LinkLayerPacket.crcSize {
      if LinkLayerCRC.isValid(bytes.clamped(0, count: length), crc: crc, start: start) {
        air.hasSeenCRC = true
        if packet.crcOK == false { contradicted(.goodCRC, radio: packet.radio, at: packet.record) }
        packet.crcOK = true
      } else if packet.crcOK == nil, air.hasSeenCRC, !isZero || !isEncrypted {
        // Some tools write zeros or nothing in its place: it can only be wrong once a CRC was seen.
        packet.crcOK = false
      } else if packet.crcOK == true, air.hasSeenCRC, !isZero, !isEncrypted,
        !packet.radio.wasEncrypted
      {
        contradicted(.badCRC, radio: packet.radio, at: packet.record)
        air.isDamaged = true
      }
    }
    if options.describesPackets { self.packet.link?.crcOK = packet.crcOK }
  }

  /// Whether the content is used.
  func isReadable(_ packet: AirPacket) -> Bool {
    packet.crcOK != false || options.readsBadCRC
  }

  /// A packet of a stream: counted, and named in the packet list.
  /// - isBroadcast: `nil` where no PDU has said.
  func isochronous(_ isBroadcast: Bool?, packet: inout AirPacket) {
    clock.counts.isochronousPackets += 1
    if packet.crcOK == false { clock.counts.badCRC += 1 }
    guard options.describesPackets else { return }
    let kind: LinkLayerView.Isochronous
    switch isBroadcast {
    case true?:
      kind = .broadcast
      self.packet.summary.append("BIS PDU")
    case false?:
      kind = .connected
      self.packet.summary.append("CIS PDU")
    case nil:
      kind = .unknown
      self.packet.summary.append("Isochronous PDU")
    }
    self.packet.link?.view.isochronous = kind
    switch packet.radio.sender {
    case .central?: self.packet.from = .central
    case .peripheral?: self.packet.from = .peripheral
    case nil: break
    }
  }

  /// Ends everything still in progress on the air.
  func finishLinkLayer(at record: CaptureRecord) {
    missAnnounced(at: record, isLast: true)
    concludeUnanswered(at: record)
    for connection in air.open { settle(connection, at: record, ending: .captureEnds) }
    giveUpAuxiliaryChains(at: record)
  }

  // MARK: The host's side

  /// What decoders of the host's values have learned; on the link layer the host is the central.
  func hostState(on connection: Connection) -> DeviceState? {
    if let link = connection.link { return link.central?.state }
    return adapter(at: connection.adapter)?.state
  }

  func changeHostState(on connection: Connection, change: (inout DeviceState) -> Void) {
    if let link = connection.link {
      if let central = link.central { change(&central.state) }
    } else if let adapter = adapter(at: connection.adapter) {
      change(&adapter.state)
    }
  }
}
