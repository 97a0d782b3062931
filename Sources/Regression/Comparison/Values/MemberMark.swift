import Bytes
import GATTValues
import Vocabulary

/// A hash of a value for comparisons: equal values have equal marks, however they are written.
enum MemberMark {
  /// The kind of a value, as a bit.
  static func bit(_ value: RecordedValue, in bytes: RawSpan) -> UInt16 {
    switch value {
    case .boolean: boolean
    case .integer, .number: number
    case .written: value.number(in: bytes) == nil ? 1 << 6 : number
    case .text: text
    case .list: 1 << 4
    case .object: 1 << 5
    }
  }

  static let boolean: UInt16 = 1
  static let number: UInt16 = 1 << 1
  static let text: UInt16 = 1 << 2
  /// A list of only numbers, or of nothing: measured values.
  static let numbers: UInt16 = 1 << 3

  /// The same, where a list of numbers has a bit of its own.
  static func kind(_ value: RecordedValue, in bytes: RawSpan) -> UInt16 {
    guard case .list(let list) = value else { return bit(value, in: bytes) }
    var reader = RecordedReader(list)
    while let element = reader.nextElement(bytes) {
      if element.number(in: bytes) == nil { return bit(value, in: bytes) }
    }
    return numbers
  }

  /// Equal for the same value.
  static func value(_ value: RecordedValue, in bytes: RawSpan) -> UInt64 {
    switch value {
    case .boolean(let truth): return truth ? 0x5001 : 0x5002
    case .text(let text): return bytes.clamped(text.range).mark(2)
    case .list(let list):
      var hasher = Hasher()
      var reader = RecordedReader(list)
      while let element = reader.nextElement(bytes) {
        hasher.combine(self.value(element, in: bytes))
      }
      return UInt64(truncatingIfNeeded: hasher.finalize())
    case .object(let members): return bytes.clamped(members.range).mark(3)
    case .integer, .number, .written:
      // Zero has two signs but is one number.
      return value.number(in: bytes).map { ($0 == 0 ? 0 : $0.bitPattern) &+ 1 } ?? 0x5000
    }
  }

  /// Equal for values of the same shape: any numbers, any number of numbers in a list and any text
  /// that is no word of a list, but the same words and Booleans.
  static func shape(_ value: RecordedValue, of key: Key, in bytes: RawSpan) -> UInt64 {
    let kind = kind(value, in: bytes)
    let isAny = kind == number || kind == numbers || kind == text && freeTexts.contains(key)
    return isAny ? 0x6000 | UInt64(kind) : self.value(value, in: bytes)
  }

  /// Keys whose values are text that anybody wrote: names, serial numbers.
  private static let freeTexts: Set<Key> = Set(
    EventKeys.complete.rows.filter { row in
      guard case .text = row.type else { return false }
      return row.place == .decoded
    }.map(\.key))
}

extension RawSpan {
  /// A hash of some bytes, valid for this run of the program.
  func mark(_ seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(byteCount)
    var i = 0
    while i &+ 8 <= byteCount {
      hasher.combine(uint64LittleEndian(at: i))
      i &+= 8
    }
    var rest: UInt64 = 0
    while i < byteCount {
      rest = rest << 8 | UInt64(uint8(at: i))
      i &+= 1
    }
    hasher.combine(rest)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
