import ATTDissector
import GATTSession

/// The names of devices, by their addresses.
struct DeviceNames {
  /// Each address once, in the order of first sight.
  private(set) var devices: [(address: String, name: String)] = []

  /// A device may change its address often.
  private static let limit = 10_000
  /// The most octets of a name that Wireshark keeps.
  private static let longestName = 63

  init() {}

  init(_ session: GATTSession) {
    var known: Set<String> = []
    for peer in session.peerList + session.connectedPeers {
      guard let name = peer.name, !name.isEmpty else { continue }
      for address in peer.addresses where devices.count < Self.limit {
        let text = address.description
        if known.insert(text).inserted { devices.append((text, name)) }
      }
    }
  }

  /// A file that names addresses, a line each: `00:22:d0:00:06:07 Polar_H7`.
  var ethers: String {
    devices.map { "\($0.address.lowercased()) \(Self.word($0.name))\n" }.joined()
  }

  /// A name as one word, without anything that would end it.
  static func word(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(longestName).map { scalar -> Character in
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: Character(scalar)
      default: "_"
      }
    }
    return String(scalars)
  }
}
