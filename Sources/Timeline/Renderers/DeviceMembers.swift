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
  private var names: [[UInt8]?] = []
  private var texts: [[UInt8]] = []

  /// `,"address":...,"address_type":...,"name":...`
  mutating func write(_ address: BluetoothAddress, _ name: String?, to out: inout ByteWriter) {
    write(address, hasName: name != nil, (name ?? "").rawBytes, to: &out)
  }

  /// - name: empty where it has none.
  mutating func write(
    _ address: BluetoothAddress, hasName: Bool, _ name: RawSpan, to out: inout ByteWriter
  ) {
    if addresses.isEmpty { reserve() }
    let place = Int((address.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 32 & (Self.places - 1))
    // A place without text was never used.
    if addresses[place] == address.rawValue, isNamed(place, hasName, name),
      !texts[place].isEmpty
    {
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
    if hasName {
      out.append(",\"name\":")
      out.append(json: name)
    }
    addresses[place] = address.rawValue
    names[place] = hasName ? name.copy() : nil
    texts[place].replace(with: out.bytes.clamped(start))
  }

  private func isNamed(_ place: Int, _ hasName: Bool, _ name: RawSpan) -> Bool {
    guard let known = names[place] else { return !hasName }
    return hasName && known.rawBytes.equals(name)
  }

  private mutating func reserve() {
    let count = Int(Self.places)
    addresses = Array(repeating: 0, count: count)
    names = Array(repeating: nil, count: count)
    texts = Array(repeating: [], count: count)
  }
}
