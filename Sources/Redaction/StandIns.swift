import ATTDissector
import Bytes
import Cryptography

/// What replaces addresses, texts, keys and values: the same for the same original and secret, of the
/// same length, and without the secret no way back.
struct StandIns {
  /// Whether public addresses keep the octets of their manufacturer.
  private let keepsVendor: Bool
  private let code: HMAC
  /// For short numbers, which are permuted: different ones stay different.
  private let cipher: AES128

  init(secret: [UInt8], keepsVendor: Bool) {
    self.keepsVendor = keepsVendor
    code = HMAC(key: secret)
    let key = code.code(of: Array("bleinspect permutation".utf8)).prefix(16)
    cipher = AES128(key: key.reduce(0) { $0 << 8 | UInt128($1) })
  }

  /// What the numbers and octets are of: equal ones of different kinds have different stand-ins.
  enum Kind: UInt8 {
    case value = 1
    case secret, text, publicAddress, staticAddress, resolvableAddress, otherAddress, measure,
      passkey
  }

  // MARK: Octets

  private static let longest = 256

  /// So many other octets. Those of values of up to four octets are all different.
  func octets(_ original: [UInt8], kind: Kind) -> [UInt8] {
    guard original.count > 4 else {
      let number = original.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let other = permuted(number, bits: 8 * original.count, kind: kind)
      return original.indices.map { UInt8(truncatingIfNeeded: other >> UInt64(8 * $0)) }
    }
    // Of what is long, each block is made of a code of the whole, so that twice as much takes twice the time.
    let source =
      original.count > Self.longest ? code.code(of: [kind.rawValue, 0xFF] + original) : original
    var octets: [UInt8] = []
    var block: UInt32 = 0
    while octets.count < original.count {
      let counter = (0..<4 as Range<UInt32>).map { UInt8(truncatingIfNeeded: block >> (8 * $0)) }
      octets += code.code(of: [kind.rawValue] + counter + source)
      block += 1
    }
    return Array(octets.prefix(original.count))
  }

  /// What stand-ins of texts are made of.
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._".utf8)

  /// Four kinds of octets with as many members as the alphabet: letters and digits, others of ASCII, and two of UTF-8.
  /// - Returns: the kind, and which of its members.
  private static func letter(_ octet: UInt8) -> (kind: UInt8, index: Int) {
    switch octet {
    case 0x80...: return (octet >> 6, Int(octet & 63))
    default:
      if let index = alphabet.firstIndex(of: octet) { return (0, index) }
      // ASCII has as many others.
      return (1, (0..<octet).count { !alphabet.contains($0) })
    }
  }

  /// Letters for text up to its first NUL, and NULs for the rest. A text that begins as another one does has a
  /// stand-in that begins as that one's does, and after the same beginning, different letters become different ones.
  /// - variant: another stand-in for the same text.
  func text(_ original: [UInt8], variant: UInt8 = 0) -> [UInt8] {
    var letters: [UInt8] = []
    var state = [Kind.text.rawValue] + (variant == 0 ? [] : [variant])
    for octet in original.prefix(while: { $0 != 0 }) {
      let (kind, index) = Self.letter(octet)
      letters.append(Self.alphabet[order(state, kind: kind)[index]])
      state = code.code(of: state + [octet])
    }
    return letters + [UInt8](repeating: 0, count: original.count - letters.count)
  }

  /// The alphabet's places in an order that only the secret knows.
  private func order(_ state: [UInt8], kind: UInt8) -> [Int] {
    let random = (0..<2 as Range<UInt8>).flatMap { code.code(of: state + [0xFF, kind, $0]) }
    var order = Array(Self.alphabet.indices)
    for (index, octet) in zip(order.indices.reversed(), random) {
      order.swapAt(index, Int(octet) % (index + 1))
    }
    return order
  }

  /// A number that only the secret knows.
  func number(of series: [UInt8], counter: UInt8) -> UInt64 {
    code.code(of: [Kind.measure.rawValue, counter] + series).prefix(8).reduce(0) {
      $0 << 8 | UInt64($1)
    }
  }

  /// Another passkey of up to six digits; 0, the temporary key of Just Works, stays.
  func passkey(_ original: UInt32) -> UInt32 {
    guard 1...999_999 ~= original else { return original }
    var other = UInt64(original)
    // Some numbers of 20 bits have seven digits: the next one of the cycle is taken. The original is in it, so it ends.
    repeat { other = permuted(other, bits: 20, kind: .passkey) } while !(1...999_999 ~= other)
    return UInt32(other)
  }

  // MARK: Addresses

  /// - keys: those that resolve addresses in the capture, each with its stand-in.
  func address(
    _ original: UInt64, isRandom: Bool,
    keys: [(original: IdentityResolvingKey, standIn: IdentityResolvingKey)]
  ) -> UInt64 {
    // No address, and any address.
    if original == 0 || original == 0xFFFF_FFFF_FFFF { return original }
    guard isRandom else { return publicAddress(original) }
    let address = BluetoothAddress(original, kind: .random)
    let low: UInt64 = 1 << 46 - 1
    switch original >> 46 {
    case 1:
      for key in keys where key.original.resolves(address) {
        let random = permuted(original >> 24 & 0x3F_FFFF, bits: 22, kind: .resolvableAddress)
        let prand = 1 << 22 | UInt32(random)
        return UInt64(prand) << 24 | UInt64(key.standIn.hash(prand))
      }
      return 1 << 46 | permuted(original & low, bits: 46, kind: .resolvableAddress)
    case 3: return 3 << 46 | permuted(original & low, bits: 46, kind: .staticAddress)
    case let top: return top << 46 | permuted(original & low, bits: 46, kind: .otherAddress)
    }
  }

  /// Marked as locally administered, since it is not assigned, unless it keeps its manufacturer.
  private func publicAddress(_ original: UInt64) -> UInt64 {
    if keepsVendor {
      return original & 0xFFFF_FF00_0000
        | permuted(original & 0xFF_FFFF, bits: 24, kind: .publicAddress)
    }
    let low: UInt64 = 1 << 40 - 1
    let other = permuted((original >> 42) << 40 | original & low, bits: 46, kind: .publicAddress)
    return (other >> 40) << 42 | 2 << 40 | original & 1 << 40 | other & low
  }

  // MARK: Permutation

  /// Another number of as many bits (2 to 48); different ones for different numbers.
  ///
  /// A Feistel network of which each round adds to one half what AES makes of the other.
  private func permuted(_ number: UInt64, bits: Int, kind: Kind) -> UInt64 {
    guard bits > 1 else { return number }
    var (width, other) = (UInt64(bits / 2), UInt64(bits - bits / 2))
    var left = number >> other
    var right = number & (1 << other - 1)
    for round in 0..<8 as Range<UInt64> {
      let head = UInt64(kind.rawValue) << 16 | UInt64(bits) << 8 | round
      let mixed = UInt64(
        truncatingIfNeeded: cipher.encrypt(UInt128(head) << 64 | UInt128(right)))
      (left, right) = (right, left ^ mixed & (1 << width - 1))
      (width, other) = (other, width)
    }
    return left << other | right
  }
}
