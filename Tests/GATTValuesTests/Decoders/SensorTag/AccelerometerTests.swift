import ATTDissector
import GATTValues
import TestSupport
import Testing

let accelerometerSamples: [Sample] = [
  Sample(
    sensorTag: 0xAA11, "04fc10", given: .cc2541,
    [
      "accelerometer_g=0.25 g", "accelerometer_g=-0.25 g", "accelerometer_g=1 g", "range_g=8 g",
      "range_source=assumed",
    ], text: "0.25 -0.25 1.00 g  (range 8 g assumed)"),
  Sample(
    sensorTag: 0xAA11, "04fc10", given: DeviceState.cc2541.firmware("1.4 (Jul 12 2013)").context,
    [
      "accelerometer_g=0.0625 g", "accelerometer_g=-0.0625 g", "accelerometer_g=0.25 g",
      "range_g=2 g", "range_source=read",
    ], text: "0.06 -0.06 0.25 g"),
  Sample(sensorTag: 0xAA12, "00", ["enabled=false"], text: "off"),
  Sample(
    sensorTag: 0xAA12, "01", given: .cc2541, ["enabled=true", "range_g=8 g"], text: "on, 8 g"),
  Sample(sensorTag: 0xAA12, "02", ["enabled=true", "range_g=4 g"], text: "on, 4 g"),
  Sample(sensorTag: 0xAA12, "03", ["enabled=true", "range_g=2 g"], text: "on, 2 g"),
]

@Suite struct AccelerometerTests {
  private func range(_ state: DeviceState) -> AccelerometerRange { state.accelerometerRange }

  @Test func theFirmwareDecidesFirst() {
    let old = DeviceState.cc2541.firmware("1.4 (Jul 12 2013)").observing(0xAA12, "01", .written)
    expect(range(old), equals: AccelerometerRange(gravities: 2, source: .read))
    let new = DeviceState.cc2541.firmware("1.5 (Oct 23 2013)")
    expect(range(new), equals: AccelerometerRange(gravities: 8, source: .assumed))
    let written = new.observing(0xAA12, "02", .written)
    expect(range(written), equals: AccelerometerRange(gravities: 4, source: .written))
  }

  @Test func thenTheLastRegister() {
    let written = DeviceState.cc2541.observing(0xAA12, "03", .written)
    expect(range(written), equals: AccelerometerRange(gravities: 2, source: .written))
    let read = written.observing(0xAA12, "01", .read)
    expect(range(read), equals: AccelerometerRange(gravities: 8, source: .read))
    // Off and reserved codes say nothing of the range.
    expect(range(written.observing(0xAA12, "00", .written)), equals: range(written))
    expect(range(written.observing(0xAA12, "09", .written)), equals: range(written))
    expect(range(written.observing(0xAA12, "01 00", .written)), equals: range(written))
    expect(range(written.observing(0xAA12, "01", .notified)), equals: range(written))
  }

  @Test func elseTheFirmwaresDefault() {
    expect(range(DeviceState()), equals: AccelerometerRange(gravities: 8, source: .assumed))
  }

  @Test func badValues() {
    expect(decode(sensorTag: 0xAA11, "04fc"), equals: Decoded(note: "too short: 2 of 3 bytes"))
    expect(decode(sensorTag: 0xAA11, "04fc", .truncated), equals: Decoded())
    expect(decode(sensorTag: 0xAA11, "04fc1000").note, equals: "1 extra byte")
    expect(decode(sensorTag: 0xAA12, "04").fields, equals: ["configuration_code=4"])
  }
}
