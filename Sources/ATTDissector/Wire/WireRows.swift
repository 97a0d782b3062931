import Bytes

/// The rows of one kind of wire unit, with the fields that many of them share.
protocol WireRows {}

extension WireRows {
  static var status: WireField { ("Status", .status) }

  static var handle: WireField { ("Connection handle", .connectionHandle) }

  /// Meaningless unless the status is success.
  static var newHandle: WireField { ("Connection handle", .handle(.newConnection)) }

  static var address: WireField { ("BD_ADDR", .address) }

  static var advertisingHandle: WireField { ("Advertising handle", .x8) }

  static var syncHandle: WireField { ("Sync handle", .handle(.sync)) }

  /// Assigned by the event.
  static var newSyncHandle: WireField { ("Sync handle", .handle(.newSync)) }

  /// LMP features of the page whose number is at an offset of the same layout.
  static func lmpFeatures(page offset: Int) -> WireType {
    .selected(8) {
      switch $0.uint8(at: offset) {
      case 0: [("LMP features", .flags(8, .lmpFeatures))]
      case 1: [("Extended LMP features", .flags(8, .lmpFeatures1))]
      case 2: [("Extended LMP features", .flags(8, .lmpFeatures2))]
      default: [("Extended LMP features", .x64)]
      }
    }
  }

  /// LE features of all pages.
  static var allFeatures: WireLayout {
    [
      ("LE features", .flags(8, .leFeatures)),
      ("LE features, pages 1 to 10", .manyFlags(240, .leFeatures, from: 64)),
    ]
  }
}
