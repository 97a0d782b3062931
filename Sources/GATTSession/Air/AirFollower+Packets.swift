import ATTDissector
import BTSnoop
import Bytes

/// A link-layer packet in the session: what its record, its header and earlier packets say.
package struct AirPacket {
  /// `direction` is `sent` for the central's and `received` for the peripheral's packets.
  var record: CaptureRecord
  package var radio: RadioInfo
  var accessAddress: UInt32
  var codingIndicator: UInt8?
  /// `nil` if unknown.
  package var crcOK: Bool?
  /// The capture holds fewer bytes of the PDU than its header announces.
  var isCut: Bool

  /// Whether it was sent on a channel other than 37, 38 and 39; `nil` if unknown.
  package var isAuxiliary: Bool? {
    if let channel = radio.channel { return channel < 37 }
    return radio.physicalChannel == .auxiliaryAdvertising ? true : nil
  }
}

/// Captures of the link layer: dispatches packets to advertising, connections or isochronous
/// streams.
extension AirFollower {
  func packet(at record: CaptureRecord, bytes: RawSpan) {
    var radio = record.radio ?? RadioInfo()
    var cursor = ByteCursor(bytes)
    var packet: LinkLayerPacket
    do { packet = try LinkLayerPacket(&cursor, isCoded: radio.phy == .coded) } catch {
      current.observer?.stopped(.cut(.linkLayer))
      malformed.report(.linkLayerPacket, error: error, bytes: bytes, at: record, isCut: true)
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
    current.observer?.heard(air)

    let stream = self.air.stream(accessAddress: accessAddress)
    let isBroadcast: Bool? =
      switch radio.physicalChannel {
      case .connectedIsochronous: false
      case .broadcastIsochronous: true
      case .unknown, .data, .auxiliaryAdvertising: stream?.isBroadcast
      }
    if stream != nil || isBroadcast != nil {
      isochronous(isBroadcast, of: stream?.connection, packet: air)
      return
    }
    let train = self.air.train(accessAddress: accessAddress)
    let length: Int
    let crcStart: UInt32?
    if accessAddress == LinkLayerPacket.advertisingAccessAddress || train != nil
      || radio.physicalChannel == .auxiliaryAdvertising
    {
      length = 2 + (pdu.byteCount >= 2 ? Int(pdu.uint8(at: 1)) : 0)
      crcStart = train?.crcStart ?? LinkLayerCRC.advertisingStart
      check(pdu, length: length, start: crcStart, packet: &air)
      if accessAddress == LinkLayerPacket.advertisingAccessAddress {
        proveChannel(pdu, packet: &air)
      }
      advertisingPDU(pdu.clamped(0, count: length), in: air)
    } else {
      let hasThird = pdu.byteCount >= 1 && pdu.uint8(at: 0) & 0x20 != 0
      length = 2 + (hasThird ? 1 : 0) + (pdu.byteCount >= 2 ? Int(pdu.uint8(at: 1)) : 0)
      let link = self.air.connection(accessAddress: accessAddress)?.link
      let isEncrypted = link?.encryption.mayBeOn == true
      crcStart = link?.crcStart
      check(pdu, length: length, start: crcStart, isEncrypted: isEncrypted, packet: &air)
      data(pdu.clamped(0, count: length), fits: pdu.byteCount - length, in: air)
    }
    if let observer = current.observer {
      let opened = opened
      observer.ended(
        air, bytes: bytes, pdu: packet.pduOffset..<packet.pduOffset + length, crcStart: crcStart,
        opened: opened.rawBytes)
    }
    if air.crcOK == false {
      clock.counts.badCRC += 1
      if !options.readsBadCRC { current.unread = .badCRC }
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
  }

  /// Whether the content is used.
  func isReadable(_ packet: AirPacket) -> Bool {
    packet.crcOK != false || options.readsBadCRC
  }

  /// A packet of a stream: only counted.
  ///
  /// - isBroadcast: `nil` where no PDU has said.
  func isochronous(_ isBroadcast: Bool?, of connection: Connection? = nil, packet: AirPacket) {
    clock.counts.isochronousPackets += 1
    if packet.crcOK == false { clock.counts.badCRC += 1 }
    current.observer?.isochronous(isBroadcast, of: connection, in: packet)
  }

  /// Ends everything still in progress on the air.
  func finish(at record: CaptureRecord) {
    missAnnounced(at: record, isLast: true)
    concludeUnanswered(at: record)
    for connection in air.open { ends.settle(connection, at: record, ending: .captureEnds) }
    giveUpAuxiliaryChains(at: record)
  }

  // MARK: The host's side
}
