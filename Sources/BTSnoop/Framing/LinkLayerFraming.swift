import Bytes

/// The headers before link-layer packets.
///
/// Sources: tcpdump.org's LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR, Wireshark's packet-btle_rf.c and
/// packet-nordic_ble.c, Nordic's description of its sniffer's packets (tcpdump-workers, 2017, and
/// the SnifferAPI that writes them), CACE's PPI document and Ubertooth's field of type 30006.
extension PacketFraming {
  private static func linkLayer(_ radio: RadioInfo, headerLength: Int) -> PacketFraming {
    PacketFraming(kind: .linkLayer, direction: .unknown, headerLength: headerLength, radio: radio)
  }

  /// Nothing before the packet (link type 251).
  static let bareLinkLayer = linkLayer(RadioInfo(), headerLength: 0)

  // MARK: Radio header

  private static let radioHeaderLength = 10

  /// The radio header of link type 256.
  static func radioHeader(_ bytes: RawSpan) -> PacketFraming {
    guard bytes.byteCount >= radioHeaderLength else {
      return linkLayer(RadioInfo(), headerLength: radioHeaderLength)
    }
    let flags = bytes.uint16LittleEndian(at: 8)
    var radio = RadioInfo()
    radio.channel = RadioInfo.channelIndex(rf: bytes.uint8(at: 0))
    if radio.channel != nil { radio.numbering = .rf }
    if flags & 0x0002 != 0 { radio.rssi = Int8(truncatingIfNeeded: bytes.uint8(at: 1)) }
    if flags & 0x0010 != 0 { radio.referenceAccessAddress = bytes.uint32LittleEndian(at: 4) }
    if flags & 0x0400 != 0 { radio.crcOK = flags & 0x0800 != 0 }
    switch flags >> 14 {
    case 1: radio.phy = .le2M
    case 2: radio.phy = .coded
    default: break
    }
    switch flags >> 7 & 7 {
    case 1:
      // Advertising is never encrypted: here the MIC's bits give the PDU type.
      radio.physicalChannel = .auxiliaryAdvertising
      radio.auxiliaryType = RadioInfo.AuxiliaryType(rawValue: UInt8(flags >> 12 & 3))
      return linkLayer(radio, headerLength: radioHeaderLength)
    case 2:
      radio.physicalChannel = .data
      radio.sender = .central
    case 3:
      radio.physicalChannel = .data
      radio.sender = .peripheral
    case 4:
      radio.physicalChannel = .connectedIsochronous
      radio.sender = .central
    case 5:
      radio.physicalChannel = .connectedIsochronous
      radio.sender = .peripheral
    case 6: radio.physicalChannel = .broadcastIsochronous
    default: break
    }
    if flags & 0x1000 != 0 { radio.micOK = flags & 0x2000 != 0 }
    radio.isDecrypted = flags & 0x0008 != 0 && radio.micOK != false
    radio.wasEncrypted = flags & 0x0008 != 0 || radio.micOK != nil
    return linkLayer(radio, headerLength: radioHeaderLength)
  }

  // MARK: nRF Sniffer

  /// Bytes of the sniffer's own header before the access address, without the board number.
  private static let nordicHeaderLength = 16
  private static let firstNordicHeaderLength = 17
  /// Bytes of its radio part.
  private static let nordicRadioLength: UInt8 = 10

  /// The header of the nRF Sniffer (link type 272), of any version of its protocol.
  ///
  /// The first one (0.9.7) starts with BE EF. Later ones have the board number, a length and the
  /// version: version 1 has one byte each for the lengths of header and payload, 2 and 3 have two
  /// bytes for the payload's. Version 3 distinguishes advertising (ID 2) and data (ID 6) packets,
  /// whose flags differ in bits 1 to 3, and counts time from its start, not from the packet before.
  /// Where the ID is 0, as Scapy writes it, the access address distinguishes them in every version.
  static func nordic(_ bytes: RawSpan) -> PacketFraming {
    if bytes.byteCount >= 2, bytes.uint8(at: 0) == 0xBE, bytes.uint8(at: 1) == 0xEF {
      return firstNordic(bytes)
    }
    let length = 1 + nordicHeaderLength
    guard bytes.byteCount >= length else {
      return .unknown(.tooShort, headerLength: length)
    }
    let version = bytes.uint8(at: 3)
    let id = bytes.uint8(at: 6)
    // Other IDs are messages between sniffer and computer, not packets from the air. Tools that write
    // the format themselves leave the ID at 0.
    guard id == 0 || id == 2 || id == 6, bytes.uint8(at: 7) == nordicRadioLength else {
      return .unknown(.nordicID, code: UInt16(id), headerLength: 1)
    }
    var radio = nordicRadio(
      flags: bytes.uint8(at: 8), channel: bytes.uint8(at: 9), rssi: bytes.uint8(at: 10),
      isAdvertising: version >= 3 && id != 0 ? id == 2 : isAdvertising(bytes, at: length),
      hasPHY: version >= 2)
    radio.snifferVersion = version
    if version >= 3, id != 0 { radio.boardTime = .nordic(bytes.uint32LittleEndian(at: 13)) }
    if radio.physicalChannel == .data {
      radio.eventCounter = bytes.uint16LittleEndian(at: 11)
    }
    if id == 0 {
      // What such a tool does not know is 0, too.
      if radio.rssi == 0 { radio.rssi = nil }
      if radio.eventCounter == 0 { radio.eventCounter = nil }
      if radio.auxiliaryType == .advertising { radio.auxiliaryType = nil }
      if radio.channel == 0, radio.physicalChannel == .auxiliaryAdvertising {
        radio.channel = nil
        radio.physicalChannel = .unknown
      }
    }
    return linkLayer(radio, headerLength: length)
  }

