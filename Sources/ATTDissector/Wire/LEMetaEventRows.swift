/// The events in LE Meta: the parameters after the subevent code.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.7.65.
enum LEMetaEventRows: WireRows {
  /// - Returns: `nil` for a reserved subevent code.
  static func row(_ subevent: UInt8) -> WireRow? {
    switch subevent {
    case 0x01: WireRow("LE Connection Complete", connection + timing)
    case 0x02:
      WireRow(
        "LE Advertising Report",
        [("Report", .list(1, report + [("Data", .advertisingData), ("RSSI", .rssi)]))])
    case 0x03:
      WireRow(
        "LE Connection Update Complete",
        [
          status, handle, ("Connection interval", .frames), ("Peripheral latency", .u16),
          ("Supervision timeout", .tenMilliseconds),
        ])
    case 0x04:
      WireRow(
        "LE Read Remote Features Complete",
        [status, handle, ("LE features", .flags(8, .leFeatures))])
    case 0x05:
      WireRow(
        "LE Long Term Key Request",
        [handle, ("Random number", .bytes(8)), ("Encrypted diversifier", .x16)])
    case 0x06:
      WireRow(
        "LE Remote Connection Parameter Request",
        [
          handle, ("Interval min", .frames), ("Interval max", .frames), ("Max latency", .u16),
          ("Timeout", .tenMilliseconds),
        ])
    case 0x07:
      WireRow(
        "LE Data Length Change",
        [
          handle, ("Max tx octets", .u16), ("Max tx time", .microseconds16),
          ("Max rx octets", .u16), ("Max rx time", .microseconds16),
        ])
    case 0x08:
      WireRow(
        "LE Read Local P-256 Public Key Complete",
        [status, ("Key X coordinate", .bytes(32)), ("Key Y coordinate", .bytes(32))])
    case 0x09: WireRow("LE Generate DHKey Complete", [status, ("DH key", .bytes(32))])
    case 0x0A: WireRow("LE Enhanced Connection Complete", connection + resolvable + timing)
    case 0x0B:
      WireRow(
        "LE Directed Advertising Report",
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
        ])
    case 0x0C:
      WireRow("LE PHY Update Complete", [status, handle, ("Tx PHY", .phy), ("Rx PHY", .phy)])
    case 0x0D: WireRow("LE Extended Advertising Report", [("Report", .list(1, extendedReport))])
    case 0x0E: WireRow("LE Periodic Advertising Sync Established", [status] + sync)
    case 0x0F:
      WireRow(
        "LE Periodic Advertising Report",
        [
          syncHandle, ("Tx power", .txPower), ("RSSI", .rssi), ("CTE type", .cteType),
          ("Data status", .dataStatus), ("Data", .advertisingData),
        ])
    case 0x10: WireRow("LE Periodic Advertising Sync Lost", [syncHandle])
    case 0x11: WireRow("LE Scan Timeout", [])
    case 0x12:
      WireRow(
        "LE Advertising Set Terminated",
        [
          // Not a failure: why the set has ended.
          ("Status", .named(1, .endStatus)), advertisingHandle, newHandle,
          ("Num completed extended advertising events", .u8),
        ])
    case 0x13:
      WireRow(
        "LE Scan Request Received",
        [advertisingHandle, ("Scanner address type", .addressType), ("Scanner address", .address)])
    case 0x14:
      WireRow(
        "LE Channel Selection Algorithm",
        [handle, ("Channel selection algorithm", .named(1, .channelSelection))])
    case 0x15:
      WireRow("LE Connectionless IQ Report", [syncHandle, ("Channel index", .u8)] + iqReport)
    case 0x16:
      WireRow(
        "LE Connection IQ Report",
        [handle, ("Rx PHY", .phy), ("Data channel index", .u8)] + iqReport)
    case 0x17: WireRow("LE CTE Request Failed", [status, handle])
    case 0x18:
      WireRow(
        "LE Periodic Advertising Sync Transfer Received",
        [status, handle, ("Service data", .x16)] + sync)
    case 0x19: WireRow("LE CIS Established", [status] + stream)
    case 0x1A:
      WireRow(
        "LE CIS Request",
        [
          ("ACL connection handle", .connectionHandle), ("CIS connection handle", .handle(.stream)),
          ("CIG ID", .u8), ("CIS ID", .u8),
        ])
    case 0x1B:
      WireRow(
        "LE Create BIG Complete",
        [
          status, ("BIG handle", .x8), ("BIG sync delay", .microseconds24),
          ("Transport latency BIG", .microseconds24), ("PHY", .phy),
        ] + group + [("BIS", .list(1, [handle]))])
    case 0x1C: WireRow("LE Terminate BIG Complete", [("BIG handle", .x8), ("Reason", .status)])
    case 0x1D:
      WireRow(
        "LE BIG Sync Established",
        [status, ("BIG handle", .x8), ("Transport latency BIG", .microseconds24)] + group + [
          ("BIS", .list(1, [handle]))
        ])
    case 0x1E: WireRow("LE BIG Sync Lost", [("BIG handle", .x8), ("Reason", .status)])
    case 0x1F:
      WireRow(
        "LE Request Peer SCA Complete", [status, handle, ("Peer clock accuracy", .clockAccuracy)])
    default: later(subevent)
    }
  }

  /// Since version 5.2.
  private static func later(_ subevent: UInt8) -> WireRow? {
    switch subevent {
    case 0x20:
      WireRow(
        "LE Path Loss Threshold",
        [handle, ("Current path loss", .loss), ("Zone entered", .named(1, .pathLossZone))])
    case 0x21:
      WireRow(
        "LE Transmit Power Reporting",
        [
          status, handle, ("Reason", .named(1, .powerChange)), ("PHY", .phy),
          ("Tx power level", .power(.reported)), ("Tx power level flag", .flags(1, .powerLimits)),
          ("Delta", .power(.change)),
        ])
    case 0x22:
      WireRow(
        "LE BIGInfo Advertising Report",
        [
          syncHandle, ("Num BIS", .u8), ("NSE", .u8), ("ISO interval", .frames), ("BN", .u8),
          ("PTO", .u8), ("IRC", .u8), ("Max PDU", .u16), ("SDU interval", .microseconds24),
          ("Max SDU", .u16), ("PHY", .phy), ("Framing", .named(1, .framing)),
          ("Encryption", .enable),
        ])
    case 0x23:
      WireRow(
        "LE Subrate Change",
        [
          status, handle, ("Subrate factor", .u16), ("Peripheral latency", .u16),
          ("Continuation number", .u16), ("Supervision timeout", .tenMilliseconds),
        ])
    case 0x24: WireRow("LE Periodic Advertising Sync Established [v2]", [status] + sync + slots)
    case 0x25:
      WireRow(
        "LE Periodic Advertising Report [v2]",
        [
          syncHandle, ("Tx power", .txPower), ("RSSI", .rssi), ("CTE type", .cteType),
          ("Periodic event counter", .u16), ("Subevent", .x8), ("Data status", .dataStatus),
          ("Data", .advertisingData),
        ])
    case 0x26:
      WireRow(
        "LE Periodic Advertising Sync Transfer Received [v2]",
        [status, handle, ("Service data", .x16)] + sync + slots)
    case 0x27:
      WireRow(
        "LE Periodic Advertising Subevent Data Request",
        [advertisingHandle, ("Subevent start", .u8), ("Subevent data count", .u8)])
    case 0x28:
      WireRow(
        "LE Periodic Advertising Response Report",
        [
          advertisingHandle, ("Subevent", .u8), ("Tx status", .named(1, .subeventSent)),
          (
            "Response",
            .list(
              1,
              [
                ("Tx power", .txPower), ("RSSI", .rssi), ("CTE type", .cteType),
                ("Response slot", .u8), ("Data status", .dataStatus), ("Data", .advertisingData),
              ])
          ),
        ])
    case 0x29:
      WireRow(
        "LE Enhanced Connection Complete [v2]",
        connection + resolvable + timing + [advertisingHandle, ("Sync handle", .x16)])
    case 0x2A:
      WireRow(
        "LE CIS Established [v2]",
        [status] + stream + [
          ("Sub interval", .microseconds24), ("Max SDU C to P", .u16), ("Max SDU P to C", .u16),
          ("SDU interval C to P", .microseconds24), ("SDU interval P to C", .microseconds24),
          ("Framing", .named(1, .framing)),
        ])
    case 0x2B:
      WireRow(
        "LE Read All Remote Features Complete",
        [status, handle, ("Max remote page", .u8), ("Max valid page", .u8)] + allFeatures)
    case 0x2C:
      WireRow(
        "LE CS Read Remote Supported Capabilities Complete",
        [status, handle] + soundingCapabilities)
    case 0x2D: WireRow("LE CS Read Remote FAE Table Complete", [status, handle, faeTable])
    case 0x2E: WireRow("LE CS Security Enable Complete", [status, handle])
    case 0x2F:
      WireRow(
        "LE CS Config Complete",
        [status, handle, configuration, ("Action", .named(1, .soundingAction))] + soundingModes
          + [enhancements] + soundingTimes)
    case 0x30:
      WireRow(
        "LE CS Procedure Enable Complete",
        [
          status, handle, configuration, ("State", .enable), antennaConfiguration,
          ("Selected tx power", .txPower), ("Subevent length", .microseconds24),
          ("Subevents per event", .u8), ("Subevent interval", .slots), ("Event interval", .u16),
          ("Procedure interval", .u16), ("Procedure count", .u16), ("Max procedure length", .slots),
        ])
    case 0x31:
      WireRow(
        "LE CS Subevent Result",
        [
          handle, configuration, ("Start ACL connection event counter", .u16),
          ("Procedure counter", .u16), ("Frequency compensation", .partsPerMillion),
          ("Reference power level", .txPower),
        ] + soundingResults)
    case 0x32: WireRow("LE CS Subevent Result Continue", [handle, configuration] + soundingResults)
    case 0x33: WireRow("LE CS Test End Complete", [status])
    case 0x34:
      WireRow(
        "LE Monitored Advertisers Report",
        [
          ("Address type", .addressType), ("Address", .address),
          ("Condition", .named(1, .monitoredCondition)),
        ])
    case 0x35:
      WireRow(
        "LE Frame Space Update Complete",
        [
          status, handle, ("Initiator", .named(1, .frameSpaceInitiator)),
          ("Frame space", .microseconds16), ("PHYs", .phys),
          ("Spacing types", .flags(2, .spacingTypes)),
        ])
    case 0x36: WireRow("LE UTP Receive")
    case 0x37:
      WireRow(
        "LE Connection Rate Change",
        [
          status, handle, ("Connection interval", .rateSteps), ("Subrate factor", .u16),
          ("Peripheral latency", .u16), ("Continuation number", .u16),
          ("Supervision timeout", .tenMilliseconds),
        ])
    case 0x38:
      WireRow(
        "LE CS Read Remote Supported Capabilities Complete [v2]",
        [status, handle] + soundingCapabilities2)
    default: nil
    }
  }
}

