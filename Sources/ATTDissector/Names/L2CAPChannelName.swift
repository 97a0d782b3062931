/// Names of the fixed L2CAP channels.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 2.1; 0x0003 and 0x003F as in 5.2.
package enum L2CAPChannelName {
  /// - Returns: `nil` for a reserved or dynamically allocated channel.
  package static func name(cid: UInt16) -> StaticString? {
    switch cid {
    case 0x0001: "L2CAP Signaling"
    case 0x0002: "Connectionless"
    case 0x0003: "AMP Manager Protocol"
    case 0x0004: "Attribute Protocol"
    case 0x0005: "LE L2CAP Signaling"
    case 0x0006: "Security Manager Protocol"
    case 0x0007: "BR/EDR Security Manager"
    case 0x003F: "AMP Test Manager"
    default: nil
    }
  }

  /// The kind of a channel, from its number alone.
  /// - isLE: whether it is on an LE link; on a classic one more numbers are dynamic.
  package static func kind(cid: UInt16, isLE: Bool = true) -> StaticString {
    switch cid {
    case _ where L2CAPChannel.dynamic.contains(cid) || !isLE && cid >= 0x0040: "dynamic"
    case 0x0000: "null"
    case 0x0001...0x003F: "fixed, reserved"
    default: "reserved"
    }
  }
}
