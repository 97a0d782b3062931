extension TreeSample {
  /// One of every ATT opcode, and one that is none.
  static let attributes: [TreeSample] = [
    TreeSample(
      .att, "01 10 5d00 0a",
      [
        "ATT: Error Response (0x01)", "Request opcode in error: Read By Group Type Request (0x10)",
        "Attribute handle: 0x005D", "Error code: Attribute Not Found (0x0A)",
      ]),
    TreeSample(.att, "02 0502", ["Client Rx MTU: 517"]),
    TreeSample(.att, "03 1700", ["Server Rx MTU: 23"]),
    TreeSample(.att, "04 0100 ffff", ["Starting handle: 0x0001", "Ending handle: 0xFFFF"]),
    TreeSample(
      .att, "05 01 0c00 0229 0d00 0129",
      [
        "Format: 16-bit UUIDs (0x01)", "Information data 1", "Attribute type: 2902",
        "Information data 2", "Attribute handle: 0x000D", "Attribute type: 2901",
      ]),
    TreeSample(
      .att, "05 02 0c00 00112233445566778899aabbccddeeff",
      ["Attribute type: FFEEDDCC-BBAA-9988-7766-554433221100"]),
    TreeSample(.att, "05 07 0c00", ["Format: reserved (0x07)", "Information data: 0c00"]),
    TreeSample(
      .att, "06 0100 ffff 0028 0d18", ["Attribute type: 2800", "Attribute value: 180D"]),
    TreeSample(
      .att, "07 0100 0500", ["Found attribute handle: 0x0001", "Group end handle: 0x0005"]),
    TreeSample(.att, "08 0100 ffff 0328", ["Attribute type: 2803"]),
    TreeSample(
      .att, "09 07 0300 020400002a 0500 020600012a",
      [
        "Length: 7", "Attribute handle: 0x0003", "Attribute value: 020400002a",
        "Attribute data 2", "Attribute value: 020600012a",
      ]),
    // A length of 0 would go on for ever.
    TreeSample(.att, "09 00 0300", ["Length: 0", "Further bytes: 0300"]),
    TreeSample(.att, "0a 0300", ["Attribute handle: 0x0003"]),
    TreeSample(.att, "0b 48656c6c6f", ["Attribute value: 48656c6c6f"]),
    TreeSample(.att, "0c 0300 1600", ["Value offset: 22"]),
    TreeSample(.att, "0d 0102", ["Part attribute value: 0102"]),
    TreeSample(
      .att, "0e 0300 0500", ["Attribute handle: 0x0003", "Attribute handle: 0x0005"]),
    TreeSample(.att, "0f 0102", ["Set of values: 0102"]),
    TreeSample(.att, "10 0100 ffff 0028", ["Attribute group type: 2800"]),
    TreeSample(
      .att, "11 06 0100 0500 0018",
      ["Attribute handle: 0x0001", "End group handle: 0x0005", "Attribute value: 1800"]),
    TreeSample(.att, "12 1500 0100", ["ATT: Write Request (0x12)", "Attribute value: 0100"]),
    TreeSample(.att, "13", ["ATT: Write Response (0x13)"]),
    TreeSample(.att, "16 1500 0000 aa", ["Value offset: 0", "Part attribute value: aa"]),
    TreeSample(.att, "17 1500 0000 aa", ["ATT: Prepare Write Response (0x17)"]),
    TreeSample(.att, "18 01", ["Flags: write all prepared values (0x01)"]),
    TreeSample(.att, "19", ["ATT: Execute Write Response (0x19)"]),
    TreeSample(.att, "1b 1200 0502", ["Attribute handle: 0x0012", "Attribute value: 0502"]),
    TreeSample(.att, "1d 1200 0502", ["ATT: Handle Value Indication (0x1D)"]),
    TreeSample(.att, "1e", ["ATT: Handle Value Confirmation (0x1E)"]),
    TreeSample(.att, "20 0300 0500", ["ATT: Read Multiple Variable Request (0x20)"]),
    TreeSample(
      .att, "21 0100 aa 0200 bbcc", ["Attribute value: aa", "Attribute value: bbcc"]),
    TreeSample(
      .att, "23 1200 0100 aa 1500 0200 bbcc",
      [
        "Attribute handle: 0x0012", "Attribute value: aa", "Handle length value tuple 2",
        "Attribute handle: 0x0015", "Attribute value: bbcc",
      ]),
    TreeSample(.att, "52 1500 01", ["ATT: Write Command (0x52)", "Attribute value: 01"]),
    TreeSample(
      .att, "d2 1500 aabb 000102030405060708090a0b",
      [
        "ATT: Signed Write Command (0xD2)", "Attribute value: aabb",
        "Sign counter: 50462976", "Message authentication code: 0405060708090a0b",
      ]),
    TreeSample(.att, "7f 0102", ["ATT: unknown opcode 0x7F", "Parameters: 0102"]),
  ]
}
