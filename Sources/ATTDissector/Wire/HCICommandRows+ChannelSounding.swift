extension HCICommandRows {
  /// Channel Sounding, and other commands since version 6.0.
  static func channelSounding(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x2088: WireRow("LE Read All Remote Features", [handle, ("Pages requested", .u8)])
    case 0x2089:
      WireRow(
        "LE CS Read Local Supported Capabilities", [], returns: [status] + soundingCapabilities)
    case 0x208A: WireRow("LE CS Read Remote Supported Capabilities", [handle])
    case 0x208B:
      WireRow(
        "LE CS Write Cached Remote Supported Capabilities", [handle] + soundingCapabilities,
        returns: [status, handle])
    case 0x208C: WireRow("LE CS Security Enable", [handle])
    case 0x208D:
      WireRow(
        "LE CS Set Default Settings",
        [
          handle, ("Role enable", .flags(1, .soundingRoles)),
          ("CS sync antenna selection", .named(1, .syncAntenna)),
          ("Max tx power", .txPower),
        ], returns: [status, handle])
    case 0x208E: WireRow("LE CS Read Remote FAE Table", [handle])
    case 0x208F:
      WireRow(
        "LE CS Write Cached Remote FAE Table", [handle, faeTable], returns: [status, handle])
    case 0x2090:
      WireRow(
        "LE CS Create Config",
        [handle, configuration, ("Create context", .named(1, .soundingContext))] + soundingModes
          + [enhancements])
    case 0x2091: WireRow("LE CS Remove Config", [handle, configuration])
    case 0x2092:
      WireRow(
        "LE CS Set Channel Classification", [("Channel classification", .classicChannels)],
        returns: [status])
    case 0x2093:
      WireRow(
        "LE CS Set Procedure Parameters",
        [
          handle, configuration, ("Max procedure length", .time(2, step: 625)),
          ("Min procedure interval", .u16), ("Max procedure interval", .u16),
          ("Max procedure count", .u16), ("Min subevent length", .microseconds24),
          ("Max subevent length", .microseconds24), antennaConfiguration, ("PHY", .phy),
          ("Tx power delta", .signedBits(8, " dB", lowest: "no recommendation")),
          ("Preferred peer antenna", .flags(1, .peerAntennas)),
          ("SNR control initiator", .named(1, .soundingSNRControl)),
          ("SNR control reflector", .named(1, .soundingSNRControl)),
        ], returns: [status, handle])
    case 0x2094: WireRow("LE CS Procedure Enable", [handle, configuration, ("Enable", .enable)])
    case 0x2095: WireRow("LE CS Test", soundingTest, returns: [status])
    case 0x2096: WireRow("LE CS Test End", [])
    case 0x2097:
      WireRow(
        "LE Set Host Feature [v2]", [("Bit number", .named(2, .leFeature)), ("Bit value", .u8)],
        returns: [status])
    case 0x2098:
      WireRow(
        "LE Add Device To Monitored Advertisers List",
        [
          ("Address type", .addressType), ("Address", .address), ("RSSI threshold low", .rssi),
          ("RSSI threshold high", .rssi), ("Timeout", .time(1, step: 1_000_000)),
        ], returns: [status])
    case 0x2099:
      WireRow(
        "LE Remove Device From Monitored Advertisers List",
        [("Address type", .addressType), ("Address", .address)], returns: [status])
    case 0x209A: WireRow("LE Clear Monitored Advertisers List", [], returns: [status])
    case 0x209B:
      WireRow(
        "LE Read Monitored Advertisers List Size", [],
        returns: [status, ("Monitored Advertisers List size", .u8)])
    case 0x209C:
      WireRow("LE Enable Monitoring Advertisers", [("Enable", .enable)], returns: [status])
    case 0x209D:
      WireRow(
        "LE Frame Space Update",
        [
          handle, ("Frame space min", .microseconds16), ("Frame space max", .microseconds16),
          ("PHYs", .phys), ("Spacing types", .flags(2, .spacingTypes)),
        ])
    case 0x209E:
      WireRow(
        "LE Set Resolvable Private Address Timeout [v2]",
        [("RPA timeout min", .seconds), ("RPA timeout max", .seconds)], returns: [status])
    case 0x209F: WireRow("LE Enable UTP OTA Mode")
    case 0x20A0: WireRow("LE UTP Send")
    case 0x20A1: WireRow("LE Connection Rate Request", [handle] + rate)
    case 0x20A2: WireRow("LE Set Default Rate Parameters", rate, returns: [status])
    case 0x20A3:
      WireRow(
        "LE Read Minimum Supported Connection Interval", [],
        returns: [
          status, ("Minimum supported connection interval", .time(1, step: 125)),
          (
            "Group",
            .list(
              1,
              [("Group min", .rateSteps), ("Group max", .rateSteps), ("Group stride", .rateSteps)])
          ),
        ])
    case 0x20A5:
      WireRow(
        "LE CS Read Local Supported Capabilities [v2]", [],
        returns: [status] + soundingCapabilities2)
    case 0x20A6:
      WireRow(
        "LE CS Write Cached Remote Supported Capabilities [v2]", [handle] + soundingCapabilities2,
        returns: [status, handle])
    default: nil
    }
  }
}

extension HCICommandRows {
  static var soundingTest: WireLayout {
    [
      ("Main mode type", .named(1, .soundingMode)), ("Sub mode type", .named(1, .soundingMode)),
      ("Main mode repetition", .u8), ("Mode 0 steps", .u8), ("Role", .named(1, .soundingRole)),
      ("RTT type", .named(1, .roundTripType)), ("CS sync PHY", .soundingPHY),
      ("CS sync antenna selection", .named(1, .syncAntenna)),
      ("Subevent length", .microseconds24), ("Subevent interval", .time(2, step: 625)),
      ("Max num subevents", .u8), ("Transmit power level", .power(.wanted)),
    ] + soundingTimes + [
      ("T_SW time", .microseconds8), antennaConfiguration, enhancements,
      ("SNR control initiator", .named(1, .soundingSNRControl)),
      ("SNR control reflector", .named(1, .soundingSNRControl)), ("DRBG nonce", .x16),
      ("Channel map repetition", .u8), ("Override config", .flags(2, .soundingOverrides)),
      ("Override parameters", .counted(1)),
    ]
  }

  static var rate: WireLayout {
    [
      ("Connection interval min", .rateSteps), ("Connection interval max", .rateSteps),
      ("Subrate min", .u16), ("Subrate max", .u16), ("Max latency", .u16),
      ("Continuation number", .u16), ("Supervision timeout", .tenMilliseconds),
      ("Min CE length", .rateSteps), ("Max CE length", .rateSteps),
    ]
  }
}
