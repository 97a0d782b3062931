import GATTValues
import TestSupport
import Testing

let environmentSamples: [Sample] = [
  Sample(0x2A6E, "6809", ["temperature_celsius=24.08 °C"], text: "24.08 C"),
  Sample(0x2A6E, "6809", given: .us, ["temperature_celsius=24.08 °C"], text: "75.34 F"),
  Sample(0x2A6E, "0cfe", ["temperature_celsius=-5 °C"], text: "-5.00 C"),
  Sample(
    0x2A6E, "0080", [], text: "not known", note: "the sensor does not know the value"),
  Sample(0x2A6F, "d007", ["relative_humidity_percent=20 %"], text: "20.00 %"),
  Sample(0x2A6D, "1d780f00", ["pressure_hpa=1013.789 hPa"], text: "1013.79 hPa"),
]

let healthThermometerSamples: [Sample] = [
  Sample(0x2A1C, "00 6d0100ff", ["temperature_celsius=36.5 °C"], text: "36.50 C"),
  Sample(
    0x2A1C, "07 da0300ff e907 08 19 0d 31 0f 06",
    [
      "temperature_fahrenheit=98.6 °F", "timestamp=\"2025-08-25T13:49:15\"",
      "temperature_type=Mouth", "temperature_type_code=6",
    ], text: "98.6 F (37.00 C)  Mouth  2025-08-25T13:49:15"),
  Sample(
    0x2A1C, "00 ffff7f00", ["temperature_celsius_status=nan"], text: "no value (NaN)"),
  Sample(
    0x2A1D, "02", ["temperature_type=Body (general)", "temperature_type_code=2"],
    text: "Body (general)"),
  Sample(0x2A1E, "00 e70e00fe", ["temperature_celsius=38.15 °C"], text: "38.15 C"),
]

@Suite struct EnvironmentTests {
  @Test func badValues() {
    expect(decode(0x2A6E, "68"), equals: Decoded(note: "too short: 1 of 2 bytes"))
    expect(decode(0x2A6E, "680900").note, equals: "1 extra byte")
    expect(decode(0x2A6F, "ffff").fields.isEmpty)
    expect(
      decode(0x2A6F, "1127").note,
      equals: "relative humidity 100.01 is beyond what it can be, 0 to 100 %")
    expect(decode(0x2A6D, "1d780f", .truncated), equals: Decoded())
  }

  @Test func badTemperatures() {
    expect(decode(0x2A1C, "00 6d01"), equals: Decoded(note: "too short: 3 of 5 bytes"))
    expect(decode(0x2A1C, "02 6d0100ff e907").note, equals: "too short: 7 of 12 bytes")
    expect(
      decode(0x2A1C, "04 6d0100ff", .truncated).fields, equals: ["temperature_celsius=36.5 °C"])
    expect(decode(0x2A1C, "f8 6d0100ff").note, equals: "reserved bits are set")
    expect(decode(0x2A1C, "00 feff7f00").fields, equals: ["temperature_celsius_status=+inf"])
    expect(decode(0x2A1C, "00 02008000").fields, equals: ["temperature_celsius_status=-inf"])
    expect(decode(0x2A1D, "0a").text, equals: "Reserved (10)")
    // The largest and smallest exponents stay numbers.
    expect(decode(0x2A1C, "00 0100007f").fields.count, equals: 1)
    expect(decode(0x2A1C, "00 01000080").fields.count, equals: 1)
  }
}
