import System

/// The functions of pairing: what both sides compute their keys with.
///
/// Numbers have their most significant octet first, as in the specification. All give `nil` without
/// libcrypto. Source: Bluetooth Core Specification 6.0, Vol 3, Part H, 2.2.
package enum PairingFunctions {
  /// Whether libcrypto is there.
  package static var isAvailable: Bool { AESCipher(key: 0) != nil }

  /// The confirm value of legacy pairing, c1.
  /// - request, response: Pairing Request and Pairing Response with their code, seven octets.
  package static func confirm(
    temporaryKey: UInt128, random: UInt128, request: UInt64, response: UInt64,
    initiator: PairingAddress, responder: PairingAddress
  ) -> UInt128? {
    guard let cipher = AESCipher(key: temporaryKey) else { return nil }
    let (first, second) = confirmed(
      request, response: response, initiator: initiator, responder: responder)
    return cipher.encrypt(cipher.encrypt(random ^ first) ^ second)
  }

  /// What c1 confirms besides keys: p1 and p2.
  static func confirmed(
    _ request: UInt64, response: UInt64, initiator: PairingAddress, responder: PairingAddress
  ) -> (UInt128, UInt128) {
    let first =
      UInt128(response & 0xFF_FFFF_FFFF_FFFF) << 72 | UInt128(request & 0xFF_FFFF_FFFF_FFFF) << 16
      | (responder.isRandom ? 0x0100 : 0) | (initiator.isRandom ? 1 : 0)
    let second =
      UInt128(initiator.value & 0xFFFF_FFFF_FFFF) << 48
      | UInt128(responder.value & 0xFFFF_FFFF_FFFF)
    return (first, second)
  }

  /// The short term key of legacy pairing, s1.
  package static func shortTermKey(
    temporaryKey: UInt128, responderRandom: UInt128, initiatorRandom: UInt128
  ) -> UInt128? {
    AESCipher(key: temporaryKey)?.encrypt(joined(responderRandom, initiatorRandom: initiatorRandom))
  }

  /// The lower halves of both, as s1 has them.
  static func joined(_ responderRandom: UInt128, initiatorRandom: UInt128) -> UInt128 {
    let low = UInt128(UInt64.max)
    return (responderRandom & low) << 64 | initiatorRandom & low
  }

  /// The confirm value of LE Secure Connections, f4.
  /// - Parameters:
  ///   - own, other: the first coordinates of the public keys: of the side that confirms, and of
  ///     the other.
  ///   - bit: 0 where no passkey is used.
  package static func confirm(
    own: [UInt8], other: [UInt8], random: UInt128, bit: UInt8 = 0
  ) -> UInt128? {
    code(key: random, message: own + other + [bit])
  }

  /// The keys of LE Secure Connections, f5.
  /// - secret: the Diffie-Hellman key, 32 octets.
  package static func keys(
    secret: [UInt8], initiatorRandom: UInt128, responderRandom: UInt128,
    initiator: PairingAddress, responder: PairingAddress
  ) -> (macKey: UInt128, longTermKey: UInt128)? {
    let salt: UInt128 = 0x6C88_8391_AAF5_A538_6037_0BDB_5A60_83BE
    guard let key = code(key: salt, message: secret) else { return nil }
    func derive(_ counter: UInt8) -> UInt128? {
      // "btle", and the length of the result in bits.
      code(
        key: key,
        message: [counter, 0x62, 0x74, 0x6C, 0x65] + octets(initiatorRandom, count: 16)
          + octets(responderRandom, count: 16) + initiator.octets + responder.octets + [0x01, 0x00])
    }
    guard let macKey = derive(0), let longTermKey = derive(1) else { return nil }
    return (macKey, longTermKey)
  }

  /// The check value of LE Secure Connections, f6: of the side whose values come first.
  /// - random: zero where no passkey and nothing out of band is used.
  /// - features: AuthReq, OOB data flag and IO capability.
  package static func check(
    macKey: UInt128, first: UInt128, second: UInt128, random: UInt128, features: UInt32,
    sender: PairingAddress, receiver: PairingAddress
  ) -> UInt128? {
    code(
      key: macKey,
      message: octets(first, count: 16) + octets(second, count: 16) + octets(random, count: 16)
        + octets(UInt128(features), count: 3)
        + sender.octets + receiver.octets)
  }

  /// AES-CMAC.
  ///
  /// Source: RFC 4493.
  package static func code(key: UInt128, message: [UInt8]) -> UInt128? {
    guard let cipher = AESCipher(key: key) else { return nil }
    func double(_ value: UInt128) -> UInt128 { value << 1 ^ (value >> 127 == 1 ? 0x87 : 0) }
    let subkey = double(cipher.encrypt(0))
    var state: UInt128 = 0
    var offset = 0
    while message.count - offset > 16 {
      state = cipher.encrypt(state ^ number(message[offset..<offset + 16]))
      offset += 16
    }
    var last = Array(message[offset...])
    guard last.count < 16 else { return cipher.encrypt(state ^ number(last[...]) ^ subkey) }
    last.append(0x80)
    while last.count < 16 { last.append(0) }
    return cipher.encrypt(state ^ number(last[...]) ^ double(subkey))
  }

  /// A key of the negotiated size: the most significant octets are zero.
  package static func masked(_ key: UInt128, octets size: UInt8) -> UInt128 {
    size >= 16 ? key : key & (1 << UInt128(8 * Int(size)) - 1)
  }

  /// A key with its octets in the opposite order.
  package static func reversed(_ key: UInt128) -> UInt128 { key.byteSwapped }

  private static func number(_ octets: ArraySlice<UInt8>) -> UInt128 {
    octets.reduce(0) { $0 << 8 | UInt128($1) }
  }

  fileprivate static func octets(_ value: UInt128, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt128(8 * (count - 1 - $0))) }
  }
}

