/// Packets and what their trees must say.
struct TreeSample: Sendable {
  let entry: TreeEntry
  let hex: String
  /// Lines, without their indentation, that the tree holds in this order.
  let lines: [String]

  init(_ entry: TreeEntry, _ hex: String, _ lines: [String]) {
    self.entry = entry
    self.hex = hex
    self.lines = lines
  }

  static let all: [TreeSample] =
    commands + events + features + sounding + reports + data + configuration + attributes + monitor

  static let commands: [TreeSample] = [
    TreeSample(
      .command, "0c20 02 01 00",
      [
        "HCI Command: LE Set Scan Enable (0x200C)", "LE scan enable: enabled (0x01)",
        "Filter duplicates: disabled (0x00)",
      ]),
    TreeSample(
      .command, "9020 1c 4000 00 01 01ff020500030000 03 fcffff7ffcffffffff1f 01000002 00",
      ["CS sync PHY: LE 2M 2BT (0x03)"]),
    TreeSample(.command, "7b20 09 00 25 00 01 00 00 01 00 7e", ["Tx power level: minimum (126)"]),
    TreeSample(.command, "7b20 09 00 25 00 01 00 00 01 00 7f", ["Tx power level: maximum (127)"]),
    TreeSample(
      .command, "0604 03 4000 13",
      [
        "Connection handle: 0x0040", "Reason: Remote User Terminated Connection (0x13)",
      ]),
    TreeSample(
      .command, "1320 0e 4000 0600 1000 0000 f401 0000 0200",
      [
        "Connection interval min: 7.5 ms (6)", "Connection interval max: 20 ms (16)",
        "Supervision timeout: 5000 ms (500)", "Max CE length: 1.25 ms (2)",
      ]),
    TreeSample(
      .command, "0820 20 03 020106" + String(repeating: "00", count: 28),
      ["Data length: 3", "Flags: 0x06: LE General Discoverable Mode, BR/EDR Not Supported"]),
    TreeSample(
      .command, "4120 0d 01 00 05 01 6000 3000 00 a000 5000",
      ["Scanning PHYs: 0x05", "LE 1M", "Scan type: active (0x01)", "LE Coded"]),
    TreeSample(.command, "01fc 02 aabb", ["Vendor command 0xFC01 (0xFC01)", "Parameters: aabb"]),
    TreeSample(.command, "030c 00 ee", ["Bytes after the packet: ee"]),
    TreeSample(
      .command, "130c f8 4869" + String(repeating: "00", count: 246), ["Local name: \"Hi\""]),
  ]

