/// Names of LL Control PDUs, and how many octets follow the opcode of each.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.2.
package enum ControlOpcodeName {
  private static let table: [(name: StaticString, length: Int)] = [
    ("LL_CONNECTION_UPDATE_IND", 11), ("LL_CHANNEL_MAP_IND", 7), ("LL_TERMINATE_IND", 1),
    ("LL_ENC_REQ", 22), ("LL_ENC_RSP", 12), ("LL_START_ENC_REQ", 0), ("LL_START_ENC_RSP", 0),
    ("LL_UNKNOWN_RSP", 1), ("LL_FEATURE_REQ", 8), ("LL_FEATURE_RSP", 8), ("LL_PAUSE_ENC_REQ", 0),
    ("LL_PAUSE_ENC_RSP", 0), ("LL_VERSION_IND", 5), ("LL_REJECT_IND", 1),
    ("LL_PERIPHERAL_FEATURE_REQ", 8), ("LL_CONNECTION_PARAM_REQ", 23),
    ("LL_CONNECTION_PARAM_RSP", 23), ("LL_REJECT_EXT_IND", 2), ("LL_PING_REQ", 0),
    ("LL_PING_RSP", 0), ("LL_LENGTH_REQ", 8), ("LL_LENGTH_RSP", 8), ("LL_PHY_REQ", 2),
    ("LL_PHY_RSP", 2), ("LL_PHY_UPDATE_IND", 4), ("LL_MIN_USED_CHANNELS_IND", 2),
    ("LL_CTE_REQ", 1), ("LL_CTE_RSP", 0), ("LL_PERIODIC_SYNC_IND", 34),
    ("LL_CLOCK_ACCURACY_REQ", 1), ("LL_CLOCK_ACCURACY_RSP", 1), ("LL_CIS_REQ", 35),
    ("LL_CIS_RSP", 8), ("LL_CIS_IND", 15), ("LL_CIS_TERMINATE_IND", 3),
    ("LL_POWER_CONTROL_REQ", 3), ("LL_POWER_CONTROL_RSP", 4), ("LL_POWER_CHANGE_IND", 4),
    ("LL_SUBRATE_REQ", 10), ("LL_SUBRATE_IND", 10), ("LL_CHANNEL_REPORTING_IND", 3),
    ("LL_CHANNEL_STATUS_IND", 10), ("LL_PERIODIC_SYNC_WR_IND", 42), ("LL_FEATURE_EXT_REQ", 26),
    ("LL_FEATURE_EXT_RSP", 26), ("LL_CS_SEC_RSP", 20), ("LL_CS_CAPABILITIES_REQ", 25),
    ("LL_CS_CAPABILITIES_RSP", 25), ("LL_CS_CONFIG_REQ", 27), ("LL_CS_CONFIG_RSP", 1),
    ("LL_CS_REQ", 28), ("LL_CS_RSP", 21), ("LL_CS_IND", 18), ("LL_CS_TERMINATE_REQ", 4),
    ("LL_CS_FAE_REQ", 0), ("LL_CS_FAE_RSP", 72), ("LL_CS_CHANNEL_MAP_IND", 12),
    ("LL_CS_SEC_REQ", 20), ("LL_CS_TERMINATE_RSP", 4), ("LL_FRAME_SPACE_REQ", 7),
    ("LL_FRAME_SPACE_RSP", 5),
  ]

  /// - Returns: `nil` for a reserved opcode.
  package static func name(_ opcode: UInt8) -> StaticString? {
    opcode < table.count ? table[Int(opcode)].name : nil
  }

  /// Octets behind the opcode; `nil` for a reserved opcode.
  package static func length(_ opcode: UInt8) -> Int? {
    opcode < table.count ? table[Int(opcode)].length : nil
  }
}

/// Names of advertising PDUs.
///
/// Source: Vol 6, Part B, 2.3.
package enum AdvertisingPDUName {
  /// - Parameter isAuxiliary: sent on a channel other than 37, 38 and 39.
  /// - Returns: `nil` for a reserved type.
  package static func name(_ type: UInt8, isAuxiliary: Bool) -> StaticString? {
    switch type {
    case 0: "ADV_IND"
    case 1: "ADV_DIRECT_IND"
    case 2: "ADV_NONCONN_IND"
    case 3: isAuxiliary ? "AUX_SCAN_REQ" : "SCAN_REQ"
    case 4: "SCAN_RSP"
    case 5: isAuxiliary ? "AUX_CONNECT_REQ" : "CONNECT_IND"
    case 6: "ADV_SCAN_IND"
    case 7: isAuxiliary ? "AUX_ADV_IND" : "ADV_EXT_IND"
    case 8: "AUX_CONNECT_RSP"
    case 9: "ADV_DECISION_IND"
    default: nil
    }
  }
}
