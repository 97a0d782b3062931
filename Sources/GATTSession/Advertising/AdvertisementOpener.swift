import Bytes
import Cryptography
import System

/// A key for encrypted advertisements, given by the user.
package struct AdvertisementKey: Equatable, Sendable {
  /// 16 octets, or 12 of the old form of MiBeacon; the first as it is written.
  package var octets: [UInt8]
  /// The 48-bit address of the device that it is of, if given.
  package var address: UInt64?

  package init(octets: [UInt8], address: UInt64? = nil) {
    self.octets = octets
    self.address = address
  }

  /// The most that can be given: each is tried for each advertisement that names no device.
  package static let limit = 64

  private static let given = Locked<[AdvertisementKey]>([])

  /// Keys for all advertisements that are decoded from now on.
  package static func use(_ keys: [AdvertisementKey]) {
    given.withLock { $0 = Array(keys.prefix(limit)) }
  }

  static var all: [AdvertisementKey] { given.withLock { $0 } }

  /// The key as AES takes it: the old form lacks four octets, which are the same for all devices.
  fileprivate var cipher: MessageCipher? {
    octets.count == 12
      ? MessageCipher(key: octets[..<6] + [0x8D, 0x3D, 0x3C, 0x97] + octets[6...])
      : MessageCipher(key: octets)
  }
}

/// Opens encrypted advertisements with the keys that were given; one for each thread.
final class AdvertisementOpener {
  enum Outcome {
    /// The data, with what was encrypted in the clear.
    case opened([UInt8])
    /// The device has a key, which is not the right one.
    case otherKey
    case noKey
  }

  private let keys: [(key: AdvertisementKey, cipher: MessageCipher)]

  /// `nil` where no key is given.
  static var given: AdvertisementOpener? {
    let keys = AdvertisementKey.all
    return keys.isEmpty ? nil : AdvertisementOpener(keys)
  }

  init(_ keys: [AdvertisementKey]) {
    self.keys = keys.compactMap { key in key.cipher.map { (key, $0) } }
  }

  func open(_ form: EncryptedServiceData, data: RawSpan, of sender: UInt64?) -> Outcome {
    var isTried = false
    for (key, cipher) in keys where key.octets.count == form.keySize {
      guard key.address == nil || key.address == form.owner || key.address == sender else {
        continue
      }
      if key.address != nil { isTried = true }
      let plain = cipher.open(
        data.clamped(form.text).copy(), nonce: form.nonce, associated: form.associated,
        mac: form.mac.map { data.clamped($0).copy() }, macSize: form.mac?.count ?? 4)
      // Without a code, the object has to end where the data does.
      guard let plain, form.mac != nil || plain.count >= 3 && Int(plain[2]) == plain.count - 3
      else { continue }
      return .opened(
        data.clamped(0, count: form.text.lowerBound).copy() + plain
          + data.clamped(form.text.upperBound).copy())
    }
    return isTried ? .otherKey : .noKey
  }
}
