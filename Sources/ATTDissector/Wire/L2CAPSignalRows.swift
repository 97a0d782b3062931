import Bytes

/// L2CAP signaling commands: the data after the header.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 4; 0x0C to 0x11 as in 5.2, the last
/// version that had them.
enum L2CAPSignalRows: WireRows {
  /// - Returns: `nil` for a reserved code.
  static func row(_ code: UInt8) -> WireRow? {
    switch code {
    case 0x01:
      WireRow("Command Reject", [("Reason", .named(2, .rejectReason)), ("Data", rejectData)])
    case 0x02: WireRow("Connection Request", [("PSM", .x16), ("Source CID", .x16)])
    case 0x03:
      WireRow(
        "Connection Response",
        [
          ("Destination CID", .x16), ("Source CID", .x16), ("Result", .named(2, .connectionResult)),
          ("Status", .named(2, .connectionStatus)),
        ])
    case 0x04:
      WireRow(
        "Configuration Request",
        [
          ("Destination CID", .x16), ("Flags", .flags(2, .configuration)),
          ("Options", .restOptions),
        ])
    case 0x05:
      WireRow(
        "Configuration Response",
        [
          ("Source CID", .x16), ("Flags", .flags(2, .configuration)),
          ("Result", .named(2, .configurationResult)), ("Options", .restOptions),
        ])
    case 0x06: WireRow("Disconnection Request", [("Destination CID", .x16), ("Source CID", .x16)])
    case 0x07: WireRow("Disconnection Response", [("Destination CID", .x16), ("Source CID", .x16)])
    case 0x08: WireRow("Echo Request", [("Data", .rest)])
    case 0x09: WireRow("Echo Response", [("Data", .rest)])
    case 0x0A: WireRow("Information Request", [("Information type", .named(2, .informationType))])
    case 0x0B:
      WireRow(
        "Information Response",
        [
          ("Information type", .named(2, .informationType)),
          ("Result", .named(2, .informationResult)), ("Data", information),
        ])
    case 0x0C: WireRow("Create Channel Request")
    case 0x0D: WireRow("Create Channel Response")
    case 0x0E: WireRow("Move Channel Request")
    case 0x0F: WireRow("Move Channel Response")
    case 0x10: WireRow("Move Channel Confirmation Request")
    case 0x11: WireRow("Move Channel Confirmation Response")
    case 0x12:
      WireRow(
        "Connection Parameter Update Request",
        [
          ("Interval min", .frames), ("Interval max", .frames), ("Latency", .u16),
          ("Timeout", .tenMilliseconds),
        ])
    case 0x13:
      WireRow(
        "Connection Parameter Update Response", [("Result", .named(2, .parameterUpdateResult))])
    case 0x14:
      WireRow(
        "LE Credit Based Connection Request",
        [
          ("SPSM", .x16), ("Source CID", .x16), ("MTU", .u16), ("MPS", .u16),
          ("Initial credits", .u16),
        ])
    case 0x15:
      WireRow(
        "LE Credit Based Connection Response",
        [
          ("Destination CID", .x16), ("MTU", .u16), ("MPS", .u16), ("Initial credits", .u16),
          ("Result", .named(2, .creditResult)),
        ])
    case 0x16: WireRow("Flow Control Credit", [("CID", .x16), ("Credits", .u16)])
    case 0x17:
      WireRow(
        "Credit Based Connection Request",
        [
          ("SPSM", .x16), ("MTU", .u16), ("MPS", .u16), ("Initial credits", .u16),
          ("Source CIDs", .restList([("Source CID", .x16)])),
        ])
    case 0x18:
      WireRow(
        "Credit Based Connection Response",
        [
          ("MTU", .u16), ("MPS", .u16), ("Initial credits", .u16),
          ("Result", .named(2, .creditResult)),
          ("Destination CIDs", .restList([("Destination CID", .x16)])),
        ])
    case 0x19:
      WireRow(
        "Credit Based Reconfigure Request",
        [
          ("MTU", .u16), ("MPS", .u16),
          ("Destination CIDs", .restList([("Destination CID", .x16)])),
        ])
    case 0x1A:
      WireRow("Credit Based Reconfigure Response", [("Result", .named(2, .reconfigureResult))])
    default: nil
    }
  }
}

extension L2CAPSignalRows {
  /// Data of a Command Reject, which its reason selects.
  private static var rejectData: WireType {
    .selected(nil) {
      switch $0.uint16LittleEndian(at: 0) {
      case 1: [("Actual signaling MTU", .u16)]
      case 2: [("Local CID", .x16), ("Remote CID", .x16)]
      default: WireTables.data
      }
    }
  }

  /// Data of a successful Information Response, which its type selects.
  private static var information: WireType {
    .selected(nil) {
      guard $0.uint16LittleEndian(at: 2) == 0 else { return WireTables.data }
      return switch $0.uint16LittleEndian(at: 0) {
      case 1: [("Connectionless MTU", .u16)]
      case 2: [("Extended features", .flags(4, .extendedFeatures))]
      case 3: [("Fixed channels", .flags(8, .fixedChannels))]
      default: WireTables.data
      }
    }
  }
}
