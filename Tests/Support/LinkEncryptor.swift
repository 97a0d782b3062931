import Cryptography
import System

/// Encrypts PDUs as a controller does; the tests' own, simple and slow CCM.
package struct LinkEncryptor {
  private let cipher: AESCipher
  private let seed: LinkSeed
  /// The next counters of central and peripheral.
  package var next: [UInt64] = [0, 0]

  /// - Returns: `nil` without libcrypto.
  package init?(_ seed: LinkSeed, key: UInt128) {
    guard let session = seed.sessionKey(key), let cipher = AESCipher(key: session) else {
      return nil
    }
    self.seed = seed
    self.cipher = cipher
  }

  private func block(_ octets: [UInt8]) -> UInt128 {
    (octets + [UInt8](repeating: 0, count: 16)).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }

  private func octets(_ block: UInt128) -> [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: block >> UInt128(120 - 8 * $0)) }
  }

  /// The payload with its MIC.
  package mutating func seal(_ payload: [UInt8], header: UInt8, side: Int) -> [UInt8] {
    defer { next[side] += 1 }
    return seal(payload, header: header, side: side, counter: next[side])
  }

  package func seal(_ payload: [UInt8], header: UInt8, side: Int, counter: UInt64) -> [UInt8] {
    let number = counter | (side == 0 ? 1 << 39 : 0)
    var nonce = (0..<5).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    for vector in [seed.centralVector, seed.peripheralVector] {
      nonce += (0..<4).map { UInt8(truncatingIfNeeded: vector >> UInt32(8 * $0)) }
    }
    var state = cipher.encrypt(block([0x49] + nonce + [0, UInt8(payload.count)]))
    state = cipher.encrypt(state ^ block([0, 1, header & 0xE3]))
    for start in stride(from: 0, to: payload.count, by: 16) {
      state = cipher.encrypt(state ^ block(Array(payload[start...].prefix(16))))
    }
    var sealed: [UInt8] = []
    for (index, octet) in payload.enumerated() {
      let key = octets(cipher.encrypt(block([1] + nonce + [0, UInt8(1 + index / 16)])))
      sealed.append(octet ^ key[index % 16])
    }
    let first = octets(cipher.encrypt(block([1] + nonce + [0, 0])))
    return sealed + zip(octets(state), first).prefix(4).map { $0 ^ $1 }
  }
}
