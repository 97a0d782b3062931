import Bytes
import JSONText

/// A hash of a JSON value for comparisons: equal values have equal marks, however they are written.
enum MemberMark {
  /// The kinds of values in an array, as bits of `JSONSlice.Kind`; escaped strings are strings.
  static func elementKinds(_ array: ByteSlice, in bytes: RawSpan) -> UInt16 {
    var kinds: UInt16 = 0
    MemberReader.forEachElement(array, in: bytes) { kinds |= bit($0.kind) }
    return kinds
  }

  static func bit(_ kind: JSONSlice.Kind) -> UInt16 {
    switch kind {
    case .escapedString: 1 << UInt16(JSONSlice.Kind.string.rawValue)
    case .false: 1 << UInt16(JSONSlice.Kind.true.rawValue)
    default: 1 << UInt16(kind.rawValue)
    }
  }

  /// Whether an array holds only numbers (or nothing): measured values.
  static func isNumbers(_ array: ByteSlice, in bytes: RawSpan) -> Bool {
    elementKinds(array, in: bytes) & ~bit(.number) == 0
  }

  /// Equal for the same value.
  static func value(_ value: JSONSlice, in bytes: RawSpan) -> UInt64 {
    let span = bytes.clamped(value.slice.range)
    switch value.kind {
    case .number:
      let number = JSONNumber(span).value
      // Zero has two signs but is one number.
      return (number == 0 ? 0 : number.bitPattern) &+ 1
    case .string: return bytes.clamped(value.content.range).mark(2)
    case .escapedString:
      var text = ByteWriter(capacity: span.byteCount)
      text.append(unescapedJSON: bytes.clamped(value.content.range))
      return text.bytes.mark(2)
    case .array:
      var hasher = Hasher()
      MemberReader.forEachElement(value.slice, in: bytes) {
        hasher.combine(self.value($0, in: bytes))
      }
      return UInt64(truncatingIfNeeded: hasher.finalize())
    case .true, .false, .null: return UInt64(value.kind.rawValue) &+ 0x5000
    case .object: return span.mark(3)
    }
  }

  /// Equal for values of the same shape: any numbers, any number of numbers in an array, but the
  /// same text and Boolean.
  static func shape(_ value: JSONSlice, in bytes: RawSpan) -> UInt64 {
    switch value.kind {
    case .number: return 0x6001
    case .array where isNumbers(value.slice, in: bytes): return 0x6002
    default: return self.value(value, in: bytes)
    }
  }
}