  private static func firstNordic(_ bytes: RawSpan) -> PacketFraming {
    guard bytes.byteCount >= firstNordicHeaderLength else {
      return .unknown(.tooShort, headerLength: firstNordicHeaderLength)
    }
    var radio = nordicRadio(
      flags: bytes.uint8(at: 8), channel: bytes.uint8(at: 9), rssi: bytes.uint8(at: 10),
      isAdvertising: isAdvertising(bytes, at: firstNordicHeaderLength), hasPHY: false)
    radio.snifferVersion = 0
    if radio.physicalChannel == .data {
      radio.eventCounter = bytes.uint16LittleEndian(at: 11)
    }
    return linkLayer(radio, headerLength: firstNordicHeaderLength)
  }

  private static func isAdvertising(_ bytes: RawSpan, at offset: Int) -> Bool {
    bytes.byteCount >= offset + 4
      && bytes.uint32LittleEndian(at: offset) == AccessAddress.advertising
  }

  private static func nordicRadio(
    flags: UInt8, channel: UInt8, rssi: UInt8, isAdvertising: Bool, hasPHY: Bool
  ) -> RadioInfo {
    var radio = RadioInfo()
    radio.channel = channel <= 39 ? channel : nil
    // The power is stored without its sign.
    if rssi <= 128 { radio.rssi = Int8(truncatingIfNeeded: -Int(rssi)) }
    radio.crcOK = flags & 1 != 0
    if hasPHY {
      switch flags >> 4 & 7 {
      case 1: radio.phy = .le2M
      case 2: radio.phy = .coded
      default: break
      }
    }
    if isAdvertising {
      if channel < 37 {
        radio.physicalChannel = .auxiliaryAdvertising
        if hasPHY { radio.auxiliaryType = RadioInfo.AuxiliaryType(rawValue: flags >> 1 & 3) }
      }
      return radio
    }
    radio.physicalChannel = .data
    radio.sender = flags & 2 != 0 ? .central : .peripheral
    if flags & 4 != 0 {
      radio.wasEncrypted = true
      radio.micOK = flags & 8 != 0
      radio.isDecrypted = flags & 8 != 0
    }
    return radio
  }

  /// Whether a record of a user-defined link type is from an nRF Sniffer, which first used 157.
  static func isNordic(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount > 8 else { return false }
    if bytes.uint8(at: 0) == 0xBE, bytes.uint8(at: 1) == 0xEF { return true }
    return (1...3).contains(bytes.uint8(at: 3)) && bytes.uint8(at: 7) == nordicRadioLength
  }

  // MARK: PPI

  private static let ppiHeaderLength = 8
  private static let ubertoothField: UInt16 = 30006

  /// Per-Packet Information (link type 192) around link-layer packets: Ubertooth and others.
  ///
  /// Ubertooth puts its field first and gives the link type of what follows as user-defined (147).
  static func ppi(_ bytes: RawSpan) -> PacketFraming {
    guard bytes.byteCount >= ppiHeaderLength else {
      return .unknown(.tooShort, headerLength: ppiHeaderLength)
    }
    let length = max(Int(bytes.uint16LittleEndian(at: 2)), ppiHeaderLength)
    let inner = bytes.uint32LittleEndian(at: 4)
    var radio = RadioInfo()
    let hasField = readUbertooth(bytes.clamped(0, count: length), radio: &radio)
    switch inner {
    case 251: return linkLayer(radio, headerLength: length)
    case 147 where hasField: return linkLayer(radio, headerLength: length)
    case 256:
      var framing = radioHeader(bytes.clamped(length))
      framing.headerLength += length
      return framing
    default:
      return .unknown(
        .ppiLinkType, code: UInt16(truncatingIfNeeded: inner), headerLength: length)
    }
  }

  private static func readUbertooth(_ header: RawSpan, radio: inout RadioInfo) -> Bool {
    let isAligned = header.uint8(at: 1) & 1 != 0
    var offset = ppiHeaderLength
    while header.byteCount - offset >= 4 {
      let type = header.uint16LittleEndian(at: offset)
      let length = Int(header.uint16LittleEndian(at: offset + 2))
      let field = header.clamped(offset + 4, count: length)
      if type == ubertoothField {
        if field.byteCount >= 3 {
          radio.channel = RadioInfo.channelIndex(megahertz: field.uint16LittleEndian(at: 1))
          radio.numbering = .frequency
        }
        if field.byteCount >= 8 { radio.boardTime = .ubertooth(field.uint32LittleEndian(at: 4)) }
        // Maximum, minimum and mean of the power that the CC2400 measured, and the number of
        // measurements.
        if field.byteCount >= 12, field.uint8(at: 11) > 0 {
          radio.rssi = ubertoothPower(field.uint8(at: 10))
        }
        return true
      }
      offset += 4 + length
      if isAligned { offset = (offset + 3) & ~3 }
    }
    return false
  }

  /// The CC2400's value is 54 above the dBm at the antenna (its data sheet, RSSI).
  private static func ubertoothPower(_ value: UInt8) -> Int8 {
    Int8(clamping: Int(Int8(truncatingIfNeeded: value)) - 54)
  }
}
