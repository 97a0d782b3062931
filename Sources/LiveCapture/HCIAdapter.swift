import Bytes
import System

extension HCIAdapter {
  package var isUp: Bool { flags & 1 != 0 }

  /// Its state, as far as the kernel gives it, which does not include LE scanning.
  package var states: [StaticString] {
    guard isUp else { return ["down"] }
    var states: [StaticString] = ["up"]
    for (bit, name) in Self.names where flags & 1 << bit != 0 { states.append(name) }
    return states
  }

  /// Names of the adapter's flags, by bit number (libbluetooth, hci.h).
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
