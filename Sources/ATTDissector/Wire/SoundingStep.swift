/// The results of a step of Channel Sounding.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 7.7.65.44.
enum SoundingStep {
  /// The step data by the mode of the step.
  static func data(mode: UInt8) -> WireLayout {
    switch mode {
    case 0:
      [
        packetQuality, ("Packet RSSI", .rssi), ("Packet antenna", .u8),
        // The initiator alone measures it.
        ("Initiator", .ifAny([("Measured frequency offset", .partsPerMillion)])),
      ]
    case 1: roundTrip + [("Tones", .ifAny(tones))]
    case 2:
      [
        ("Antenna permutation index", .u8),
        ("Tone", .restList([tone("PCT", octets: 3), toneQuality])),
      ]
    // How long the tones of mode 1 in it are is not known from here.
    case 3: roundTrip + WireTables.data
    default: WireTables.data
    }
  }

  private static var roundTrip: WireLayout {
    [
      packetQuality, ("Packet NADM", .named(1, .attackLikelihood)), ("Packet RSSI", .rssi),
      ("ToA - ToD", .signedBits(16, " × 0.5 ns", lowest: "not available")),
      ("Packet antenna", .u8),
    ]
  }

  /// With a sounding sequence.
  private static var tones: WireLayout { [tone("PCT 1", octets: 4), tone("PCT 2", octets: 4)] }

  private static var packetQuality: WireField {
    (
      "Packet quality",
      .split(
        1, [.init("Access address", 4, .named(1, .accessCheck)), .init("Bit errors", 4, .u8)])
    )
  }

  /// A phase correction term: two numbers of 12 bits.
  private static func tone(_ name: StaticString, octets: Int) -> WireField {
    (
      name,
      .split(
        octets,
        [
          .init("PCT I", 12, .signedBits(12, "", lowest: nil)),
          .init("PCT Q", 12, .signedBits(12, "", lowest: nil)),
        ])
    )
  }

  private static var toneQuality: WireField {
    (
      "Tone quality",
      .split(
        1,
        [
          .init("Tone quality", 4, .named(1, .toneQuality)),
          .init("Extension slot", 4, .named(1, .toneSlot)),
        ])
    )
  }
}

extension WireType {
  /// An offset of a frequency, in 15 bits.
  static let partsPerMillion = WireType.signedBits(15, " × 0.01 ppm", lowest: "not available")
}
