/// Vendor commands that Android demands of controllers.
///
/// A vendor may give an opcode any meaning, so that only trees know these, and only opcodes that are not known to mean
/// anything else have a row.
///
/// Source: source.android.com, Bluetooth, HCI requirements.
enum AndroidRows: WireRows {
  static func row(_ opcode: UInt16) -> WireRow? {
    switch opcode {
    case 0xFD53:
      WireRow("Android LE Get Vendor Capabilities", [], returns: capabilities)
    default: nil
    }
  }

  /// Each version added some.
  private static var capabilities: WireLayout {
    [
      status, ("Max advt instances", .u8), ("Offloaded resolution of private address", .enable),
      ("Total scan results storage", .quantity(2, " bytes")), ("Max IRK list size", .u8),
      ("Filtering support", .enable), ("Max filters", .u8),
      ("Activity energy info support", .enable), ("Later", .ifAny(tracking)),
      ("Later", .ifAny([("LE address generation offloading support", .enable)])),
      ("Later", .ifAny(quality)),
      ("Later", .ifAny([("Dynamic audio buffer support", .flags(4, .audioCodecs))])),
    ]
  }

  private static var tracking: WireLayout {
    [
      ("Version", .split(2, [.init("Minor version", 8, .u8), .init("Major version", 8, .u8)])),
      ("Total num of advt tracked", .u16), ("Extended scan support", .enable),
      ("Debug logging supported", .enable),
    ]
  }

  private static var quality: WireLayout {
    [
      ("A2DP source offload capability", .flags(4, .audioCodecs)),
      ("Bluetooth quality report support", .enable),
    ]
  }
}
