extension TreeLEMeta {
  /// Periodic advertising, isochronous streams, direction finding, channel sounding.
  static func further(_ subevent: UInt8) -> TreeLayout? {
    switch subevent {
    case 0x0E: [status] + sync
    case 0x24: [status] + sync + slots
    case 0x0F:
      [
        syncHandle, ("Tx power", .txPower), ("RSSI", .rssi), ("CTE type", .cteType),
        ("Data status", .dataStatus), ("Data", .advertisingData),
      ]
    case 0x25:
      [
        syncHandle, ("Tx power", .txPower), ("RSSI", .rssi), ("CTE type", .cteType),
        ("Periodic event counter", .u16), ("Subevent", .x8), ("Data status", .dataStatus),
        ("Data", .advertisingData),
      ]
    case 0x10: [syncHandle]
    case 0x15:
      [syncHandle, ("Channel index", .u8)] + iqReport
    case 0x16:
      [handle, ("Rx PHY", .phy), ("Data channel index", .u8)] + iqReport
    case 0x17: [status, handle]
    case 0x18: [status, handle, ("Service data", .x16)] + sync
    case 0x26: [status, handle, ("Service data", .x16)] + sync + slots
    case 0x27:
      [
        TreeCommand.advertisingHandle, ("Subevent start", .u8), ("Subevent data count", .u8),
      ]
    case 0x28:
      [
        TreeCommand.advertisingHandle, ("Subevent", .u8), ("Tx status", .x8),
        (
          "Response",
          .list(
            1,
            [
              ("Tx power", .txPower), ("RSSI", .rssi), ("CTE type", .cteType),
              ("Response slot", .u8), ("Data status", .dataStatus), ("Data", .advertisingData),
            ])
        ),
      ]
    case 0x19: [status] + stream
    case 0x2A:
      [status] + stream + [
        ("Sub interval", .microseconds24), ("Max SDU C to P", .u16), ("Max SDU P to C", .u16),
        ("SDU interval C to P", .microseconds24), ("SDU interval P to C", .microseconds24),
        ("Framing", .named(1, .framing)),
      ]
    case 0x1A:
      [
        ("ACL connection handle", .connectionHandle),
        ("CIS connection handle", .connectionHandle), ("CIG ID", .u8), ("CIS ID", .u8),
      ]
    case 0x1B:
      [
        status, ("BIG handle", .x8), ("BIG sync delay", .microseconds24),
        ("Transport latency BIG", .microseconds24), ("PHY", .phy),
      ] + group + [("BIS", .list(1, [handle]))]
    case 0x1D:
      [status, ("BIG handle", .x8), ("Transport latency BIG", .microseconds24)] + group
        + [("BIS", .list(1, [handle]))]
    case 0x1E: [("BIG handle", .x8), ("Reason", .status)]
    case 0x1F: [status, handle, ("Peer clock accuracy", .clockAccuracy)]
    case 0x22:
      [
        syncHandle, ("Num BIS", .u8), ("NSE", .u8), ("ISO interval", .frames), ("BN", .u8),
        ("PTO", .u8), ("IRC", .u8), ("Max PDU", .u16), ("SDU interval", .microseconds24),
        ("Max SDU", .u16), ("PHY", .phy), ("Framing", .named(1, .framing)),
        ("Encryption", .enable),
      ]
    default: sounding(subevent)
    }
  }

  private static let status = TreeCommand.status
  private static let handle = TreeCommand.handle
  private static let syncHandle = TreeCommand.syncHandle

  private static var sync: TreeLayout {
    [
      syncHandle, ("Advertising SID", .u8), ("Advertiser address type", .addressType),
      ("Advertiser address", .address), ("Advertiser PHY", .phy),
      ("Periodic advertising interval", .frames),
      ("Advertiser clock accuracy", .clockAccuracy),
    ]
  }
  private static var slots: TreeLayout {
    [
      ("Num subevents", .u8), ("Subevent interval", .time(1, step: 1250)),
      ("Response slot delay", .time(1, step: 1250)),
      ("Response slot spacing", .time(1, step: 125)),
    ]
  }
  private static var iqReport: TreeLayout {
    [
      ("RSSI", .signed(2, " × 0.1 dBm")), ("RSSI antenna ID", .u8), ("CTE type", .cteType),
      ("Slot durations", .u8), ("Packet status", .x8), ("Event counter", .u16),
      ("Sample", .list(1, [("I", .signed(1, "")), ("Q", .signed(1, ""))])),
    ]
  }
  private static var stream: TreeLayout {
    [
      handle, ("CIG sync delay", .microseconds24), ("CIS sync delay", .microseconds24),
      ("Transport latency C to P", .microseconds24),
      ("Transport latency P to C", .microseconds24), ("PHY C to P", .phy), ("PHY P to C", .phy),
      ("NSE", .u8), ("BN C to P", .u8), ("BN P to C", .u8), ("FT C to P", .u8),
      ("FT P to C", .u8), ("Max PDU C to P", .u16), ("Max PDU P to C", .u16),
      ("ISO interval", .frames),
    ]
  }
  private static var group: TreeLayout {
    [
      ("NSE", .u8), ("BN", .u8), ("PTO", .u8), ("IRC", .u8), ("Max PDU", .u16),
      ("ISO interval", .frames),
    ]
  }

  private static func sounding(_ subevent: UInt8) -> TreeLayout? {
    switch subevent {
    case 0x2C: [status, handle] + TreeCommand.soundingCapabilities
    case 0x38: [status, handle] + TreeCommand.soundingCapabilities2
    case 0x2D: [status, handle, TreeCommand.faeTable]
    case 0x2E: [status, handle]
    case 0x2F:
      [status, handle, TreeCommand.configuration, ("Action", .u8)] + TreeCommand.soundingModes + [
        ("CS enhancements 1", .x8), ("T_IP1 time", .u8), ("T_IP2 time", .u8),
        ("T_FCS time", .u8), ("T_PM time", .u8),
      ]
    case 0x30:
      [
        status, handle, TreeCommand.configuration, ("State", .enable),
        ("Tone antenna config selection", .u8), ("Selected tx power", .txPower),
        ("Subevent length", .microseconds24), ("Subevents per event", .u8),
        ("Subevent interval", .slots), ("Event interval", .u16), ("Procedure interval", .u16),
        ("Procedure count", .u16), ("Max procedure length", .slots),
      ]
    case 0x31:
      [
        handle, TreeCommand.configuration, ("Start ACL connection event counter", .u16),
        ("Procedure counter", .u16), ("Frequency compensation", .x16),
        ("Reference power level", .txPower),
      ] + results
    case 0x32: [handle, TreeCommand.configuration] + results
    case 0x33: [status]
    default: nil
    }
  }

  private static var results: TreeLayout {
    [
      ("Procedure done status", .x8), ("Subevent done status", .x8), ("Abort reason", .x8),
      ("Num antenna paths", .u8),
      (
        "Step",
        .list(1, [("Step mode", .u8), ("Step channel", .u8), ("Step data", .counted(1))])
      ),
    ]
  }
}
