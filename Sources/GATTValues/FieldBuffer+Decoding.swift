import Bytes

/// Helpers of what decodes: own text, remarks on the length, and pieces of `text`.
extension FieldBuffer {
  /// Text of this program; copied.
  mutating func add(_ key: Key, ownText: String) {
    let start = storage.count
    storage.append(string: ownText)
    add(key, .text(start..<storage.count))
  }

  // MARK: Remarks

  /// Notes bytes that are missing but not cut in the capture, and bytes left over.
  mutating func noteLength(_ count: Int, expected: Int, in context: DecodingContext) {
    if count > expected {
      extraBytes = count - expected
      noteExtra(extraBytes)
    } else if count < expected, !context.isTruncated {
      noteShort(count, expected: expected)
    }
  }

  mutating func noteShort(_ count: Int, expected: Int) {
    addNote("too short: ")
    note.append(decimal: count)
    note.append(" of ")
    note.append(decimal: expected)
    note.append(expected == 1 ? " byte" : " bytes")
  }

  mutating func noteExtra(_ count: Int) {
    addNote("")
    note.append(decimal: count)
    note.append(count == 1 ? " extra byte" : " extra bytes")
  }

  mutating func noteReserved(_ bits: some BinaryInteger) {
    if bits != 0 { addNote("reserved bits are set") }
  }

  // MARK: Text

  private mutating func text(_ value: Double, decimals: Int, unit: StaticString) {
    text.append(number: value, decimals: decimals)
    text.append(unit)
  }

  /// A temperature in the reader's unit.
  mutating func text(celsius value: Double, in context: DecodingContext) {
    switch context.units {
    case .metric: text(value, decimals: 2, unit: " C")
    case .us: text(value * 9 / 5 + 32, decimals: 2, unit: " F")
    }
  }

  /// In full if it is short, else the beginning and the length.
  mutating func text(hex value: RawSpan, in context: DecodingContext) {
    let (most, shown) =
      switch context.hexLength {
      case .brief: (12, 8)
      case .long: (20, 16)
      case .whole: (value.byteCount, 0)
      }
    if value.byteCount <= most {
      text.append(hex: value)
      return
    }
    text.append(hex: value.clamped(0, count: shown))
    text.append(".. (")
    text.append(decimal: value.byteCount)
    text.append(")")
  }

  /// The number after a name that does not identify it: ` (7)`.
  mutating func textCode(_ code: some BinaryInteger) {
    text.append(" (")
    text.append(decimal: Int64(clamping: code))
    text.append(")")
  }

  /// Separates parts of a line with two spaces, for tools that split columns.
  mutating func textGap() {
    if !text.isEmpty { text.append("  ") }
  }
}
