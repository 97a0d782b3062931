extension HCICommandRows {
  /// Power control, subrating, periodic advertising with responses.
  static func powerControl(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x2076:
      WireRow(
        "LE Enhanced Read Transmit Power Level", [handle, ("PHY", .phy)],
        returns: [
          status, handle, ("PHY", .phy), ("Current tx power level", .txPower),
          ("Max tx power level", .txPower),
        ])
    case 0x2077: WireRow("LE Read Remote Transmit Power Level", [handle, ("PHY", .phy)])
    case 0x2078:
      WireRow(
        "LE Set Path Loss Reporting Parameters",
        [
          handle, ("High threshold", .u8), ("High hysteresis", .u8), ("Low threshold", .u8),
          ("Low hysteresis", .u8), ("Min time spent", .u16),
        ], returns: [status, handle])
    case 0x2079:
      WireRow(
        "LE Set Path Loss Reporting Enable", [handle, ("Enable", .enable)],
        returns: [status, handle])
    case 0x207A:
      WireRow(
        "LE Set Transmit Power Reporting Enable",
        [handle, ("Local enable", .enable), ("Remote enable", .enable)], returns: [status, handle])
    case 0x207B:
      WireRow(
        "LE Transmitter Test [v4]", transmitterTest + [("Tx power level", .power(.wanted))],
        returns: [status])
    case 0x207C:
      WireRow(
        "LE Set Data Related Address Changes",
        [advertisingHandle, ("Change reasons", .flags(1, .changeReasons))],
        returns: [status])
    case 0x207D: WireRow("LE Set Default Subrate", subrate, returns: [status])
    case 0x207E: WireRow("LE Subrate Request", [handle] + subrate)
    case 0x207F:
      WireRow(
        "LE Set Extended Advertising Parameters [v2]",
        extendedParameters + [
          ("Primary advertising PHY options", .named(1, .codingOptions)),
          ("Secondary advertising PHY options", .named(1, .codingOptions)),
        ], returns: [status, ("Selected tx power", .txPower)])
    case 0x2080:
      WireRow(
        "LE Set Decision Data",
        [
          advertisingHandle, ("Decision type flags", .flags(1, .decisionType)),
          ("Decision data", .counted(1)),
        ],
        returns: [status])
    case 0x2081:
      WireRow(
        "LE Set Decision Instructions",
        [
          (
            "Test",
            .list(
              1,
              [
                ("Test flags", .flags(1, .decisionTest)),
                ("Test field", .named(1, .decisionField)), ("Test parameters", .bytes(16)),
              ])
          )
        ], returns: [status])
    case 0x2082:
      WireRow(
        "LE Set Periodic Advertising Subevent Data",
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
        ], returns: [status, advertisingHandle])
    case 0x2083:
      WireRow(
        "LE Set Periodic Advertising Response Data",
        [
          syncHandle, ("Request event", .u16), ("Request subevent", .u8),
          ("Response subevent", .u8), ("Response slot", .u8), ("Response data", .advertisingData),
        ], returns: [status, syncHandle])
    case 0x2084:
      WireRow(
        "LE Set Periodic Sync Subevent",
        [
          syncHandle, ("Periodic advertising properties", .flags(2, .periodicProperties)),
          ("Subevents", .list(1, [("Subevent", .u8)])),
        ], returns: [status, syncHandle])
    case 0x2085:
      WireRow(
        "LE Extended Create Connection [v2]",
        [advertisingHandle, ("Subevent", .x8)] + extendedConnection)
    case 0x2086:
      WireRow(
        "LE Set Periodic Advertising Parameters [v2]", periodicParameters + responseSlots,
        returns: [status, advertisingHandle])
    case 0x2087:
      WireRow(
        "LE Read All Local Supported Features", [],
        returns: [status, ("Max page", .u8)] + allFeatures)
    default: nil
    }
  }
}

extension HCICommandRows {
  static var subrate: WireLayout {
    [
      ("Subrate min", .u16), ("Subrate max", .u16), ("Max latency", .u16),
      ("Continuation number", .u16), ("Supervision timeout", .tenMilliseconds),
    ]
  }

  static var responseSlots: WireLayout {
    [
      ("Num subevents", .u8), ("Subevent interval", .time(1, step: 1250)),
      ("Response slot delay", .time(1, step: 1250)),
      ("Response slot spacing", .time(1, step: 125)), ("Num response slots", .u8),
    ]
  }
}
