import GATTValues
import TestSupport
import Testing

let heartRateSamples: [Sample] = [
  Sample(
    0x2A37, "00 48", ["heart_rate_bpm=72 bpm", "sensor_contact=not_supported"], text: "72 bpm"),
  Sample(
    0x2A37, "06 4b", ["heart_rate_bpm=75 bpm", "sensor_contact=detected"],
    text: "75 bpm  contact"),
  Sample(
    0x2A37, "04 48", ["heart_rate_bpm=72 bpm", "sensor_contact=not_detected"],
    text: "72 bpm  no contact"),
  // Bit 1 without bit 2: the sensor cannot tell.
  Sample(
    0x2A37, "02 48", ["heart_rate_bpm=72 bpm", "sensor_contact=not_supported"], text: "72 bpm"),
  Sample(
    0x2A37, "01 48 01", ["heart_rate_bpm=328 bpm", "sensor_contact=not_supported"],
    text: "328 bpm", note: "heart rate 328 is beyond what it can be, 0 to 300 bpm"),
  Sample(
    0x2A37, "1e 50 64 00 20 03 40 03",
    [
      "heart_rate_bpm=80 bpm", "sensor_contact=detected", "energy_expended_kj=100 kJ",
      "rr_intervals_s=0.78125 s", "rr_intervals_s=0.8125 s", "rr_intervals_ms=781.25 ms",
      "rr_intervals_ms=812.5 ms",
    ], text: "80 bpm  contact  100 kJ  RR 0.781 0.813"),
  Sample(
    0x2A37, "16 48 ff 03",
    [
      "heart_rate_bpm=72 bpm", "sensor_contact=detected", "rr_intervals_s=0.9990234375 s",
      "rr_intervals_ms=999.0234375 ms",
    ], text: "72 bpm  contact  RR 0.999"),
  Sample(
    0x2A37, "10 48 00 04 77",
    [
      "heart_rate_bpm=72 bpm", "sensor_contact=not_supported", "rr_intervals_s=1 s",
      "rr_intervals_ms=1000 ms",
    ], text: "72 bpm  RR 1.000", note: "odd trailing byte ignored"),
  Sample(
    0x2A38, "01", ["body_sensor_location=Chest", "body_sensor_location_code=1"], text: "Chest"),
  Sample(
    0x2A38, "07", ["body_sensor_location=Reserved", "body_sensor_location_code=7"],
    text: "Reserved (7)"),
  Sample(
    0x2A39, "01", given: .write, ["command=reset_energy_expended", "command_code=1"],
    text: "reset energy expended"),
  Sample(
    0x2A39, "02", given: .write, ["command=reserved", "command_code=2"], text: "reserved (2)"),
]

@Suite struct HeartRateTests {
  @Test func aCutValueIsReadAsFarAsItGoes() {
    let cut = decode(0x2A37, "16 52", .truncated)
    expect(cut.fields, equals: ["heart_rate_bpm=82 bpm", "sensor_contact=detected"])
    expect(cut.text, equals: "82 bpm  contact")
    expect(cut.note, equals: "")
    expect(decode(0x2A37, "16 52 b6", .truncated), equals: cut)
    expect(decode(0x2A37, "01 52", .truncated), equals: Decoded())
  }

  @Test func missingBytesAreReported() {
    expect(decode(0x2A37, "").note, equals: "too short: 0 of 2 bytes")
    expect(decode(0x2A37, "00"), equals: Decoded(note: "too short: 1 of 2 bytes"))
    expect(decode(0x2A37, "01 48"), equals: Decoded(note: "too short: 2 of 3 bytes"))
    expect(decode(0x2A37, "08 48 01").note, equals: "the energy expended is missing")
    expect(decode(0x2A37, "10 48").note, equals: "no RR interval follows its flag")
    expect(decode(0x2A37, "10 48").fields.count, equals: 2)
  }

  @Test func extraBytesAndReservedBitsAreReported() {
    expect(decode(0x2A37, "00 48 11").note, equals: "1 extra byte")
    expect(decode(0x2A37, "00 48 11 22").note, equals: "2 extra bytes")
    expect(decode(0x2A37, "80 48").note, equals: "reserved bits are set")
    expect(decode(0x2A37, "e0 48 01").note, equals: "1 extra byte; reserved bits are set")
  }

  @Test func manyIntervalsAreAllFieldsButNotAllText() {
    let hex = "10 48" + String(repeating: " 00 04", count: 200)
    let decoded = decode(0x2A37, hex)
    expect(decoded.fields.count, equals: 2 + 400)
    expect(decoded.text.hasSuffix("1.000 .. (200)"))
  }

  @Test(arguments: ["Other", "Chest", "Wrist", "Finger", "Hand", "Ear Lobe", "Foot"].enumerated())
  func bodySensorLocations(_ code: Int, _ name: String) {
    expect(decode(0x2A38, "0\(code)").text, equals: name)
  }

  @Test func otherBadValues() {
    expect(decode(0x2A38, ""), equals: Decoded(note: "too short: 0 of 1 byte"))
    expect(decode(0x2A38, "02 00 00").note, equals: "2 extra bytes")
    expect(decode(0x2A38, "ff").text, equals: "Reserved (255)")
    expect(decode(0x2A39, "00").text, equals: "reserved (0)")
  }
}
