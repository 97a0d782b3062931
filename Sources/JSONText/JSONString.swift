import Bytes

/// The kind of a JSON value, and the range of its bytes.
package struct JSONSlice: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, escapedString, array, object
  }

  package var kind: Kind
  /// Includes quotes, braces and brackets.
  package var slice: ByteSlice

  init(_ kind: Kind, _ start: Int, _ end: Int) {
    self.kind = kind
    slice = ByteSlice(offset: UInt32(clamping: start), count: UInt32(clamping: end - start))
  }

  package var isString: Bool { kind == .string || kind == .escapedString }

  /// What is between the quotes, with its escapes.
  package var content: ByteSlice {
    ByteSlice(offset: slice.offset &+ 1, count: slice.count >= 2 ? slice.count - 2 : 0)
  }

  /// What messages call it: `a string`.
  package var title: String {
    switch kind {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string, .escapedString: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A JSON string, by the range of its bytes.
package struct JSONString: Equatable, Sendable {
  /// Without the quotes, with the escapes.
  package var slice: ByteSlice
  package var isEscaped: Bool
  /// Equal for the same bytes.
  package let mark: UInt64

  init(_ start: Int, _ end: Int, isEscaped: Bool, _ bytes: RawSpan) {
    slice = ByteSlice(offset: UInt32(clamping: start), count: UInt32(clamping: end - start))
    self.isEscaped = isEscaped
    mark = Self.mark(bytes.clamped(start, count: end - start))
  }

  package static func mark(_ content: RawSpan) -> UInt64 {
    // Hashes both ends: keys that start alike are common.
    let count = content.byteCount
    var mark = UInt64(truncatingIfNeeded: count)
    if count >= 8 {
      mark ^= content.uint64LittleEndian(at: 0) &* 0x9E37_79B9_7F4A_7C15
      mark ^= content.uint64LittleEndian(at: count &- 8) &* 0xC2B2_AE3D_27D4_EB4F
    } else {
      for i in 0..<count { mark = mark << 8 ^ UInt64(content.uint8(at: i)) ^ mark >> 56 }
    }
    return mark
  }

  package func string(_ bytes: RawSpan) -> String {
    let content = bytes.clamped(slice.range)
    guard isEscaped else { return String(decoding: content.copy(), as: UTF8.self) }
    var out = ByteWriter(capacity: content.byteCount)
    out.append(unescapedJSON: content)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  func isSame(as other: JSONString, bytes: RawSpan) -> Bool {
    isEscaped || other.isEscaped
      ? string(bytes) == other.string(bytes)
      : bytes.clamped(slice.range).equals(bytes.clamped(other.slice.range))
  }

  /// The first characters in quotes, safe to show, for messages.
  func excerpt(_ bytes: RawSpan) -> String {
    let beginning = bytes.clamped(slice.range).clamped(0, count: 40)
    let text = shown(String(decoding: beginning.copy(), as: UTF8.self))
    return "\"\(text)\"" + (slice.count > 40 ? "..." : "")
  }
}