extension LEMetaEventRows {
  static var connection: WireLayout {
    [
      status, newHandle, ("Role", .role), ("Peer address type", .addressType),
      ("Peer address", .address),
    ]
  }

  static var resolvable: WireLayout {
    [
      ("Local resolvable private address", .randomAddress),
      ("Peer resolvable private address", .randomAddress),
    ]
  }

  static var timing: WireLayout {
    [
      ("Connection interval", .frames), ("Peripheral latency", .u16),
      ("Supervision timeout", .tenMilliseconds), ("Central clock accuracy", .clockAccuracy),
    ]
  }

  static var report: WireLayout {
    [
      ("Event type", .named(1, .advertisingReportType)), ("Address type", .addressType),
      ("Address", .address),
    ]
  }

  static var extendedReport: WireLayout {
    [
      ("Event type", .extendedEventType), ("Address type", .addressType), ("Address", .address),
      ("Primary PHY", .phy), ("Secondary PHY", .phy), ("Advertising SID", .x8),
      ("Tx power", .txPower), ("RSSI", .rssi), ("Periodic advertising interval", .frames),
      ("Direct address type", .addressType), ("Direct address", .address),
      ("Data", .advertisingData),
    ]
  }

  static var sync: WireLayout {
    [
      newSyncHandle, ("Advertising SID", .u8), ("Advertiser address type", .addressType),
      ("Advertiser address", .address), ("Advertiser PHY", .phy),
      ("Periodic advertising interval", .frames),
      ("Advertiser clock accuracy", .clockAccuracy),
    ]
  }

