extension TreeCommand {
  /// Return parameters of the commands of OGF 0x08.
  static func returnedLowEnergy(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x2001, 0x2005, 0x2006, 0x2008...0x200C, 0x200E, 0x2010...0x2012, 0x2014, 0x201D, 0x201E,
      0x2024, 0x2027...0x2029, 0x202D, 0x202E, 0x2031, 0x2033...0x2035, 0x2037...0x2039, 0x203C,
      0x203D, 0x203F...0x2042, 0x2045...0x2049, 0x204D...0x2052, 0x2059, 0x205D, 0x205F, 0x2074,
      0x207B...0x207D, 0x2080, 0x2081, 0x2092, 0x2095, 0x209C, 0x2097...0x209A, 0x209E, 0x203E,
      0x20A2:
      [status]
    case 0x2002:
      [
        status, ("LE ACL data packet length", .u16), ("Total num LE ACL data packets", .u8),
      ]
    case 0x2060:
      [
        status, ("LE ACL data packet length", .u16), ("Total num LE ACL data packets", .u8),
        ("ISO data packet length", .u16), ("Total num ISO data packets", .u8),
      ]
    case 0x2003: [status, ("LE features", .flags(8, .leFeatures))]
    case 0x2007: [status, ("Tx power level", .txPower)]
    case 0x200F: [status, ("Filter Accept List size", .u8)]
    case 0x2015: [status, handle, ("Channel map", .bytes(5))]
    case 0x2017: [status, ("Encrypted data", .bytes(16))]
    case 0x2018: [status, ("Random number", .bytes(8))]
    case 0x201A, 0x201B, 0x2020...0x2022, 0x2054, 0x2055...0x2057, 0x205A...0x205C, 0x2067, 0x206E,
      0x206F...0x2071, 0x2078...0x207A, 0x208B, 0x208D, 0x208F, 0x2093, 0x20A6:
      [status, handle]
    case 0x201C: [status, ("LE states", .x64)]
    case 0x201F: [status, ("Num packets", .u16)]
    case 0x2023:
      [
        status, ("Suggested max tx octets", .u16), ("Suggested max tx time", .microseconds16),
      ]
    case 0x202A: [status, ("Resolving List size", .u8)]
    case 0x202B: [status, ("Peer resolvable address", .address)]
    case 0x202C: [status, ("Local resolvable address", .address)]
    case 0x202F:
      [
        status, ("Supported max tx octets", .u16), ("Supported max tx time", .microseconds16),
        ("Supported max rx octets", .u16), ("Supported max rx time", .microseconds16),
      ]
    case 0x2030: [status, handle, ("Tx PHY", .phy), ("Rx PHY", .phy)]
    case 0x2036, 0x207F: [status, ("Selected tx power", .txPower)]
    case 0x203A: [status, ("Max advertising data length", .u16)]
    case 0x203B: [status, ("Num supported advertising sets", .u8)]
    case 0x204A: [status, ("Periodic Advertiser List size", .u8)]
    case 0x204B: [status, ("Min tx power", .txPower), ("Max tx power", .txPower)]
    case 0x204C:
      [status, ("RF tx path compensation", .signed(2, " × 0.1 dB")), rxCompensation]
    case 0x2053, 0x2083, 0x2084: [status, syncHandle]
    case 0x2058:
      [
        status, ("Supported switching sampling rates", .x8), ("Num antennae", .u8),
        ("Max switching pattern length", .u8), ("Max CTE length", .u8),
      ]
    case 0x2061:
      [
        status, handle, ("Packet sequence number", .u16), ("Tx time stamp", .microseconds32),
        ("Time offset", .microseconds24),
      ]
    case 0x2062, 0x2063:
      [status, ("CIG ID", .u8), ("CIS", .list(1, [handle]))]
    case 0x2065: [status, ("CIG ID", .u8)]
    case 0x206C: [status, ("BIG handle", .x8)]
    case 0x2072, 0x2073:
      [
        status, handle, ("Received SDU count", .u32), ("Missed SDU count", .u32),
        ("Failed SDU count", .u32),
      ]
    case 0x2075:
      [
        status, handle, ("Tx unacked packets", .u32), ("Tx flushed packets", .u32),
        ("Tx last subevent packets", .u32), ("Retransmitted packets", .u32),
        ("CRC error packets", .u32), ("Rx unreceived packets", .u32),
        ("Duplicate packets", .u32),
      ]
    case 0x2076:
      [
        status, handle, ("PHY", .phy), ("Current tx power level", .txPower),
        ("Max tx power level", .txPower),
      ]
    case 0x2082, 0x2086: [status, advertisingHandle]
    case 0x2087:
      [
        status, ("Max page", .u8), ("LE features", .flags(8, .leFeatures)),
        ("Further pages", .rest),
      ]
    case 0x2089: [status] + soundingCapabilities
    case 0x20A5: [status] + soundingCapabilities2
    case 0x209B: [status, ("Monitored Advertisers List size", .u8)]
    case 0x20A3:
      [
        status, ("Minimum supported connection interval", .u8),
        (
          "Group", .list(1, [("Group min", .u16), ("Group max", .u16), ("Group stride", .u16)])
        ),
      ]
    default: nil
    }
  }
}
