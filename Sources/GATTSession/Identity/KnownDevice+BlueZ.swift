import ATTDissector
import Bytes

/// What BlueZ stores about a device: `ADAPTER/DEVICE/info`, `ADAPTER/cache/DEVICE`,
/// `ADAPTER/DEVICE/attributes`; and the adapter's own attributes: `ADAPTER/attributes`.
///
/// Source: BlueZ, doc/settings-storage.txt, src/settings.c, src/device.c and src/adapter.c.
extension KnownDevice {
  /// - Parameters:
  ///   - address: the device's, or the adapter's for the host's own attributes.
  ///   - files: in order of precedence; each may be cut or hold anything.
  package init(blueZ address: UInt64, isHost: Bool = false, files: [[UInt8]]) {
    var reader = BlueZReader()
    for file in files { reader.read(file.rawBytes) }
    let kind: BluetoothAddress.Kind =
      if isHost { .public } else {
        switch (reader.addressType, reader.identityKey) {
        case ("public", 0): .public
        case ("public", _): .publicIdentity
        case ("static", 0), ("random", 0): .random
        case ("static", _), ("random", _): .randomIdentity
        default: .unknown
        }
      }
    self.init(address: BluetoothAddress(address, kind: kind), name: reader.name)
    self.isHost = isHost
    attributes = reader.attributes
    identityKey = reader.identityKey
  }
}

/// Reads the files of one device in order: the first one with a value counts.
struct BlueZReader {
  private(set) var name: String?
  private(set) var addressType: String?
  private(set) var identityKey: UInt128 = 0
  private(set) var attributes = KnownAttributes()

  mutating func read(_ bytes: RawSpan) {
    var found = KnownAttributes()
    var services = PrimaryServices()
    KeyFile.forEach(in: bytes) { group, key, value in
      switch (group, key) {
      case ("General", "Name"):
        if name == nil, !value.isEmpty { name = KeyFile.unescaped(value) }
      case ("General", "AddressType"): addressType = addressType ?? value
      case ("IdentityResolvingKey", "Key"):
        if identityKey == 0 { identityKey = Self.key(value) ?? 0 }
      case ("Attributes", _):
        _ = Self.attribute(key, value: value).map { Self.enter($0, in: &found) }
      default: services.add(group, key: key, value: value, into: &found)
      }
    }
    services.end(into: &found)
    if attributes.isEmpty { attributes = found }
  }

  /// The octet that is sent first comes first.
  private static func key(_ value: String) -> UInt128? {
    let digits = value.hasPrefix("0x") ? value.dropFirst(2) : value[...]
    guard digits.utf8.count == 32, let key = UInt128(hex: digits) else { return nil }
    return key.byteSwapped
  }

  /// `HANDLE=2800:END:UUID`, `2801:END:UUID`, `2802:START:END:UUID`, `2803:VALUE:PROPERTIES:UUID`,
  /// with the value of a Database Hash before its UUID; else a descriptor: `UUID`, with the value of
  /// Characteristic Extended Properties before it.
  static func attribute(_ key: String, value: String) -> (KnownAttribute, hash: UInt128?)? {
    guard let handle = UInt16(hex: key[...]) else { return nil }
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, let uuid = BluetoothUUID(text: String(last)) else { return nil }
    switch (parts[0], parts.count) {
    case ("2800", 3), ("2801", 3):
      guard let end = UInt16(hex: parts[1]) else { return nil }
      return (KnownAttribute(handle, uuid, .service(end: end, isPrimary: parts[0] == "2800")), nil)
    case ("2802", 4):
      guard let start = UInt16(hex: parts[1]), let end = UInt16(hex: parts[2]) else { return nil }
      return (KnownAttribute(handle, uuid, .include(of: start, end: end)), nil)
    case ("2803", 4), ("2803", 5):
      guard let valueHandle = UInt16(hex: parts[1]),
        let properties = UInt8(hex: parts[2])
      else { return nil }
      let made = KnownAttribute(
        valueHandle, uuid,
        .characteristic(
          declaration: handle, properties: CharacteristicProperties(rawValue: properties)))
      let isHash = parts.count == 5 && uuid.short == 0x2B2A && parts[3].utf8.count == 32
      return (made, isHash ? UInt128(hex: parts[3])?.byteSwapped : nil)
    case (_, 1), (_, 2):
      let types = parts.map { BluetoothUUID(text: String($0))?.short ?? 0 }
      if types.contains(where: { (0x2800...0x2803).contains($0) }) { return nil }
      return (KnownAttribute(handle, uuid, .descriptor), nil)
    default: return nil
    }
  }

  /// - Returns: whether there was room for it.
  @discardableResult
  static func enter(
    _ read: (attribute: KnownAttribute, hash: UInt128?), in found: inout KnownAttributes
  ) -> Bool {
    guard found.add(read.attribute) else { return false }
    if let hash = read.hash { found.hash = hash }
    return true
  }
}

/// One group per primary service, named by its handle: the only format of versions before 5.44, and
/// still written by later ones for bonded devices.
private struct PrimaryServices {
  private var group = ""
  private var type: String?
  private var uuid: BluetoothUUID?
  private var end: UInt16?

  mutating func add(
    _ group: String, key: String, value: String, into found: inout KnownAttributes
  ) {
    if group != self.group {
      finish(&found)
      self.group = group
    }
    switch key {
    case "UUID": type = value
    case "Value": uuid = BluetoothUUID(text: value)
    case "EndGroupHandle": end = UInt16(value)
    default: break
    }
  }

  consuming func end(into found: inout KnownAttributes) { finish(&found) }

  private mutating func finish(_ found: inout KnownAttributes) {
    if let handle = UInt16(group), let uuid, let end,
      type.flatMap({ BluetoothUUID(text: $0) })?.short == 0x2800
    {
      found.add(KnownAttribute(handle, uuid, .service(end: end, isPrimary: true)))
    }
    (type, uuid, end) = (nil, nil, nil)
  }
}

extension FixedWidthInteger {
  /// Hexadecimal digits and nothing else.
  fileprivate init?(hex digits: Substring) {
    guard let first = digits.utf8.first, first != 0x2B, first != 0x2D,
      digits.utf8.count * 4 <= Self.bitWidth
    else { return nil }
    self.init(digits, radix: 16)
  }
}