  static var slots: WireLayout {
    [
      ("Num subevents", .u8), ("Subevent interval", .time(1, step: 1250)),
      ("Response slot delay", .time(1, step: 1250)),
      ("Response slot spacing", .time(1, step: 125)),
    ]
  }

  static var iqReport: WireLayout {
    [
      ("RSSI", .signed(2, " × 0.1 dBm")), ("RSSI antenna ID", .u8), ("CTE type", .cteType),
      ("Slot durations", .named(1, .slotDuration)), ("Packet status", .named(1, .samplePacket)),
      ("Event counter", .u16),
      ("Sample", .list(1, [("I", .signed(1, "")), ("Q", .signed(1, ""))])),
    ]
  }

  static var stream: WireLayout {
    [
      handle, ("CIG sync delay", .microseconds24), ("CIS sync delay", .microseconds24),
      ("Transport latency C to P", .microseconds24),
      ("Transport latency P to C", .microseconds24), ("PHY C to P", .phy), ("PHY P to C", .phy),
      ("NSE", .u8), ("BN C to P", .u8), ("BN P to C", .u8), ("FT C to P", .u8),
      ("FT P to C", .u8), ("Max PDU C to P", .u16), ("Max PDU P to C", .u16),
      ("ISO interval", .frames),
    ]
  }

  static var group: WireLayout {
    [
      ("NSE", .u8), ("BN", .u8), ("PTO", .u8), ("IRC", .u8), ("Max PDU", .u16),
      ("ISO interval", .frames),
    ]
  }
}
