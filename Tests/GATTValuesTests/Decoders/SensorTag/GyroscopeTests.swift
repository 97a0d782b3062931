import ATTDissector
import GATTValues
import TestSupport
import Testing

let gyroscopeSamples: [Sample] = [
  Sample(
    sensorTag: 0xAA31, "0004 00fc 0100", given: .cc2541,
    ["magnetometer_ut=31.25 µT", "magnetometer_ut=-31.25 µT", "magnetometer_ut=0.030517578125 µT"],
    text: "31.25 -31.25 0.03 uT"),
  Sample(sensorTag: 0xAA32, "01", ["enabled=true"], text: "on"),
  Sample(
    sensorTag: 0xAA51, "0020 00e0 0100", given: .cc2541,
    ["gyroscope_dps=62.5 °/s", "gyroscope_dps=-62.5 °/s", "gyroscope_dps=0.00762939453125 °/s"],
    text: "62.50 -62.50 0.01 dps"),
  Sample(sensorTag: 0xAA52, "07", ["enabled=true", "gyroscope_axes=xyz"], text: "on, xyz"),
  Sample(sensorTag: 0xAA52, "05", ["enabled=true", "gyroscope_axes=xz"], text: "on, xz"),
  Sample(sensorTag: 0xAA52, "00", ["enabled=false", "gyroscope_axes=none"], text: "off"),
]

@Suite struct GyroscopeTests {
  @Test func badValues() {
    expect(decode(sensorTag: 0xAA51, "0020 00e0"), equals: Decoded(note: "too short: 4 of 6 bytes"))
    expect(decode(sensorTag: 0xAA31, "0020 00e0 01", .truncated), equals: Decoded())
    expect(decode(sensorTag: 0xAA31, "0020 00e0 0100 ff").note, equals: "1 extra byte")
    expect(decode(sensorTag: 0xAA52, "0f").note, equals: "reserved bits are set")
  }

  @Test(arguments: ["none", "x", "y", "xy", "z", "xz", "yz", "xyz"].enumerated())
  func axisMask(_ mask: Int, _ names: String) {
    expect(decode(sensorTag: 0xAA52, "0\(mask)").fields.last, equals: "gyroscope_axes=\(names)")
  }
}
