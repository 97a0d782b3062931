import GATTValues
import TestSupport
import Testing

let deviceInformationSamples: [Sample] = [
  Sample(
    0x2A23, "31fee40000311800",
    [
      "system_id=31fee40000311800", "manufacturer_id=0000e4fe31",
      "organizationally_unique_id=001831",
    ], text: "001831 0000E4FE31"),
  Sample(0x2A24, "4e2e412e", ["model_number=\"N.A.\""], text: "\"N.A.\""),
  Sample(0x2A25, "3132", ["serial_number=\"12\""], text: "\"12\""),
  Sample(
    0x2A26, "56312e3300", ["firmware_revision=\"V1.3\""], text: "\"V1.3\" + 1 NUL",
    note: "1 trailing NUL"),
  Sample(
    0x2A27, "41000000", ["hardware_revision=\"A\""], text: "\"A\" + 3 NULs",
    note: "3 trailing NULs"),
  Sample(0x2A28, "", ["software_revision=\"\""], text: "\"\""),
  Sample(
    0x2A29, "1b5b326a", ["manufacturer_name=\"\\x1b[2j\""], text: "\"\\x1b[2j\""),
  Sample(
    0x2A2A, "fe006578706572696d656e74616c",
    ["regulatory_certification_data=fe006578706572696d656e74616c"],
    text: "fe00657870657269.. (14)"),
  Sample(
    0x2A50, "010d0000001001",
    ["vendor_id_source=1", "vendor_id=13", "product_id=0", "product_version=272"],
    text: "Bluetooth vendor 000D, product 0000, version 0110"),
  Sample(
    0x2A50, "025e04e0020305",
    ["vendor_id_source=2", "vendor_id=1118", "product_id=736", "product_version=1283"],
    text: "USB vendor 045E, product 02E0, version 0503"),
]

@Suite struct DeviceInformationTests {
  @Test func textOfOtherBytesIsReportedAndEscaped() {
    let decoded = decode(0x2A29, "41 ff 42")
    expect(decoded.text, equals: "\"A\\xffB\"")
    expect(decoded.note, equals: "not UTF-8")
    // A character that the capture has cut is no fault of the device.
    expect(decode(0x2A29, "41 e2 82", .truncated).note, equals: "")
    expect(decode(0x2A29, "41 e2 82 ac").note, equals: "")
    expect(decode(0x2A29, "41 e2 82").note, equals: "not UTF-8")
    expect(decode(0x2A29, "ed a0 80").note, equals: "not UTF-8")
    expect(decode(0x2A29, "c0 80").note, equals: "not UTF-8")
  }

  @Test func onlyTrailingNULsAreTakenOff() {
    let inner = decode(0x2A24, "41 00 42 00")
    expect(inner.fields, equals: ["model_number=\"A\\x00B\""])
    expect(inner.note, equals: "1 trailing NUL")
    expect(decode(0x2A24, "00 00").text, equals: "\"\" + 2 NULs")
  }

  @Test func badValues() {
    expect(decode(0x2A23, "0102"), equals: Decoded(note: "too short: 2 of 8 bytes"))
    expect(decode(0x2A23, "010203040506070809").note, equals: "1 extra byte")
    expect(decode(0x2A50, "01 0d").fields, equals: ["vendor_id_source=1"])
    expect(decode(0x2A50, "07 0d00 0000 0000").note, equals: "reserved vendor ID source")
    expect(decode(0x2A2A, ""), equals: Decoded())
    expect(decode(0x2A29, "", .truncated), equals: Decoded())
  }
}
