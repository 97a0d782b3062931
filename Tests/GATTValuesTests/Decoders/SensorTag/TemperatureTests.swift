import ATTDissector
import GATTValues
import TestSupport
import Testing

private var wikiFactor: DecodingContext {
  var state = DeviceState.cc2541
  state.thermopileFactor = .wiki
  return state.context
}

let temperatureSamples: [Sample] = [
  Sample(
    sensorTag: 0xAA01, "0000 800c", given: .cc2541,
    [
      "object_temperature_celsius~29.8411 °C", "ambient_temperature_celsius=25 °C",
      "sensor=tmp006", "calibration_s0=5.593e-14",
    ], text: "object 29.84 C  ambient 25.00 C"),
  Sample(
    sensorTag: 0xAA01, "0000 800c", given: wikiFactor,
    [
      "object_temperature_celsius~29.2434 °C", "ambient_temperature_celsius=25 °C",
      "sensor=tmp006", "calibration_s0=6.4e-14",
    ], text: "object 29.24 C  ambient 25.00 C"),
  Sample(
    sensorTag: 0xAA01, "16ff d00b", given: .cc2541,
    [
      "object_temperature_celsius~22.252 °C", "ambient_temperature_celsius=23.625 °C",
      "sensor=tmp006", "calibration_s0=5.593e-14",
    ], text: "object 22.25 C  ambient 23.63 C"),
  Sample(
    sensorTag: 0xAA01, "16ff d00b", given: wikiFactor,
    [
      "object_temperature_celsius~22.4262 °C", "ambient_temperature_celsius=23.625 °C",
      "sensor=tmp006", "calibration_s0=6.4e-14",
    ], text: "object 22.43 C  ambient 23.63 C"),
  Sample(
    sensorTag: 0xAA01, "d00b d00c", given: .cc2650,
    [
      "object_temperature_celsius=23.625 °C", "ambient_temperature_celsius=25.625 °C",
      "sensor=tmp007",
    ], text: "object 23.63 C  ambient 25.63 C"),
  Sample(
    sensorTag: 0xAA01, "fcff 0400", given: .cc2650,
    [
      "object_temperature_celsius=-0.03125 °C", "ambient_temperature_celsius=0.03125 °C",
      "sensor=tmp007",
    ], text: "object -0.03 C  ambient 0.03 C"),
  Sample(
    sensorTag: 0xAA01, "d00b d00c", [], text: "",
    note: "which SensorTag is not known: CC2541 and CC2650 mean different things by this"),
  Sample(sensorTag: 0xAA02, "01", ["enabled=true"], text: "on"),
]

@Suite struct TemperatureTests {
  @Test func whatTheFormulaDoesNotCoverIsLeftOut() {
    // The die at -256 degrees: no fourth root, or a negative sensitivity.
    let cold = decode(sensorTag: 0xAA01, "0080 0080", .cc2541)
    expect(cold.fields.first, equals: "ambient_temperature_celsius=-256 °C")
    expect(cold.note.contains("no object temperature"))
  }

  @Test func badValues() {
    expect(decode(sensorTag: 0xAA01, "0000 80", .cc2541).fields.isEmpty)
    expect(decode(sensorTag: 0xAA01, "d00b", .cc2650).note, equals: "too short: 2 of 4 bytes")
    expect(decode(sensorTag: 0xAA01, "d00b d00c 00", .cc2650).note, equals: "1 extra byte")
    expect(
      decode(sensorTag: 0xAA02, "07"),
      equals: Decoded(
        fields: ["configuration_code=7"], text: "reserved (7)", note: "reserved value"))
  }

  @Test func unitsChangeTheTextOnly() {
    var context = DecodingContext.cc2650
    context.units = .us
    let decoded = decode(sensorTag: 0xAA01, "d00b d00c", context)
    expect(decoded.fields, equals: decode(sensorTag: 0xAA01, "d00b d00c", .cc2650).fields)
    expect(decoded.text, equals: "object 74.53 F  ambient 78.13 F")
  }
}
