import Bytes

/// An adapter that the kernel has.
package struct HCIAdapter: Equatable, Sendable {
  /// The N of `hciN`.
  package let index: UInt16
  /// `hci0`.
  package let name: String
  /// 48 bits, the first printed octet most significant; 0 where it has none yet.
  package let address: UInt64
  /// Bits as the kernel has them (libbluetooth, hci.h: HCI_UP and on).
  package let flags: UInt32

  package init(index: UInt16, name: String, address: UInt64, flags: UInt32) {
    self.index = index
    self.name = name
    self.address = address
    self.flags = flags
  }

  package var isUp: Bool { flags & 1 != 0 }

  /// What it is doing, as far as the kernel says: whether it looks for LE devices is not among it.
  package var states: [StaticString] {
    guard isUp else { return ["down"] }
    var states: [StaticString] = ["up"]
    for (bit, name) in Self.names where flags & 1 << bit != 0 { states.append(name) }
    return states
  }

  /// By the numbers of their bits (libbluetooth, hci.h).
  private static let names: [(bit: UInt32, name: StaticString)] = [
    (1, "initialising"), (3, "connectable over BR/EDR"), (4, "discoverable over BR/EDR"),
    (7, "inquiring over BR/EDR"), (8, "raw"),
  ]
}

extension HCIAdapter: CustomStringConvertible {
  /// `hci0 (00:AA:01:00:00:00, up)`.
  package var description: String {
    var text = ByteWriter(capacity: 32)
    text.append(colonHex: address)
    let states = states.map { $0.description }.joined(separator: ", ")
    return "\(name) (\(String(decoding: text.bytes.copy(), as: UTF8.self)), \(states))"
  }
}

/// An LE connection that stands.
package struct HCIConnection: Equatable, Sendable {
  /// HCI index of the adapter.
  package let adapter: UInt16
  package let handle: UInt16
  /// Of the peer, 48 bits, the first printed octet most significant: its identity where the kernel
  /// knows that. Of which type the kernel does not say.
  package let address: UInt64
  /// Whether this side asked for it.
  package let isOutgoing: Bool
  /// Whether the adapter is the central.
  package let isCentral: Bool
  package let isEncrypted: Bool
}
