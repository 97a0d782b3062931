/// AES with a 128-bit key, one block at a time: the basis of Bluetooth's security functions.
///
/// Encryption only, and not constant-time: it is used to resolve addresses in stored captures.
/// (`Cryptography` opens links with libcrypto. For addresses that does not pay: measured on one core of
/// a virtual x86-64 machine, it takes 30 ns for a block and this 90, but 2.9 ms to load and 3 µs for
/// each key. It would be faster from about 50,000 addresses tried with keys on, which no capture at
/// hand comes near, and a system without it would resolve none.)
/// Numbers are written as in the specification, the first octet most significant.
/// Source: FIPS 197; Bluetooth Core Specification, Vol 3, Part H, 2.2.1.
package struct AES128: Sendable {
  private static let rounds = 10
  private let roundKeys: [UInt32]

  package init(key: UInt128) {
    var words: [UInt32] = []
    words.reserveCapacity(4 * (Self.rounds + 1))
    for shift in [96, 64, 32, 0] as [UInt128] {
      words.append(UInt32(truncatingIfNeeded: key >> shift))
    }
    var roundConstant: UInt8 = 1
    for index in 4..<4 * (Self.rounds + 1) {
      var word = words[index - 1]
      if index % 4 == 0 {
        word = AESTables.substitute(word << 8 | word >> 24) ^ UInt32(roundConstant) << 24
        roundConstant = AESTables.double(roundConstant)
      }
      words.append(words[index - 4] ^ word)
    }
    roundKeys = words
  }

  package func encrypt(_ block: UInt128) -> UInt128 {
    let (a, b, c, d) = mix(block)
    let high = UInt64(finish(a, b, c, d, index: 0)) << 32 | UInt64(finish(b, c, d, a, index: 1))
    let low = UInt64(finish(c, d, a, b, index: 2)) << 32 | UInt64(finish(d, a, b, c, index: 3))
    return UInt128(high) << 64 | UInt128(low)
  }

  /// The lowest 32 bits of the encrypted block, at lower cost.
  package func encryptLow(_ block: UInt128) -> UInt32 {
    let (a, b, c, d) = mix(block)
    return finish(d, a, b, c, index: 3)
  }

  /// All rounds except the last, which does not mix.
  private func mix(_ block: UInt128) -> (UInt32, UInt32, UInt32, UInt32) {
    let mixed = AESTables.mixed
    let keys = roundKeys
    // One column of the state per word, the first row in the highest octet.
    var a = UInt32(truncatingIfNeeded: block >> 96) ^ keys[0]
    var b = UInt32(truncatingIfNeeded: block >> 64) ^ keys[1]
    var c = UInt32(truncatingIfNeeded: block >> 32) ^ keys[2]
    var d = UInt32(truncatingIfNeeded: block) ^ keys[3]

    // Taking each row from another column shifts the rows; the table substitutes and mixes. It
    // holds the first row's share, of which the others are rotations.
    func column(_ w: UInt32, _ x: UInt32, _ y: UInt32, _ z: UInt32) -> UInt32 {
      let second = mixed[Int(x >> 16 & 0xFF)]
      let third = mixed[Int(y >> 8 & 0xFF)]
      let fourth = mixed[Int(z & 0xFF)]
      return mixed[Int(w >> 24)] ^ (second >> 8 | second << 24) ^ (third >> 16 | third << 16)
        ^ (fourth >> 24 | fourth << 8)
    }
    for round in 1..<Self.rounds {
      let key = 4 * round
      (a, b, c, d) = (
        column(a, b, c, d) ^ keys[key], column(b, c, d, a) ^ keys[key + 1],
        column(c, d, a, b) ^ keys[key + 2], column(d, a, b, c) ^ keys[key + 3]
      )
    }
    return (a, b, c, d)
  }

  /// A column of the last round.
  private func finish(
    _ w: UInt32, _ x: UInt32, _ y: UInt32, _ z: UInt32, index: Int
  ) -> UInt32 {
    AESTables.substitute(w & 0xFF00_0000 | x & 0x00FF_0000 | y & 0x0000_FF00 | z & 0x0000_00FF)
      ^ roundKeys[4 * Self.rounds + index]
  }
}

/// The substitution of AES, computed from its definition.
private enum AESTables {
  /// Multiplication by x in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1.
  static func double(_ value: UInt8) -> UInt8 { value << 1 ^ (value & 0x80 != 0 ? 0x1B : 0) }

  /// The inverse in GF(2^8), then the affine transformation.
  static let substitution: [UInt8] = {
    // Powers of x + 1, which generates the field: the inverse of one is that of the opposite power.
    var powers: [UInt8] = [1]
    for _ in 1..<255 {
      let last = powers[powers.count - 1]
      powers.append(last ^ double(last))
    }
    var box = [UInt8](repeating: 0x63, count: 256)
    for (exponent, value) in powers.enumerated() {
      let inverse = powers[(255 - exponent) % 255]
      var sum = inverse
      for turn in 1...4 { sum ^= inverse << UInt8(turn) | inverse >> UInt8(8 - turn) }
      box[Int(value)] = sum ^ 0x63
    }
    return box
  }()

  /// What a substituted octet of the first row adds to its column: 2, 1, 1 and 3 times itself.
  static let mixed: [UInt32] = substitution.map { value in
    let twice = double(value)
    return UInt32(twice) << 24 | UInt32(value) << 16 | UInt32(value) << 8 | UInt32(twice ^ value)
  }

  static func substitute(_ word: UInt32) -> UInt32 {
    let box = substitution
    return UInt32(box[Int(word >> 24)]) << 24 | UInt32(box[Int(word >> 16 & 0xFF)]) << 16
      | UInt32(box[Int(word >> 8 & 0xFF)]) << 8 | UInt32(box[Int(word & 0xFF)])
  }
}
