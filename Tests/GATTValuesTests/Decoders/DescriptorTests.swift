import ATTDissector
import GATTValues
import TestSupport
import Testing

let descriptorSamples: [Sample] = [
  Sample(
    descriptor: 0x2900, "0100", ["reliable_write=true", "writable_auxiliaries=false"],
    text: "reliable write"),
  Sample(
    descriptor: 0x2901, "4c6576656c00", ["user_description=\"Level\""],
    text: "\"Level\" + 1 NUL", note: "1 trailing NUL"),
  Sample(
    descriptor: 0x2902, "0100", ["notifications=true", "indications=false"],
    text: "notifications on"),
  Sample(
    descriptor: 0x2902, "0200", ["notifications=false", "indications=true"],
    text: "indications on"),
  Sample(
    descriptor: 0x2902, "0300", ["notifications=true", "indications=true"],
    text: "notifications and indications on"),
  Sample(
    descriptor: 0x2902, "0000", ["notifications=false", "indications=false"], text: "off"),
  Sample(
    descriptor: 0x2902, "0000", given: DecodingContext(properties: 0x12),
    ["notifications=false", "indications=false"], text: "notifications off"),
  Sample(
    descriptor: 0x2902, "0000", given: DecodingContext(properties: 0x20),
    ["notifications=false", "indications=false"], text: "indications off"),
  Sample(
    descriptor: 0x2902, "0180", ["notifications=true", "indications=false"],
    text: "notifications on", note: "reserved bits are set"),
  Sample(descriptor: 0x2903, "0100", ["broadcasts=true"], text: "broadcasts on"),
  Sample(
    descriptor: 0x2904, "0efe2f27010000",
    [
      "format=sint16", "format_code=14", "exponent=-2", "unit_uuid=272F",
      "unit_name=\"degree Celsius\"", "namespace_code=1", "description_code=0",
    ], text: "sint16 x 10^-2, unit 272F (degree Celsius)"),
  Sample(
    descriptor: 0x2908, "0302", ["report_id=3", "report_type=output", "report_type_code=2"],
    text: "report 3, output"),
]

@Suite struct DescriptorTests {
  private func decode(_ uuid: UInt16, _ hex: String) -> Decoded {
    GATTValuesTests.decode(.descriptor(BluetoothUUID(uuid)), bytesOf(hex))
  }

  @Test func badValues() {
    expect(decode(0x2902, ""), equals: Decoded(note: "too short: 0 of 2 bytes"))
    expect(decode(0x2902, "01").fields, equals: ["notifications=true", "indications=false"])
    expect(decode(0x2902, "01").note, equals: "too short: 1 of 2 bytes")
    expect(decode(0x2902, "010000").note, equals: "1 extra byte")
    expect(decode(0x2900, "0400").note, equals: "reserved bits are set")
    expect(decode(0x2904, "ff").fields, equals: ["format=reserved", "format_code=255"])
    expect(decode(0x2908, "0307").text, equals: "report 3, reserved (7)")
    expect(decode(0x2908, "03").fields, equals: ["report_id=3"])
  }
}