  static let events: [TreeSample] = [
    TreeSample(
      .event, "0e 04 01 0c20 00",
      [
        "HCI Event: Command Complete (0x0E)", "Command opcode: LE Set Scan Enable (0x200C)",
        "Status: Success (0x00)",
      ]),
    TreeSample(
      .event, "0e 0a 01 0910 00 adadc2b2ec74",
      ["Status: Success (0x00)", "BD_ADDR: 74:EC:B2:C2:AD:AD"]
    ),
    TreeSample(.event, "0e 05 01 01fc 00 aa", ["Return parameters: 00aa"]),
    // Of version 0.96, and of a later one.
    TreeSample(
      .event, "0e 12 01 53fd 00 10 01 0028 20 01 10 01 6000 2000 01 00",
      [
        "Command opcode: Android LE Get Vendor Capabilities (0xFD53)", "Status: Success (0x00)",
        "Max advt instances: 16", "Offloaded resolution of private address: enabled (0x01)",
        "Total scan results storage: 10240 bytes", "Max IRK list size: 32", "Max filters: 16",
        "Minor version: 96", "Major version: 0", "Total num of advt tracked: 32",
        "Debug logging supported: disabled (0x00)",
      ]),
    TreeSample(
      .event, "0e 1c 01 53fd 00 10 01 0028 00 01 40 01 0501 1400 01 01 00 23000000 01 00000000",
      [
        "Minor version: 5", "Major version: 1",
        "LE address generation offloading support: disabled (0x00)",
        "A2DP source offload capability: 0x00000023: SBC, AAC, Opus",
        "Bluetooth quality report support: enabled (0x01)",
        "Dynamic audio buffer support: 0x00000000",
      ]),
    TreeSample(.command, "53fd 00", ["HCI Command: Android LE Get Vendor Capabilities (0xFD53)"]),
    TreeSample(.event, "3e 05 20 4000 23 01", ["Current path loss: 35 dB"]),
    TreeSample(.event, "3e 05 20 4000 ff 02", ["Current path loss: not available (255)"]),
    TreeSample(
      .event, "3e 09 21 00 4000 01 01 7e 00 7f",
      ["Tx power level: not managed (126)", "Delta: not available (127)"]),
    TreeSample(
      .event, "3e 09 21 00 4000 02 01 f8 00 fc", ["Tx power level: -8 dBm", "Delta: -4 dB"]),
    TreeSample(
      .event, "0f 04 00 01 0d20", ["Command opcode: LE Create Connection (0x200D)"]),
    TreeSample(
      .event, "05 04 00 4000 13",
      ["Connection handle: 0x0040", "Reason: Remote User Terminated Connection (0x13)"]),
    TreeSample(
      .event, "13 09 02 4000 0100 4100 0200",
      [
        "Count: 2", "Handle 1", "Connection handle: 0x0040", "Handle 2",
        "Num completed packets: 2",
      ]),
    TreeSample(
      .event, "3e 13 01 00 4000 00 01 665544332211 1800 0000 4800 01",
      [
        "Subevent: LE Connection Complete (0x01)", "Role: Central (0x00)",
        "Peer address type: random (0x01)", "Peer address: 11:22:33:44:55:66",
        "Connection interval: 30 ms (24)", "Supervision timeout: 720 ms (72)",
        "Central clock accuracy: 250 ppm (0x01)",
      ]),
    TreeSample(
      .event, "3e 06 0c 00 4000 02 02", ["Tx PHY: LE 2M (0x02)", "Rx PHY: LE 2M (0x02)"]),
    TreeSample(.event, "7f 02 0102", ["HCI Event: reserved (0x7F)", "Parameters: 0102"]),
    TreeSample(.event, "3e 02 f0 01", ["Subevent: reserved (0xF0)", "Parameters: 01"]),
    TreeSample(
      .event, "02 0f 01 665544332211 01 00 00 040c5a 0000",
      [
        "HCI Event: Inquiry Result (0x02)", "BD_ADDR: 11:22:33:44:55:66",
        "Class of device: 0x5A0C04",
      ]),
  ]

  static let reports: [TreeSample] = [
    TreeSample(
      .event, "3e 14 02 01 00 01 665544332211 08 02 01 06 04 09 41 1b 42 c5",
      [
        "Report 1", "Event type: ADV_IND (0x00)", "Address: 11:22:33:44:55:66",
        "Data: 8 bytes", "Flags: 0x06: LE General Discoverable Mode, BR/EDR Not Supported",
        "Complete Local Name: 0x09", "Name: \"A\\x1bB\"", "RSSI: -59 dBm",
      ]),
    TreeSample(
      .event,
      "3e 27 0d 01 1300 01 665544332211 01 00 ff 7f c5 0000 00 000000000000 0d 03 03 0d18 05 ff 4c00 0102 02 0a f4",
      [
        "Event type: 0x0013: connectable, scannable, legacy PDU", "Data status: complete (0x00)",
        "Tx power: not available (127)", "RSSI: -59 dBm", "UUID: 180D", "Company: 0x004C",
        "Data: 0102", "Tx power: -12 dBm",
      ]),
    TreeSample(
      .event, "3e 12 0b 01 01 01 665544332211 01 060504030201 c5",
      ["Direct address: 01:02:03:04:05:06", "RSSI: -59 dBm"]),
    TreeSample(
      .advertisingData, "02 01 05 03 19 c103 05 16 0f18 6401 00 00",
      [
        "Flags: 0x05: LE Limited Discoverable Mode, BR/EDR Not Supported", "Appearance: 0x03C1",
        "Service: 180F", "Data: 6401", "Padding: 1 bytes",
      ]),
    // Manufacturer data without a company.
    TreeSample(
      .advertisingData, "01 ff 02 ff 4c",
      [
        "truncated: Company: 2 bytes needed, 0 available",
        "truncated: Company: 2 bytes needed, 1 available (4c)",
      ]),
    TreeSample(
      .advertisingData, "11 07 fb349b5f8000008000100000 0d180000",
      ["UUID: 180D"]),
  ]

