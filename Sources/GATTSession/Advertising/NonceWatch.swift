import ATTDissector
import Bytes
import GATTValues

/// Remembers the nonces of encrypted advertisements, to find one that is used for two messages.
///
/// AES-CCM encrypts two messages with one nonce by the same key stream: who has both has their exclusive or, and
/// one that is known gives the other. A repeated advertisement is one message.
package struct NonceWatch {
  /// An earlier use of a nonce for another message.
  package struct Reuse {
    let owner: UInt64
    /// `nil` where the data is in a declared form, which does not say what counts.
    let counter: UInt64?
    let nonce: [UInt8]
    let frame: UInt64
  }

  private struct Use {
    let message: UInt64
    /// The authentication code, where there is one.
    let code: UInt64
    let frame: UInt64
  }

  /// The first use of each nonce; the key is a hash of the UUID or the company, owner and nonce.
  private var uses: [UInt64: Use] = [:]
  /// Devices that were found: once is enough.
  private var found: Set<UInt64> = []
  private(set) var isFull = false

  /// Looks at the service and manufacturer data of a whole advertisement.
  /// - sender: its 48-bit address, if known.
  mutating func note(_ data: RawSpan, of sender: UInt64?, frame: UInt64) -> Reuse? {
    var walk = ADStructures()
    while let structure = walk.next(in: data) {
      let value = data.clamped(structure.data)
      guard !structure.isCut, let size = structure.kind.identifierSize, value.byteCount > size
      else { continue }
      let identifier = value.clamped(0, count: size)
      guard let element = AdvertisingElement(structure.kind, identifier) else { continue }
      let content = value.clamped(size)
      for form in EncryptedServiceData.forms(
        of: element, data: content, after: identifier, from: sender)
      {
        if let reuse = note(form, after: identifier, data: content, frame: frame) { return reuse }
      }
    }
    return nil
  }

  /// - data: what follows the UUID, or the company's code, which is the identifier.
  private mutating func note(
    _ form: EncryptedServiceData, after identifier: RawSpan, data: RawSpan, frame: UInt64
  ) -> Reuse? {
    var hash = FNV1a()
    hash.add(identifier)
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
    return Reuse(
      owner: form.owner, counter: form.counter, nonce: form.nonce, frame: known.frame)
  }
}

extension ADStructure.Kind {
  /// Octets of the UUID, or of the company's code, before data that may be encrypted.
  fileprivate var identifierSize: Int? {
    self == .manufacturerSpecificData ? 2 : serviceDataUUIDSize
  }
}

extension AdvertisingElement {
  /// - identifier: the UUID, or the company's code, as it is sent.
  fileprivate init?(_ type: ADStructure.Kind, _ identifier: RawSpan) {
    if type == .manufacturerSpecificData {
      self = .company(identifier.uint16LittleEndian(at: 0))
    } else if let uuid = BluetoothUUID(littleEndian: identifier) {
      self = .service(uuid)
    } else {
      return nil
    }
  }
}
