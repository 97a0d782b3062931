/// Bits since version 5.1: direction finding, power control, decisions, Channel Sounding and later.
extension WireFlags {
  /// The names from bit 0 on; an empty one is reserved.
  var recentWords: [StaticString] {
    switch self {
    case .cteTypes: ["AoA", "AoD, 1 µs slots", "AoD, 2 µs slots"]
    // What is not to be synchronized to.
    case .syncCTETypes:
      ["not AoA", "not AoD, 1 µs slots", "not AoD, 2 µs slots", "not type 3", "not without CTE"]
    case .samplingRates: ["1 µs AoD transmission", "1 µs AoD reception", "1 µs AoA reception"]
    case .receiveEnable: ["reports", "duplicates filtered"]
    case .periodicEnable: ["periodic advertising", "include ADI"]
    case .powerPHYs: ["LE 1M", "LE 2M", "LE Coded, S=8", "LE Coded, S=2"]
    case .audioCodecs: ["SBC", "AAC", "aptX", "aptX HD", "LDAC", "Opus"]
    case .powerLimits: ["minimum", "maximum"]
    case .changeReasons: ["advertising data changes", "scan response data changes"]
    case .decisionType: ["Resolvable Tag"]
    case .decisionTest:
      ["new test group", "pass if true", "pass if false", "pass if not present"]
    case .soundingRoles: ["initiator", "reflector"]
    case .soundingModes: ["mode 3"]
    case .roundTripAccuracy:
      [
        "AA only within 10 ns", "sounding sequence within 10 ns", "random sequence within 10 ns",
        "2M AA only within 10 ns", "2M sounding sequence within 10 ns",
        "2M random sequence within 10 ns",
      ]
    case .attackDetection: ["phase", "amplitude"]
    case .soundingPHYs: ["", "LE 2M", "LE 2M 2BT"]
    case .soundingSubfeatures:
      [
        "", "no frequency actuation error", "channel selection algorithm #3c",
        "phase-based ranging from RTT sounding sequence", "IPT in the reflector",
        "RTT accuracy by PHY",
      ]
    case .interludeTimes: ["10 µs", "20 µs", "30 µs", "40 µs", "50 µs", "60 µs", "80 µs"]
    case .frequencyChangeTimes:
      [
        "15 µs", "20 µs", "30 µs", "40 µs", "50 µs", "60 µs", "80 µs", "100 µs", "120 µs",
      ]
    case .phaseTimes: ["10 µs", "20 µs"]
    case .soundingSNR: WireEnumeration.signalToNoise
    case .peerAntennas: ["first", "second", "third", "fourth"]
    case .soundingEnhancements: ["IPT in the reflector"]
    case .soundingOverrides:
      [
        "channels", "", "main mode steps", "T_PM tone extension", "antenna permutation",
        "access addresses", "marker positions", "marker values", "CS_SYNC payload", "",
        "stable phase test",
      ]
    default: []
    }
  }
}
