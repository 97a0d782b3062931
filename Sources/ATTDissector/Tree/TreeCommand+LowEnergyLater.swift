extension TreeCommand {
  static var antennas: TreeLayout { [("Antenna ID", .u8)] }
  static var syncTransfer: TreeLayout {
    [
      ("Mode", .named(1, .syncTransferMode)), ("Skip", .u16), ("Sync timeout", .tenMilliseconds),
      ("CTE type", .x8),
    ]
  }

  /// Parameters of the commands of OGF 0x08 that came with versions 5.0 to 5.4.
  static func later(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x204D: [("RF tx path compensation", .signed(2, " × 0.1 dB")), rxCompensation]
    case 0x204E:
      [
        ("Peer identity address type", .addressType), ("Peer identity address", .address),
        ("Privacy mode", .named(1, .privacyMode)),
      ]
    case 0x204F:
      [
        ("Rx channel", .u8), ("PHY", .phy), ("Modulation index", .u8),
        ("Expected CTE length", .u8), ("Expected CTE type", .cteType), ("Slot durations", .u8),
        ("Antennas", .list(1, antennas)),
      ]
    case 0x2050: transmitterTest
    case 0x207B: transmitterTest + [("Tx power level", .txPower)]
    case 0x2051:
      [
        advertisingHandle, ("CTE length", .u8), ("CTE type", .cteType), ("CTE count", .u8),
        ("Antennas", .list(1, antennas)),
      ]
    case 0x2052: [advertisingHandle, ("CTE enable", .enable)]
    case 0x2053:
      [
        syncHandle, ("Sampling enable", .enable), ("Slot durations", .u8),
        ("Max sampled CTEs", .u8), ("Antennas", .list(1, antennas)),
      ]
    case 0x2054:
      [
        handle, ("Sampling enable", .enable), ("Slot durations", .u8),
        ("Antennas", .list(1, antennas)),
      ]
    case 0x2055: [handle, ("CTE types", .x8), ("Antennas", .list(1, antennas))]
    case 0x2056:
      [
        handle, ("Enable", .enable), ("CTE request interval", .u16),
        ("Requested CTE length", .u8), ("Requested CTE type", .cteType),
      ]
    case 0x2057: [handle, ("Enable", .enable)]
    case 0x2059: [syncHandle, ("Enable", .x8)]
    case 0x205A: [handle, ("Service data", .x16), syncHandle]
    case 0x205B: [handle, ("Service data", .x16), advertisingHandle]
    case 0x205C: [handle] + syncTransfer
    case 0x205D: syncTransfer
    case 0x205E:
      [("Key X coordinate", .bytes(32)), ("Key Y coordinate", .bytes(32)), ("Key type", .u8)]
    case 0x205F: [("Action", .named(1, .sleepClockAction))]
    case 0x2061...0x2073, 0x2075: isochronous(opcode)
    case 0x2074: [("Bit number", .u8), ("Bit value", .u8)]
    case 0x2097: [("Bit number", .u16), ("Bit value", .u8)]
    case 0x2076, 0x2077: [handle, ("PHY", .phy)]
    case 0x2078:
      [
        handle, ("High threshold", .u8), ("High hysteresis", .u8), ("Low threshold", .u8),
        ("Low hysteresis", .u8), ("Min time spent", .u16),
      ]
    case 0x2079: [handle, ("Enable", .enable)]
    case 0x207A: [handle, ("Local enable", .enable), ("Remote enable", .enable)]
    case 0x207C: [advertisingHandle, ("Change reasons", .x8)]
    case 0x207D: subrate
    case 0x207E: [handle] + subrate
    case 0x207F:
      extendedParameters + [
        ("Primary advertising PHY options", .u8), ("Secondary advertising PHY options", .u8),
      ]
    case 0x2080: [advertisingHandle, ("Decision type flags", .x8), ("Decision data", .counted(1))]
    case 0x2081:
      [
        (
          "Test",
          .list(
            1, [("Test flags", .x8), ("Test field", .u8), ("Test parameters", .bytes(16))])
        )
      ]
    case 0x2082:
      [
        advertisingHandle,
        (
          "Subevent",
          .list(
            1,
            [
              ("Subevent", .u8), ("Response slot start", .u8), ("Response slot count", .u8),
              ("Subevent data", .advertisingData),
            ])
        ),
      ]
    case 0x2083:
      [
        syncHandle, ("Request event", .u16), ("Request subevent", .u8),
        ("Response subevent", .u8), ("Response slot", .u8), ("Response data", .advertisingData),
      ]
    case 0x2084:
      [
        syncHandle, ("Periodic advertising properties", .flags(2, .periodicProperties)),
        ("Subevents", .list(1, [("Subevent", .u8)])),
      ]
    case 0x2085: [advertisingHandle, ("Subevent", .x8)] + extendedConnection
    case 0x2086: periodicParameters + responseSlots
    default: channelSounding(opcode)
    }
  }

  static let rxCompensation: (StaticString, TreeType) = (
    "RF rx path compensation", .signed(2, " × 0.1 dB")
  )

  static var subrate: TreeLayout {
    [
      ("Subrate min", .u16), ("Subrate max", .u16), ("Max latency", .u16),
      ("Continuation number", .u16), ("Supervision timeout", .tenMilliseconds),
    ]
  }

  static var responseSlots: TreeLayout {
    [
      ("Num subevents", .u8), ("Subevent interval", .time(1, step: 1250)),
      ("Response slot delay", .time(1, step: 1250)),
      ("Response slot spacing", .time(1, step: 125)), ("Num response slots", .u8),
    ]
  }

  private static var transmitterTest: TreeLayout {
    [
      ("Tx channel", .u8), ("Test data length", .u8), ("Packet payload", .u8), ("PHY", .phy),
      ("CTE length", .u8), ("CTE type", .cteType), ("Antennas", .list(1, antennas)),
    ]
  }

  /// Commands of connected and broadcast isochronous streams.
  private static func isochronous(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x2061, 0x2066, 0x206D, 0x2072, 0x2073, 0x2075: [handle]
    case 0x2062:
      [
        ("CIG ID", .u8), ("SDU interval C to P", .microseconds24),
        ("SDU interval P to C", .microseconds24), ("Worst case SCA", .clockAccuracy),
        ("Packing", .named(1, .packing)), ("Framing", .named(1, .framing)),
        ("Max transport latency C to P", .u16), ("Max transport latency P to C", .u16),
        (
          "CIS",
          .list(
            1,
            [
              ("CIS ID", .u8), ("Max SDU C to P", .u16), ("Max SDU P to C", .u16),
              ("PHY C to P", .phys), ("PHY P to C", .phys), ("RTN C to P", .u8),
              ("RTN P to C", .u8),
            ])
        ),
      ]
    case 0x2063:
      [
        ("CIG ID", .u8), ("SDU interval C to P", .microseconds24),
        ("SDU interval P to C", .microseconds24), ("FT C to P", .u8), ("FT P to C", .u8),
        ("ISO interval", .frames), ("Worst case SCA", .clockAccuracy),
        ("Packing", .named(1, .packing)), ("Framing", .named(1, .framing)),
        (
          "CIS",
          .list(
            1,
            [
              ("CIS ID", .u8), ("NSE", .u8), ("Max SDU C to P", .u16), ("Max SDU P to C", .u16),
              ("Max PDU C to P", .u16), ("Max PDU P to C", .u16), ("PHY C to P", .phys),
              ("PHY P to C", .phys), ("BN C to P", .u8), ("BN P to C", .u8),
            ])
        ),
      ]
    case 0x2064:
      [
        (
          "CIS",
          .list(
            1,
            [
              ("CIS connection handle", .connectionHandle),
              ("ACL connection handle", .connectionHandle),
            ])
        )
      ]
    case 0x2065: [("CIG ID", .u8)]
    case 0x2067: [handle, ("Reason", .status)]
    case 0x2068:
      [
        ("BIG handle", .x8), advertisingHandle, ("Num BIS", .u8),
        ("SDU interval", .microseconds24), ("Max SDU", .u16), ("Max transport latency", .u16),
        ("RTN", .u8), ("PHY", .phys), ("Packing", .named(1, .packing)),
        ("Framing", .named(1, .framing)), ("Encryption", .enable),
        ("Broadcast code", .bytes(16)),
      ]
    case 0x2069:
      [
        ("BIG handle", .x8), advertisingHandle, ("Num BIS", .u8),
        ("SDU interval", .microseconds24), ("ISO interval", .frames), ("NSE", .u8),
        ("Max SDU", .u16), ("Max PDU", .u16), ("PHY", .phys), ("Packing", .named(1, .packing)),
        ("Framing", .named(1, .framing)), ("BN", .u8), ("IRC", .u8), ("PTO", .u8),
        ("Encryption", .enable), ("Broadcast code", .bytes(16)),
      ]
    case 0x206A: [("BIG handle", .x8), ("Reason", .status)]
    case 0x206B:
      [
        ("BIG handle", .x8), syncHandle, ("Encryption", .enable),
        ("Broadcast code", .bytes(16)), ("MSE", .u8), ("BIG sync timeout", .tenMilliseconds),
        ("BIS", .list(1, [("BIS", .u8)])),
      ]
    case 0x206C: [("BIG handle", .x8)]
    case 0x206E:
      [
        handle, ("Data path direction", .named(1, .dataPathDirection)), ("Data path ID", .u8),
        ("Coding format", .x8), ("Company", .named(2, .company)), ("Vendor codec ID", .x16),
        ("Controller delay", .microseconds24), ("Codec configuration", .counted(1)),
      ]
    case 0x206F: [handle, ("Data path direction", .flags(1, .dataPath))]
    case 0x2070, 0x2071: [handle, ("Payload type", .u8)]
    default: nil
    }
  }
}
