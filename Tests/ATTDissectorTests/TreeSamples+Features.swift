extension TreeSample {
  /// What controllers and hosts say that they support.
  static let features: [TreeSample] = [
    // Vol 4, Part E, 6.27: a line for each octet that has a bit set; bit 3 of octet 25 is reserved.
    TreeSample(
      .event,
      "0e 44 01 0210 00 ffffff03ceffefffffffff7ff20fe8fe3ff783ff1c00000061ffffff7fbe20f5fff0ffffffffff07"
        + String(repeating: "00", count: 24),
      [
        "Supported commands: 64 bytes",
        "octet: 3: 0x03: Read Clock Offset, Read LMP Handle",
        "octet: 14: 0xE8: Read Local Version Information, Read Local Supported Features, "
          + "Read Local Extended Features, Read Buffer Size",
        "octet: 24: 0x61: Read Enhanced Transmit Power Level, Read LE Host Support, "
          + "Write LE Host Support",
        "octet: 25: 0xFF: LE Set Event Mask, LE Read Buffer Size, LE Read Local Supported Features, "
          + "bit 203, LE Set Random Address, LE Set Advertising Parameters, "
          + "LE Read Advertising Physical Channel Tx Power, LE Set Advertising Data",
        "octet: 39: 0x07: LE Read RF Path Compensation, LE Write RF Path Compensation, "
          + "LE Set Privacy Mode",
      ]),
    // Commands of version 6.0 in octets that had bits to spare.
    TreeSample(
      .event,
      "0e 44 01 0210 00" + String(repeating: "00", count: 12) + "0c"
        + String(repeating: "00", count: 15)
        + "80" + String(repeating: "00", count: 18) + "e0 03" + String(repeating: "00", count: 15),
      [
        "octet: 12: 0x0C: LE CS Read Remote FAE Table, LE CS Write Cached Remote FAE Table",
        "octet: 28: 0x80: LE Enable Monitoring Advertisers",
        "octet: 47: 0xE0: LE Add Device To Monitored Advertisers List, "
          + "LE Remove Device From Monitored Advertisers List, LE Clear Monitored Advertisers List",
        "octet: 48: 0x03: LE Read Monitored Advertisers List Size, LE Frame Space Update",
      ]),
    TreeSample(
      .event, "0e 0c 01 1c20 00 ffffffffff030000",
      [
        "LE states: 0x000003FFFFFFFFFF", "bit: 0: non-connectable advertising",
        "bit: 7: Peripheral", "bit: 18: non-connectable advertising + Central",
        "bit: 28: initiating + Central", "bit: 41: initiating + Peripheral",
      ]),
    TreeSample(
      .event, "0e 0c 01 1c20 00 2000000000000080",
      ["LE states: 0x8000000000000020: active scanning, bit 63"]),
    TreeSample(
      .event, "0e 0c 01 0310 00 000000006000 0000",
      ["LMP features: 0x0000006000000000: BR/EDR Not Supported, LE Supported (Controller)"]),
    TreeSample(
      .event, "0e 0e 01 0410 00 00 02 fffe8ffed83f5b87",
      [
        "Page number: 0", "Max page number: 2", "LMP features: 0x875B3FD8FE8FFEFF",
        "bit: 0: 3 slot packets", "bit: 27: Enhanced inquiry scan", "bit: 41: Sniff subrating",
        "bit: 51: Secure Simple Pairing (Controller Support)", "bit: 63: Extended features",
      ]),
    TreeSample(
      .event, "0e 0e 01 0410 00 01 02 0b00000000000000",
      [
        "Extended LMP features: 0x000000000000000B: Secure Simple Pairing (Host Support), "
          + "LE Supported (Host), Secure Connections (Host Support)"
      ]),
    TreeSample(
      .event, "0e 0e 01 0410 00 02 02 4503000000000000",
      [
        "Extended LMP features: 0x0000000000000345: "
          + "Connectionless Peripheral Broadcast - Transmitter Operation, Synchronization Train, "
          + "Coarse Clock Adjustment, Secure Connections (Controller Support), Ping"
      ]),
    TreeSample(
      .event, "0e 0e 01 0410 00 03 03 0100000000000000",
      ["Page number: 3", "Extended LMP features: 0x0000000000000001"]),
    TreeSample(
      .event, "0b 0b 00 4000 0000000800000000",
      ["LMP features: 0x0000000008000000: Enhanced inquiry scan"]),
    TreeSample(
      .event, "23 0d 00 4000 01 02 0800000000000000",
      ["Extended LMP features: 0x0000000000000008: Secure Connections (Host Support)"]),
    TreeSample(
      .event, "3d 0e 665544332211 0100000000000000",
      ["Host supported features: 0x0000000000000001: Secure Simple Pairing (Host Support)"]),
    // Pages 1 to 10 have 24 octets each.
    TreeSample(
      .event, "0e fd 01 8720 00 01 0100000000000080 0307" + String(repeating: "00", count: 238),
      [
        "Max page: 1", "LE features: 0x8000000000000001: LE Encryption, LL Extended Feature Set",
        "LE features, pages 1 to 10: Monitoring Advertisers, Frame Space Update, "
          + "Shorter Connection Intervals, Shorter Connection Intervals (Host Support), "
          + "LE Flushable ACL Data",
      ]),
    TreeSample(
      .event,
      "3e fe 2b 00 4000 02 01 0100000000000000" + String(repeating: "00", count: 239) + "80",
      [
        "Max remote page: 2", "Max valid page: 1", "LE features: 0x0000000000000001: LE Encryption",
        "LE features, pages 1 to 10: bit 1983",
      ]),
    TreeSample(
      .command, "7420 02 2f 01", ["Bit number: Channel Sounding (Host Support) (0x2F)"]),
    TreeSample(
      .command, "9720 03 4900 01",
      ["Bit number: Shorter Connection Intervals (Host Support) (0x0049)"]),
    TreeSample(
      .event, "0e 0c 01 0b10 00 02 02 05 01 0600 0100",
      [
        "Count: 2", "Codec: CVSD (0x02)", "Codec: mSBC (0x05)", "Count: 1", "Company: 0x0006",
        "Codec: 0x0001",
      ]),
  ]
}
