import Bytes

/// Finds a text in bytes with Horspool's algorithm, which inspects few of them.
struct TextSearch: Sendable {
  private let words: [UInt8]
  /// How far to advance for each last byte of the window.
  private let steps: [Int]

  /// - words: at least two characters.
  init(_ words: StaticString) {
    self.words = words.rawBytes.copy()
    var steps = [Int](repeating: self.words.count, count: 256)
    for (i, byte) in self.words.dropLast().enumerated() {
      steps[Int(byte)] = self.words.count - 1 - i
    }
    self.steps = steps
  }

  var count: Int { words.count }

  /// - Returns: where the text starts, at `start` or later.
  func first(in bytes: RawSpan, from start: Int = 0) -> Int? {
    var offset = start
    while bytes.byteCount - offset >= words.count {
      let last = bytes.uint8(at: offset + words.count - 1)
      if last == words[words.count - 1], isThere(bytes, offset: offset) { return offset }
      offset += steps[Int(last)]
    }
    return nil
  }

  private func isThere(_ bytes: RawSpan, offset: Int) -> Bool {
    for i in words.indices where bytes.uint8(at: offset + i) != words[i] { return false }
    return true
  }
}
