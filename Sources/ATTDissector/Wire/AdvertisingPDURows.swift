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

  /// The bits of the header that a PDU uses; Vol 6, Part B, 2.3.
  static func headerBits(
    _ type: UInt8, isAuxiliary: Bool
  ) -> (selection: Bool, sender: Bool, target: Bool) {
    switch type {
    case 0: (true, true, false)
    case 1: (true, true, true)
    case 3: (false, true, true)
    case 5: (!isAuxiliary, true, true)
    case 2, 4, 6: (false, true, false)
    // The addresses of an extended header.
    default: (false, true, true)
    }
  }

  private static var advertiser: WireLayout {
    [("AdvA", .address), ("AdvData", .restAdvertisingData)]
  }

  private static var connectRequest: WireLayout {
    [
      ("InitA", .address), ("AdvA", .address), ("AA", .x32), ("CRCInit", .hexNumber(3)),
      ("WinSize", .time(1, step: 1250)), ("WinOffset", .frames), ("Interval", .frames),
      ("Latency", .u16), ("Timeout", .tenMilliseconds), ("ChM", .channels),
      ("Hop", .split(1, [.init("Hop", 5, .u8), .init("SCA", 3, .clockAccuracy)])),
    ]
  }

  /// How to find a periodic advertising train.
  static var syncInformation: WireLayout {
    [
      (
        "Sync packet offset",
        .split(
          2,
          [
            .init("Sync packet offset", 13, .u16),
            .init("Offset units", 1, .named(1, .offsetUnits)),
            .init("Offset adjust", 1, .u8),
          ])
      ), ("Sync interval", .frames), ("ChM", .channelsAndAccuracy), ("AA", .x32),
      ("CRCInit", .hexNumber(3)), ("Event counter", .u16),
    ]
  }
}
