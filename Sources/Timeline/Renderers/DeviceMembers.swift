import ATTDissector
import Bytes
import JSONText

/// Writes the members that name a device. Most events are from recently named devices, so their
/// text is cached.
struct DeviceMembers: ~Copyable {
  private struct Entry {
    var address: UInt64
    var name: String?
    var text: [UInt8]
  }

  /// Each address has one slot, which holds the last one written there.
  private static let places: UInt64 = 1024
  private var entries: [Entry?] = []

  /// `,"address":...,"address_type":...,"name":...`
  mutating func write(_ address: BluetoothAddress, _ name: String?, to out: inout ByteWriter) {
    if entries.isEmpty { entries = Array(repeating: nil, count: Int(Self.places)) }
    let place = Int((address.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 32 & (Self.places - 1))
    if let entry = entries[place], entry.address == address.rawValue, entry.name == name {
      out.append(entry.text)
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
    var text: [UInt8] = []
    if var old = entries[place] {
      // Reuses its storage.
      entries[place] = nil
      swap(&text, &old.text)
    }
    text.replace(with: out.bytes.clamped(start))
    entries[place] = Entry(address: address.rawValue, name: name, text: text)
  }
}