/// An address as pairing uses it.
package struct PairingAddress: Equatable, Sendable {
  package var value: UInt64
  package var isRandom: Bool

  package init(_ value: UInt64, isRandom: Bool) {
    self.value = value
    self.isRandom = isRandom
  }

  /// Its type, then the address.
  fileprivate var octets: [UInt8] {
    [isRandom ? 1 : 0] + PairingFunctions.octets(UInt128(value), count: 6)
  }
}

/// A public key of LE Secure Connections: most significant octet first.
package struct PairingPublicKey: Equatable, Sendable {
  /// Octets of a coordinate.
  package static let size = P256.size

  package var x: [UInt8]
  package var y: [UInt8]

  package init(x: [UInt8], y: [UInt8]) {
    self.x = x
    self.y = y
  }

  /// The specification's public key for debugging, whose private key everybody knows.
  ///
  /// Source: Vol 3, Part H, 2.3.5.6.1.
  package static let debug = PairingPublicKey(
    x: [
      0x20, 0xB0, 0x03, 0xD2, 0xF2, 0x97, 0xBE, 0x2C, 0x5E, 0x2C, 0x83, 0xA7, 0xE9, 0xF9, 0xA5,
      0xB9, 0xEF, 0xF4, 0x91, 0x11, 0xAC, 0xF4, 0xFD, 0xDB, 0xCC, 0x03, 0x01, 0x48, 0x0E, 0x35,
      0x9D, 0xE6,
    ],
    y: [
      0xDC, 0x80, 0x9C, 0x49, 0x65, 0x2A, 0xEB, 0x6D, 0x63, 0x32, 0x9A, 0xBF, 0x5A, 0x52, 0x15,
      0x5C, 0x76, 0x63, 0x45, 0xC2, 0x8F, 0xED, 0x30, 0x24, 0x74, 0x1C, 0x8E, 0xD0, 0x15, 0x89,
      0xD2, 0x8B,
    ])

  private static let debugPrivateKey: [UInt8] = [
    0x3F, 0x49, 0xF6, 0xD4, 0xA3, 0xC5, 0x5F, 0x38, 0x74, 0xC9, 0xB3, 0xE3, 0xD2, 0x10, 0x3F, 0x50,
    0x4A, 0xFF, 0x60, 0x7B, 0xEB, 0x40, 0xB7, 0x99, 0x58, 0x99, 0xB8, 0xA6, 0xCD, 0x3C, 0x1A, 0xBD,
  ]

  /// The public key of a private one.
  /// - Returns: `nil` for 0, or without libcrypto.
  package init?(privateKey: [UInt8]) {
    guard let key = P256.publicKey(of: privateKey) else { return nil }
    self.init(x: key.x, y: key.y)
  }

  /// The Diffie-Hellman key of this one and a private one.
  /// - Returns: `nil` where this is no point of the curve, or without libcrypto.
  package func secret(with privateKey: [UInt8]) -> [UInt8]? {
    P256.product(of: privateKey, x: x, y: y)
  }

  /// The Diffie-Hellman key of two sides, at least one of which uses the key for debugging.
  /// - Returns: `nil` where neither does.
  package static func secret(_ one: PairingPublicKey, _ other: PairingPublicKey) -> [UInt8]? {
    guard one == .debug || other == .debug else { return nil }
    let foreign = one == .debug ? other : one
    return foreign.secret(with: debugPrivateKey)
  }
}
