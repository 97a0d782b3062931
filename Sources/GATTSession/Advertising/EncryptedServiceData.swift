import ATTDissector
import Bytes
import GATTValues

/// Where the parts of encrypted data of an advertisement stand, and the nonce that it was encrypted with.
///
/// Sources: Xiaomi MiBeacon as published for its developers, and open clients; bthome.io, formats v1 and v2.
struct EncryptedServiceData {
  /// Octets that are encrypted.
  let text: Range<Int>
  /// `nil` where the form has no code of four octets.
  let mac: Range<Int>?
  let nonce: [UInt8]
  let associated: [UInt8]
  /// Length of the key in octets: 12 for the old form of MiBeacon.
  let keySize: Int
  /// The number that the sender must not use for other data; `nil` in a declared form, whose whole nonce that is.
  let counter: UInt64?
  /// Whose key it is, as far as the data says.
  let owner: UInt64

  /// The forms in which data may be encrypted: those that files declare, and the published ones.
  /// - data: what follows the UUID, or the company's code, which is the identifier.
  /// - sender: the 48-bit address of the advertiser, if known.
  static func forms(
    of element: AdvertisingElement, data: RawSpan, after identifier: RawSpan, from sender: UInt64?
  ) -> [EncryptedServiceData] {
    var forms = DeclaredValues.encrypted(element).compactMap {
      EncryptedServiceData($0, data, after: identifier, of: sender)
    }
    if case .service(let uuid) = element,
      let known = EncryptedServiceData(uuid, data, of: sender)
    {
      forms.append(known)
    }
    return forms
  }

  /// Data that a file declares.
  /// - data: what follows the UUID, or the company's code.
  private init?(
    _ form: EncryptedForm, _ data: RawSpan, after identifier: RawSpan, of sender: UInt64?
  ) {
    guard let parts = form.parts(of: data, after: identifier, of: sender) else { return nil }
    (text, mac, nonce, associated) = (parts.text, parts.code, parts.nonce, parts.associated)
    keySize = 16
    counter = nil
    owner = sender ?? 0
  }

  /// - data: what follows the UUID.
  /// - sender: the address of the advertiser; the data may have another.
  /// - Returns: `nil` for data of another form, or in the clear.
  init?(_ uuid: BluetoothUUID, _ data: RawSpan, of sender: UInt64?) {
    switch uuid.short {
    case 0xFE95: self.init(mibeacon: data, sender)
    case 0xFCD2: self.init(home2: data, sender)
    case 0x181E: self.init(home1: data, sender)
    default: return nil
    }
  }

  private init?(home2 data: RawSpan, _ sender: UInt64?) {
    guard let sender, data.byteCount > 9, data.uint8(at: 0) & 0xE1 == 0x41 else { return nil }
    let end = data.byteCount - 8
    text = 1..<end
    mac = end + 4..<end + 8
    nonce = Self.address(sender) + [0xD2, 0xFC, data.uint8(at: 0)] + data.octets(end..<end + 4)
    associated = []
    keySize = 16
    counter = UInt64(data.uint32LittleEndian(at: end))
    owner = sender
  }

  private init?(home1 data: RawSpan, _ sender: UInt64?) {
    guard let sender, data.byteCount > 10 else { return nil }
    let end = data.byteCount - 8
    text = 0..<end
    mac = end + 4..<end + 8
    nonce = Self.address(sender) + [0x1E, 0x18] + data.octets(end..<end + 4)
    associated = [0x11]
    keySize = 16
    counter = UInt64(data.uint32LittleEndian(at: end))
    owner = sender
  }

  private init?(mibeacon data: RawSpan, _ sender: UInt64?) {
    guard data.byteCount > 5 else { return nil }
    let control = data.uint16LittleEndian(at: 0)
    let version = control >> 12
    // It is encrypted, and has an object.
    guard 2...5 ~= version, control & 0x48 == 0x48 else { return nil }
    var start = 5
    var address = sender
    if control & 0x10 != 0 {
      guard data.byteCount >= 11 else { return nil }
      address = data.number(5..<11)
      start = 11
    }
    guard let address else { return nil }
    if control & 0x20 != 0 {
      guard data.byteCount > start else { return nil }
      let capability = data.uint8(at: start)
      start += 1
      if capability & 0x18 == 0x18 { start += 2 }
      if capability & 0x20 != 0 { start += 2 }
    }
    let tail = version > 3 ? 7 : 4
    guard data.byteCount >= start + tail + 3 else { return nil }
    let end = data.byteCount - tail
    text = start..<end
    let count = data.octets(end..<end + 3)
    let reversed = Array(Self.address(address).reversed())
    if version > 3 {
      mac = end + 3..<end + 7
      nonce = reversed + data.octets(2..<5) + count
      keySize = 16
    } else {
      mac = nil
      nonce = data.octets(0..<5) + count + reversed.dropLast()
      keySize = 12
    }
    associated = [0x11]
    counter = data.number(end..<end + 3)
    owner = address
  }

  /// Whether service data is a MiBeacon that holds the address of its sender, of whatever version.
  static func namesSender(_ uuid: BluetoothUUID, data: RawSpan, sender: UInt64?) -> Bool {
    uuid.short == 0xFE95 && data.byteCount >= 11 && data.uint8(at: 0) & 0x10 != 0
      && data.number(5..<11) == sender
  }

  /// The address in the order in which it is printed: the most significant octet first.
  private static func address(_ value: UInt64) -> [UInt8] {
    (0..<6).map { UInt8(truncatingIfNeeded: value >> UInt64(40 - 8 * $0)) }
  }
}

extension RawSpan {
  fileprivate func octets(_ range: Range<Int>) -> [UInt8] { clamped(range).copy() }

  /// Least significant octet first.
  fileprivate func number(_ range: Range<Int>) -> UInt64 {
    range.reversed().reduce(0) { $0 << 8 | UInt64(uint8(at: $1)) }
  }
}
