import BTSnoop
import Bytes

extension Harness {
  /// A bug report's text as it is, or the log inside of it: then the input is what zlib gives.
  static let btsnooz = Harness("btsnooz") { input in
    guard let first = input.first else { return }
    let rest = Array(input.dropFirst())
    guard first & 1 == 1 else {
      try Reading.check(rest, BTSnoozParser.self)
      return
    }
    let preamble = Array(rest.prefix(9))
    let log = preamble + stored(Array(rest.dropFirst(9)))
    let text =
      "--- BEGIN:BTSNOOP_LOG_SUMMARY (\(rest.count) bytes in) ---\n"
      + base64(log) + "\n--- END:BTSNOOP_LOG_SUMMARY ---\n"
    try Reading.check(Array(text.utf8), BTSnoozParser.self)
  }

  /// zlib's form of bytes that are not packed (RFC 1950, RFC 1951 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let count = UInt16(truncatingIfNeeded: bytes.count)
    var out: [UInt8] = [0x78, 0x01, 0x01]
    for value in [count, ~count] { out += [UInt8(value & 0xFF), UInt8(value >> 8)] }
    out += bytes
    for value in [b, a] { out += [UInt8(value >> 8), UInt8(value & 0xFF)] }
    return out
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for position in 0..<4 {
        out.append(
          position <= group.count
            ? digits[Int(bits >> UInt32(18 - 6 * position) & 63)] : UInt8(ascii: "="))
      }
      if out.count % 77 == 76 { out.append(0x0A) }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
