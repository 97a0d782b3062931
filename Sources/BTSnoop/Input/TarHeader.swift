import Bytes

/// The header of a tar archive's member: POSIX.1-2017, pax, "ustar Interchange Format".
enum TarHeader {
  static let length = 512

  private static let magic: [UInt8] = Array("ustar".utf8)
  private static let magicOffset = 257
  /// Octal digits, which end with a space or zero.
  private static let checksum = 148..<156

  /// Whether the magic is in its place, where a capture can have the same bytes by chance.
  static func begins(_ bytes: RawSpan) -> Bool {
    bytes.clamped(magicOffset, count: magic.count).equals(magic.rawBytes)
  }

  /// Whether the checksum is right: the sum of all octets, with its own as spaces.
  static func isIntact(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount >= length else { return false }
    // Old programs add signed octets.
    var sum = 0
    var signedSum = 0
    for i in 0..<length {
      let octet = checksum.contains(i) ? 0x20 : bytes.uint8(at: i)
      sum += Int(octet)
      signedSum += Int(Int8(bitPattern: octet))
    }
    let told = number(bytes.clamped(checksum.lowerBound, count: checksum.count))
    return told == sum || told == signedSum
  }

  private static func number(_ digits: RawSpan) -> Int? {
    var number: Int?
    for i in 0..<digits.byteCount {
      switch digits.uint8(at: i) {
      case 0x20 where number == nil: break
      case let digit where (0x30...0x37).contains(digit):
        number = (number ?? 0) << 3 | Int(digit & 7)
      default: return number
      }
    }
    return number
  }
}
