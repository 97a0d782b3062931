import TestSupport
import Testing

@testable import Cryptography

@Suite struct MessageCipherTests {
  /// Its sample in bthome.io, "Encryption": 54:48:E6:8F:80:A5, counter 33221100, 25.06 °C and 50.55 %.
  private static let key: [UInt8] = [
    0x23, 0x1D, 0x39, 0xC1, 0xD7, 0xCC, 0x1A, 0xB1, 0xAE, 0xE2, 0x24, 0xCD, 0x09, 0x6D, 0xB9, 0x32,
  ]
  private static let nonce: [UInt8] = [
    0x54, 0x48, 0xE6, 0x8F, 0x80, 0xA5, 0xD2, 0xFC, 0x41, 0x00, 0x11, 0x22, 0x33,
  ]
  private static let message: [UInt8] = [0xA4, 0x72, 0x66, 0xC9, 0x5F, 0x73]
  private static let mac: [UInt8] = [0x78, 0x23, 0x72, 0x14]

  private func open(mac: [UInt8], nonce: [UInt8] = nonce) throws -> [UInt8]? {
    let cipher = try #require(MessageCipher(key: Self.key))
    return cipher.open(Self.message, nonce: nonce, associated: [], mac: mac)
  }

  @Test func publishedMessageOpens() throws {
    expect(try open(mac: Self.mac), equals: [0x02, 0xCA, 0x09, 0x03, 0xBF, 0x13])
  }

  @Test func otherCodeOrNonceDoesNot() throws {
    expect(try open(mac: [0x78, 0x23, 0x72, 0x15]), equals: nil)
    expect(try open(mac: Array(Self.mac.dropLast())), equals: nil)
    var other = Self.nonce
    other[12] ^= 1
    expect(try open(mac: Self.mac, nonce: other), equals: nil)
    expect(try open(mac: Self.mac, nonce: [1, 2, 3]), equals: nil)
  }
}
