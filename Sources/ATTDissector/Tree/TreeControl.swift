import Bytes

/// The layouts of LL Control PDUs, behind the opcode; key material is shown.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.2.
enum TreeControl {
  static func layout(_ opcode: UInt8) -> TreeLayout? {
    switch opcode {
    case 0x00:
      [
        ("WinSize", .time(1, step: 1250)), ("WinOffset", .frames), ("Interval", .frames),
        ("Latency", .u16), ("Timeout", .tenMilliseconds), ("Instant", .u16),
      ]
    case 0x01: [("ChM", .hexNumber(5)), ("Instant", .u16)]
    case 0x02, 0x0D: [("ErrorCode", .status)]
    case 0x03:
      [("Rand", .bytes(8)), ("EDIV", .x16), ("SKD_C", .bytes(8)), ("IV_C", .bytes(4))]
    case 0x04: [("SKD_P", .bytes(8)), ("IV_P", .bytes(4))]
    case 0x05, 0x06, 0x0A, 0x0B, 0x12, 0x13, 0x1B, 0x36: []
    case 0x07: [("UnknownType", .named(1, .controlOpcode))]
    case 0x08, 0x09, 0x0E: [("FeatureSet", .flags(8, .leFeatures))]
    case 0x0C:
      [
        ("Version", .named(1, .coreVersion)), ("Company", .named(2, .company)),
        ("Subversion", .x16),
      ]
    case 0x0F, 0x10:
      [
        ("Interval_Min", .frames), ("Interval_Max", .frames), ("Latency", .u16),
        ("Timeout", .tenMilliseconds), ("PreferredPeriodicity", .u8),
        ("ReferenceConnEventCount", .u16), ("Offset0", .x16), ("Offset1", .x16),
        ("Offset2", .x16), ("Offset3", .x16), ("Offset4", .x16), ("Offset5", .x16),
      ]
    case 0x11: [("RejectOpcode", .named(1, .controlOpcode)), ("ErrorCode", .status)]
    case 0x14, 0x15:
      [
        ("MaxRxOctets", .u16), ("MaxRxTime", .microseconds16), ("MaxTxOctets", .u16),
        ("MaxTxTime", .microseconds16),
      ]
    case 0x16, 0x17: [("TX_PHYS", .phys), ("RX_PHYS", .phys)]
    case 0x18: [("PHY_C_TO_P", .phys), ("PHY_P_TO_C", .phys), ("Instant", .u16)]
    case 0x19: [("PHYS", .phys), ("MinUsedChannels", .u8)]
    case 0x1A: [("CTEInfo", .x8)]
    case 0x1C: periodicSync
    case 0x1D, 0x1E: [("SCA", .clockAccuracy)]
    default: later(opcode)
    }
  }

  private static let periodicSync: TreeLayout = [
    ("ID", .x16), ("SyncInfo", .bytes(18)), ("connEventCount", .u16),
    ("lastPaEventCounter", .u16), ("SID, AType and SCA", .x8), ("PHY", .phys), ("AdvA", .address),
    ("syncConnEventCount", .u16),
  ]

