import Bytes

/// Streaming Base64, in pieces of any size (RFC 4648, 4).
struct Base64Decoder {
  private(set) var bytes: [UInt8] = []
  private var bits: UInt32 = 0
  private var count = 0

  mutating func removeAll() { self = Base64Decoder() }

  /// Consumes characters up to the first that is not base64; white space is skipped.
  ///
  /// - limit: the most bytes to decode.
  /// - Returns: the number of characters consumed.
  mutating func take(_ text: RawSpan, limit: Int) -> Int {
    for i in 0..<text.byteCount {
      let digit: UInt8
      let byte = text.uint8(at: i)
      switch byte {
      case 0x41...0x5A: digit = byte - 0x41
      case 0x61...0x7A: digit = byte - 0x61 + 26
      case 0x30...0x39: digit = byte - 0x30 + 52
      case 0x2B: digit = 62
      case 0x2F: digit = 63
      case 0x3D:
        count = 0
        continue
      case 0x09...0x0D, 0x20: continue
      default: return i
      }
      guard bytes.count < limit else { return i }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return text.byteCount
  }
}
