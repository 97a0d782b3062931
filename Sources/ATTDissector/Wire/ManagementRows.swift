import Bytes

/// Commands and events of the kernel's management interface, which the BlueZ monitor records in control messages.
///
/// Source: BlueZ, doc/mgmt-api, and the kernel's include/net/bluetooth/mgmt.h.
enum ManagementRows: WireRows {
  static func command(_ code: UInt16) -> WireRow? {
    switch code {
    case 0x0001: WireRow("Read Management Version Information")
    case 0x0002: WireRow("Read Management Supported Commands")
    case 0x0003: WireRow("Read Controller Index List")
    case 0x0004: WireRow("Read Controller Information")
    case 0x0005: WireRow("Set Powered", [("Powered", .u8)])
    case 0x0006:
      WireRow(
        "Set Discoverable",
        [("Discoverable", .u8), ("Timeout", .quantity(2, " s"))])
    case 0x0007: WireRow("Set Connectable", [("Connectable", .enable)])
    case 0x0008: WireRow("Set Fast Connectable", [("Enable", .enable)])
    case 0x0009: WireRow("Set Bondable", [("Bondable", .enable)])
    case 0x000A: WireRow("Set Link Security")
    case 0x000B: WireRow("Set Secure Simple Pairing")
    case 0x000C: WireRow("Set High Speed")
    case 0x000D: WireRow("Set Low Energy", [("Low Energy", .enable)])
    case 0x000E: WireRow("Set Device Class")
    case 0x000F: WireRow("Set Local Name")
    case 0x0010: WireRow("Add UUID")
    case 0x0011: WireRow("Remove UUID")
    case 0x0012: WireRow("Load Link Keys")
    case 0x0013: WireRow("Load Long Term Keys")
    case 0x0014: WireRow("Disconnect", peer)
    case 0x0015: WireRow("Get Connections")
    case 0x0016: WireRow("PIN Code Reply")
    case 0x0017: WireRow("PIN Code Negative Reply")
    case 0x0018: WireRow("Set IO Capability", [("IO capability", .named(1, .ioCapability))])
    case 0x0019: WireRow("Pair Device", peer + [("IO capability", .named(1, .ioCapability))])
    case 0x001A: WireRow("Cancel Pair Device", peer)
    case 0x001B: WireRow("Unpair Device", peer + [("Disconnect", .enable)])
    case 0x001C: WireRow("User Confirmation Reply", peer)
    case 0x001D: WireRow("User Confirmation Negative Reply", peer)
    case 0x001E: WireRow("User Passkey Reply", peer + [("Passkey", .u32)])
    case 0x001F: WireRow("User Passkey Negative Reply", peer)
    case 0x0020: WireRow("Read Local Out Of Band Data")
    case 0x0021: WireRow("Add Remote Out Of Band Data")
    case 0x0022: WireRow("Remove Remote Out Of Band Data")
    case 0x0023: WireRow("Start Discovery", [("Address types", .x8)])
    case 0x0024: WireRow("Stop Discovery", [("Address types", .x8)])
    case 0x0025: WireRow("Confirm Name", peer + [("Name known", .u8)])
    case 0x0026: WireRow("Block Device", peer)
    case 0x0027: WireRow("Unblock Device", peer)
    case 0x0028: WireRow("Set Device ID")
    case 0x0029: WireRow("Set Advertising", [("Advertising", .u8)])
    case 0x002A: WireRow("Set BR/EDR", [("BR/EDR", .enable)])
    case 0x002B: WireRow("Set Static Address", [("Address", .randomAddress)])
    case 0x002C:
      WireRow(
        "Set Scan Parameters",
        [("Interval", .time(2, step: 625)), ("Window", .time(2, step: 625))])
    case 0x002D: WireRow("Set Secure Connections", [("Secure Connections", .u8)])
    case 0x002E: WireRow("Set Debug Keys")
    case 0x002F: WireRow("Set Privacy")
    case 0x0030: WireRow("Load Identity Resolving Keys")
    case 0x0031: WireRow("Get Connection Information", peer)
    case 0x0032: WireRow("Get Clock Information")
    case 0x0033: WireRow("Add Device", peer + [("Action", .u8)])
    case 0x0034: WireRow("Remove Device", peer)
    case 0x0035: WireRow("Load Connection Parameters")
    case 0x0036: WireRow("Read Unconfigured Controller Index List")
    case 0x0037: WireRow("Read Controller Configuration Information")
    case 0x0038: WireRow("Set External Configuration")
    case 0x0039: WireRow("Set Public Address")
    case 0x003A: WireRow("Start Service Discovery")
    case 0x003B: WireRow("Read Local Out Of Band Extended Data")
    case 0x003C: WireRow("Read Extended Controller Index List")
    case 0x003D: WireRow("Read Advertising Features")
    case 0x003E: WireRow("Add Advertising")
    case 0x003F: WireRow("Remove Advertising", [("Instance", .u8)])
    case 0x0040: WireRow("Get Advertising Size Information")
    case 0x0041: WireRow("Start Limited Discovery")
    case 0x0042: WireRow("Read Extended Controller Information")
    case 0x0043: WireRow("Set Appearance", [("Appearance", .named(2, .appearance))])
    case 0x0044: WireRow("Get PHY Configuration")
    case 0x0045: WireRow("Set PHY Configuration")
    case 0x0046: WireRow("Load Blocked Keys")
    case 0x0047: WireRow("Set Wideband Speech")
    case 0x0048: WireRow("Read Controller Capabilities")
    case 0x0049: WireRow("Read Experimental Features Information")
    case 0x004A: WireRow("Set Experimental Feature")
    case 0x004B: WireRow("Read Default System Configuration")
    case 0x004C: WireRow("Set Default System Configuration")
    case 0x004D: WireRow("Read Default Runtime Configuration")
    case 0x004E: WireRow("Set Default Runtime Configuration")
    case 0x004F: WireRow("Get Device Flags", peer)
    case 0x0050: WireRow("Set Device Flags", peer + [("Current flags", .x32)])
    case 0x0051: WireRow("Read Advertisement Monitor Features")
    case 0x0052: WireRow("Add Advertisement Patterns Monitor")
    case 0x0053: WireRow("Remove Advertisement Monitor", [("Monitor handle", .x16)])
    case 0x0054: WireRow("Add Extended Advertising Parameters")
    case 0x0055: WireRow("Add Extended Advertising Data")
    case 0x0056: WireRow("Add Advertisement Patterns Monitor With RSSI Threshold")
    default: nil
    }
  }

