/// Names of the messages that HCI's serial transports exchange besides HCI packets.
package enum SerialTransportName {
  /// The packet types of the three-wire transport, H5.
  ///
  /// Source: Bluetooth Core Specification, Vol 4, Part D, 4.
  /// - Returns: `nil` for a reserved type.
  package static func threeWire(_ type: UInt8) -> StaticString? {
    switch type {
    case 0: "acknowledgment"
    case 14: "vendor specific"
    case 15: "link control"
    default: nil
    }
  }

  /// The channels of BCSP.
  ///
  /// Source: CSR, BlueCore Serial Protocol; Linux, hci_bcsp.
  /// - Returns: `nil` for one without a name.
  package static func bcsp(_ channel: UInt8) -> StaticString? {
    switch channel {
    case 0: "acknowledgment"
    case 1: "link establishment"
    case 2: "BCCMD"
    case 3: "host query"
    case 4: "device management"
    default: nil
    }
  }

  /// The messages of H5's link control, by their two bytes.
  ///
  /// Source: Vol 4, Part D, 8.
  /// - Returns: `nil` for another message.
  package static func linkControl(_ message: UInt16) -> StaticString? {
    switch message {
    case 0x7E01: "sync"
    case 0x7D02: "sync response"
    case 0xFC03: "config"
    case 0x7B04: "config response"
    case 0xFA05: "wakeup"
    case 0xF906: "woken"
    case 0x7807: "sleep"
    default: nil
    }
  }
}
