import Bytes
import System

/// AES-CCM with a nonce and associated data of any length, for short messages.
///
/// Source: RFC 3610.
package final class MessageCipher {
  /// Octets of the longest message.
  package static let maximumMessage = 255

  private let cipher: AESCipher

  /// - key: 16 octets.
  /// - Returns: `nil` for a key of another length, and without libcrypto.
  package init?(key: [UInt8]) {
    guard key.count == 16,
      let cipher = AESCipher(key: key.reduce(0) { $0 << 8 | UInt128($1) })
    else { return nil }
    self.cipher = cipher
  }

  /// The plain text of a message.
  /// - nonce: 7 to 13 octets.
  /// - associated: octets that are authenticated only, at most 14.
  /// - mac: 4 to 16 octets; `nil`: it is not looked at, with its length as it would be.
  /// - Returns: `nil` where the authentication code is wrong.
  package func open(
    _ message: [UInt8], nonce: [UInt8], associated: [UInt8], mac: [UInt8]?, macSize: Int = 4
  ) -> [UInt8]? {
    guard 7...13 ~= nonce.count, associated.count <= 14, message.count <= Self.maximumMessage
    else { return nil }
    let lengthSize = 15 - nonce.count
    var plain: [UInt8] = []
    plain.reserveCapacity(message.count)
    for (index, octet) in message.enumerated() {
      if index % 16 == 0 {
        stream = keyStream(index / 16 + 1, nonce: nonce, lengthSize: lengthSize)
      }
      plain.append(octet ^ stream[index % 16])
    }
    guard let mac else { return plain }
    let flags = (associated.isEmpty ? 0 : 0x40) | (((macSize - 2) / 2) << 3) | (lengthSize - 1)
    var first = [UInt8(truncatingIfNeeded: flags)]
    first += nonce
    first += Self.number(message.count, octets: lengthSize)
    var code = encrypt(first)
    if !associated.isEmpty {
      code = chain(Self.number(associated.count, octets: 2) + associated, onto: code)
    }
    for start in stride(from: 0, to: plain.count, by: 16) {
      code = chain(Array(plain[start..<min(start + 16, plain.count)]), onto: code)
    }
    let mask = keyStream(0, nonce: nonce, lengthSize: lengthSize)
    let isRight = (0..<mac.count).allSatisfy { mac[$0] == code[$0] ^ mask[$0] }
    return mac.count == macSize && isRight ? plain : nil
  }

  private var stream: [UInt8] = []

  private func keyStream(_ counter: Int, nonce: [UInt8], lengthSize: Int) -> [UInt8] {
    encrypt([UInt8(lengthSize - 1)] + nonce + Self.number(counter, octets: lengthSize))
  }

  private func chain(_ block: [UInt8], onto code: [UInt8]) -> [UInt8] {
    encrypt((0..<16).map { code[$0] ^ ($0 < block.count ? block[$0] : 0) })
  }

  private func encrypt(_ block: [UInt8]) -> [UInt8] {
    let value = cipher.encrypt(block.reduce(0) { $0 << 8 | UInt128($1) })
    return (0..<16).map { UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * $0)) }
  }

  private static func number(_ value: Int, octets: Int) -> [UInt8] {
    (0..<octets).map { index in
      let shift = 8 * (octets - 1 - index)
      return shift < 64 ? UInt8(truncatingIfNeeded: value >> shift) : 0
    }
  }
}
