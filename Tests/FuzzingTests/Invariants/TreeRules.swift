import ATTDissector
import Bytes

extension TreeWriter {
  /// - octets: bytes that were dissected.
  func check(_ name: String, octets: Int) throws {
    let written = text.bytes.copy()
    try TextRules.checkLines(written, name)
    try require(isWhole, "\(name): branches left open")
    var lines = 0
    var indent = -2
    for line in written.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      lines += 1
      let spaces = line.prefix { $0 == 0x20 }.count
      let hasLabel = spaces < line.count && line[line.startIndex + spaces] != 0x3A
      try require(hasLabel, "\(name): a line without a label")
      try require(spaces <= indent + 2, "\(name): a line that is in no branch")
      indent = spaces
    }
    try require(lines <= 200 + 40 * octets, "\(name): \(lines) lines for \(octets) bytes")
  }
}
