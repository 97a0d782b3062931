import ATTDissector
import Bytes
import GATTValues
import TestSupport
import Testing

private let coefficients = "81b2 f863 febe 4e8d f2e7 fdff 79f7 c6f2"
private let calibrated = DeviceState.cc2541.observing(0xAA43, coefficients).context

let barometerSamples: [Sample] = [
  Sample(
    sensorTag: 0xAA41, "30f8 1879", given: calibrated,
    [
      "temperature_celsius~19.54468 °C", "pressure_hpa~914.9348 hPa", "calibration_source=read",
    ], text: "19.54 C  914.93 hPa"),
  Sample(
    sensorTag: 0xAA41, "30f8 1879", given: .cc2541,
    ["raw_temperature=-2000", "raw_pressure=31000", "calibration_source=missing"],
    text: "raw -2000 31000, calibration not seen"),
  Sample(
    sensorTag: 0xAA41, "680900 5d8a01", given: .cc2650,
    ["temperature_celsius=24.08 °C", "pressure_hpa=1009.57 hPa"], text: "24.08 C  1009.57 hPa"),
  Sample(
    sensorTag: 0xAA41, "0cfeff 5d8a01", given: .cc2650,
    ["temperature_celsius=-5 °C", "pressure_hpa=1009.57 hPa"], text: "-5.00 C  1009.57 hPa"),
  // Six bytes speak for themselves.
  Sample(
    sensorTag: 0xAA41, "680900 5d8a01",
    ["temperature_celsius=24.08 °C", "pressure_hpa=1009.57 hPa"], text: "24.08 C  1009.57 hPa"),
  Sample(
    sensorTag: 0xAA41, "6809 8b57", given: DeviceState.cc2650.firmware("0.89").context,
    ["temperature_celsius=24.08 °C", "pressure_hpa=617.92 hPa"], text: "24.08 C  617.92 hPa"),
  Sample(sensorTag: 0xAA42, "01", ["enabled=true"], text: "on"),
  Sample(sensorTag: 0xAA42, "02", ["command=read_calibration"], text: "read the calibration"),
  Sample(
    sensorTag: 0xAA43, coefficients, given: .cc2541,
    [
      "c1=45697", "c2=25592", "c3=48894", "c4=36174", "c5=-6158", "c6=-3", "c7=-2183",
      "c8=-3386",
    ], text: "c1..c8 45697 25592 48894 36174 -6158 -3 -2183 -3386"),
]

@Suite struct BarometerTests {
  @Test func fourBytesOfAnUnknownGenerationAreNotDecoded() {
    let decoded = decode(sensorTag: 0xAA41, "30f8 1879")
    expect(decoded.fields.isEmpty)
    expect(decoded.note.hasPrefix("which SensorTag is not known"))
  }

  @Test func aCalibrationIsTakenWholeAndReadOnly() {
    let without = DeviceState.cc2541
    expect(without.observing(0xAA43, "81b2 f863").barometerCalibration == nil)
    expect(without.observing(0xAA43, coefficients, .written).barometerCalibration == nil)
    let zeros = String(repeating: "00", count: 16)
    expect(without.observing(0xAA43, zeros).barometerCalibration == nil)
    let with = without.observing(0xAA43, coefficients)
    expect(with.barometerCalibration?.c8, equals: -3386)
    // Zeros read later do not take it away.
    expect(with.observing(0xAA43, zeros).barometerCalibration?.c1, equals: 45697)
    expect(decode(sensorTag: 0xAA43, zeros).note.hasPrefix("all zero"))
  }

  @Test func cutValues() {
    var context = calibrated
    context.isTruncated = true
    expect(decode(sensorTag: 0xAA41, "30f8 18", context).fields.count, equals: 2)
    context = .cc2650
    context.isTruncated = true
    expect(
      decode(sensorTag: 0xAA41, "680900 5d", context).fields,
      equals: ["temperature_celsius=24.08 °C"])
    expect(decode(sensorTag: 0xAA41, "6809", context).fields.isEmpty)
  }

  @Test func badValues() {
    expect(decode(sensorTag: 0xAA41, "680900 5d8a01 00", .cc2650).note, equals: "1 extra byte")
    expect(decode(sensorTag: 0xAA41, "68", .cc2650).note, equals: "too short: 1 of 6 bytes")
    expect(decode(sensorTag: 0xAA41, "", calibrated).fields.isEmpty)
    expect(decode(sensorTag: 0xAA42, "05").note, equals: "reserved value")
    expect(decode(sensorTag: 0xAA43, "81b2 f8").fields, equals: ["c1=45697"])
    expect(decode(sensorTag: 0xAA43, coefficients + "00").note, equals: "1 extra byte")
  }
}
