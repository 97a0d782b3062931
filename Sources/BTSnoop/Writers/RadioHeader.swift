import Bytes

/// The writer of link type 256's radio header.
///
/// Source: tcpdump.org's LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR.
enum RadioHeader {
  static let size = 10

  /// An unknown channel: the format has no flag for that.
  private static let noChannel: UInt8 = 0xFF

  static func append(_ radio: RadioInfo, to writer: inout ByteWriter) {
    writer.append(byte: radio.channel.flatMap(RadioInfo.rfChannel(index:)) ?? noChannel)
    writer.append(byte: UInt8(bitPattern: radio.rssi ?? 0))
    // Noise power and access address offenses: not valid.
    writer.append(byte: 0)
    writer.append(byte: 0)
    writer.append(uint32LittleEndian: radio.referenceAccessAddress ?? 0)
    writer.append(uint16LittleEndian: flags(radio))
  }

  private static func flags(_ radio: RadioInfo) -> UInt16 {
    // The bytes of a record are always dewhitened.
    var flags: UInt16 = 0x0001
    if radio.rssi != nil { flags |= 0x0002 }
    if radio.isDecrypted { flags |= 0x0008 }
    if radio.referenceAccessAddress != nil { flags |= 0x0010 }
    if let isOK = radio.crcOK { flags |= isOK ? 0x0C00 : 0x0400 }
    flags |= UInt16(radio.phy.rawValue) << 14
    let type = pduType(radio)
    flags |= type << 7
    if type == 1, let auxiliaryType = radio.auxiliaryType {
      flags |= UInt16(auxiliaryType.rawValue) << 12
    } else if let isOK = radio.micOK {
      flags |= isOK ? 0x3000 : 0x1000
    }
    return flags
  }

  /// 0 does not specify channel and sender: the access address distinguishes advertising from data.
  private static func pduType(_ radio: RadioInfo) -> UInt16 {
    switch (radio.physicalChannel, radio.sender) {
    // The type without the kind of PDU would imply one.
    case (.auxiliaryAdvertising, _): radio.auxiliaryType == nil ? 0 : 1
    case (.data, .central): 2
    case (.data, .peripheral): 3
    case (.connectedIsochronous, .central): 4
    case (.connectedIsochronous, .peripheral): 5
    case (.broadcastIsochronous, _): 6
    default: 0
    }
  }
}

extension RadioInfo {
  /// The RF channel of a link-layer index (0 is 2402 MHz, in steps of 2 MHz).
  ///
  /// Source: Core, Vol 6, Part B, 1.4.1.
  package static func rfChannel(index: UInt8) -> UInt8? {
    switch index {
    case 37: 0
    case 0...10: index + 1
    case 38: 12
    case 11...36: index + 2
    case 39: 39
    default: nil
    }
  }
}
