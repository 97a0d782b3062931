/// An integer in a value.
package struct IntegerForm: Hashable, Sendable {
  /// In bytes: 1, 2, 3 or 4.
  package var width: Int
  package var isBig = false

  package static let u8 = IntegerForm(width: 1)
  package static let u16 = IntegerForm(width: 2)
  package static let u16be = IntegerForm(width: 2, isBig: true)
  package static let u24 = IntegerForm(width: 3)
  package static let u24be = IntegerForm(width: 3, isBig: true)
  package static let u32 = IntegerForm(width: 4)
  package static let u32be = IntegerForm(width: 4, isBig: true)

  /// Its name in a declaration.
  package var name: String { "u\(width * 8)" + (isBig && width > 1 ? "be" : "") }
  /// Its name in text.
  package var title: String {
    width == 1 ? "8 bits" : "\(width * 8) bits, \(isBig ? "big" : "little") endian"
  }

  /// - Returns: `nil` where it does not fit.
  package func read(_ bytes: [UInt8], at: Int) -> Int? {
    let start = at < 0 ? bytes.count + at : at
    guard start >= 0, start + width <= bytes.count else { return nil }
    if width == 1 { return Int(bytes[start]) }
    var number = 0
    for index in 0..<width {
      number = number << 8 | Int(bytes[isBig ? start + index : start + width - 1 - index])
    }
    return number
  }
}

/// An integer that is the value's length less a constant.
package struct LengthField: Sendable {
  package var at: Int
  package var form: IntegerForm
  /// The value's length is the integer and this.
  package var plus: Int
  package var evidence: Evidence

  package func holds(_ bytes: [UInt8]) -> Bool {
    form.read(bytes, at: at).map { $0 + plus } == bytes.count
  }
}

/// An integer that grows by the same from one value to the next.
package struct CounterField: Sendable {
  package var at: Int
  package var form: IntegerForm
  /// In bits, from which one: a counter of 4 bits may share its byte.
  package var bits: Range<Int>
  package var step: Int
  package var evidence: Evidence

  package var isWholeBytes: Bool { bits.lowerBound == 0 && bits.count == form.width * 8 }
}

/// A checksum, where it is, and what it is of.
package struct ChecksumField: Sendable {
  package var algorithm: CheckAlgorithm
  /// Offset in octets from the start, or from the end if negative.
  package var at: Int
  package var isBig: Bool
  package var from: Int
  /// How many bytes at the end are not covered.
  package var lessEnd: Int
  package var evidence: Evidence

  package var form: IntegerForm { .init(width: algorithm.width / 8, isBig: isBig) }

  /// - Returns: `nil` if the value is too short to have one, or it covers nothing.
  package func holds(_ bytes: [UInt8]) -> Bool? {
    let end = bytes.count - lessEnd
    guard from < end, let field = form.read(bytes, at: at) else { return nil }
    return algorithm.value(bytes, in: from..<end) == UInt32(field)
  }
}

/// A byte, or two, that splits values into groups of the same structure.
package struct KindField: Sendable {
  package var at: Int
  package var width: Int
  /// The codes by how often they occur, and how often.
  package var codes: [(code: Int, count: Int)]
  package var evidence: Evidence

  /// The code as one big-endian number: codes are written as they stand in the bytes.
  package func code(_ bytes: [UInt8]) -> Int? {
    IntegerForm(width: width, isBig: true).read(bytes, at: at)
  }
}

/// A byte that says that the next one is a special one: a start, an end, or the escape itself.
package struct ByteEscape: Sendable, Equatable {
  package enum Meaning: Sendable, Equatable {
    /// The next byte is the special one XORed with this; with zero, the byte itself.
    case xor(UInt8)
    /// The next byte stands for another.
    case pairs([UInt8: UInt8])
  }
  package var byte: UInt8
  package var meaning: Meaning

  package init(byte: UInt8, meaning: Meaning) {
    self.byte = byte
    self.meaning = meaning
  }

  /// What a byte after the escape stands for.
  package func plain(_ byte: UInt8) -> UInt8 {
    switch meaning {
    case .xor(let bits): byte ^ bits
    case .pairs(let pairs): pairs[byte] ?? byte
    }
  }

  /// Bytes without their escapes.
  package func undone(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(byte) else { return bytes }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isEscaped = false
    for next in bytes {
      if isEscaped {
        plain.append(self.plain(next))
        isEscaped = false
      } else if next == byte {
        isEscaped = true
      } else {
        plain.append(next)
      }
    }
    return plain
  }

  /// Whether the last of these bytes is escaped by the one before it.
  package func coversLast(of bytes: [UInt8]) -> Bool {
    var isEscaped = false
    for next in bytes.dropLast() { isEscaped = !isEscaped && next == byte }
    return isEscaped
  }
}

