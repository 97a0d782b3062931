extension TreeSample {
  /// Signals of classic channels.
  static let configuration: [TreeSample] = [
    TreeSample(
      .signaling, "04 03 0c00 4000 0000 01 02 a002 02 02 ffff",
      [
        "L2CAP signal: Configuration Request (0x04)", "Destination CID: 0x0040", "Flags: 0x0000",
        "Options: 8 bytes", "Maximum transmission unit: 0x01", "MTU: 672",
        "Flush timeout: 0x02", "Flush timeout: infinite (0xFFFF)",
      ]),
    TreeSample(
      .signaling,
      "04 04 2300 4100 0100 83 16 00 01 00000000 e8030000 00000000 ffffffff ffffffff 05 01 00 07 02 8000",
      [
        "Flags: 0x0001: continued", "Options: 31 bytes", "Quality of service: 0x83, hint",
        "Service type: best effort (0x01)", "Token rate: 0 bytes/s",
        "Token bucket size: 1000 bytes", "Peak bandwidth: 0 bytes/s",
        "Latency: not specified (0xFFFFFFFF)", "Frame check sequence: 0x05",
        "FCS type: none (0x00)", "Extended window size: 0x07", "Max window size: 128",
      ]),
    TreeSample(
      .signaling, "05 04 1100 4000 0000 0000 04 09 03 3f 03 d007 e02e f103",
      [
        "L2CAP signal: Configuration Response (0x05)", "Source CID: 0x0040",
        "Result: success (0x0000)", "Retransmission and flow control: 0x04",
        "Mode: enhanced retransmission (0x03)", "TxWindow size: 63", "MaxTransmit: 3",
        "Retransmission timeout: 2000 ms", "Monitor timeout: 12000 ms", "MPS: 1009",
      ]),
    TreeSample(
      .signaling, "05 05 1800 4000 0000 0100 06 10 01 01 ffff ffffffff 10270000 ffffffff",
      [
        "Result: unacceptable parameters (0x0001)", "Extended flow specification: 0x06",
        "Identifier: 0x01", "Service type: best effort (0x01)", "Maximum SDU size: 65535",
        "SDU inter-arrival time: not specified (0xFFFFFFFF)", "Access latency: 10000 µs",
        "Flush timeout: infinite (0xFFFFFFFF)",
      ]),
    // An option that nobody knows, and one that ends early.
    TreeSample(
      .signaling, "05 06 0c00 4000 0000 0300 7f 01 aa 01 02 a0",
      [
        "Result: unknown options (0x0003)", "Option: 0x7F", "Data: aa",
        "Maximum transmission unit: 0x01",
        "truncated: MTU: 2 bytes needed, 1 available (a0)",
        "truncated: 2 bytes needed, 1 available",
      ]),
    TreeSample(
      .signaling, "04 07 0500 4000 0000 01",
      ["Options: 1 bytes", "truncated: Option: 1 byte needed, 0 available"]),
    TreeSample(.signaling, "0a 02 0200 0200", ["Information type: extended features (0x0002)"]),
    TreeSample(
      .signaling, "0b 02 0800 0200 0000 a8020000",
      [
        "Information type: extended features (0x0002)", "Result: success (0x0000)",
        "Extended features: 0x000002A8: Enhanced Retransmission Mode, FCS Option, Fixed Channels, "
          + "Unicast Connectionless Data Reception",
      ]),
    TreeSample(
      .signaling, "0b 03 0c00 0300 0000 8600000000000000",
      [
        "Information type: fixed channels supported (0x0003)",
        "Fixed channels: 0x0000000000000086: L2CAP Signaling, Connectionless, "
          + "BR/EDR Security Manager",
      ]),
    TreeSample(.signaling, "0b 04 0600 0100 0000 a002", ["Connectionless MTU: 672"]),
    TreeSample(.signaling, "0b 04 0400 0300 0100", ["Result: not supported (0x0001)"]),
    TreeSample(
      .signaling, "0b 04 0600 0200 0000 a800",
      ["truncated: Extended features: 4 bytes needed, 2 available (a800)"]),
    TreeSample(
      .signaling, "01 05 0400 0100 3000",
      ["Reason: signaling MTU exceeded (0x0001)", "Actual signaling MTU: 48"]),
    TreeSample(
      .signaling, "01 05 0600 0200 4000 4100",
      ["Reason: invalid CID in request (0x0002)", "Local CID: 0x0040", "Remote CID: 0x0041"]),
    TreeSample(.signaling, "01 05 0200 0000", ["Reason: command not understood (0x0000)"]),
  ]
}
