/// The SHA-256 hash of bytes that come in pieces.
///
/// Source: FIPS 180-4, 5.1.1, 5.3.3 and 6.2.
package struct SHA256: ~Copyable {
  private var state: [8 of UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// Less than a block, which waits for its rest.
  private var rest = ByteWriter(capacity: 128)
  private var length: UInt64 = 0

  private static let blockSize = 64

  package init() {}

  package mutating func update(_ bytes: RawSpan) {
    length &+= UInt64(bytes.byteCount)
    var start = 0
    if !rest.isEmpty {
      start = min(Self.blockSize - rest.count, bytes.byteCount)
      rest.append(bytes.clamped(0, count: start))
      guard rest.count == Self.blockSize else { return }
      state = Self.adding(rest.bytes, to: state)
      rest.removeAll()
    }
    while bytes.byteCount - start >= Self.blockSize {
      state = Self.adding(bytes.clamped(start, count: Self.blockSize), to: state)
      start += Self.blockSize
    }
    rest.append(bytes.clamped(start))
  }

  /// 32 octets.
  package consuming func finish() -> [UInt8] {
    let bits = length &* 8
    rest.append(byte: 0x80)
    if rest.count > Self.blockSize - 8 { fill(to: Self.blockSize) }
    fill(to: Self.blockSize - 8)
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      rest.append(byte: UInt8(truncatingIfNeeded: bits >> shift))
    }
    state = Self.adding(rest.bytes, to: state)
    var digest: [UInt8] = []
    for index in state.indices {
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: state[index] >> shift))
      }
    }
    return digest
  }

  /// Pads with zeros; a full block is taken.
  private mutating func fill(to count: Int) {
    while rest.count < count { rest.append(byte: 0) }
    guard rest.count == Self.blockSize else { return }
    state = Self.adding(rest.bytes, to: state)
    rest.removeAll()
  }

  private static func adding(_ block: RawSpan, to state: [8 of UInt32]) -> [8 of UInt32] {
    var words = [64 of UInt32](repeating: 0)
    for index in 0..<16 { words[index] = block.uint32LittleEndian(at: index * 4).byteSwapped }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotated(early, count: 7) ^ rotated(early, count: 18) ^ early &>> 3
      let second = rotated(late, count: 17) ^ rotated(late, count: 19) ^ late &>> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    let constants = Self.constants
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let upper = rotated(e, count: 6) ^ rotated(e, count: 11) ^ rotated(e, count: 25)
      let choice = (e & f) ^ (~e & g)
      let one = h &+ upper &+ choice &+ constants[index] &+ words[index]
      let lower = rotated(a, count: 2) ^ rotated(a, count: 13) ^ rotated(a, count: 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ one)
      (d, c, b, a) = (c, b, a, one &+ lower &+ majority)
    }
    return [
      state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d, state[4] &+ e, state[5] &+ f,
      state[6] &+ g, state[7] &+ h,
    ]
  }

  private static func rotated(_ word: UInt32, count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 - count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [64 of UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