/// How values are put together to messages.
package struct MessageForm: Sendable {
  package enum Framing: Sendable {
    /// A length in the header counts all values of a message.
    case length(at: Int, IntegerForm, plus: Int)
    /// A message ends with the value that ends with this byte, and may begin with one.
    case ends(start: UInt8?, end: UInt8, escape: ByteEscape?)
    /// A message ends where its checksum is right.
    case checked(CheckedJoin)
    /// Each value says which part it is, from `first`, and of how many; what follows them is joined.
    case parts(index: Int, total: Int, first: Int, header: Int)
  }
  package var framing: Framing
  /// What every message starts with.
  package var start: [UInt8]
  package var values: Int
  package var messages: Int
  /// Values that belong to none.
  package var left: Int
  package var evidence: Evidence
}

/// A number that moves smoothly, a time, or bits.
package struct NumberField: Sendable {
  package enum Kind: Sendable, Equatable {
    case integer(IntegerForm, signed: Bool)
    case float
    /// Seconds since 1970.
    case unixTime(IntegerForm)
    /// Binary-coded decimals: year, month, day, hour, minute, second.
    case bcdTime
    /// A date and time in binary, the year since 2000.
    case dateTime
  }
  package var at: Int
  package var kind: Kind
  package var low: Double
  package var high: Double
  package var evidence: Evidence

  package var width: Int {
    switch kind {
    case .integer(let form, _), .unixTime(let form): form.width
    case .float: 4
    case .bcdTime, .dateTime: 6
    }
  }
}

/// A form in which data is written.
package enum KnownForm: String, Sendable, CaseIterable {
  case protobuf, cbor, messagePack, tlv, ltv, slip, cobs

  package var title: String {
    switch self {
    case .protobuf: "Protocol Buffers"
    case .cbor: "CBOR"
    case .messagePack: "MessagePack"
    case .tlv: "type, length, value"
    case .ltv: "length, type, value"
    case .slip: "SLIP"
    case .cobs: "COBS"
    }
  }
}

package struct FormFinding: Sendable {
  package var form: KnownForm
  /// How many bytes are before and after it.
  package var from: Int
  package var lessEnd: Int
  package var evidence: Evidence
}

package enum TextForm: String, Sendable {
  case json = "JSON"
  case at = "AT commands"
  case decimal = "decimal numbers"
  case base64 = "Base64"
  case hex = "hexadecimal digits"
  case plain = "text"
}

package struct TextFinding: Sendable {
  package var form: TextForm
  package var evidence: Evidence
}

/// Fixed-size values with a length field: only that many octets are meaningful, zeros fill the rest.
package struct PaddingFinding: Sendable {
  /// Size of every value, in octets.
  package var size: Int
  package var length: LengthField

  /// What counts of a value; `nil` where the rest of it is not zeros, or the length beyond its end.
  package func cut(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count == size, let number = length.form.read(bytes, at: length.at) else {
      return nil
    }
    let end = number + length.plus
    guard end >= length.at + length.form.width, end <= size,
      bytes[end...].allSatisfy({ $0 == 0 })
    else { return nil }
    return Array(bytes[..<end])
  }
}

/// A constant that is XORed to all bytes.
package struct MaskFinding: Sendable {
  package var byte: UInt8
  /// What becomes plain under it.
  package var reason: String
  package var evidence: Evidence
}

/// What holds for a set of values: all, or those of one kind.
package struct FieldSet: Sendable {
  package var count = 0
  package var distinct = 0
  package var lengths: ClosedRange<Int> = 0...0
  /// The bytes that are the same in all values, from the start.
  package var constants: [Int: UInt8] = [:]
  /// Constant bytes from the end: `-1` is the last. Only where lengths differ.
  package var endings: [Int: UInt8] = [:]
  /// Bytes that are the same in all values of one connection, but not of all.
  package var perConnection: [Int] = []
  package var length: LengthField?
  package var counter: CounterField?
  package var checksum: ChecksumField?
  package var form: FormFinding?
  package var text: TextFinding?
  package var numbers: [NumberField] = []
  /// Positions where only these bits change.
  package var toggles: [Int: UInt8] = [:]
  /// The positions that look random: encrypted or compressed.
  package var noise: Range<Int>?
  package var examples: [[UInt8]] = []

  package init() {}
}

/// All that the values of one stream show.
package struct StreamFindings: Sendable {
  package var sampled = 0
  package var mask: MaskFinding?
  package var message: MessageForm?
  package var padding: PaddingFinding?
  package var kind: KindField?
  package var whole = FieldSet()
  /// For each code of `kind`.
  package var groups: [(code: Int, fields: FieldSet)] = []
  /// What was searched after mask and framing: messages or values, without their padding.
  package var units: [LearntValue] = []

  package init() {}
}
