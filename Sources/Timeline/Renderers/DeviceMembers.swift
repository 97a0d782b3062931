import ATTDissector
import Bytes
import GATTValues
import JSONText

/// Writes the members that name a device. Most events are from recently named devices, so their
/// text is cached.
struct DeviceMembers: ~Copyable {
  /// Each address has one slot, which holds the last one written there.
  private static let places: UInt64 = 1024
  // An array each, so that a look at one member copies no other.
  private var addresses: [UInt64] = []
  private var names: [String?] = []
  private var texts: [[UInt8]] = []

  /// `,"address":...,"address_type":...,"name":...`
  mutating func write(_ address: BluetoothAddress, _ name: String?, to out: inout ByteWriter) {
    if addresses.isEmpty { reserve() }
    let place = Int((address.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 32 & (Self.places - 1))
    // A place without text was never used.
    if addresses[place] == address.rawValue, names[place] == name, !texts[place].isEmpty {
      out.append(texts[place])
      return
    }
    let start = out.count
    out.append(",\"address\":")
    out.append(json: address)
    if let kind = address.kind.name {
      out.append(",\"address_type\":")
      out.append(jsonWord: kind)
    }
    if let name {
      out.append(",\"name\":")
      out.append(json: name)
    }
    addresses[place] = address.rawValue
    names[place] = name
    texts[place].replace(with: out.bytes.clamped(start))
  }

  private mutating func reserve() {
    let count = Int(Self.places)
    addresses = Array(repeating: 0, count: count)
    names = Array(repeating: nil, count: count)
    texts = Array(repeating: [], count: count)
  }
}
