import Bytes

/// Why bytes are not JSON, or not the JSON that was expected, and where.
package struct JSONError: Error, Equatable, Sendable {
  /// Where in a document, by keys: `devices[0].handle`; empty: in the root, or unknown.
  package private(set) var path = ""
  /// Bytes from the start of the scanner's input.
  package let offset: Int
  /// A clause without a full stop: `expected ',' or '}'`.
  package let reason: String

  package init(_ offset: Int, _ reason: String) {
    self.offset = offset
    self.reason = reason
  }

  package func under(_ path: String) -> JSONError {
    var problem = self
    problem.path = path
    return problem
  }

  /// `line 3: devices[0].handle: expected a whole number, not a string`.
  /// - bytes: of the document.
  package func sentence(in bytes: [UInt8]) -> String {
    "line \(JSONDocument.line(at: offset, in: bytes)): "
      + (path.isEmpty ? "" : "\(path): ") + reason
  }
}

/// Scans JSON (RFC 8259) byte by byte, and accepts nothing else.
///
/// The depth of nested objects and arrays is bounded, and with it the recursion. A duplicate key in
/// an object is an error: readers do not agree on which of the two counts.
package struct JSONScanner: Sendable {
  /// The maximum depth of nested objects and arrays.
  package static let maximumDepth = 64

  /// The next byte to scan.
  package private(set) var offset: Int
  /// The keys of all open objects, those of the innermost last.
  private var keys: [JSONString] = []

  package init(at offset: Int = 0) { self.offset = offset }

  /// The state of scanning an object's members.
  package struct Members: Sendable {
    fileprivate var first: Int
    fileprivate var isBegun = false
    /// The keys, once there are too many to compare pairwise.
    fileprivate var many: Set<String> = []
  }

  /// Keys of one object that are compared one by one; more go through a hash table.
  private static let comparedKeys = 48

  /// Restarts, for other bytes.
  package mutating func restart(at offset: Int = 0) {
    self.offset = offset
    keys.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  package func peek(_ bytes: RawSpan) -> UInt8? {
    offset < bytes.byteCount ? bytes.uint8(at: offset) : nil
  }

  package mutating func advance(to offset: Int) { self.offset = offset }

  /// Skips spaces, tabs and line ends.
  package mutating func skipSpace(_ bytes: RawSpan) {
    while let byte = peek(bytes), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset &+= 1
    }
  }

  /// Checks that only space follows.
  package mutating func end(_ bytes: RawSpan) throws(JSONError) {
    skipSpace(bytes)
    if offset < bytes.byteCount { throw JSONError(offset, "more after the value") }
  }

  func expected(_ what: String, bytes: RawSpan) -> JSONError {
    JSONError(
      offset, offset < bytes.byteCount ? "expected \(what)" : "ends where \(what) should be")
  }

  // MARK: Objects

  package mutating func beginObject(_ bytes: RawSpan) throws(JSONError) -> Members {
    skipSpace(bytes)
    guard peek(bytes) == 0x7B else { throw expected("an object", bytes: bytes) }
    offset &+= 1
    return Members(first: keys.count)
  }

  /// The next key, with the offset after the colon; `nil` after the closing brace. The value must
  /// be consumed before the next call.
  package mutating func nextKey(
    _ bytes: RawSpan, members: inout Members
  ) throws(JSONError) -> JSONString? {
    skipSpace(bytes)
    let byte = peek(bytes)
    if byte == 0x7D {
      offset &+= 1
      keys.removeLast(keys.count - members.first)
      return nil
    }
    if members.isBegun {
      guard byte == 0x2C else { throw expected("',' or '}'", bytes: bytes) }
      offset &+= 1
      skipSpace(bytes)
    }
    guard peek(bytes) == 0x22 else {
      throw expected(members.isBegun ? "a key" : "a key or '}'", bytes: bytes)
    }
    members.isBegun = true
    let start = offset
    let key = try text(bytes)
    try add(key, at: start, bytes: bytes, members: &members)
    skipSpace(bytes)
    guard peek(bytes) == 0x3A else { throw expected("':'", bytes: bytes) }
    offset &+= 1
    return key
  }

  private mutating func add(
    _ key: JSONString, at start: Int, bytes: RawSpan, members: inout Members
  ) throws(JSONError) {
    var isTwice = false
    if members.many.isEmpty {
      for other in keys[members.first...]
      where other.mark == key.mark || other.isEscaped || key.isEscaped {
        if other.isSame(as: key, bytes: bytes) { isTwice = true }
      }
      keys.append(key)
      if keys.count - members.first > Self.comparedKeys {
        for known in keys[members.first...] { members.many.insert(known.string(bytes)) }
      }
    } else {
      isTwice = !members.many.insert(key.string(bytes)).inserted
    }
    if isTwice { throw JSONError(start, "a key twice: \(key.excerpt(bytes))") }
  }

  // MARK: Values

  /// Skips a value, which must be JSON.
  /// - Returns: the range of its bytes.
  @discardableResult
  package mutating func skipValue(
    _ bytes: RawSpan, depth: Int = 1
  ) throws(JSONError) -> JSONSlice {
    skipSpace(bytes)
    let start = offset
    let kind: JSONSlice.Kind
    switch peek(bytes) {
    case 0x22:
      let text = try text(bytes)
      return JSONSlice(text.isEscaped ? .escapedString : .string, start, offset)
    case 0x7B:
      try checkDepth(depth)
      var members = try beginObject(bytes)
      while try nextKey(bytes, members: &members) != nil { try skipValue(bytes, depth: depth + 1) }
      kind = .object
    case 0x5B:
      try checkDepth(depth)
      offset &+= 1
      var isFirst = true
      while try nextElement(bytes, isFirst: &isFirst) { try skipValue(bytes, depth: depth + 1) }
      kind = .array
    case 0x74:
      try word("true", bytes: bytes)
      kind = .true
    case 0x66:
      try word("false", bytes: bytes)
      kind = .false
    case 0x6E:
      try word("null", bytes: bytes)
      kind = .null
    default:
      try skipNumber(bytes)
      kind = .number
    }
    return JSONSlice(kind, start, offset)
  }

  /// Goes to the next element of an array; the offset is after the opening bracket.
  /// - Returns: `false` after the closing bracket.
  package mutating func nextElement(_ bytes: RawSpan, isFirst: inout Bool) throws(JSONError)
    -> Bool
  {
    skipSpace(bytes)
    let byte = peek(bytes)
    if byte == 0x5D {
      offset &+= 1
      return false
    }
    if !isFirst {
      guard byte == 0x2C else { throw expected("',' or ']'", bytes: bytes) }
      offset &+= 1
      skipSpace(bytes)
    }
    isFirst = false
    return true
  }

  private func checkDepth(_ depth: Int) throws(JSONError) {
    if depth > Self.maximumDepth {
      throw JSONError(offset, "more than \(Self.maximumDepth) objects and arrays in each other")
    }
  }

  private mutating func word(_ word: StaticString, bytes: RawSpan) throws(JSONError) {
    let length = word.rawBytes.byteCount
    guard bytes.clamped(offset, count: length).equals(word.rawBytes) else {
      throw expected("a value", bytes: bytes)
    }
    offset &+= length
  }
}
