import Bytes

extension ByteWriter {
  /// Writes text from the air as a JSON string.
  package mutating func append(json text: RawSpan) {
    append("\"")
    append(untrusted: text, escaping: .json)
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

  // MARK: Members and lists

  /// The key of a member, after a comma unless it is the first of its object.
  package mutating func append(jsonKey key: StaticString) {
    append(jsonKey: key, comma: count == 0 || bytes.uint8(at: count - 1) != 0x7B)
  }

  package mutating func append(member key: StaticString, _ number: Int) {
    append(jsonKey: key)
    append(decimal: number)
  }

  package mutating func append(member key: StaticString, _ number: UInt64) {
    append(jsonKey: key)
    append(decimal: number)
  }

  /// The shortest form of a number with a fraction.
  package mutating func append(member key: StaticString, number: Double) {
    append(jsonKey: key)
    append(number: number)
  }

  package mutating func append(member key: StaticString, _ truth: Bool) {
    append(jsonKey: key)
    append(truth ? "true" : "false")
  }

  package mutating func append(member key: StaticString, _ text: String) {
    append(jsonKey: key)
    append(json: text)
  }

  package mutating func append(member key: StaticString, text: RawSpan) {
    append(jsonKey: key)
    append(json: text)
  }

  /// One of our own words.
  package mutating func append(member key: StaticString, word: StaticString) {
    append(jsonKey: key)
    append(jsonWord: word)
  }

  package mutating func append(member key: StaticString, hex value: RawSpan) {
    append(jsonKey: key)
    append("\"")
    append(hex: value)
    append("\"")
  }

  /// - members: writes the members of the object.
  package mutating func append(
    member key: StaticString, _ members: (inout ByteWriter) -> Void
  ) {
    append(jsonKey: key)
    append("{")
    members(&self)
    append("}")
  }

  /// - element: writes a value.
  package mutating func append<Element>(
    member key: StaticString, list elements: some Sequence<Element>,
    _ element: (Element, inout ByteWriter) -> Void
  ) {
    append(jsonKey: key)
    append("[")
    var isFirst = true
    for value in elements {
      if !isFirst { append(",") }
      isFirst = false
      element(value, &self)
    }
    append("]")
  }

  /// - members: writes the members of each object.
  package mutating func append<Element>(
    member key: StaticString, objects elements: some Sequence<Element>,
    _ members: (Element, inout ByteWriter) -> Void
  ) {
    append(member: key, list: elements) { value, out in
      out.append("{")
      members(value, &out)
      out.append("}")
    }
  }
}
