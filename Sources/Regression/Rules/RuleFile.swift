import Bytes

/// A file of rules, one a line; empty lines and lines that start with `#` are skipped.
package enum RuleFile {
  /// The most bytes of a file.
  package static let maximumLength = 1 << 20

  /// - Returns: the rules, and what is wrong with the other lines.
  package static func rules(
    _ bytes: [UInt8], file: String
  ) -> (rules: [Rule], errors: [RuleError]) {
    var rules: [Rule] = []
    var errors: [RuleError] = []
    var line: UInt32 = 0
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    for part in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line &+= 1
      var part = part
      while let last = part.last, isSpace(last) { part.removeLast() }
      part = part.drop(while: isSpace)
      guard let first = part.first, first != UInt8(ascii: "#") else { continue }
      let origin = Rule.Origin(file: file, line: line)
      do throws(RuleError) {
        rules.append(try Rule(String(decoding: part, as: UTF8.self), origin: origin))
      } catch { errors.append(error) }
    }
    return (rules, errors)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
