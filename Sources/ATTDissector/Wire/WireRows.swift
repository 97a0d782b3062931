/// The rows of one kind of wire unit, with the fields that many of them share.
protocol WireRows {}

extension WireRows {
  static var status: WireField { ("Status", .status) }

  static var handle: WireField { ("Connection handle", .connectionHandle) }

  /// Meaningless unless the status is success.
  static var newHandle: WireField { ("Connection handle", .handle(.newConnection)) }

  static var address: WireField { ("BD_ADDR", .address) }

  static var advertisingHandle: WireField { ("Advertising handle", .x8) }

  static var syncHandle: WireField { ("Sync handle", .handle(.sync)) }

  /// Assigned by the event.
  static var newSyncHandle: WireField { ("Sync handle", .handle(.newSync)) }
}

/// Channel Sounding, in commands and events.
extension WireRows {
  static var configuration: WireField { ("Config ID", .u8) }

  static var faeTable: WireField { ("Remote FAE table", .bytes(72)) }

  /// A controller's capabilities, the same in three places.
  static var soundingCapabilities: WireLayout {
    [
      ("Num config supported", .u8), ("Max consecutive procedures supported", .u16),
      ("Num antennas supported", .u8), ("Max antenna paths supported", .u8),
      ("Roles supported", .x8), ("Modes supported", .x8), ("RTT capability", .x8),
      ("RTT AA only N", .u8), ("RTT sounding N", .u8), ("RTT random payload N", .u8),
      ("NADM sounding capability", .x16), ("NADM random capability", .x16),
      ("CS sync PHYs supported", .x8), ("Subfeatures supported", .x16),
      ("T_IP1 times supported", .x16), ("T_IP2 times supported", .x16),
      ("T_FCS times supported", .x16), ("T_PM times supported", .x16),
      ("T_SW time supported", .u8), ("TX SNR capability", .x8),
    ]
  }

  /// The fields added in version 2.
  static var soundingCapabilities2: WireLayout {
    soundingCapabilities + [
      ("T_IP2 IPT times supported", .x16), ("T_SW IPT time supported", .u8),
      ("RTT 2M AA only N", .u8), ("RTT 2M sounding N", .u8), ("RTT 2M random payload N", .u8),
    ]
  }

  static var soundingModes: WireLayout {
    [
      ("Main mode type", .u8), ("Sub mode type", .x8), ("Min main mode steps", .u8),
      ("Max main mode steps", .u8), ("Main mode repetition", .u8), ("Mode 0 steps", .u8),
      ("Role", .u8), ("RTT type", .u8), ("CS sync PHY", .soundingPHY), ("Channel map", .bytes(10)),
      ("Channel map repetition", .u8), ("Channel selection type", .u8), ("Ch3c shape", .u8),
      ("Ch3c jump", .u8),
    ]
  }
}
