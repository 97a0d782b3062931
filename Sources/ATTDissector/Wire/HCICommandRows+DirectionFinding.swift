extension HCICommandRows {
  /// Direction finding and periodic advertising sync transfer.
  static func directionFinding(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x204F:
      WireRow(
        "LE Receiver Test [v3]",
        [
          ("Rx channel", .u8), ("PHY", .phy), ("Modulation index", .u8),
          ("Expected CTE length", .u8), ("Expected CTE type", .cteType),
          ("Slot durations", .named(1, .slotDuration)),
          ("Antennas", .list(1, antennas)),
        ], returns: [status])
    case 0x2050: WireRow("LE Transmitter Test [v3]", transmitterTest, returns: [status])
    case 0x2051:
      WireRow(
        "LE Set Connectionless CTE Transmit Parameters",
        [
          advertisingHandle, ("CTE length", .u8), ("CTE type", .cteType), ("CTE count", .u8),
          ("Antennas", .list(1, antennas)),
        ], returns: [status])
    case 0x2052:
      WireRow(
        "LE Set Connectionless CTE Transmit Enable", [advertisingHandle, ("CTE enable", .enable)],
        returns: [status])
    case 0x2053:
      WireRow(
        "LE Set Connectionless IQ Sampling Enable",
        [
          syncHandle, ("Sampling enable", .enable), ("Slot durations", .named(1, .slotDuration)),
          ("Max sampled CTEs", .u8), ("Antennas", .list(1, antennas)),
        ], returns: [status, syncHandle])
    case 0x2054:
      WireRow(
        "LE Set Connection CTE Receive Parameters",
        [
          handle, ("Sampling enable", .enable), ("Slot durations", .named(1, .slotDuration)),
          ("Antennas", .list(1, antennas)),
        ], returns: [status, handle])
    case 0x2055:
      WireRow(
        "LE Set Connection CTE Transmit Parameters",
        [handle, ("CTE types", .flags(1, .cteTypes)), ("Antennas", .list(1, antennas))],
        returns: [status, handle])
    case 0x2056:
      WireRow(
        "LE Connection CTE Request Enable",
        [
          handle, ("Enable", .enable), ("CTE request interval", .u16),
          ("Requested CTE length", .u8), ("Requested CTE type", .cteType),
        ], returns: [status, handle])
    case 0x2057:
      WireRow(
        "LE Connection CTE Response Enable", [handle, ("Enable", .enable)],
        returns: [status, handle])
    case 0x2058:
      WireRow(
        "LE Read Antenna Information", [],
        returns: [
          status, ("Supported switching sampling rates", .flags(1, .samplingRates)),
          ("Num antennae", .u8),
          ("Max switching pattern length", .u8), ("Max CTE length", .u8),
        ])
    case 0x2059:
      WireRow(
        "LE Set Periodic Advertising Receive Enable",
        [syncHandle, ("Enable", .flags(1, .receiveEnable))],
        returns: [status])
    case 0x205A:
      WireRow(
        "LE Periodic Advertising Sync Transfer", [handle, ("Service data", .x16), syncHandle],
        returns: [status, handle])
    case 0x205B:
      WireRow(
        "LE Periodic Advertising Set Info Transfer",
        [handle, ("Service data", .x16), advertisingHandle], returns: [status, handle])
    case 0x205C:
      WireRow(
        "LE Set Periodic Advertising Sync Transfer Parameters", [handle] + syncTransfer,
        returns: [status, handle])
    case 0x205D:
      WireRow(
        "LE Set Default Periodic Advertising Sync Transfer Parameters", syncTransfer,
        returns: [status])
    case 0x205E:
      WireRow(
        "LE Generate DHKey [v2]",
        [
          ("Key X coordinate", .bytes(32)), ("Key Y coordinate", .bytes(32)),
          ("Key type", .named(1, .keyType)),
        ])
    case 0x205F:
      WireRow(
        "LE Modify Sleep Clock Accuracy", [("Action", .named(1, .sleepClockAction))],
        returns: [status])
    default: nil
    }
  }
}

extension HCICommandRows {
  static var antennas: WireLayout { [("Antenna ID", .u8)] }

  static var syncTransfer: WireLayout {
    [
      ("Mode", .named(1, .syncTransferMode)), ("Skip", .u16), ("Sync timeout", .tenMilliseconds),
      ("CTE type", .flags(1, .syncCTETypes)),
    ]
  }

  static var transmitterTest: WireLayout {
    [
      ("Tx channel", .u8), ("Test data length", .u8), ("Packet payload", .u8), ("PHY", .phy),
      ("CTE length", .u8), ("CTE type", .cteType), ("Antennas", .list(1, antennas)),
    ]
  }
}
