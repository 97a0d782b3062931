import Bytes

/// What was read under a name.
struct SlotValue {
  enum Kind: UInt8 {
    case unset
    /// In `raw`.
    case whole
    /// The bits of a number above those that `whole` can hold.
    case unsigned
    /// `raw` × 10^`extra`.
    case decimal
    /// The bits of a double.
    case double
    /// A `SpecialFloat`.
    case special
    /// Octets of the value: offset, and how many.
    case bytes
    /// Elements: the first, and how many.
    case list
    /// A group.
    case present
  }

  var kind = Kind.unset
  var type = ScalarType.signed
  /// The field that it is from.
  var field: Int32 = 0
  var raw: Int64 = 0
  var extra: Int64 = 0

  static let unset = SlotValue()

  init() {}

  init(_ kind: Kind, _ type: ScalarType = .signed, _ raw: Int64, _ extra: Int64 = 0) {
    self.kind = kind
    self.type = type
    self.raw = raw
    self.extra = extra
  }

  @inline(__always)
  init(whole raw: Int64, ofField field: Int) {
    kind = .whole
    self.field = Int32(truncatingIfNeeded: field)
    self.raw = raw
  }

  /// For expressions.
  var whole: Int64? { kind == .whole ? raw : nil }
}

/// Memory of the interpreter that stays with a field buffer, so that decoding allocates nothing.
package struct DecodingScratch: ~Copyable, Sendable {
  struct Mark {
    var scope: Int32 = 0
    var count: Int32 = 0
  }

  var slots = PlainBuffer<SlotValue>()
  /// Elements of lists.
  var elements = PlainBuffer<SlotValue>()
  /// The last object that has each key of the program.
  var marks = PlainBuffer<Mark>()
  /// The number of the last object: those of the next value are others, so that no mark is of one.
  var lastScope: Int32 = 0
  /// Marks to restore at the end of an object.
  var replaced: [(key: Int32, mark: Mark)] = []
  /// Where the fields stand, if that is wanted.
  var places: [ReadPlace] = []

  package init() {}

  /// Nothing is read yet. The lists never shrink: values differ, and a program uses no more than
  /// it asks for.
  mutating func prepare(slots count: Int, keys: Int) {
    for slot in 0..<min(count, slots.count) { slots[slot].kind = .unset }
    while slots.count < count { slots.append(.unset) }
    while marks.count < keys { marks.append(Mark()) }
    if lastScope > .max / 2 {
      for mark in marks.indices { marks[mark].scope = 0 }
      lastScope = 0
    }
    elements.removeAll()
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
    if !replaced.isEmpty { replaced.removeAll(keepingCapacity: true) }
  }
}

extension RawSpan {
  /// A number of up to eight octets.
  func number(at offset: Int, width: Int, isBig: Bool) -> UInt64 {
    if width == 1 { return UInt64(uint8(at: offset)) }
    if width == 2, !isBig { return UInt64(uint16LittleEndian(at: offset)) }
    if width == 4, !isBig { return UInt64(uint32LittleEndian(at: offset)) }
    var number: UInt64 = 0
    for i in 0..<width {
      let octet = UInt64(uint8(at: offset &+ i))
      number = isBig ? number << 8 | octet : number | octet << UInt64(8 &* i)
    }
    return number
  }

  /// A whole number of fixed width, all of whose octets are there.
  @inline(__always)
  func whole(at offset: Int, of field: FieldStep) -> Int64 {
    let width = Int(field.code.number.width)
    let bits = number(at: offset, width: width, isBig: field.code.number.isBig)
    guard field.code.number.type == .signed else { return Int64(bitPattern: bits) }
    let unused = UInt64(64 &- 8 &* width)
    return Int64(bitPattern: bits &<< unused) &>> Int64(unused)
  }

  /// A scalar of fixed width; all its octets are there.
  func scalar(_ type: ScalarType, at offset: Int, width: Int, isBig: Bool) -> SlotValue {
    switch type {
    case .unsigned:
      let bits = number(at: offset, width: width, isBig: isBig)
      guard let whole = Int64(exactly: bits) else {
        return SlotValue(.unsigned, type, Int64(bitPattern: bits))
      }
      return SlotValue(.whole, type, whole)
    case .signed:
      let bits = number(at: offset, width: width, isBig: isBig)
      let unused = UInt64(64 &- 8 &* width)
      return SlotValue(.whole, type, Int64(bitPattern: bits << unused) >> Int64(unused))
    case .boolean: return SlotValue(.whole, type, uint8(at: offset) != 0 ? 1 : 0)
    case .float32:
      let bits = number(at: offset, width: 4, isBig: isBig)
      return Self.double(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))), type: type)
    case .float64:
      return Self.double(
        Double(bitPattern: number(at: offset, width: 8, isBig: isBig)), type: type)
    case .shortFloat:
      return Self.medical(
        number(at: offset, width: 2, isBig: isBig), mantissa: 12, exponent: 4, type: type)
    case .float:
      return Self.medical(
        number(at: offset, width: 4, isBig: isBig), mantissa: 24, exponent: 8, type: type)
    default: return SlotValue(.bytes, type, Int64(offset), Int64(width))
    }
  }

  private static func double(_ value: Double, type: ScalarType) -> SlotValue {
    guard !value.isNaN else { return SlotValue(.special, type, SpecialFloat.notANumber.rawValue) }
    guard value.isFinite else {
      let code: SpecialFloat = value > 0 ? .positiveInfinity : .negativeInfinity
      return SlotValue(.special, type, code.rawValue)
    }
    return SlotValue(.double, type, Int64(bitPattern: value.bitPattern))
  }

  /// The decimal numbers of IEEE 11073-20601: exponent, then mantissa, both signed.
  private static func medical(
    _ bits: UInt64, mantissa width: UInt64, exponent exponentWidth: UInt64, type: ScalarType
  ) -> SlotValue {
    let raw = bits & (1 << width &- 1)
    let highest = (1 as UInt64) << (width &- 1)
    let special: SpecialFloat? =
      switch raw {
      case highest &- 1: .notANumber
      case highest: .notAtThisResolution
      case highest &- 2: .positiveInfinity
      case highest &+ 2: .negativeInfinity
      case highest &+ 1: .reserved
      default: nil
      }
    if let special { return SlotValue(.special, type, special.rawValue) }
    func signed(_ number: UInt64, width: UInt64) -> Int64 {
      Int64(bitPattern: number << (64 &- width)) >> Int64(64 &- width)
    }
    return SlotValue(
      .decimal, type, signed(raw, width: width), signed(bits >> width & 0xFF, width: exponentWidth))
  }
}
