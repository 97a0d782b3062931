import ATTDissector
import Bytes
import GATTValues
import JSONText

/// Writes the members that name a device. Most events are from recently named devices, so their
/// text is cached.
struct DeviceMembers: ~Copyable {
  private static let places: UInt64 = 1024

  /// By place: the address, and whether the device has a name.
  private var addresses: [UInt64] = []
  private var isNamed: [Bool] = []
  /// Made of the names.
  private var texts = RecentTexts(places: Int(DeviceMembers.places), size: 160)

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
    if addresses[place] == address.rawValue, isNamed[place] == hasName,
      texts.append(place, madeOf: name, to: &out)
    {
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
    isNamed[place] = hasName
    texts.keep(out.bytes.clamped(start), madeOf: name, at: place)
  }

  private mutating func reserve() {
    addresses = Array(repeating: 0, count: Int(Self.places))
    isNamed = Array(repeating: false, count: Int(Self.places))
  }
}
