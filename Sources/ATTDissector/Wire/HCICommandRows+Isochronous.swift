extension HCICommandRows {
  /// Isochronous streams.
  static func isochronous(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0x2060:
      WireRow(
        "LE Read Buffer Size [v2]", [],
        returns: [
          status, ("LE ACL data packet length", .u16), ("Total num LE ACL data packets", .u8),
          ("ISO data packet length", .u16), ("Total num ISO data packets", .u8),
        ])
    case 0x2061:
      WireRow(
        "LE Read ISO TX Sync", [handle],
        returns: [
          status, handle, ("Packet sequence number", .u16), ("Tx time stamp", .microseconds32),
          ("Time offset", .microseconds24),
        ])
    case 0x2062:
      WireRow(
        "LE Set CIG Parameters",
        [
          ("CIG ID", .u8), ("SDU interval C to P", .microseconds24),
          ("SDU interval P to C", .microseconds24), ("Worst case SCA", .clockAccuracy),
          ("Packing", .named(1, .packing)), ("Framing", .named(1, .framing)),
          ("Max transport latency C to P", .u16), ("Max transport latency P to C", .u16),
          (
            "CIS",
            .list(
              1,
              [
                ("CIS ID", .u8), ("Max SDU C to P", .u16), ("Max SDU P to C", .u16),
                ("PHY C to P", .phys), ("PHY P to C", .phys), ("RTN C to P", .u8),
                ("RTN P to C", .u8),
              ])
          ),
        ], returns: [status, ("CIG ID", .u8), ("CIS", .list(1, [handle]))])
    case 0x2063:
      WireRow(
        "LE Set CIG Parameters Test",
        [
          ("CIG ID", .u8), ("SDU interval C to P", .microseconds24),
          ("SDU interval P to C", .microseconds24), ("FT C to P", .u8), ("FT P to C", .u8),
          ("ISO interval", .frames), ("Worst case SCA", .clockAccuracy),
          ("Packing", .named(1, .packing)), ("Framing", .named(1, .framing)),
          (
            "CIS",
            .list(
              1,
              [
                ("CIS ID", .u8), ("NSE", .u8), ("Max SDU C to P", .u16), ("Max SDU P to C", .u16),
                ("Max PDU C to P", .u16), ("Max PDU P to C", .u16), ("PHY C to P", .phys),
                ("PHY P to C", .phys), ("BN C to P", .u8), ("BN P to C", .u8),
              ])
          ),
        ], returns: [status, ("CIG ID", .u8), ("CIS", .list(1, [handle]))])
    case 0x2064:
      WireRow(
        "LE Create CIS",
        [
          (
            "CIS",
            .list(
              1,
              [
                ("CIS connection handle", .handle(.stream)),
                ("ACL connection handle", .connectionHandle),
              ])
          )
        ])
    case 0x2065: WireRow("LE Remove CIG", [("CIG ID", .u8)], returns: [status, ("CIG ID", .u8)])
    case 0x2066: WireRow("LE Accept CIS Request", [handle])
    case 0x2067:
      WireRow("LE Reject CIS Request", [handle, ("Reason", .status)], returns: [status, handle])
    case 0x2068:
      WireRow(
        "LE Create BIG",
        [
          ("BIG handle", .x8), advertisingHandle, ("Num BIS", .u8),
          ("SDU interval", .microseconds24), ("Max SDU", .u16), ("Max transport latency", .u16),
          ("RTN", .u8), ("PHY", .phys), ("Packing", .named(1, .packing)),
          ("Framing", .named(1, .framing)), ("Encryption", .enable), ("Broadcast code", .bytes(16)),
        ])
    case 0x2069:
      WireRow(
        "LE Create BIG Test",
        [
          ("BIG handle", .x8), advertisingHandle, ("Num BIS", .u8),
          ("SDU interval", .microseconds24), ("ISO interval", .frames), ("NSE", .u8),
          ("Max SDU", .u16), ("Max PDU", .u16), ("PHY", .phys), ("Packing", .named(1, .packing)),
          ("Framing", .named(1, .framing)), ("BN", .u8), ("IRC", .u8), ("PTO", .u8),
          ("Encryption", .enable), ("Broadcast code", .bytes(16)),
        ])
    case 0x206A: WireRow("LE Terminate BIG", [("BIG handle", .x8), ("Reason", .status)])
    case 0x206B:
      WireRow(
        "LE BIG Create Sync",
        [
          ("BIG handle", .x8), syncHandle, ("Encryption", .enable), ("Broadcast code", .bytes(16)),
          ("MSE", .u8), ("BIG sync timeout", .tenMilliseconds), ("BIS", .list(1, [("BIS", .u8)])),
        ])
    case 0x206C:
      WireRow(
        "LE BIG Terminate Sync", [("BIG handle", .x8)], returns: [status, ("BIG handle", .x8)])
    case 0x206D: WireRow("LE Request Peer SCA", [handle])
    case 0x206E:
      WireRow(
        "LE Setup ISO Data Path",
        [
          handle, ("Data path direction", .named(1, .dataPathDirection)), ("Data path ID", .u8),
          ("Coding format", .named(1, .codingFormat)), ("Company", .named(2, .company)),
          ("Vendor codec ID", .x16),
          ("Controller delay", .microseconds24), ("Codec configuration", .counted(1)),
        ], returns: [status, handle])
    case 0x206F:
      WireRow(
        "LE Remove ISO Data Path", [handle, ("Data path direction", .flags(1, .dataPath))],
        returns: [status, handle])
    case 0x2070:
      WireRow("LE ISO Transmit Test", [handle, ("Payload type", .u8)], returns: [status, handle])
    case 0x2071:
      WireRow("LE ISO Receive Test", [handle, ("Payload type", .u8)], returns: [status, handle])
    case 0x2072:
      WireRow(
        "LE ISO Read Test Counters", [handle],
        returns: [
          status, handle, ("Received SDU count", .u32), ("Missed SDU count", .u32),
          ("Failed SDU count", .u32),
        ])
    case 0x2073:
      WireRow(
        "LE ISO Test End", [handle],
        returns: [
          status, handle, ("Received SDU count", .u32), ("Missed SDU count", .u32),
          ("Failed SDU count", .u32),
        ])
    case 0x2074:
      WireRow(
        "LE Set Host Feature", [("Bit number", .named(1, .leFeature)), ("Bit value", .u8)],
        returns: [status])
    case 0x2075:
      WireRow(
        "LE Read ISO Link Quality", [handle],
        returns: [
          status, handle, ("Tx unacked packets", .u32), ("Tx flushed packets", .u32),
          ("Tx last subevent packets", .u32), ("Retransmitted packets", .u32),
          ("CRC error packets", .u32), ("Rx unreceived packets", .u32), ("Duplicate packets", .u32),
        ])
    default: nil
    }
  }
}
