import Bytes
import Vocabulary

/// What a part of a value is, as its declaration says: for those that hide some of it.
package struct ValuePart: Sendable {
  package enum Content: Sendable {
    /// A number with a unit, or one that such a number is computed of.
    case measure(MeasuredNumber)
    /// Any other number: a counter, an identifier.
    case number
    /// A number of which some bits decide how the rest is read, or are shown as words and flags.
    case packed(PackedNumber)
    /// Words, flags, what decides how the rest is read, and special values of numbers.
    case status
    /// In the form of a calendar, or a count of ticks.
    case date(isCalendar: Bool)
    case text, octets, address
    case checksum(ValueChecksum)
  }

  package var content: Content
  package let place: Range<Int>
  /// It tells who somebody is: an address, or what the declaration says so of.
  package let isPersonal: Bool
}

/// A number in a value of which some bits stay.
package struct PackedNumber: Sendable {
  let staying: UInt64
  let isBig: Bool

  /// Other octets with those bits of the original ones.
  package func octets(_ other: [UInt8], like original: [UInt8]) -> [UInt8] {
    original.indices.map { index in
      let place = UInt64(8 * (isBig ? original.count - 1 - index : index))
      let mask = UInt8(truncatingIfNeeded: staying >> place)
      return original[index] & mask | other[index] & ~mask
    }
  }
}

/// A number in a value, in the form that the value has it.
package struct MeasuredNumber: Sendable {
  /// Numbers of the same name are of one series.
  package let name: String
  /// The low ones of its octets.
  package let bits: Int
  package let isSigned: Bool
  package let isBig: Bool
  /// What the number itself can be, and should be.
  package let range: ClosedRange<Int64>
  /// The bits of a medical float above `bits`, which stay.
  package let exponentBits: Int

  private func whole(_ octets: [UInt8]) -> UInt64 {
    (isBig ? octets : octets.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
  }

  package func number(in octets: [UInt8]) -> Int64 {
    let unused = UInt64(64 - bits)
    let shifted = whole(octets) << unused
    return isSigned
      ? Int64(bitPattern: shifted) >> Int64(unused) : Int64(bitPattern: shifted >> unused)
  }

  /// The exponent, as it stands there: numbers with another one are of another series.
  package func exponent(in octets: [UInt8]) -> UInt64 {
    exponentBits == 0 ? 0 : whole(octets) >> UInt64(bits)
  }

  /// The octets with another number.
  package func octets(of number: Int64, like original: [UInt8]) -> [UInt8] {
    let mask: UInt64 = bits == 64 ? .max : 1 << UInt64(bits) - 1
    let other = whole(original) & ~mask | UInt64(bitPattern: number) & mask
    let octets = (0..<original.count).map { UInt8(truncatingIfNeeded: other >> UInt64(8 * $0)) }
    return isBig ? octets.reversed() : octets
  }
}

/// A sum over octets of a value, and where they are.
package struct ValueChecksum: Sendable {
  let code: CheckCode
  package let over: Range<Int>

  /// The sum of a value, as it stands there.
  package func octets(in value: [UInt8]) -> [UInt8] {
    let sum = Checksum.value(of: value.rawBytes.clamped(over), by: code)
    let octets = (0..<Int(code.width / 8)).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) }
    return code.isBig != 0 ? octets.reversed() : octets
  }
}

/// Where a field was read.
struct ReadPlace: Sendable {
  /// The field; -1: a length in front of one.
  var field: Int32 = -1
  var start = 0
  var end = 0
  /// It is no measurement, or it is a number that has no measure's form.
  var isSpecial = false
  /// The octets that a checksum is over; empty for other parts.
  var over = 0..<0
}
