extension TreeSample {
  /// Channel Sounding and what else is new since version 5.1.
  static let sounding: [TreeSample] = [
    TreeSample(
      .event,
      "0e 20 01 8920 00 04 0000 02 03 03 01 05 0a 00 06 0100 0000 06 0c00 4100 0200 0101 0300 04 11",
      [
        "Num config supported: 4", "Roles supported: 0x03: initiator, reflector",
        "Modes supported: 0x01: mode 3",
        "RTT capability: 0x05: AA only within 10 ns, random sequence within 10 ns",
        "NADM sounding capability: 0x0001: phase", "NADM random capability: 0x0000",
        "CS sync PHYs supported: 0x06: LE 2M, LE 2M 2BT",
        "Subfeatures supported: 0x000C: channel selection algorithm #3c, "
          + "phase-based ranging from RTT sounding sequence",
        "T_IP1 times supported: 0x0041: 10 µs, 80 µs", "T_IP2 times supported: 0x0002: 20 µs",
        "T_FCS times supported: 0x0101: 15 µs, 120 µs",
        "T_PM times supported: 0x0003: 10 µs, 20 µs", "T_SW time supported: 4 µs",
        "TX SNR capability: 0x11: 18 dB, 30 dB",
      ]),
    TreeSample(
      .command, "8d20 05 4000 03 fe 7f",
      [
        "Role enable: 0x03: initiator, reflector",
        "CS sync antenna selection: each antenna in turn (0xFE)",
      ]),
    TreeSample(
      .command, "9020 1c 4000 00 01 02ff020500030106 02 fcff7ffcffffffff1f00 01010102 00",
      [
        "Create context: local and remote Controller (0x01)", "Main mode type: mode 2 (0x02)",
        "Sub mode type: none (0xFF)", "Role: reflector (0x01)",
        "RTT type: 128-bit random sequence (0x06)", "CS sync PHY: LE 2M (0x02)",
        "Channel map: 0x001FFFFFFFFFFC7FFFFC: 2-22, 26-68",
        "Channel selection type: algorithm #3c (0x01)", "Ch3c shape: X (0x01)", "Ch3c jump: 2",
        "CS enhancements 1: 0x00",
      ]),
    TreeSample(
      .command, "9220 0a fcff7ffcffffffffff7f",
      ["Channel classification: 0x7FFFFFFFFFFFFC7FFFFC: 2-22, 26-78"]),
    TreeSample(
      .command, "9320 17 4000 01 1000 0500 0500 0000 e20400 e20400 07 01 80 01 ff 00",
      [
        "Max procedure length: 10 ms (16)", "Min subevent length: 1250 µs",
        "Tone antenna config selection: 2:2 (0x07)",
        "Tx power delta: no recommendation (0x80)", "Preferred peer antenna: 0x01: first",
        "SNR control initiator: not applied (0xFF)", "SNR control reflector: 18 dB (0x00)",
      ]),
    TreeSample(
      .command, "9320 17 4000 01 1000 0500 0500 0000 e20400 e20400 00 01 fd 03 04 ff",
      ["Tone antenna config selection: 1:1 (0x00)", "Tx power delta: -3 dB"]),
    TreeSample(
      .event,
      "3e 22 2f 00 4000 00 01 01ff020500030003 02 fcff7ffcffffffff1f00 01000002 00 28281e0a",
      [
        "Action: created (0x01)", "Main mode type: mode 1 (0x01)", "Role: initiator (0x00)",
        "T_IP1 time: 40 µs", "T_FCS time: 30 µs", "T_PM time: 10 µs",
      ]),
    // A step of each mode: the initiator's mode 0, modes 1 and 2 with what the specification says of each bit.
    TreeSample(
      .event,
      "3e 30 31 4000 00 0a00 0100 1027 ec 00 00 00 01 04 00 02 05 00 c8 01 f058 "
        + "01 10 06 21 00 c0 1e00 01 02 20 09 00 010800 01 ffff7f 20 02 21 00",
      [
        "Start ACL connection event counter: 10", "Frequency compensation: 10000 × 0.01 ppm",
        "Reference power level: -20 dBm", "Procedure done status: complete (0x00)",
        "Procedure abort reason: none (0x00)", "Num antenna paths: 1", "Count: 4", "Step 1",
        "Step mode: mode 0 (0x00)", "Step channel: 2", "Step data: 5 bytes",
        "Access address: no bit errors (0x00)", "Bit errors: 0", "Packet RSSI: -56 dBm",
        "Packet antenna: 1", "Measured frequency offset: -10000 × 0.01 ppm",
        "Step 2", "Step mode: mode 1 (0x01)", "Step data: 6 bytes",
        "Access address: bit errors (0x01)", "Bit errors: 2",
        "Packet NADM: attack extremely unlikely (0x00)", "Packet RSSI: -64 dBm",
        "ToA - ToD: 30 × 0.5 ns",
        "Step 3", "Step mode: mode 2 (0x02)", "Step data: 9 bytes",
        "Antenna permutation index: 0", "Tone 1", "PCT I: -2047", "PCT Q: 0",
        "Tone quality: medium (0x01)", "Extension slot: no (0x00)", "Tone 2", "PCT I: -1",
        "PCT Q: 2047", "Tone quality: high (0x00)", "Extension slot: with a tone (0x02)",
        "Step 4", "Step mode: mode 2 (0x02)", "Step data: 0 bytes",
      ]),
    TreeSample(
      .event,
      "3e 21 31 4000 00 0a00 0100 00c0 7f 0f 0f 3f 01 01 01 10 0e 00 ff 7f 0080 01 01f0ff00 ffff00 00",
      [
        "Frequency compensation: not available (0xC000)",
        "Procedure done status: all further procedures aborted (0x0F)",
        "Subevent done status: subevent aborted (0x0F)",
        "Procedure abort reason: unspecified reason (0x0F)",
        "Subevent abort reason: scheduling or resources (0x03)",
        "Packet NADM: unknown (0xFF)", "Packet RSSI: not available (127)",
        "ToA - ToD: not available (0x8000)", "PCT I: 1", "PCT Q: -1", "PCT I: -1", "PCT Q: 15",
      ]),
    // What follows a step that is shorter than its mode needs is still read.
    TreeSample(
      .event, "3e 11 32 4000 00 01 01 20 01 02 03 10 01 00 02 05 00",
      [
        "Procedure done status: partial, more to come (0x01)",
        "Subevent abort reason: no CS_SYNC received (0x02)", "Step 1",
        "Step mode: mode 3 (0x03)", "truncated: Packet NADM: 1 byte needed, 0 available",
        "Step 2", "Step channel: 5",
      ]),
    TreeSample(
      .event, "3e 09 34 01 665544332211 01", ["Condition: high RSSI (0x01)"]),
    TreeSample(
      .event, "3e 0a 35 00 4000 02 6400 03 0300",
      [
        "Initiator: peer (0x02)", "Frame space: 100 µs", "PHYs: 0x03: LE 1M, LE 2M",
        "Spacing types: 0x0003: T_IFS_ACL_CP, T_IFS_ACL_PC",
      ]),
    TreeSample(
      .command,
      "8120 25 02 03 07" + String(repeating: "00", count: 16) + "0c 22"
        + String(repeating: "00", count: 16),
      [
        "Test flags: 0x03: new test group, pass if true", "Test field: RSSI (0x07)",
        "Test flags: 0x0C: pass if false, pass if not present",
        "Test field: at least 2 arbitrary bytes (0x22)",
      ]),
    TreeSample(
      .command, "8020 04 00 01 01 aa", ["Decision type flags: 0x01: Resolvable Tag"]),
    TreeSample(
      .command, "7c20 02 00 03",
      ["Change reasons: 0x03: advertising data changes, scan response data changes"]),
    TreeSample(
      .event, "3e 09 21 00 4000 01 03 fc 02 04",
      ["Tx power level: -4 dBm", "Tx power level flag: 0x02: maximum", "Delta: 4 dB"]),
    TreeSample(
      .command, "4020 02 03 01", ["Enable: 0x03: periodic advertising, include ADI"]),
    TreeSample(
      .command, "5c20 08 4000 02 0000 6400 11",
      ["CTE type: 0x11: not AoA, not without CTE"]),
    TreeSample(
      .command, "5520 06 4000 06 02 0001", ["CTE types: 0x06: AoD, 1 µs slots, AoD, 2 µs slots"]),
    TreeSample(
      .event, "3e 0f 15 0100 11 38ff 00 00 02 01 1000 01 7f80",
      [
        "RSSI: -200 × 0.1 dBm", "Slot durations: 2 µs (0x02)",
        "Packet status: CRC incorrect, length trusted (0x01)", "I: 127", "Q: -128",
      ]),
  ]
}