  /// Since version 5.2.
  private static func later(_ opcode: UInt8) -> TreeLayout? {
    switch opcode {
    case 0x1F:
      [
        ("CIG_ID", .u8), ("CIS_ID", .u8), ("PHY_C_To_P", .phys), ("PHY_P_To_C", .phys),
        ("Max_SDU_C_To_P and Framed", .x16), ("Max_SDU_P_To_C", .x16),
        ("SDU_Interval_C_To_P", .hexNumber(3)), ("SDU_Interval_P_To_C", .hexNumber(3)),
        ("Max_PDU_C_To_P", .u16), ("Max_PDU_P_To_C", .u16), ("NSE", .u8),
        ("Sub_Interval", .microseconds24), ("BN", .x8), ("FT_C_To_P", .u8), ("FT_P_To_C", .u8),
        ("ISO_Interval", .frames), ("CIS_Offset_Min", .microseconds24),
        ("CIS_Offset_Max", .microseconds24), ("connEventCount", .u16),
      ]
    case 0x20:
      [
        ("CIS_Offset_Min", .microseconds24), ("CIS_Offset_Max", .microseconds24),
        ("connEventCount", .u16),
      ]
    case 0x21:
      [
        ("AA", .x32), ("CIS_Offset", .microseconds24), ("CIG_Sync_Delay", .microseconds24),
        ("CIS_Sync_Delay", .microseconds24), ("connEventCount", .u16),
      ]
    case 0x22: [("CIG_ID", .u8), ("CIS_ID", .u8), ("ErrorCode", .status)]
    case 0x23: [("PHY", .x8), ("Delta", .signed(1, " dB")), ("TxPower", .txPower)]
    case 0x24:
      [("Min and Max", .x8), ("Delta", .signed(1, " dB")), ("TxPower", .txPower), ("APR", .u8)]
    case 0x25:
      [("PHY", .x8), ("Min and Max", .x8), ("Delta", .signed(1, " dB")), ("TxPower", .txPower)]
    case 0x26:
      [
        ("SubrateFactorMin", .u16), ("SubrateFactorMax", .u16), ("Max_Latency", .u16),
        ("ContinuationNumber", .u16), ("Timeout", .tenMilliseconds),
      ]
    case 0x27:
      [
        ("SubrateFactor", .u16), ("SubrateBaseEvent", .u16), ("Latency", .u16),
        ("ContinuationNumber", .u16), ("Timeout", .tenMilliseconds),
      ]
    case 0x28:
      [
        ("Enable", .enable), ("Min_Spacing", .time(1, step: 200_000)),
        ("Max_Delay", .time(1, step: 200_000)),
      ]
    case 0x29: [("Channel_Classification", .bytes(10))]
    case 0x2A:
      periodicSync + [
        ("RspAA", .x32), ("numSubevents", .u8), ("subeventInterval", .u8),
        ("responseSlotDelay", .u8), ("responseSlotSpacing", .u8),
      ]
    case 0x2B, 0x2C: [("MaxPage", .u8), ("PageNumber", .u8), ("FeaturePage", .bytes(24))]
    case 0x3B:
      [
        ("FS_MIN", .microseconds16), ("FS_MAX", .microseconds16), ("PHYS", .phys),
        ("Spacing_Types", .flags(2, .spacingTypes)),
      ]
    case 0x3C:
      [
        ("FS", .microseconds16), ("PHYS", .phys), ("Spacing_Types", .flags(2, .spacingTypes)),
      ]
    default: channelSounding(opcode)
    }
  }

  /// Channel Sounding's own parameters are shown as they are.
  private static func channelSounding(_ opcode: UInt8) -> TreeLayout? {
    guard let length = ControlOpcodeName.length(opcode) else { return nil }
    switch opcode {
    case 0x2D, 0x39: return [("CS_IV", .bytes(8)), ("CS_IN", .bytes(4)), ("CS_PV", .bytes(8))]
    case 0x31: return [("Config_ID", .x8)]
    case 0x35, 0x3A: return [("Config_ID", .x8), ("ProcCount", .u16), ("ErrorCode", .status)]
    case 0x38: return [("ChM", .bytes(10)), ("Instant", .u16)]
    default: return [("CtrData", .bytes(length))]
    }
  }

  /// Shows the payload of an LL Control PDU, opcode first.
  static func read(_ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable) {
    guard bytes.byteCount > 0 else {
      sink.open("LL Control", detail: "")
      sink.field("truncated", "Opcode: 1 bytes needed, 0 available")
      sink.close()
      return
    }
    let opcode = bytes.uint8(at: 0)
    sink.open(
      "LL Control", detail: TreeText.named(ControlOpcodeName.name(opcode), UInt64(opcode), bytes: 1)
    )
    TreeReader.readAll(layout(opcode) ?? [("CtrData", .rest)], bytes.clamped(1), &sink)
    sink.close()
  }
}
