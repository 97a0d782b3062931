extension TreeCommand {
  static let configuration: (StaticString, TreeType) = ("Config ID", .u8)
  static let faeTable: (StaticString, TreeType) = ("Remote FAE table", .bytes(72))

  /// What a controller can do, the same in three places.
  static var soundingCapabilities: TreeLayout {
    [
      ("Num config supported", .u8), ("Max consecutive procedures supported", .u16),
      ("Num antennas supported", .u8), ("Max antenna paths supported", .u8),
      ("Roles supported", .x8), ("Modes supported", .x8), ("RTT capability", .x8),
      ("RTT AA only N", .u8), ("RTT sounding N", .u8), ("RTT random payload N", .u8),
      ("NADM sounding capability", .x16), ("NADM random capability", .x16),
      ("CS sync PHYs supported", .x8), ("Subfeatures supported", .x16),
      ("T_IP1 times supported", .x16), ("T_IP2 times supported", .x16),
      ("T_FCS times supported", .x16), ("T_PM times supported", .x16),
      ("T_SW time supported", .u8), ("TX SNR capability", .x8),
    ]
  }

  /// What the second version adds.
  static var soundingCapabilities2: TreeLayout {
    soundingCapabilities + [
      ("T_IP2 IPT times supported", .x16), ("T_SW IPT time supported", .u8),
      ("RTT 2M AA only N", .u8), ("RTT 2M sounding N", .u8), ("RTT 2M random payload N", .u8),
    ]
  }

  static var soundingModes: TreeLayout {
    [
      ("Main mode type", .u8), ("Sub mode type", .x8), ("Min main mode steps", .u8),
      ("Max main mode steps", .u8), ("Main mode repetition", .u8), ("Mode 0 steps", .u8),
      ("Role", .u8), ("RTT type", .u8), ("CS sync PHY", .phy), ("Channel map", .bytes(10)),
      ("Channel map repetition", .u8), ("Channel selection type", .u8), ("Ch3c shape", .u8),
      ("Ch3c jump", .u8),
    ]
  }

  /// Parameters of the commands of OGF 0x08 that came with version 6.0 and later.
  static func channelSounding(_ opcode: UInt16) -> TreeLayout? {
    switch opcode {
    case 0x2088: [handle, ("Pages requested", .u8)]
    case 0x208A, 0x208C, 0x208E: [handle]
    case 0x208B: [handle] + soundingCapabilities
    case 0x208D:
      [
        handle, ("Role enable", .x8), ("CS sync antenna selection", .x8),
        ("Max tx power", .txPower),
      ]
    case 0x208F: [handle, faeTable]
    case 0x2090:
      [handle, configuration, ("Create context", .u8)] + soundingModes
        + [("CS enhancements 1", .x8)]
    case 0x2091: [handle, configuration]
    case 0x2092: [("Channel classification", .bytes(10))]
    case 0x2093:
      [
        handle, configuration, ("Max procedure length", .time(2, step: 625)),
        ("Min procedure interval", .u16), ("Max procedure interval", .u16),
        ("Max procedure count", .u16), ("Min subevent length", .microseconds24),
        ("Max subevent length", .microseconds24), ("Tone antenna config selection", .u8),
        ("PHY", .phy), ("Tx power delta", .x8), ("Preferred peer antenna", .x8),
        ("SNR control initiator", .x8), ("SNR control reflector", .x8),
      ]
    case 0x2094: [handle, configuration, ("Enable", .enable)]
    case 0x2095: soundingTest
    case 0x2098:
      [
        ("Address type", .addressType), ("Address", .address), ("RSSI threshold low", .rssi),
        ("RSSI threshold high", .rssi), ("Timeout", .time(1, step: 1_000_000)),
      ]
    case 0x2099: [("Address type", .addressType), ("Address", .address)]
    case 0x209C: [("Enable", .enable)]
    case 0x209D:
      [
        handle, ("Frame space min", .microseconds16), ("Frame space max", .microseconds16),
        ("PHYs", .phys), ("Spacing types", .flags(2, .spacingTypes)),
      ]
    case 0x209E: [("RPA timeout min", .seconds), ("RPA timeout max", .seconds)]
    case 0x20A1: [handle] + rate
    case 0x20A2: rate
    case 0x20A6: [handle] + soundingCapabilities2
    default: nil
    }
  }

  private static var soundingTest: TreeLayout {
    [
      ("Main mode type", .u8), ("Sub mode type", .x8), ("Main mode repetition", .u8),
      ("Mode 0 steps", .u8), ("Role", .u8), ("RTT type", .u8), ("CS sync PHY", .phy),
      ("CS sync antenna selection", .x8), ("Subevent length", .microseconds24),
      ("Subevent interval", .time(2, step: 625)), ("Max num subevents", .u8),
      ("Transmit power level", .txPower), ("T_IP1 time", .u8), ("T_IP2 time", .u8),
      ("T_FCS time", .u8), ("T_PM time", .u8), ("T_SW time", .u8),
      ("Tone antenna config selection", .u8), ("Reserved", .x8),
      ("SNR control initiator", .x8), ("SNR control reflector", .x8), ("DRBG nonce", .x16),
      ("Channel map repetition", .u8), ("Override config", .x16),
      ("Override parameters", .counted(1)),
    ]
  }

  private static var rate: TreeLayout {
    [
      ("Connection interval min", .u16), ("Connection interval max", .u16),
      ("Subrate min", .u16), ("Subrate max", .u16), ("Max latency", .u16),
      ("Continuation number", .u16), ("Supervision timeout", .tenMilliseconds),
      ("Min CE length", .u16), ("Max CE length", .u16),
    ]
  }
}
