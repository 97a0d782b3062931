import GATTValues
import TestSupport
import Testing

let genericAccessSamples: [Sample] = [
  Sample(
    0x2A00, "436172646961", ["device_name=\"Cardia\""], text: "\"Cardia\""),
  // A code that has no name.
  Sample(0x2A01, "feff", ["appearance_code=65534"], text: "appearance FFFE"),
  Sample(
    0x2A04, "5000a00000002003",
    [
      "interval_min_ms=100 ms", "interval_max_ms=200 ms", "peripheral_latency=0",
      "supervision_timeout_ms=8000 ms",
    ], text: "100-200 ms, latency 0, 8 s"),
  Sample(
    0x2A04, "ffffffff0000ffff", ["peripheral_latency=0"], text: "any interval, latency 0",
    note: "no time-out preferred"),
  Sample(
    0x2A04, "0600070004006400",
    [
      "interval_min_ms=7.5 ms", "interval_max_ms=8.75 ms", "peripheral_latency=4",
      "supervision_timeout_ms=1000 ms",
    ], text: "7.5-8.75 ms, latency 4, 1 s"),
  Sample(
    0x2A05, "0100ffff", ["start_handle=1", "end_handle=65535"], text: "0001-FFFF"),
  Sample(0x2AA6, "01", ["central_address_resolution=true"], text: "supported"),
]

@Suite struct GenericAccessTests {
  @Test func badConnectionParameters() {
    let swapped = decode(0x2A04, "a000500000002003")
    expect(swapped.fields.count, equals: 4)
    expect(swapped.note, equals: "outside the range that the specification allows")
    expect(decode(0x2A04, "5000a000").fields.count, equals: 2)
    expect(decode(0x2A04, "5000a000").note, equals: "too short: 4 of 8 bytes")
    expect(decode(0x2A04, "5000a0000000200300").note, equals: "1 extra byte")
  }

  @Test func badHandles() {
    expect(decode(0x2A05, "0000ffff").note, equals: "not a range of handles")
    expect(decode(0x2A05, "05000400").note, equals: "not a range of handles")
    expect(decode(0x2A05, "0500", .truncated).fields, equals: ["start_handle=5"])
    expect(decode(0x2A05, "05"), equals: Decoded(note: "too short: 1 of 4 bytes"))
  }

  @Test func badAppearances() {
    expect(decode(0x2A01, "41"), equals: Decoded(note: "too short: 1 of 2 bytes"))
    expect(decode(0x2A01, "fefffe").fields, equals: ["appearance_code=65534"])
    expect(decode(0x2A01, "fefffe").text, equals: "appearance FFFE")
    expect(decode(0x2AA6, "02"), equals: Decoded(note: "reserved value"))
  }
}