  static let data: [TreeSample] = [
    TreeSample(
      .acl, "4020 0900 0500 0400 1b 1200 0502",
      [
        "HCI ACL: handle 0x0040", "Packet boundary: 2 (first, flushable)",
        "L2CAP: Attribute Protocol (0x0004)", "ATT: Handle Value Notification (0x1B)",
        "Attribute handle: 0x0012", "Attribute value: 0502",
      ]),
    TreeSample(
      .acl, "4000 0700 1400 0400 1b 1200",
      ["Fragment: the first 3 of 20 bytes", "Attribute handle: 0x0012"]),
    TreeSample(
      .acl, "4010 0200 aabb", ["Packet boundary: 1 (continuation)", "Fragment: aabb"]),
    TreeSample(.sco, "4110 03 010203", ["Packet status: 1 (possibly invalid)", "Data: 010203"]),
    TreeSample(
      .iso, "6060 0c00 78563412 0500 0400 01020304",
      [
        "Packet boundary: 2 (complete)", "Time stamp: 305419896 µs",
        "Packet sequence number: 5", "SDU length and status: 4 bytes, status valid (0x00)",
        "Data: 01020304",
      ]),
    TreeSample(
      .signaling, "12 01 0800 0600 1000 0000 f401",
      [
        "L2CAP signal: Connection Parameter Update Request (0x12)", "Interval min: 7.5 ms (6)",
        "Timeout: 5000 ms (500)",
      ]),
    TreeSample(
      .signaling, "17 02 0c00 8000 4000 4000 0100 4000 4100",
      ["SPSM: 0x0080", "Source CID: 0x0040", "Source CID: 0x0041"]),
    TreeSample(.dynamic, "0102", ["Data: 0102"]),
    TreeSample(
      .smp, "01 03 00 0d 10 0b 0b",
      [
        "SMP: Pairing Request (0x01)", "IO capability: NoInputNoOutput (0x03)",
        "AuthReq: 0x0D: bonding, MITM, secure connections",
        "Initiator key distribution: 0x0B: EncKey, IdKey, LinkKey",
      ]),
    TreeSample(.smp, "05 04", ["Reason: Confirm Value Failed (0x04)"]),
    TreeSample(
      .smp, "08 000102030405060708090a0b0c0d0e0f",
      ["Identity Resolving Key: 000102030405060708090a0b0c0d0e0f"]),
    TreeSample(.smp, "f0 01", ["SMP: unknown code 0xF0", "Parameters: 01"]),
  ]

  static let monitor: [TreeSample] = [
    TreeSample(
      .newIndex, "00 01 665544332211 68636930 00000000",
      ["Type: primary (0x00)", "Bus: USB (0x01)", "Name: \"hci0\""]),
    TreeSample(.indexInfo, "665544332211 0f00", ["Manufacturer: 0x000F"]),
    TreeSample(.note, "4c696e757800", ["Text: \"Linux\""]),
    TreeSample(
      .logging, "03 04 62746400 6f6f707300",
      ["Priority: error (0x03)", "Identifier: \"btd\"", "Message: \"oops\""]),
    TreeSample(
      .controlOpen, "01000000 0200 01 1600 01000000 04 62746d00",
      ["Format: management (0x0002)", "Revision: 22", "Name: \"btm\""]),
    TreeSample(
      .controlCommand, "01000000 0500 aa", ["Opcode: Set Powered (0x0005)", "Powered: 170"]),
    TreeSample(.unknownRecord, "aabb", ["Monitor: unknown (99)", "Data: aabb"]),
  ]
}
