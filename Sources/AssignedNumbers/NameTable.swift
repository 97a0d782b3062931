import Bytes
import EmbeddedTexts

/// A sorted table of numbers and names, held as text: one line per entry, `180F Battery`.
///
/// A text costs nothing at start; an array or a dictionary of some thousand names takes the compiler minutes.
struct NameTable: Sendable {
  /// Hexadecimal digits of each number, upper case.
  let digits: Int
  /// Lines in ascending order of their numbers, each with its line feed.
  let text: ConstantText

  init(digits: Int, _ text: StaticString) {
    self.digits = digits
    self.text = ConstantText(text)
  }

  init(digits: Int, _ text: EmbeddedText) {
    self.digits = digits
    self.text = ConstantText(text)
  }

  /// The name of a number.
  func name(of number: UInt128) -> String? { find(number)?.description }

  /// The name of a number, without a copy.
  func find(_ number: UInt128) -> AssignedName? {
    let bytes = text.rawBytes
    var low = 0
    var high = bytes.byteCount
    // Most numbers without a name are beyond all that have one.
    guard high > 0, number >= self.number(at: 0, in: bytes),
      number <= self.number(at: lineAround(high - 1, in: bytes, from: 0).lowerBound, in: bytes)
    else { return nil }
    while low < high {
      let line = lineAround((low + high) / 2, in: bytes, from: low)
      let found = self.number(at: line.lowerBound, in: bytes)
      if found == number {
        let start = line.lowerBound + digits + 1
        return AssignedName(table: text, range: start..<max(start, line.upperBound))
      }
      if found < number { low = line.upperBound + 1 } else { high = line.lowerBound }
    }
    return nil
  }

  /// Calls `body` with every entry, in the order of the table.
  func forEach(_ body: (UInt128, String) -> Void) {
    let bytes = text.rawBytes
    var start = 0
    while start < bytes.byteCount {
      let line = lineAround(start, in: bytes, from: start)
      body(number(at: start, in: bytes), name(of: line, in: bytes))
      start = line.upperBound + 1
    }
  }

  /// The line that contains an offset, without its line feed; it starts at `start` or later.
  private func lineAround(_ offset: Int, in bytes: RawSpan, from start: Int) -> Range<Int> {
    var first = offset
    while first > start, bytes.uint8(at: first - 1) != 0x0A { first -= 1 }
    var end = offset
    while end < bytes.byteCount, bytes.uint8(at: end) != 0x0A { end += 1 }
    return first..<end
  }

  private func number(at offset: Int, in bytes: RawSpan) -> UInt128 {
    var value: UInt128 = 0
    for index in offset..<min(offset + digits, bytes.byteCount) {
      let digit = bytes.uint8(at: index)
      value = value << 4 | UInt128(digit < 0x41 ? digit & 0x0F : (digit & 0x0F) + 9)
    }
    return value
  }

  private func name(of line: Range<Int>, in bytes: RawSpan) -> String {
    let start = line.lowerBound + digits + 1
    return String(
      decoding: bytes.clamped(start, count: line.upperBound - start).copy(), as: UTF8.self)
  }
}
