import Bytes

/// LL Control PDUs: the parameters after the opcode. Key material is shown.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.2.
enum ControlRows {
  /// - Returns: `nil` for a reserved opcode.
  static func row(_ opcode: UInt8) -> ControlRow? {
    switch opcode {
    case 0x00:
      ControlRow(
        "LL_CONNECTION_UPDATE_IND", from: .central,
        [
          ("WinSize", .time(1, step: 1250)), ("WinOffset", .frames), ("Interval", .frames),
          ("Latency", .u16), ("Timeout", .tenMilliseconds), ("Instant", .u16),
        ])
    case 0x01:
      ControlRow("LL_CHANNEL_MAP_IND", from: .central, [("ChM", .channels), ("Instant", .u16)])
    case 0x02: ControlRow("LL_TERMINATE_IND", [("ErrorCode", .status)])
    case 0x03:
      ControlRow(
        "LL_ENC_REQ", from: .central,
        [("Rand", .bytes(8)), ("EDIV", .x16), ("SKD_C", .bytes(8)), ("IV_C", .bytes(4))])
    case 0x04:
      ControlRow("LL_ENC_RSP", from: .peripheral, [("SKD_P", .bytes(8)), ("IV_P", .bytes(4))])
    case 0x05: ControlRow("LL_START_ENC_REQ", from: .peripheral, [])
    case 0x06: ControlRow("LL_START_ENC_RSP", [])
    case 0x07: ControlRow("LL_UNKNOWN_RSP", [("UnknownType", .named(1, .controlOpcode))])
    case 0x08:
      ControlRow("LL_FEATURE_REQ", from: .central, [("FeatureSet", .flags(8, .leFeatures))])
    case 0x09: ControlRow("LL_FEATURE_RSP", [("FeatureSet", .flags(8, .leFeatures))])
    case 0x0A: ControlRow("LL_PAUSE_ENC_REQ", [])
    case 0x0B: ControlRow("LL_PAUSE_ENC_RSP", [])
    case 0x0C:
      ControlRow(
        "LL_VERSION_IND",
        [
          ("Version", .named(1, .coreVersion)), ("Company", .named(2, .company)),
          ("Subversion", .x16),
        ])
    case 0x0D: ControlRow("LL_REJECT_IND", [("ErrorCode", .status)])
    case 0x0E:
      ControlRow(
        "LL_PERIPHERAL_FEATURE_REQ", from: .peripheral, [("FeatureSet", .flags(8, .leFeatures))])
    case 0x0F:
      ControlRow(
        "LL_CONNECTION_PARAM_REQ",
        [
          ("Interval_Min", .frames), ("Interval_Max", .frames), ("Latency", .u16),
          ("Timeout", .tenMilliseconds), ("PreferredPeriodicity", .u8),
          ("ReferenceConnEventCount", .u16), ("Offset0", .offset), ("Offset1", .offset),
          ("Offset2", .offset), ("Offset3", .offset), ("Offset4", .offset), ("Offset5", .offset),
        ])
    case 0x10:
      ControlRow(
        "LL_CONNECTION_PARAM_RSP", from: .peripheral,
        [
          ("Interval_Min", .frames), ("Interval_Max", .frames), ("Latency", .u16),
          ("Timeout", .tenMilliseconds), ("PreferredPeriodicity", .u8),
          ("ReferenceConnEventCount", .u16), ("Offset0", .offset), ("Offset1", .offset),
          ("Offset2", .offset), ("Offset3", .offset), ("Offset4", .offset), ("Offset5", .offset),
        ])
    case 0x11:
      ControlRow(
        "LL_REJECT_EXT_IND", [("RejectOpcode", .named(1, .controlOpcode)), ("ErrorCode", .status)])
    case 0x12: ControlRow("LL_PING_REQ", [])
    case 0x13: ControlRow("LL_PING_RSP", [])
    case 0x14:
      ControlRow(
        "LL_LENGTH_REQ",
        [
          ("MaxRxOctets", .u16), ("MaxRxTime", .microseconds16), ("MaxTxOctets", .u16),
          ("MaxTxTime", .microseconds16),
        ])
    case 0x15:
      ControlRow(
        "LL_LENGTH_RSP",
        [
          ("MaxRxOctets", .u16), ("MaxRxTime", .microseconds16), ("MaxTxOctets", .u16),
          ("MaxTxTime", .microseconds16),
        ])
    case 0x16: ControlRow("LL_PHY_REQ", [("TX_PHYS", .phys), ("RX_PHYS", .phys)])
    case 0x17: ControlRow("LL_PHY_RSP", [("TX_PHYS", .phys), ("RX_PHYS", .phys)])
    case 0x18:
      ControlRow(
        "LL_PHY_UPDATE_IND", from: .central,
        [("PHY_C_TO_P", .phys), ("PHY_P_TO_C", .phys), ("Instant", .u16)])
    case 0x19:
      ControlRow(
        "LL_MIN_USED_CHANNELS_IND", from: .peripheral, [("PHYS", .phys), ("MinUsedChannels", .u8)])
    case 0x1A:
      ControlRow(
        "LL_CTE_REQ",
        [
          (
            "CTE",
            .split(
              1,
              [
                .init("MinCTELenReq", 5, .time(1, step: 8)), .reserved(1),
                .init("CTETypeReq", 2, .cteType),
              ])
          )
        ])
    case 0x1B: ControlRow("LL_CTE_RSP", [])
    case 0x1C: ControlRow("LL_PERIODIC_SYNC_IND", periodicSync)
    case 0x1D: ControlRow("LL_CLOCK_ACCURACY_REQ", [("SCA", .clockAccuracy)])
    case 0x1E: ControlRow("LL_CLOCK_ACCURACY_RSP", [("SCA", .clockAccuracy)])
    case 0x1F:
      ControlRow(
        "LL_CIS_REQ", from: .central,
        [
          ("CIG_ID", .u8), ("CIS_ID", .u8), ("PHY_C_To_P", .phys), ("PHY_P_To_C", .phys),
          (
            "Max_SDU_C_To_P",
            .split(
              2,
              [
                .init("Max_SDU_C_To_P", 12, .u16), .reserved(2), .init("Framing_Mode", 1, .u8),
                .init("Framed", 1, .u8),
              ])
          ), ("Max_SDU_P_To_C", .split(2, [.init("Max_SDU_P_To_C", 12, .u16)])),
          ("SDU_Interval_C_To_P", .split(3, [.init("SDU_Interval_C_To_P", 20, .microseconds24)])),
          ("SDU_Interval_P_To_C", .split(3, [.init("SDU_Interval_P_To_C", 20, .microseconds24)])),
          ("Max_PDU_C_To_P", .u16), ("Max_PDU_P_To_C", .u16), ("NSE", .u8),
          ("Sub_Interval", .microseconds24),
          ("BN", .split(1, [.init("BN_C_To_P", 4, .u8), .init("BN_P_To_C", 4, .u8)])),
          ("FT_C_To_P", .u8), ("FT_P_To_C", .u8),
          ("ISO_Interval", .frames), ("CIS_Offset_Min", .microseconds24),
          ("CIS_Offset_Max", .microseconds24), ("connEventCount", .u16),
        ])
    case 0x20:
      ControlRow(
        "LL_CIS_RSP", from: .peripheral,
        [
          ("CIS_Offset_Min", .microseconds24), ("CIS_Offset_Max", .microseconds24),
          ("connEventCount", .u16),
        ])
    case 0x21:
      ControlRow(
        "LL_CIS_IND", from: .central,
        [
          ("AA", .x32), ("CIS_Offset", .microseconds24), ("CIG_Sync_Delay", .microseconds24),
          ("CIS_Sync_Delay", .microseconds24), ("connEventCount", .u16),
        ])
    case 0x22:
      ControlRow(
        "LL_CIS_TERMINATE_IND", [("CIG_ID", .u8), ("CIS_ID", .u8), ("ErrorCode", .status)])
    case 0x23:
      ControlRow(
        "LL_POWER_CONTROL_REQ",
        [
          ("PHY", .flags(1, .powerPHYs)), ("Delta", .signed(1, " dB")),
          ("TxPower", .power(.reported)),
        ])
    case 0x24:
      ControlRow(
        "LL_POWER_CONTROL_RSP",
        [
          ("Min and Max", .flags(1, .powerLimits)), ("Delta", .signed(1, " dB")),
          ("TxPower", .power(.reported)),
          ("APR", .u8),
        ])
    case 0x25:
      ControlRow(
        "LL_POWER_CHANGE_IND",
        [
          ("PHY", .flags(1, .powerPHYs)), ("Min and Max", .flags(1, .powerLimits)),
          ("Delta", .signed(1, " dB")),
          ("TxPower", .power(.reported)),
        ])
    case 0x26:
      ControlRow(
        "LL_SUBRATE_REQ",
        [
          ("SubrateFactorMin", .u16), ("SubrateFactorMax", .u16), ("Max_Latency", .u16),
          ("ContinuationNumber", .u16), ("Timeout", .tenMilliseconds),
        ])
    case 0x27:
      ControlRow(
        "LL_SUBRATE_IND", from: .central,
        [
          ("SubrateFactor", .u16), ("SubrateBaseEvent", .u16), ("Latency", .u16),
          ("ContinuationNumber", .u16), ("Timeout", .tenMilliseconds),
        ])
    case 0x28:
      ControlRow(
        "LL_CHANNEL_REPORTING_IND", from: .central,
        [
          ("Enable", .enable), ("Min_Spacing", .time(1, step: 200_000)),
          ("Max_Delay", .time(1, step: 200_000)),
        ])
    case 0x29:
      ControlRow(
        "LL_CHANNEL_STATUS_IND", from: .peripheral, [("Channel_Classification", .bytes(10))])
    case 0x2A:
      ControlRow(
        "LL_PERIODIC_SYNC_WR_IND",
        periodicSync + [
          ("RspAA", .x32), ("numSubevents", .u8), ("subeventInterval", .u8),
          ("responseSlotDelay", .u8), ("responseSlotSpacing", .u8),
        ])
    case 0x2B:
      ControlRow(
        "LL_FEATURE_EXT_REQ", [("MaxPage", .u8), ("PageNumber", .u8), ("FeaturePage", featurePage)])
    case 0x2C:
      ControlRow(
        "LL_FEATURE_EXT_RSP", [("MaxPage", .u8), ("PageNumber", .u8), ("FeaturePage", featurePage)])
    case 0x2D:
      ControlRow(
        "LL_CS_SEC_RSP", [("CS_IV", .bytes(8)), ("CS_IN", .bytes(4)), ("CS_PV", .bytes(8))])
    case 0x2E: ControlRow("LL_CS_CAPABILITIES_REQ", soundingCapabilities)
    case 0x2F: ControlRow("LL_CS_CAPABILITIES_RSP", soundingCapabilities)
    case 0x30: ControlRow("LL_CS_CONFIG_REQ", soundingConfiguration)
    case 0x31: ControlRow("LL_CS_CONFIG_RSP", [soundingConfigurationID])
    case 0x32: ControlRow("LL_CS_REQ", soundingRequest)
    case 0x33: ControlRow("LL_CS_RSP", soundingResponse)
    case 0x34: ControlRow("LL_CS_IND", soundingIndication)
    case 0x35:
      ControlRow(
        "LL_CS_TERMINATE_REQ", [("Config_ID", .x8), ("ProcCount", .u16), ("ErrorCode", .status)])
    case 0x36: ControlRow("LL_CS_FAE_REQ", [])
    case 0x37: ControlRow("LL_CS_FAE_RSP", [("ChFAE", .bytes(72))])
    case 0x38: ControlRow("LL_CS_CHANNEL_MAP_IND", [("ChM", .classicChannels), ("Instant", .u16)])
    case 0x39:
      ControlRow(
        "LL_CS_SEC_REQ", [("CS_IV", .bytes(8)), ("CS_IN", .bytes(4)), ("CS_PV", .bytes(8))])
    case 0x3A:
      ControlRow(
        "LL_CS_TERMINATE_RSP", [("Config_ID", .x8), ("ProcCount", .u16), ("ErrorCode", .status)])
    case 0x3B:
      ControlRow(
        "LL_FRAME_SPACE_REQ",
        [
          ("FS_MIN", .microseconds16), ("FS_MAX", .microseconds16), ("PHYS", .phys),
          ("Spacing_Types", .flags(2, .spacingTypes)),
        ])
    case 0x3C:
      ControlRow(
        "LL_FRAME_SPACE_RSP",
        [("FS", .microseconds16), ("PHYS", .phys), ("Spacing_Types", .flags(2, .spacingTypes))])
    default: nil
    }
  }
}

extension ControlRows {
  /// LE features of the page whose number is the byte before them; from page 1 on a page has 192.
  private static var featurePage: WireType {
    .selected(24) {
      let page = Int($0.uint8(at: 1))
      return [
        ("FeaturePage", .manyFlags(24, .leFeatures, from: page == 0 ? 0 : 64 + (page - 1) * 192))
      ]
    }
  }

  static var periodicSync: WireLayout {
    [
      ("ID", .x16)
    ] + AdvertisingPDURows.syncInformation + [
      ("connEventCount", .u16), ("lastPaEventCounter", .u16),
      (
        "SID",
        .split(
          1,
          [
            .init("SID", 4, .u8), .init("AType", 1, .addressType), .init("SCA", 3, .clockAccuracy),
          ])
      ), ("PHY", .phys), ("AdvA", .address), ("syncConnEventCount", .u16),
    ]
  }
}
