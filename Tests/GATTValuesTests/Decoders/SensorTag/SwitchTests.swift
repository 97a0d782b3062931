import ATTDissector
import GATTValues
import TestSupport
import Testing

let lightSamples: [Sample] = [
  Sample(
    sensorTag: 0xAA71, "2143", given: .cc2650, ["illuminance_lux=128.16 lx"], text: "128.16 lux"),
  Sample(sensorTag: 0xAA71, "ffbf", ["illuminance_lux=83865.6 lx"], text: "83865.60 lux"),
  Sample(sensorTag: 0xAA72, "01", ["enabled=true"], text: "on"),
]

private let keys = DeclarationTarget.characteristic(0xFFE1)

let switchSamples: [Sample] = [
  Sample(
    keys, "03", ["key_1=true", "key_2=true", "reed_or_side=false", "keys_code=3"],
    text: "key 1 + key 2"),
  Sample(
    keys, "00", ["key_1=false", "key_2=false", "reed_or_side=false", "keys_code=0"],
    text: "no key"),
  Sample(
    keys, "06", given: .cc2650, ["key_1=false", "key_2=true", "reed_or_side=true", "keys_code=6"],
    text: "key 2 + reed relay"),
  Sample(
    keys, "04", given: .cc2541, ["key_1=false", "key_2=false", "reed_or_side=true", "keys_code=4"],
    text: "side key"),
  Sample(
    sensorTag: 0xAA65, "05", given: .cc2650,
    ["led_1=true", "led_2=false", "buzzer=true", "io_code=5"], text: "LED 1 + buzzer"),
  Sample(
    sensorTag: 0xAA65, "7f", given: DeviceState.cc2650.observing(0xAA66, "02", .written).context,
    ["io_code=127"], text: "self test result 7F",
    note: "the result of the self test, a bit a component"),
  Sample(sensorTag: 0xAA66, "01", ["io_mode=remote", "io_mode_code=1"], text: "remote"),
]

let periodSamples: [Sample] = [
  Sample(sensorTag: 0xAA03, "64", ["period_ms=1000 ms"], text: "1000 ms"),
  Sample(sensorTag: 0xAA13, "0a", ["period_ms=100 ms"], text: "100 ms"),
  Sample(sensorTag: 0xAA23, "ff", ["period_ms=2550 ms"], text: "2550 ms"),
  Sample(
    sensorTag: 0xAA33, "09", ["period_ms=90 ms"], text: "90 ms",
    note: "below the least period of 100 ms"),
  Sample(sensorTag: 0xAA44, "64", ["period_ms=1000 ms"], text: "1000 ms"),
  Sample(sensorTag: 0xAA53, "64", ["period_ms=1000 ms"], text: "1000 ms"),
  Sample(sensorTag: 0xAA73, "50", ["period_ms=800 ms"], text: "800 ms"),
  Sample(sensorTag: 0xAA83, "64", ["period_ms=1000 ms"], text: "1000 ms"),
]

@Suite struct SwitchTests {
  @Test func bytesOfASerialModuleAreNoKeys() {
    expect(decode(keys, bytesOf("48 65 6c 6c 6f")), equals: Decoded())
    expect(decode(keys, bytesOf("48")), equals: Decoded())
    expect(decode(keys, bytesOf("48"), .cc2650).note, equals: "reserved bits are set")
    expect(decode(keys, bytesOf("01 02"), .cc2541).note, equals: "1 extra byte")
  }

  @Test func badValues() {
    expect(decode(sensorTag: 0xAA65, "10").note, equals: "reserved bits are set")
    expect(decode(sensorTag: 0xAA65, "08").note, equals: "bit 3 erases the external flash")
    expect(decode(sensorTag: 0xAA65, "00").text, equals: "all off")
    expect(decode(sensorTag: 0xAA66, "09").text, equals: "reserved (9)")
    expect(decode(sensorTag: 0xAA71, "21"), equals: Decoded(note: "too short: 1 of 2 bytes"))
    expect(decode(sensorTag: 0xAA71, "ffff").note, equals: "reserved exponent")
    expect(decode(sensorTag: 0xAA83, ""), equals: Decoded(note: "too short: 0 of 1 byte"))
    expect(decode(sensorTag: 0xAA83, "6400").note, equals: "1 extra byte")
  }
}
