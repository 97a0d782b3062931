extension HCICommandRows {
  /// OGF 0x08 (Vol 4, Part E, 7.8): legacy advertising, scanning, connections, privacy.
  static func lowEnergy(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x2001:
      WireRow("LE Set Event Mask", [("LE event mask", .flags(8, .leEventMask))], returns: [status])
    case 0x2002:
      WireRow(
        "LE Read Buffer Size", [],
        returns: [
          status, ("LE ACL data packet length", .u16), ("Total num LE ACL data packets", .u8),
        ])
    case 0x2003:
      WireRow(
        "LE Read Local Supported Features", [],
        returns: [status, ("LE features", .flags(8, .leFeatures))])
    case 0x2005:
      WireRow("LE Set Random Address", [("Random address", .randomAddress)], returns: [status])
    case 0x2006:
      WireRow(
        "LE Set Advertising Parameters",
        [
          ("Advertising interval min", .slots), ("Advertising interval max", .slots),
          ("Advertising type", .named(1, .advertisingType)), ("Own address type", .ownAddressType),
          ("Peer address type", .addressType), ("Peer address", .address),
          ("Advertising channel map", .flags(1, .channelMap)),
          ("Advertising filter policy", .named(1, .advertisingFilterPolicy)),
        ], returns: [status])
    case 0x2007:
      WireRow(
        "LE Read Advertising Physical Channel Tx Power", [],
        returns: [status, ("Tx power level", .txPower)])
    case 0x2008:
      WireRow(
        "LE Set Advertising Data", [("Advertising data", .paddedAdvertisingData)], returns: [status]
      )
    case 0x2009:
      WireRow(
        "LE Set Scan Response Data", [("Scan response data", .paddedAdvertisingData)],
        returns: [status])
    case 0x200A:
      WireRow("LE Set Advertising Enable", [("Advertising enable", .enable)], returns: [status])
    case 0x200B:
      WireRow(
        "LE Set Scan Parameters",
        [
          ("LE scan type", .named(1, .scanType)), ("LE scan interval", .slots),
          ("LE scan window", .slots), ("Own address type", .ownAddressType),
          ("Scanning filter policy", .named(1, .scanFilterPolicy)),
        ], returns: [status])
    case 0x200C:
      WireRow(
        "LE Set Scan Enable", [("LE scan enable", .enable), ("Filter duplicates", .enable)],
        returns: [status])
    case 0x200D:
      WireRow(
        "LE Create Connection",
        [
          ("LE scan interval", .slots), ("LE scan window", .slots),
          ("Initiator filter policy", .named(1, .initiatorFilterPolicy)),
          ("Peer address type", .addressType), ("Peer address", .address),
          ("Own address type", .ownAddressType),
        ] + connectionParameters)
    case 0x200E: WireRow("LE Create Connection Cancel", [], returns: [status])
    case 0x200F:
      WireRow(
        "LE Read Filter Accept List Size", [], returns: [status, ("Filter Accept List size", .u8)])
    case 0x2010: WireRow("LE Clear Filter Accept List", [], returns: [status])
    case 0x2011:
      WireRow(
        "LE Add Device To Filter Accept List",
        [("Address type", .addressType), ("Address", .address)], returns: [status])
    case 0x2012:
      WireRow(
        "LE Remove Device From Filter Accept List",
        [("Address type", .addressType), ("Address", .address)], returns: [status])
    case 0x2013: WireRow("LE Connection Update", [handle] + connectionParameters)
    case 0x2014:
      WireRow(
        "LE Set Host Channel Classification", [("LE channel map", .channels)], returns: [status])
    case 0x2015:
      WireRow(
        "LE Read Channel Map", [handle], returns: [status, handle, ("Channel map", .channels)])
    case 0x2016: WireRow("LE Read Remote Features", [handle])
    case 0x2017:
      WireRow(
        "LE Encrypt", [("Key", .bytes(16)), ("Plaintext data", .bytes(16))],
        returns: [status, ("Encrypted data", .bytes(16))])
    case 0x2018: WireRow("LE Rand", [], returns: [status, ("Random number", .bytes(8))])
    case 0x2019:
      WireRow(
        "LE Enable Encryption",
        [
          handle, ("Random number", .bytes(8)), ("Encrypted diversifier", .x16),
          ("Long Term Key", .bytes(16)),
        ])
    case 0x201A:
      WireRow(
        "LE Long Term Key Request Reply", [handle, ("Long Term Key", .bytes(16))],
        returns: [status, handle])
    case 0x201B:
      WireRow("LE Long Term Key Request Negative Reply", [handle], returns: [status, handle])
    case 0x201C:
      WireRow(
        "LE Read Supported States", [], returns: [status, ("LE states", .flags(8, .leStates))])
    case 0x201D: WireRow("LE Receiver Test", [("Rx channel", .u8)], returns: [status])
    case 0x201E:
      WireRow(
        "LE Transmitter Test",
        [("Tx channel", .u8), ("Test data length", .u8), ("Packet payload", .u8)], returns: [status]
      )
    case 0x201F: WireRow("LE Test End", [], returns: [status, ("Num packets", .u16)])
    case 0x2020:
      WireRow(
        "LE Remote Connection Parameter Request Reply",
        [
          handle, ("Interval min", .frames), ("Interval max", .frames), ("Max latency", .u16),
          ("Timeout", .tenMilliseconds), ("Min CE length", .slots), ("Max CE length", .slots),
        ], returns: [status, handle])
    case 0x2021:
      WireRow(
        "LE Remote Connection Parameter Request Negative Reply", [handle, ("Reason", .status)],
        returns: [status, handle])
    case 0x2022:
      WireRow(
        "LE Set Data Length", [handle, ("Tx octets", .u16), ("Tx time", .microseconds16)],
        returns: [status, handle])
    case 0x2023:
      WireRow(
        "LE Read Suggested Default Data Length", [],
        returns: [
          status, ("Suggested max tx octets", .u16), ("Suggested max tx time", .microseconds16),
        ])
    case 0x2024:
      WireRow(
        "LE Write Suggested Default Data Length",
        [("Suggested max tx octets", .u16), ("Suggested max tx time", .microseconds16)],
        returns: [status])
    case 0x2025: WireRow("LE Read Local P-256 Public Key", [])
    case 0x2026:
      WireRow(
        "LE Generate DHKey", [("Key X coordinate", .bytes(32)), ("Key Y coordinate", .bytes(32))])
    case 0x2027:
      WireRow(
        "LE Add Device To Resolving List",
        [
          ("Peer identity address type", .addressType), ("Peer identity address", .address),
          ("Peer IRK", .bytes(16)), ("Local IRK", .bytes(16)),
        ], returns: [status])
    case 0x2028:
      WireRow(
        "LE Remove Device From Resolving List",
        [("Peer identity address type", .addressType), ("Peer identity address", .address)],
        returns: [status])
    case 0x2029: WireRow("LE Clear Resolving List", [], returns: [status])
    case 0x202A:
      WireRow("LE Read Resolving List Size", [], returns: [status, ("Resolving List size", .u8)])
    case 0x202B:
      WireRow(
        "LE Read Peer Resolvable Address",
        [("Peer identity address type", .addressType), ("Peer identity address", .address)],
        returns: [status, ("Peer resolvable address", .randomAddress)])
    case 0x202C:
      WireRow(
        "LE Read Local Resolvable Address",
        [("Peer identity address type", .addressType), ("Peer identity address", .address)],
        returns: [status, ("Local resolvable address", .randomAddress)])
    case 0x202D:
      WireRow(
        "LE Set Address Resolution Enable", [("Address resolution enable", .enable)],
        returns: [status])
    case 0x202E:
      WireRow(
        "LE Set Resolvable Private Address Timeout", [("RPA timeout", .seconds)], returns: [status])
    case 0x202F:
      WireRow(
        "LE Read Maximum Data Length", [],
        returns: [
          status, ("Supported max tx octets", .u16), ("Supported max tx time", .microseconds16),
          ("Supported max rx octets", .u16), ("Supported max rx time", .microseconds16),
        ])
    case 0x2030:
      WireRow(
        "LE Read PHY", [handle], returns: [status, handle, ("Tx PHY", .phy), ("Rx PHY", .phy)])
    case 0x2031:
      WireRow(
        "LE Set Default PHY",
        [("All PHYs", .flags(1, .phyPreference)), ("Tx PHYs", .phys), ("Rx PHYs", .phys)],
        returns: [status])
    case 0x2032:
      WireRow(
        "LE Set PHY",
        [
          handle, ("All PHYs", .flags(1, .phyPreference)), ("Tx PHYs", .phys), ("Rx PHYs", .phys),
          ("PHY options", .u16),
        ])
    case 0x2033:
      WireRow(
        "LE Receiver Test [v2]", [("Rx channel", .u8), ("PHY", .phy), ("Modulation index", .u8)],
        returns: [status])
    case 0x2034:
      WireRow(
        "LE Transmitter Test [v2]",
        [("Tx channel", .u8), ("Test data length", .u8), ("Packet payload", .u8), ("PHY", .phy)],
        returns: [status])
    default: nil
    }
  }
}

extension HCICommandRows {
  static var connectionParameters: WireLayout {
    [
      ("Connection interval min", .frames), ("Connection interval max", .frames),
      ("Max latency", .u16), ("Supervision timeout", .tenMilliseconds),
      ("Min CE length", .slots), ("Max CE length", .slots),
    ]
  }
}
