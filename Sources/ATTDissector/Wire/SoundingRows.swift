import Bytes

/// Channel Sounding, in commands and events.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.7.65.39 to 46 and from 7.8.130 on; version 2 as in 6.2.
extension WireRows {
  static var configuration: WireField { ("Config ID", .u8) }

  /// One byte for each channel, in steps of 1/32 ppm.
  static var faeTable: WireField { ("Remote FAE table", .bytes(72)) }

  static var antennaConfiguration: WireField {
    ("Tone antenna config selection", .named(1, .soundingAntennas))
  }

  static var enhancements: WireField { ("CS enhancements 1", .flags(1, .soundingEnhancements)) }

  /// A controller's capabilities, the same in three places.
  static var soundingCapabilities: WireLayout {
    [
      ("Num config supported", .u8), ("Max consecutive procedures supported", .u16),
      ("Num antennas supported", .u8), ("Max antenna paths supported", .u8),
      ("Roles supported", .flags(1, .soundingRoles)),
      ("Modes supported", .flags(1, .soundingModes)),
      ("RTT capability", .flags(1, .roundTripAccuracy)),
      ("RTT AA only N", .u8), ("RTT sounding N", .u8), ("RTT random payload N", .u8),
      ("NADM sounding capability", .flags(2, .attackDetection)),
      ("NADM random capability", .flags(2, .attackDetection)),
      ("CS sync PHYs supported", .flags(1, .soundingPHYs)),
      ("Subfeatures supported", .flags(2, .soundingSubfeatures)),
      ("T_IP1 times supported", .flags(2, .interludeTimes)),
      ("T_IP2 times supported", .flags(2, .interludeTimes)),
      ("T_FCS times supported", .flags(2, .frequencyChangeTimes)),
      ("T_PM times supported", .flags(2, .phaseTimes)),
      ("T_SW time supported", .microseconds8), ("TX SNR capability", .flags(1, .soundingSNR)),
    ]
  }

  /// The fields added in version 2.
  static var soundingCapabilities2: WireLayout {
    soundingCapabilities + [
      ("T_IP2 IPT times supported", .flags(2, .interludeTimes)),
      ("T_SW IPT time supported", .microseconds8),
      ("RTT 2M AA only N", .u8), ("RTT 2M sounding N", .u8), ("RTT 2M random payload N", .u8),
    ]
  }

  static var soundingModes: WireLayout {
    [
      ("Main mode type", .named(1, .soundingMode)), ("Sub mode type", .named(1, .soundingMode)),
      ("Min main mode steps", .u8), ("Max main mode steps", .u8), ("Main mode repetition", .u8),
      ("Mode 0 steps", .u8), ("Role", .named(1, .soundingRole)),
      ("RTT type", .named(1, .roundTripType)), ("CS sync PHY", .soundingPHY),
      ("Channel map", .classicChannels), ("Channel map repetition", .u8),
    ] + soundingChannels
  }

  /// How channels are selected.
  static var soundingChannels: WireLayout {
    [
      ("Channel selection type", .named(1, .soundingSelection)),
      ("Ch3c shape", .named(1, .soundingShape)), ("Ch3c jump", .u8),
    ]
  }

  static var soundingTimes: WireLayout {
    [
      ("T_IP1 time", .microseconds8), ("T_IP2 time", .microseconds8),
      ("T_FCS time", .microseconds8), ("T_PM time", .microseconds8),
    ]
  }

  /// The results of steps, from Procedure_Done_Status on.
  static var soundingResults: WireLayout {
    [
      ("Procedure done status", .named(1, .procedureDone)),
      ("Subevent done status", .named(1, .subeventDone)),
      (
        "Abort reason",
        .split(
          1,
          [
            .init("Procedure abort reason", 4, .named(1, .procedureAbort)),
            .init("Subevent abort reason", 4, .named(1, .subeventAbort)),
          ])
      ),
      ("Num antenna paths", .u8),
      (
        "Step",
        .list(
          1,
          [
            ("Step mode", .named(1, .stepMode)), ("Step channel", .u8),
            (
              "Step data",
              .selected(nil) { [("Step data", .within(SoundingStep.data(mode: $0.uint8(at: 0))))] }
            ),
          ])
      ),
    ]
  }
}
