/// Advertising physical channel PDUs.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.3.
enum AdvertisingPDURows: WireRows {
  /// - Parameter isAuxiliary: sent on a channel other than 37, 38 and 39.
  /// - Returns: `nil` for a reserved type.
  static func row(_ type: UInt8, isAuxiliary: Bool) -> WireRow? {
    switch type {
    case 0: WireRow(AdvertisingPDUName.connectable, advertiser)
    case 1:
      WireRow(AdvertisingPDUName.directed, [("AdvA", .address), ("TargetA", .address)])
    case 2: WireRow(AdvertisingPDUName.nonconnectable, advertiser)
    case 3:
      WireRow(
        isAuxiliary ? "AUX_SCAN_REQ" : "SCAN_REQ", [("ScanA", .address), ("AdvA", .address)])
    case 4:
      WireRow(
        AdvertisingPDUName.scanResponse,
        [("AdvA", .address), ("ScanRspData", .restAdvertisingData)])
    case 5: WireRow(isAuxiliary ? "AUX_CONNECT_REQ" : "CONNECT_IND", connectRequest)
    case 6: WireRow(AdvertisingPDUName.scannable, advertiser)
    // These have the common extended advertising header, whose fields are optional.
    case 7: WireRow(isAuxiliary ? AdvertisingPDUName.auxiliary : AdvertisingPDUName.extended)
    case 8: WireRow("AUX_CONNECT_RSP")
    case 9: WireRow("ADV_DECISION_IND")
    default: nil
    }
  }

  private static var advertiser: WireLayout {
    [("AdvA", .address), ("AdvData", .restAdvertisingData)]
  }

  private static var connectRequest: WireLayout {
    [
      ("InitA", .address), ("AdvA", .address), ("AA", .x32), ("CRCInit", .hexNumber(3)),
      ("WinSize", .time(1, step: 1250)), ("WinOffset", .frames), ("Interval", .frames),
      ("Latency", .u16), ("Timeout", .tenMilliseconds), ("ChM", .hexNumber(5)),
      ("Hop and SCA", .x8),
    ]
  }
}
