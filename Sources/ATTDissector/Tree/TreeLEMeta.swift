/// The layouts of the events inside LE Meta, behind the subevent code.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.7.65.
enum TreeLEMeta {
  private static let status = TreeCommand.status
  private static let handle = TreeCommand.handle
  private static let syncHandle = TreeCommand.syncHandle

  /// - Returns: `nil` where there is none: name and hex tell the event.
  static func parameters(_ subevent: UInt8) -> TreeLayout? {
    switch subevent {
    case 0x01: connection + timing
    case 0x02: [("Report", .list(1, report + [("Data", .advertisingData), ("RSSI", .rssi)]))]
    case 0x03:
      [
        status, handle, ("Connection interval", .frames), ("Peripheral latency", .u16),
        ("Supervision timeout", .tenMilliseconds),
      ]
    case 0x04: [status, handle, ("LE features", .flags(8, .leFeatures))]
    case 0x05: [handle, ("Random number", .bytes(8)), ("Encrypted diversifier", .x16)]
    case 0x06:
      [
        handle, ("Interval min", .frames), ("Interval max", .frames), ("Max latency", .u16),
        ("Timeout", .tenMilliseconds),
      ]
    case 0x07:
      [
        handle, ("Max tx octets", .u16), ("Max tx time", .microseconds16),
        ("Max rx octets", .u16), ("Max rx time", .microseconds16),
      ]
    case 0x08: [status, ("Key X coordinate", .bytes(32)), ("Key Y coordinate", .bytes(32))]
    case 0x09: [status, ("DH key", .bytes(32))]
    case 0x0A: connection + resolvable + timing
    case 0x29:
      connection + resolvable + timing + [TreeCommand.advertisingHandle, ("Sync handle", .x16)]
    case 0x0B:
      [
        (
          "Report",
          .list(
            1,
            report + [
              ("Direct address type", .addressType), ("Direct address", .address),
              ("RSSI", .rssi),
            ])
        )
      ]
    case 0x0C: [status, handle, ("Tx PHY", .phy), ("Rx PHY", .phy)]
    case 0x0D: [("Report", .list(1, extendedReport))]
    case 0x11, 0x1C: subevent == 0x11 ? [] : [("BIG handle", .x8), ("Reason", .status)]
    case 0x12:
      [
        status, TreeCommand.advertisingHandle, handle,
        ("Num completed extended advertising events", .u8),
      ]
    case 0x13:
      [
        TreeCommand.advertisingHandle, ("Scanner address type", .addressType),
        ("Scanner address", .address),
      ]
    case 0x14: [handle, ("Channel selection algorithm", .named(1, .channelSelection))]
    case 0x20:
      [handle, ("Current path loss", .u8), ("Zone entered", .named(1, .pathLossZone))]
    case 0x21:
      [
        status, handle, ("Reason", .named(1, .powerChange)), ("PHY", .phy),
        ("Tx power level", .txPower), ("Tx power level flag", .x8), ("Delta", .power(unknown: 127)),
      ]
    case 0x23:
      [
        status, handle, ("Subrate factor", .u16), ("Peripheral latency", .u16),
        ("Continuation number", .u16), ("Supervision timeout", .tenMilliseconds),
      ]
    case 0x2B:
      [
        status, handle, ("Max remote page", .u8), ("Max valid page", .u8),
        ("LE features", .flags(8, .leFeatures)), ("Further pages", .rest),
      ]
    case 0x34:
      [
        ("Address type", .addressType), ("Address", .address), ("Condition", .u8),
      ]
    case 0x35:
      [
        status, handle, ("Initiator", .u8), ("Frame space", .microseconds16), ("PHYs", .phys),
        ("Spacing types", .flags(2, .spacingTypes)),
      ]
    case 0x37:
      [
        status, handle, ("Connection interval", .u16), ("Subrate factor", .u16),
        ("Peripheral latency", .u16), ("Continuation number", .u16),
        ("Supervision timeout", .tenMilliseconds),
      ]
    default: further(subevent)
    }
  }

  private static var connection: TreeLayout {
    [
      status, handle, ("Role", .role), ("Peer address type", .addressType),
      ("Peer address", .address),
    ]
  }
  private static var resolvable: TreeLayout {
    [
      ("Local resolvable private address", .address),
      ("Peer resolvable private address", .address),
    ]
  }
  private static var timing: TreeLayout {
    [
      ("Connection interval", .frames), ("Peripheral latency", .u16),
      ("Supervision timeout", .tenMilliseconds), ("Central clock accuracy", .clockAccuracy),
    ]
  }
  private static var report: TreeLayout {
    [
      ("Event type", .named(1, .advertisingReportType)), ("Address type", .addressType),
      ("Address", .address),
    ]
  }
  private static var extendedReport: TreeLayout {
    [
      ("Event type", .extendedEventType), ("Address type", .addressType), ("Address", .address),
      ("Primary PHY", .phy), ("Secondary PHY", .phy), ("Advertising SID", .x8),
      ("Tx power", .txPower), ("RSSI", .rssi), ("Periodic advertising interval", .frames),
      ("Direct address type", .addressType), ("Direct address", .address),
      ("Data", .advertisingData),
    ]
  }
}
