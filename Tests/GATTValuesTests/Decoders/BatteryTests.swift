import GATTValues
import TestSupport
import Testing

let batterySamples: [Sample] = [
  Sample(0x2A19, "37", ["battery_level_percent=55 %"], text: "55 %"),
  Sample(0x2A19, "00", ["battery_level_percent=0 %"], text: "0 %"),
  Sample(
    0x2A19, "ff", ["battery_level_percent=255 %"], text: "255 %", note: "above 100 %: reserved"),
  Sample(0x2A07, "fc", ["tx_power_dbm=-4 dBm"], text: "-4 dBm"),
]

@Suite struct BatteryTests {
  @Test func badValues() {
    expect(decode(0x2A19, ""), equals: Decoded(note: "too short: 0 of 1 byte"))
    expect(decode(0x2A19, "", .truncated), equals: Decoded())
    expect(decode(0x2A19, "64 01").fields, equals: ["battery_level_percent=100 %"])
    expect(decode(0x2A19, "64 01").note, equals: "1 extra byte")
  }
}
