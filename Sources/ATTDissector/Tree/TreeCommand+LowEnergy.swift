extension TreeCommand {
  /// Parameters of the commands of OGF 0x08 up to 0x204F.
  static func lowEnergy(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x2001: [("LE event mask", .flags(8, .leEventMask))]
    case 0x2002, 0x2003, 0x2007, 0x200E, 0x200F, 0x2010, 0x2018, 0x201C, 0x201F, 0x2023, 0x2025,
      0x2029, 0x202A, 0x202F, 0x203A, 0x203B, 0x203D, 0x2045, 0x2049, 0x204A, 0x204B, 0x204C,
      0x2058, 0x2060, 0x2087, 0x2089, 0x2096, 0x209A, 0x209B, 0x20A3, 0x20A5:
      []
    case 0x2005: [("Random address", .address)]
    case 0x2006:
      [
        ("Advertising interval min", .slots), ("Advertising interval max", .slots),
        ("Advertising type", .named(1, .advertisingType)), ("Own address type", .ownAddressType),
        ("Peer address type", .addressType), ("Peer address", .address),
        ("Advertising channel map", .flags(1, .channelMap)),
        ("Advertising filter policy", .named(1, .advertisingFilterPolicy)),
      ]
    case 0x2008: [("Advertising data", .paddedAdvertisingData)]
    case 0x2009: [("Scan response data", .paddedAdvertisingData)]
    case 0x200A: [("Advertising enable", .enable)]
    case 0x200B:
      [
        ("LE scan type", .named(1, .scanType)), ("LE scan interval", .slots),
        ("LE scan window", .slots), ("Own address type", .ownAddressType),
        ("Scanning filter policy", .named(1, .scanFilterPolicy)),
      ]
    case 0x200C: [("LE scan enable", .enable), ("Filter duplicates", .enable)]
    case 0x200D:
      [
        ("LE scan interval", .slots), ("LE scan window", .slots),
        ("Initiator filter policy", .named(1, .initiatorFilterPolicy)),
        ("Peer address type", .addressType), ("Peer address", .address),
        ("Own address type", .ownAddressType),
      ] + connectionParameters
    case 0x2011, 0x2012: [("Address type", .addressType), ("Address", .address)]
    case 0x2013: [handle] + connectionParameters
    case 0x2014: [("LE channel map", .bytes(5))]
    case 0x2015, 0x2016, 0x201B, 0x2030: [handle]
    case 0x2017: [("Key", .bytes(16)), ("Plaintext data", .bytes(16))]
    case 0x2019:
      [
        handle, ("Random number", .bytes(8)), ("Encrypted diversifier", .x16),
        ("Long Term Key", .bytes(16)),
      ]
    case 0x201A: [handle, ("Long Term Key", .bytes(16))]
    case 0x201D: [("Rx channel", .u8)]
    case 0x201E: [("Tx channel", .u8), ("Test data length", .u8), ("Packet payload", .u8)]
    case 0x2020:
      [
        handle, ("Interval min", .frames), ("Interval max", .frames), ("Max latency", .u16),
        ("Timeout", .tenMilliseconds), ("Min CE length", .slots), ("Max CE length", .slots),
      ]
    case 0x2021: [handle, ("Reason", .status)]
    case 0x2022: [handle, ("Tx octets", .u16), ("Tx time", .microseconds16)]
    case 0x2024:
      [
        ("Suggested max tx octets", .u16), ("Suggested max tx time", .microseconds16),
      ]
    case 0x2026: [("Key X coordinate", .bytes(32)), ("Key Y coordinate", .bytes(32))]
    case 0x2027:
      [
        ("Peer identity address type", .addressType), ("Peer identity address", .address),
        ("Peer IRK", .bytes(16)), ("Local IRK", .bytes(16)),
      ]
    case 0x2028, 0x202B, 0x202C:
      [("Peer identity address type", .addressType), ("Peer identity address", .address)]
    case 0x202D: [("Address resolution enable", .enable)]
    case 0x202E: [("RPA timeout", .seconds)]
    case 0x2031: [("All PHYs", .flags(1, .phyPreference)), ("Tx PHYs", .phys), ("Rx PHYs", .phys)]
    case 0x2032:
      [
        handle, ("All PHYs", .flags(1, .phyPreference)), ("Tx PHYs", .phys), ("Rx PHYs", .phys),
        ("PHY options", .u16),
      ]
    case 0x2033: [("Rx channel", .u8), ("PHY", .phy), ("Modulation index", .u8)]
    case 0x2034:
      [
        ("Tx channel", .u8), ("Test data length", .u8), ("Packet payload", .u8), ("PHY", .phy),
      ]
    case 0x204B...0x204F, 0x2050...: later(opcode)
    default: extendedAdvertising(opcode)
    }
  }

  static var connectionParameters: TreeLayout {
    [
      ("Connection interval min", .frames), ("Connection interval max", .frames),
      ("Max latency", .u16), ("Supervision timeout", .tenMilliseconds),
      ("Min CE length", .slots), ("Max CE length", .slots),
    ]
  }

  static var scanning: TreeLayout {
    [
      ("Scan type", .named(1, .scanType)), ("Scan interval", .slots), ("Scan window", .slots),
    ]
  }

  static let advertisingHandle: (StaticString, TreeType) = ("Advertising handle", .x8)
  static let syncHandle: (StaticString, TreeType) = ("Sync handle", .connectionHandle)

  static var extendedParameters: TreeLayout {
    [
      advertisingHandle, ("Advertising event properties", .flags(2, .advertisingProperties)),
      ("Primary advertising interval min", .time(3, step: 625)),
      ("Primary advertising interval max", .time(3, step: 625)),
      ("Primary advertising channel map", .flags(1, .channelMap)),
      ("Own address type", .ownAddressType), ("Peer address type", .addressType),
      ("Peer address", .address),
      ("Advertising filter policy", .named(1, .advertisingFilterPolicy)),
      ("Advertising tx power", .power(unknown: 127)), ("Primary advertising PHY", .phy),
      ("Secondary advertising max skip", .u8), ("Secondary advertising PHY", .phy),
      ("Advertising SID", .u8), ("Scan request notification enable", .enable),
    ]
  }

  static var extendedConnection: TreeLayout {
    [
      ("Initiator filter policy", .named(1, .initiatorFilterPolicy)),
      ("Own address type", .ownAddressType), ("Peer address type", .addressType),
      ("Peer address", .address),
      (
        "Initiating PHYs",
        .eachBit(
          .phys, [("Scan interval", .slots), ("Scan window", .slots)] + connectionParameters)
      ),
    ]
  }

  static var periodicParameters: TreeLayout {
    [
      advertisingHandle, ("Periodic advertising interval min", .frames),
      ("Periodic advertising interval max", .frames),
      ("Periodic advertising properties", .flags(2, .periodicProperties)),
    ]
  }

  private static func extendedAdvertising(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x2035: [advertisingHandle, ("Random address", .address)]
    case 0x2036: extendedParameters
    case 0x2037, 0x2038:
      [
        advertisingHandle, ("Operation", .named(1, .operation)),
        ("Fragment preference", .named(1, .fragmentPreference)),
        ("Advertising data", .advertisingData),
      ]
    case 0x2039:
      [
        ("Enable", .enable),
        (
          "Set",
          .list(
            1,
            [
              advertisingHandle, ("Duration", .tenMilliseconds),
              ("Max extended advertising events", .u8),
            ])
        ),
      ]
    case 0x203C: [advertisingHandle]
    case 0x203E: periodicParameters
    case 0x203F:
      [
        advertisingHandle, ("Operation", .named(1, .operation)),
        ("Advertising data", .advertisingData),
      ]
    case 0x2040: [("Enable", .x8), advertisingHandle]
    case 0x2041:
      [
        ("Own address type", .ownAddressType),
        ("Scanning filter policy", .named(1, .scanFilterPolicy)),
        ("Scanning PHYs", .eachBit(.phys, scanning)),
      ]
    case 0x2042:
      [
        ("Enable", .enable), ("Filter duplicates", .u8), ("Duration", .tenMilliseconds),
        ("Period", .time(2, step: 1_280_000)),
      ]
    case 0x2043: extendedConnection
    case 0x2044:
      [
        ("Options", .flags(1, .syncOptions)), ("Advertising SID", .u8),
        ("Advertiser address type", .addressType), ("Advertiser address", .address),
        ("Skip", .u16), ("Sync timeout", .tenMilliseconds), ("Sync CTE type", .x8),
      ]
    case 0x2046: [syncHandle]
    case 0x2047, 0x2048:
      [
        ("Advertiser address type", .addressType), ("Advertiser address", .address),
        ("Advertising SID", .u8),
      ]
    default: nil
    }
  }
}
