import Bytes
import JSONText
import Vocabulary

/// A value of a recorded event. Slices are of the timeline's bytes.
package enum RecordedValue: Equatable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  /// None that an `integer` equals.
  case number(Double)
  /// Words, UUIDs and bytes in hex, too.
  case text(ByteSlice)
  /// JSON that the others do not write: `null`, `1.50`.
  case written(ByteSlice)
  /// Its elements.
  case list(ByteSlice)
  /// Its members.
  case object(ByteSlice)

  func number(in bytes: RawSpan) -> Double? {
    switch self {
    case .integer(let number): return Double(number)
    case .number(let number): return number
    case .written(let slice):
      let text = bytes.clamped(slice.range)
      return text.equals(("null" as StaticString).rawBytes) ? nil : JSONNumber(text).value
    default: return nil
    }
  }
}

package struct RecordedMember: Equatable, Sendable {
  package let key: Key
  package let value: RecordedValue
}

/// The form of values in a timeline's bytes: the number of a key, a tag, and what it needs. Equal
/// JSON has equal bytes.
enum RecordedTag: UInt8 {
  case end, no, yes, integer, number, text, written, list, object
}

/// Reads the members of an object, or the elements of a list.
package struct RecordedReader {
  private var offset: Int
  private let end: Int

  package init(_ slice: ByteSlice) {
    offset = slice.range.lowerBound
    end = slice.range.upperBound
  }

  /// - bytes: those of the timeline.
  package mutating func nextMember(_ bytes: RawSpan) -> RecordedMember? {
    guard let index = UInt32(exactly: number(bytes)), index > 0,
      let value = nextElement(bytes)
    else { return nil }
    return RecordedMember(key: Key(index: index - 1), value: value)
  }

  package mutating func nextElement(_ bytes: RawSpan) -> RecordedValue? {
    switch RecordedTag(rawValue: octet(bytes)) {
    case nil, .end?: return nil
    case .no?: return .boolean(false)
    case .yes?: return .boolean(true)
    case .integer?:
      let number = number(bytes)
      return .integer(Int64(bitPattern: number >> 1) ^ (0 &- Int64(bitPattern: number & 1)))
    case .number?:
      let number = bytes.clamped(take(8).range)
      guard number.byteCount == 8 else { return nil }
      return .number(Double(bitPattern: number.uint64LittleEndian(at: 0)))
    case .text?: return .text(take(number(bytes)))
    case .written?: return .written(take(number(bytes)))
    case .list?:
      let start = offset
      while nextElement(bytes) != nil {}
      return .list(slice(from: start))
    case .object?:
      let start = offset
      while nextMember(bytes) != nil {}
      return .object(slice(from: start))
    }
  }

  /// What ended before the tag that was just read.
  private func slice(from start: Int) -> ByteSlice {
    ByteSlice(offset: UInt32(clamping: start), count: UInt32(clamping: offset - 1 - start))
  }

  private mutating func take(_ count: UInt64) -> ByteSlice {
    let start = offset
    offset += min(Int(clamping: count), end - offset)
    return ByteSlice(offset: UInt32(clamping: start), count: UInt32(clamping: offset - start))
  }

  private mutating func octet(_ bytes: RawSpan) -> UInt8 {
    guard offset < end else { return 0 }
    defer { offset &+= 1 }
    return bytes.uint8(at: offset)
  }

  /// Seven bits an octet, the lowest first.
  private mutating func number(_ bytes: RawSpan) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let octet = octet(bytes)
      number |= UInt64(octet & 0x7F) << shift
      guard octet >= 0x80 else { break }
      shift &+= 7
    }
    return number
  }
}

extension ByteWriter {
  /// Members as JSON, without braces.
  /// - comma: whether to write one before the first.
  mutating func append(
    jsonMembers object: ByteSlice, of bytes: RawSpan, lexicon: Lexicon, comma: Bool = false,
    except left: [Key] = []
  ) {
    var comma = comma
    var reader = RecordedReader(object)
    while let member = reader.nextMember(bytes) {
      if !left.isEmpty, left.contains(member.key) { continue }
      lexicon.append(member.key, comma: comma, to: &self)
      append(json: member.value, of: bytes, lexicon: lexicon)
      comma = true
    }
  }

  mutating func append(
    json value: RecordedValue, of bytes: RawSpan, lexicon: Lexicon = .current
  ) {
    switch value {
    case .boolean(let truth): append(truth ? "true" : "false")
    case .integer(let number): append(decimal: number)
    case .number(let number): append(number: number)
    case .text(let slice): append(json: bytes.clamped(slice.range))
    case .written(let slice): append(bytes.clamped(slice.range))
    case .list(let slice):
      var reader = RecordedReader(slice)
      var comma = false
      append("[")
      while let element = reader.nextElement(bytes) {
        append(comma ? "," : "")
        append(json: element, of: bytes, lexicon: lexicon)
        comma = true
      }
      append("]")
    case .object(let slice):
      append("{")
      append(jsonMembers: slice, of: bytes, lexicon: lexicon)
      append("}")
    }
  }
}
