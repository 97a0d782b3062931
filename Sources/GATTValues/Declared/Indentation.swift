import Bytes

/// Text whose lines begin with one character for their indentation: that is a fifth of what declarations take in
/// the program.
enum Indentation {
  /// The character of no indentation; the next one is of two spaces.
  private static let none: UInt8 = 0x30
  /// The most pairs of spaces: no character is special in a literal.
  private static let most = 40

  static func packed(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let pairs = min(line.prefix { $0 == " " }.count / 2, most)
      return String(Unicode.Scalar(none + UInt8(pairs))) + line.dropFirst(2 * pairs)
    }
    return lines.joined(separator: "\n")
  }

  static func unpacked(_ text: RawSpan) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.byteCount + text.byteCount / 4)
    var begins = true
    for i in 0..<text.byteCount {
      let byte = text.uint8(at: i)
      if begins {
        plain += repeatElement(0x20, count: 2 * min(Int(byte &- none), most))
      } else {
        plain.append(byte)
      }
      begins = !begins && byte == 0x0A
    }
    return plain
  }
}
