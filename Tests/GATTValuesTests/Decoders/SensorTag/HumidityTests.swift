import ATTDissector
import GATTValues
import TestSupport
import Testing

let humiditySamples: [Sample] = [
  Sample(
    sensorTag: 0xAA21, "b866 cd7d", given: .cc2541,
    ["temperature_celsius~23.65679 °C", "relative_humidity_percent~55.42426 %"],
    text: "23.66 C  55.42 %"),
  Sample(
    sensorTag: 0xAA21, "b866 cd7d", given: .cc2650,
    ["temperature_celsius~26.20544 °C", "relative_humidity_percent~49.1394 %"],
    text: "26.21 C  49.14 %"),
  // Beyond 42.5 degrees the highest bit is set; it is no sign.
  Sample(
    sensorTag: 0xAA21, "0080 0000", given: .cc2650,
    ["temperature_celsius=42.5 °C", "relative_humidity_percent=0 %"], text: "42.50 C  0.00 %"),
  Sample(
    sensorTag: 0xAA21, "b866 cd7d", [], text: "",
    note: "which SensorTag is not known: CC2541 and CC2650 mean different things by this"),
  Sample(sensorTag: 0xAA22, "00", ["enabled=false"], text: "off"),
]

@Suite struct HumidityTests {
  @Test func theStatusBitsAreNoPartOfTheHumidity() {
    for context in [DecodingContext.cc2541, .cc2650] {
      expect(
        decode(sensorTag: 0xAA21, "b866 cc7d", context),
        equals: decode(sensorTag: 0xAA21, "b866 cf7d", context))
    }
  }

  @Test func badValues() {
    expect(decode(sensorTag: 0xAA21, "b866 cd", .cc2650).fields.count, equals: 1)
    expect(decode(sensorTag: 0xAA21, "b866 cd", .cc2650).note, equals: "too short: 3 of 4 bytes")
    expect(decode(sensorTag: 0xAA21, "b8", .cc2541).fields.isEmpty)
    expect(decode(sensorTag: 0xAA21, "b866 cd7d 00 00", .cc2541).note, equals: "2 extra bytes")
  }
}
