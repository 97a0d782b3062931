import Bytes

extension ByteWriter {
  /// Writes text from the air as a JSON string.
  package mutating func append(json text: RawSpan) {
    append("\"")
    append(untrusted: text, .json)
    append("\"")
  }

  package mutating func append(json text: String) { append(json: text.rawBytes) }

  /// One of our own words, which needs no escaping.
  @inlinable
  package mutating func append(jsonWord word: StaticString) {
    append("\"")
    append(word)
    append("\"")
  }

  /// A literal in quotes, followed by a colon and, if needed, preceded by a comma.
  @inlinable
  package mutating func append(jsonKey key: StaticString, comma: Bool) {
    append(comma ? ",\"" : "\"")
    append(key)
    append("\":")
  }

  /// Rewrites a JSON value without space, with everything escaped that must not reach an output.
  /// Bytes that are not JSON become `null`.
  package mutating func append(json slice: ByteSlice, of bytes: RawSpan) {
    let part = bytes.clamped(0, Int(slice.offset) + Int(slice.count))
    let start = count
    var scanner = JSONScanner(at: Int(slice.offset))
    do { try append(next: part, &scanner, depth: 1) } catch {
      truncate(to: start)
      append("null")
    }
  }

  /// The members of an object, each after a comma, except those left out.
  package mutating func append(
    membersOf object: ByteSlice, of bytes: RawSpan, except left: Set<String>
  ) {
    guard !object.isEmpty else { return }
    let part = bytes.clamped(0, Int(object.offset) + Int(object.count))
    let start = count
    var scanner = JSONScanner(at: Int(object.offset))
    do throws(JSONProblem) {
      var members = try scanner.beginObject(part)
      while let key = try scanner.nextKey(part, &members) {
        let name = key.string(part)
        guard !left.contains(name) else {
          try scanner.skipValue(part, depth: 2)
          continue
        }
        append(",")
        append(json: name)
        append(":")
        try append(next: part, &scanner, depth: 2)
      }
    } catch { truncate(to: start) }
  }

  /// - depth: bounded, since skipping the value has bounded it.
  private mutating func append(
    next bytes: RawSpan, _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONProblem) {
    scanner.skipSpace(bytes)
    switch scanner.peek(bytes) {
    case 0x7B where depth <= JSONScanner.maximumDepth:
      var members = try scanner.beginObject(bytes)
      append("{")
      var isFirst = true
      while let key = try scanner.nextKey(bytes, &members) {
        append(isFirst ? "" : ",")
        isFirst = false
        append(json: key.string(bytes))
        append(":")
        try append(next: bytes, &scanner, depth: depth + 1)
      }
      append("}")
    case 0x5B where depth <= JSONScanner.maximumDepth:
      scanner.advance(to: scanner.offset + 1)
      append("[")
      var isFirst = true
      var hasComma = false
      while try scanner.nextElement(bytes, &isFirst) {
        append(hasComma ? "," : "")
        hasComma = true
        try append(next: bytes, &scanner, depth: depth + 1)
      }
      append("]")
    case 0x22: append(json: try scanner.text(bytes).string(bytes))
    default:
      let value = try scanner.skipValue(bytes, depth: depth)
      append(bytes.clamped(value.slice.range))
    }
  }
}
