import GATTValues
import TestSupport
import Testing

let fitnessSamples: [Sample] = [
  Sample(
    0x2A5B, "03 10000000 0004 0500 0002",
    [
      "wheel_revolutions=16", "wheel_event_time_s=1 s", "crank_revolutions=5",
      "crank_event_time_s=0.5 s",
    ], text: "wheel 16 at 1.000 s  crank 5 at 0.500 s"),
  Sample(
    0x2A5B, "02 0500 0002", ["crank_revolutions=5", "crank_event_time_s=0.5 s"],
    text: "crank 5 at 0.500 s"),
  Sample(
    0x2A53, "07 0003 b4 6e00 e8030000",
    [
      "speed_m_per_s=3 m/s", "cadence_per_minute=180 1/min", "status=running",
      "stride_length_m=1.1 m", "total_distance_m=100 m",
    ], text: "3.00 m/s  180 steps/min  running  stride 1.10 m  100.0 m"),
]

@Suite struct FitnessTests {
  @Test func badValues() {
    expect(decode(0x2A5B, ""), equals: Decoded(note: "too short: 0 of 1 byte"))
    expect(decode(0x2A5B, "01 10000000").fields, equals: ["wheel_revolutions=16"])
    expect(decode(0x2A5B, "01 10000000").note, equals: "too short: 5 of 7 bytes")
    expect(decode(0x2A5B, "f0 01").note, equals: "reserved bits are set; 1 extra byte")
    expect(decode(0x2A53, "00 00").fields.isEmpty)
    expect(decode(0x2A53, "00 0003", .truncated).fields, equals: ["speed_m_per_s=3 m/s"])
  }
}