  static func event(_ code: UInt16) -> WireRow? {
    switch code {
    case 0x0001: WireRow("Command Complete", answered + [("Return parameters", .rest)])
    case 0x0002: WireRow("Command Status", answered)
    case 0x0003: WireRow("Controller Error", [("Error code", .x8)])
    case 0x0004: WireRow("Index Added", [])
    case 0x0005: WireRow("Index Removed", [])
    case 0x0006: WireRow("New Settings", [("Settings", .x32)])
    case 0x0007: WireRow("Class Of Device Changed", [("Class of device", .hexNumber(3))])
    case 0x0008: WireRow("Local Name Changed")
    case 0x0009:
      WireRow(
        "New Link Key",
        [("Store hint", .u8)] + peer + [
          ("Key type", .x8),
          ("Key", .bytes(16)),
          ("PIN length", .u8),
        ])
    case 0x000A:
      WireRow(
        "New Long Term Key",
        [("Store hint", .u8)] + peer + [
          ("Key type", .x8),
          ("Central", .u8),
          ("Encryption size", .u8),
          ("EDIV", .x16),
          ("Rand", .x64),
          ("Key", .bytes(16)),
        ])
    case 0x000B:
      WireRow(
        "Device Connected",
        peer + [("Flags", .x32), ("Data length", .u16), ("Data", .restAdvertisingData)])
    case 0x000C: WireRow("Device Disconnected", peer + [("Reason", .named(1, .managementReason))])
    case 0x000D: WireRow("Connect Failed", peer + [("Status", .named(1, .managementStatus))])
    case 0x000E: WireRow("PIN Code Request", peer + [("Secure", .u8)])
    case 0x000F:
      WireRow(
        "User Confirmation Request",
        peer + [("Confirm hint", .u8), ("Value", .u32)])
    case 0x0010: WireRow("User Passkey Request", peer)
    case 0x0011: WireRow("Authentication Failed", peer + [("Status", .named(1, .managementStatus))])
    case 0x0012:
      WireRow(
        "Device Found",
        peer + [
          ("RSSI", .signed(1, " dBm")),
          ("Flags", .x32),
          ("Data length", .u16),
          ("Data", .restAdvertisingData),
        ])
    case 0x0013: WireRow("Discovering", [("Address types", .x8), ("Discovering", .enable)])
    case 0x0014: WireRow("Device Blocked", peer)
    case 0x0015: WireRow("Device Unblocked", peer)
    case 0x0016: WireRow("Device Unpaired", peer)
    case 0x0017: WireRow("Passkey Notify", peer + [("Passkey", .u32), ("Entered", .u8)])
    case 0x0018:
      WireRow(
        "New Identity Resolving Key",
        [("Store hint", .u8), ("Random address", .randomAddress)] + peer + [("Key", .bytes(16))])
    case 0x0019:
      WireRow(
        "New Signature Resolving Key",
        [("Store hint", .u8)] + peer + [("Key type", .x8), ("Key", .bytes(16))])
    case 0x001A: WireRow("Device Added", peer + [("Action", .u8)])
    case 0x001B: WireRow("Device Removed", peer)
    case 0x001C:
      WireRow(
        "New Connection Parameter",
        peer + [
          ("Store hint", .u8),
          ("Min connection interval", .time(2, step: 1250)),
          ("Max connection interval", .time(2, step: 1250)),
          ("Peripheral latency", .u16),
          ("Supervision timeout", .time(2, step: 10000)),
        ])
    case 0x001D: WireRow("Unconfigured Index Added")
    case 0x001E: WireRow("Unconfigured Index Removed")
    case 0x001F: WireRow("New Configuration Options")
    case 0x0020: WireRow("Extended Index Added")
    case 0x0021: WireRow("Extended Index Removed")
    case 0x0022: WireRow("Local Out Of Band Extended Data Updated")
    case 0x0023: WireRow("Advertising Added", [("Instance", .u8)])
    case 0x0024: WireRow("Advertising Removed", [("Instance", .u8)])
    case 0x0025: WireRow("Extended Controller Information Changed")
    case 0x0026: WireRow("PHY Configuration Changed")
    case 0x0027: WireRow("Experimental Feature Changed")
    case 0x0028: WireRow("Default System Configuration Changed")
    case 0x0029: WireRow("Default Runtime Configuration Changed")
    case 0x002A:
      WireRow(
        "Device Flags Changed",
        peer + [("Supported flags", .x32), ("Current flags", .x32)])
    case 0x002B: WireRow("Advertisement Monitor Added", [("Monitor handle", .x16)])
    case 0x002C: WireRow("Advertisement Monitor Removed", [("Monitor handle", .x16)])
    case 0x002D: WireRow("Controller Suspend", [("Suspend state", .u8)])
    case 0x002E: WireRow("Controller Resume", [("Wake reason", .u8)] + peer)
    case 0x002F: WireRow("Advertisement Monitor Device Found")
    case 0x0030: WireRow("Advertisement Monitor Device Lost")
    default: nil
    }
  }

  /// - message: the cookie and the opcode, then the parameters.
  static func parameters(_ message: RawSpan, isEvent: Bool) -> WireLayout {
    guard message.byteCount >= 6 else { return [] }
    let code = message.uint16LittleEndian(at: 4)
    return (isEvent ? event(code) : command(code))?.parameters ?? [("Parameters", .rest)]
  }

  private static var peer: WireLayout {
    [("Address", .address), ("Address type", .named(1, .managementAddressType))]
  }

  private static var answered: WireLayout {
    [("Command", .named(2, .managementCommand)), ("Status", .named(1, .managementStatus))]
  }
}

package enum ManagementName {
  /// Name of the command or event in a control message: its cookie and its opcode come first.
  package static func name(_ message: RawSpan, isEvent: Bool) -> StaticString? {
    guard message.byteCount >= 6 else { return nil }
    let code = message.uint16LittleEndian(at: 4)
    return (isEvent ? ManagementRows.event(code) : ManagementRows.command(code))?.name
  }
}
