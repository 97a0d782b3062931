import Bytes

/// A JSON value, parsed one level at a time.
package enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  /// The slice is the text of the number.
  case number(JSONNumber, ByteSlice)
  case string(String)
  /// With the brackets.
  case array(ByteSlice)
  /// With the braces.
  case object(ByteSlice)

  /// - bytes: those that the slice refers to.
  package init(_ slice: JSONSlice, in bytes: RawSpan) {
    switch slice.kind {
    case .null: self = .null
    case .true: self = .boolean(true)
    case .false: self = .boolean(false)
    case .number: self = .number(JSONNumber(bytes.clamped(slice.slice.range)), slice.slice)
    case .string, .escapedString:
      let start = Int(slice.content.offset)
      self = .string(
        JSONString(
          start, start + Int(slice.content.count), isEscaped: slice.kind == .escapedString, bytes
        ).string(bytes))
    case .array: self = .array(slice.slice)
    case .object: self = .object(slice.slice)
    }
  }

  /// The members of a JSON object, in order. Slices refer to the same bytes.
  /// - object: its range in the bytes; an empty slice has no members.
  package static func members(
    of object: ByteSlice, in bytes: RawSpan
  ) throws(JSONError) -> [(key: String, value: JSONValue)] {
    try JSONScanner.members(of: object, in: bytes).map { ($0.key, JSONValue($0.value, in: bytes)) }
  }
}

extension JSONScanner {
  static func members(
    of object: ByteSlice, in bytes: RawSpan
  ) throws(JSONError) -> [(key: String, value: JSONSlice)] {
    guard !object.isEmpty else { return [] }
    var found: [(key: String, value: JSONSlice)] = []
    let part = bytes.clamped(0, count: object.range.upperBound)
    var scanner = JSONScanner(at: Int(object.offset))
    var members = try scanner.beginObject(part)
    while let key = try scanner.nextKey(part, members: &members) {
      found.append((key.string(part), try scanner.skipValue(part, depth: 2)))
    }
    return found
  }

  static func elements(
    of array: ByteSlice, in bytes: RawSpan
  ) throws(JSONError) -> [JSONSlice] {
    guard !array.isEmpty else { return [] }
    var found: [JSONSlice] = []
    let part = bytes.clamped(0, count: array.range.upperBound)
    var scanner = JSONScanner(at: Int(array.offset))
    scanner.skipSpace(part)
    guard scanner.peek(part) == 0x5B else { throw scanner.expected("an array", bytes: part) }
    scanner.advance(to: scanner.offset + 1)
    var isFirst = true
    while try scanner.nextElement(part, isFirst: &isFirst) {
      found.append(try scanner.skipValue(part, depth: 2))
    }
    return found
  }
}
