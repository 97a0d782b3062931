/// Values since version 5.1: direction finding, decisions, Channel Sounding and later.
extension WireEnumeration {
  /// The values apart from the others.
  func distantName(_ code: UInt16) -> StaticString? {
    switch (self, code) {
    case (.leFeature, _): WireFlags.leFeatures.name(of: Int(code))
    case (.soundingMode, 0xFF): "none"
    case (.soundingSNRControl, 0xFF), (.soundingSNRIndex, 0x0F): "not applied"
    case (.syncAntenna, 0xFD): "each antenna twice in turn"
    case (.syncAntenna, 0xFE): "each antenna in turn"
    case (.syncAntenna, 0xFF): "no recommendation"
    case (.attackLikelihood, 0xFF): "unknown"
    case (.procedureDone, 0x0F): "all further procedures aborted"
    case (.subeventDone, 0x0F): "subevent aborted"
    case (.procedureAbort, 0x0F), (.subeventAbort, 0x0F): "unspecified reason"
    case (.samplePacket, 0xFF): "not sampled, no resources"
    case (.decisionField, 0xF0...0xFF): "vendor specific"
    case (.codingFormat, 0xFF): "vendor specific"
    default: nil
    }
  }

  /// The names from 0 on, without a gap; an empty one is reserved.
  var recentWords: [StaticString] {
    switch self {
    case .slotDuration: ["", "1 µs", "2 µs"]
    case .samplePacket:
      ["CRC correct", "CRC incorrect, length trusted", "CRC incorrect, length known otherwise"]
    case .keyType: ["own private key", "debug private key"]
    case .codingOptions:
      ["no preference", "S=2 preferred", "S=8 preferred", "S=2 required", "S=8 required"]
    case .subeventSent: ["transmitted", "not transmitted"]
    case .monitoredCondition: ["low RSSI or lost", "high RSSI"]
    case .frameSpaceInitiator: ["local Host", "local Controller", "peer"]
    case .decisionField: Self.decisionFields
    // Source: Bluetooth Assigned Numbers, coding format.
    case .codingFormat:
      [
        "µ-law log", "A-law log", "CVSD", "transparent", "linear PCM", "mSBC", "LC3", "G.729A",
      ]
    case .soundingRole: ["initiator", "reflector"]
    case .soundingContext: ["local Controller", "local and remote Controller"]
    case .soundingAction: ["removed", "created"]
    case .soundingMode: ["", "mode 1", "mode 2", "mode 3"]
    case .stepMode: ["mode 0", "mode 1", "mode 2", "mode 3"]
    case .roundTripType:
      [
        "AA only", "32-bit sounding sequence", "96-bit sounding sequence",
        "32-bit random sequence", "64-bit random sequence", "96-bit random sequence",
        "128-bit random sequence",
      ]
    case .soundingSelection: ["algorithm #3b", "algorithm #3c"]
    case .soundingShape: ["hat", "X"]
    case .soundingSNRControl, .soundingSNRIndex: Self.signalToNoise
    // The last is what all support, and so no flag.
    case .interludeTime: WireFlags.interludeTimes.recentWords + ["145 µs"]
    case .frequencyChangeTime: WireFlags.frequencyChangeTimes.recentWords + ["150 µs"]
    case .phaseTime: WireFlags.phaseTimes.recentWords + ["40 µs"]
    // Antennas of the initiator and of the reflector.
    case .soundingAntennas: ["1:1", "2:1", "3:1", "4:1", "1:2", "1:3", "1:4", "2:2"]
    case .syncAntenna: ["", "antenna 1", "antenna 2", "antenna 3", "antenna 4"]
    case .procedureDone, .subeventDone: ["complete", "partial, more to come"]
    case .procedureAbort:
      [
        "none", "request of Host or peer", "fewer than 15 channels", "channel map instant passed",
      ]
    case .subeventAbort:
      ["none", "request of Host or peer", "no CS_SYNC received", "scheduling or resources"]
    case .accessCheck: ["no bit errors", "bit errors", "not found"]
    case .attackLikelihood:
      [
        "attack extremely unlikely", "attack very unlikely", "attack unlikely", "attack possible",
        "attack likely", "attack very likely", "attack extremely likely",
      ]
    case .toneQuality: ["high", "medium", "low", "not available"]
    case .toneSlot: ["no", "without a tone", "with a tone"]
    default: []
    }
  }

  /// What a decision instruction tests.
  private static var decisionFields: [StaticString] {
    [
      "Resolvable Tag", "", "", "", "", "", "AdvMode", "RSSI", "path loss", "AdvA",
      "", "", "", "", "", "", "", "1 arbitrary byte", "2 arbitrary bytes",
      "3 arbitrary bytes", "4 arbitrary bytes", "5 arbitrary bytes", "6 arbitrary bytes",
      "7 arbitrary bytes", "8 arbitrary bytes", "", "", "", "", "", "", "", "",
      "at least 1 arbitrary byte", "at least 2 arbitrary bytes", "at least 3 arbitrary bytes",
      "at least 4 arbitrary bytes", "at least 5 arbitrary bytes", "at least 6 arbitrary bytes",
      "at least 7 arbitrary bytes", "at least 8 arbitrary bytes", "", "", "", "", "", "", "", "",
      "1 arbitrary byte at most", "2 arbitrary bytes at most", "3 arbitrary bytes at most",
      "4 arbitrary bytes at most", "5 arbitrary bytes at most", "6 arbitrary bytes at most",
      "7 arbitrary bytes at most", "8 arbitrary bytes at most",
    ]
  }

  static var signalToNoise: [StaticString] { ["18 dB", "21 dB", "24 dB", "27 dB", "30 dB"] }
}
