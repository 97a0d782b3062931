import ATTDissector
import GATTValues
import TestSupport
import Testing

private let value = "8300 7dff 0002 0020 00e0 0010 0c00 d8ff 2100"

let movementSamples: [Sample] = [
  Sample(
    sensorTag: 0xAA81, value, given: .cc2650,
    [
      "gyroscope_dps=0.99945068359375 °/s", "gyroscope_dps=-0.99945068359375 °/s",
      "gyroscope_dps=3.90625 °/s", "accelerometer_g=2 g", "accelerometer_g=-2 g",
      "accelerometer_g=1 g", "magnetometer_ut=12 µT", "magnetometer_ut=-40 µT",
      "magnetometer_ut=33 µT", "range_g=8 g", "range_source=assumed",
    ], text: "1.0 -1.0 3.9 dps  2.00 -2.00 1.00 g  12 -40 33 uT  (range 8 g assumed)"),
  Sample(
    sensorTag: 0xAA81, value, given: DeviceState.cc2650.observing(0xAA82, "7f00").context,
    [
      "gyroscope_dps=0.99945068359375 °/s", "gyroscope_dps=-0.99945068359375 °/s",
      "gyroscope_dps=3.90625 °/s", "accelerometer_g=0.5 g", "accelerometer_g=-0.5 g",
      "accelerometer_g=0.25 g", "magnetometer_ut=12 µT", "magnetometer_ut=-40 µT",
      "magnetometer_ut=33 µT", "range_g=2 g", "range_source=read",
    ], text: "1.0 -1.0 3.9 dps  0.50 -0.50 0.25 g  12 -40 33 uT"),
  Sample(
    sensorTag: 0xAA82, "7f02",
    [
      "enabled=true", "gyroscope_axes=xyz", "accelerometer_axes=xyz",
      "magnetometer_enabled=true", "wake_on_motion=false", "range_g=8 g",
    ], text: "on, gyro xyz, accel xyz, mag on, 8 g"),
  Sample(
    sensorTag: 0xAA82, "8c03",
    [
      "enabled=true", "gyroscope_axes=x", "accelerometer_axes=z",
      "magnetometer_enabled=false", "wake_on_motion=true", "range_g=16 g",
    ], text: "on, gyro x, accel z, mag off, wake on motion, 16 g"),
]

@Suite struct MovementTests {
  private let fresh = DeviceState.cc2650

  @Test func theRangeThatWasReadCountsMost() {
    let written = fresh.observing(0xAA82, "7f00", .written)
    expect(written.movementRange, equals: AccelerometerRange(gravities: 2, source: .written))
    let read = written.observing(0xAA82, "7f02", .read)
    expect(read.movementRange, equals: AccelerometerRange(gravities: 8, source: .read))
    // The firmware keeps its range whatever is written afterwards.
    let later = read.observing(0xAA82, "7f03", .written)
    expect(later.movementRange, equals: AccelerometerRange(gravities: 8, source: .read))
    expect(
      later.observing(0xAA82, "7f01", .read).movementRange,
      equals: AccelerometerRange(gravities: 4, source: .read))
    expect(fresh.movementRange, equals: AccelerometerRange(gravities: 8, source: .assumed))
    expect(fresh.observing(0xAA82, "7f", .read).movementRange.source, equals: .assumed)
  }

  @Test func aWriteThatDiffersFromWhatWasReadIsReported() {
    var context = fresh.observing(0xAA82, "7f02", .read).context
    context.isWrite = true
    expect(
      decode(sensorTag: 0xAA82, "7f00", context).note,
      equals: "the last range read is 8 g: the firmware may ignore what is written")
    expect(decode(sensorTag: 0xAA82, "7f02", context).note, equals: "")
  }

  @Test func cutValuesGiveWholeSensors() {
    expect(decode(sensorTag: 0xAA81, "8300 7dff 0002", .truncated).fields.count, equals: 3)
    expect(decode(sensorTag: 0xAA81, "8300 7d", .truncated), equals: Decoded())
    expect(
      decode(sensorTag: 0xAA81, "8300 7dff 0002 0020 00e0 0010 0c", .truncated).fields.count,
      equals: 8)
  }

  @Test func badValues() {
    expect(decode(sensorTag: 0xAA81, "8300 7dff 0002").note, equals: "too short: 6 of 18 bytes")
    expect(decode(sensorTag: 0xAA81, value + "00").note, equals: "1 extra byte")
    expect(decode(sensorTag: 0xAA82, "7f").fields.count, equals: 5)
    expect(decode(sensorTag: 0xAA82, "7f82").note, equals: "reserved bits are set")
    expect(decode(sensorTag: 0xAA82, "0000").text, equals: "off, 2 g")
  }
}
