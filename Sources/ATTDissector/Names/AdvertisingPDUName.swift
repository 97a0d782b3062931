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
