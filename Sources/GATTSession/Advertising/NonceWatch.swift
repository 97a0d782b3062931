import ATTDissector
import Bytes

/// Remembers the nonces of encrypted advertisements, to find one that is used for two messages.
///
/// AES-CCM encrypts two messages with one nonce by the same key stream: who has both has their exclusive or, and
/// one that is known gives the other. A repeated advertisement is one message.
struct NonceWatch {
  /// An earlier use of a nonce for another message.
  struct Reuse {
    let owner: UInt64
    let counter: UInt64
    let frame: UInt64
  }

  private struct Use {
    let message: UInt64
    /// The authentication code, where there is one.
    let code: UInt64
    let frame: UInt64
  }

  /// The first use of each nonce; the key is a hash of UUID, owner and nonce.
  private var uses: [UInt64: Use] = [:]
  /// Devices that were found: once is enough.
  private var found: Set<UInt64> = []
  private(set) var isFull = false

  /// Looks at the service data of a whole advertisement.
  /// - sender: its 48-bit address, if known.
  mutating func note(_ data: RawSpan, of sender: UInt64?, frame: UInt64) -> Reuse? {
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      guard structure.kind == .serviceData16, !structure.isCut, structure.data.count > 2 else {
        continue
      }
      let value = data.clamped(structure.data)
      let uuid = BluetoothUUID(value.uint16LittleEndian(at: 0))
      guard let form = EncryptedServiceData(uuid, value.clamped(2), of: sender) else { continue }
      if let reuse = note(form, uuid: uuid, data: value.clamped(2), frame: frame) { return reuse }
    }
    return nil
  }

  private mutating func note(
    _ form: EncryptedServiceData, uuid: BluetoothUUID, data: RawSpan, frame: UInt64
  ) -> Reuse? {
    var hash = FNV1a()
    hash.add(UInt64(uuid.short ?? 0))
    hash.add(form.owner)
    hash.add(form.nonce.rawBytes)
    let message = FNV1a.hash(data.clamped(form.text))
    let code = form.mac.map { FNV1a.hash(data.clamped($0)) } ?? message
    guard let known = uses[hash.value] else {
      guard uses.count < SessionLimits.nonces else {
        isFull = true
        return nil
      }
      uses[hash.value] = Use(message: message, code: code, frame: frame)
      return nil
    }
    // Two messages have two codes: octets that stay while others change are no code, nor a counter.
    guard known.message != message, known.code != code, found.insert(form.owner).inserted else {
      return nil
    }
    return Reuse(owner: form.owner, counter: form.counter, frame: known.frame)
  }
}
