import ATTDissector
import Bytes

/// Takes values apart as their declarations say, and compares what they say.
package struct ValueParts: ~Copyable {
  private struct Known {
    /// It lives as long as what is known of it: another one may come to stand at its place.
    let program: Program
    let contents: FieldContents
  }

  private var known: [ObjectIdentifier: Known] = [:]
  private var decoded = FieldBuffer()
  private var other = FieldBuffer()
  private static let limit = 4096

  package init() {}

  private mutating func contents(_ program: Program) -> FieldContents {
    let identity = ObjectIdentifier(program)
    if let found = known[identity] { return found.contents }
    let contents = FieldContents(program.code)
    if known.count >= Self.limit { known.removeAll() }
    known[identity] = Known(program: program, contents: contents)
    return contents
  }

  /// Whether a field tells who somebody is.
  package mutating func hasPersonal(_ program: Program) -> Bool { contents(program).hasPersonal }

  /// Whether any part is treated by itself where the whole value is hidden.
  package mutating func hasOwnParts(_ program: Program) -> Bool { contents(program).hasOwnParts }

  /// The parts of a value, in the order in which they were read; `nil` where its octets do not stand in it as they
  /// are decoded: it is a part of a message, or masked.
  /// - state: what the device that has the attribute has revealed.
  package mutating func parts(
    of value: RawSpan, program: Program, isWrite: Bool, state: DeviceState = DeviceState()
  ) -> [ValuePart]? {
    guard !program.joinsValues, program.mask.isEmpty else { return nil }
    let contents = contents(program)
    decode(value, program: program, isWrite: isWrite, state: state, findsPlaces: true)
    guard let scratch = decoded.scratch.take() else { return nil }
    let places = scratch.places
    decoded.scratch = consume scratch
    return places.compactMap { place in
      let range = (place.start..<max(place.start, place.end)).clamped(to: 0..<value.byteCount)
      guard !range.isEmpty else { return nil }
      let field = Int(place.field)
      return ValuePart(
        content: Self.content(
          place, octets: value.clamped(range), code: program.code, contents: contents),
        place: range,
        isPersonal: contents.personal.indices.contains(field) && contents.personal[field])
    }
  }

  private static func content(
    _ place: ReadPlace, octets: RawSpan, code: ProgramCode, contents: FieldContents
  ) -> ValuePart.Content {
    let index = Int(place.field)
    guard code.fields.indices.contains(index) else { return .status }
    let field = code.fields[index]
    switch contents.kinds[index] {
    case .measure where place.isSpecial: return .status
    case .measure:
      return MeasuredNumber(field, octets, contents.names[index], code).map { .measure($0) }
        ?? .number
    case .number: return place.isSpecial ? .status : .number
    case .packed(let staying):
      return .packed(PackedNumber(staying: staying, isBig: field.number.isBig))
    case .flags(let staying):
      let packed = PackedNumber(staying: staying, isBig: field.number.isBig)
      let known = packed.octets([UInt8](repeating: 0, count: octets.byteCount), like: octets.copy())
      return octets.equals(known.rawBytes) ? .status : .packed(packed)
    case .code:
      return contents.isKnown(octets, ofField: index, in: code)
        ? .status : .packed(PackedNumber(staying: 0, isBig: false))
    case .status: return .status
    case .date:
      return .date(isCalendar: field.number.type == .dateTime)
    case .text: return .text
    case .octets: return .octets
    case .address: return .address
    case .uuid: return Self.isAssigned(octets, isBig: field.number.isBig) ? .status : .octets
    case .checksum:
      let check = Int(field.detail) - 1
      guard code.checks.indices.contains(check) else { return .number }
      return .checksum(ValueChecksum(code: code.checks[check], over: place.over))
    }
  }

  /// Whether a UUID has 16 bits, alone or on the Bluetooth base: others may have been made up for one device.
  private static func isAssigned(_ octets: RawSpan, isBig: Bool) -> Bool {
    let octets = octets.copy()
    let uuid = BluetoothUUID(littleEndian: (isBig ? octets.reversed() : octets).rawBytes)
    return uuid?.short != nil
  }

  private mutating func decode(
    _ value: RawSpan, program: Program, isWrite: Bool, state: DeviceState, findsPlaces: Bool
  ) {
    decoded.removeAll()
    var context = DecodingContext(state: state)
    context.isWrite = isWrite
    context.leavesOutText = true
    context.findsPlaces = findsPlaces
    program.decode(value, in: consume context, into: &decoded)
  }

  /// Whether two values have the same fields, words and flags, and are right or wrong alike: they differ in numbers
  /// and octets alone.
  package mutating func agree(
    _ value: RawSpan, changed: RawSpan, program: Program, isWrite: Bool, state: DeviceState
  ) -> Bool {
    decode(value, program: program, isWrite: isWrite, state: state, findsPlaces: false)
    swap(&decoded, &other)
    decode(changed, program: program, isWrite: isWrite, state: state, findsPlaces: false)
    guard decoded.fields.count == other.fields.count, decoded.faults == other.faults,
      decoded.isRefusal == other.isRefusal, decoded.extraBytes == other.extraBytes
    else { return false }
    return decoded.fields.indices.allSatisfy { index in
      let (a, b) = (decoded.fields[index], other.fields[index])
      return a.key == b.key && a.shape == b.shape && Self.agree(a.value, b.value)
    }
  }

  private static func agree(_ a: FieldValue, _ b: FieldValue) -> Bool {
    switch (a, b) {
    case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number),
      (.unsigned, .unsigned), (.unsigned, .integer), (.integer, .unsigned), (.text, .text),
      (.hex, .hex), (.uuid, .uuid):
      true
    default: a == b
    }
  }

  /// The declaration of the data of an element, where one fits.
  package mutating func program(
    for element: AdvertisingElement, data: RawSpan, in advertisement: RawSpan
  ) -> Program? {
    var texts = ByteWriter(capacity: 16)
    return DeclaredValues.advertisements(element).first { program in
      decoded.removeAll()
      let outcome = program.decode(
        advertised: data, in: advertisement, into: &decoded, texts: &texts, writesText: false)
      if case .decoded = outcome { return true }
      return false
    }
  }
}

extension MeasuredNumber {
  /// `nil`: a number in a form in which it cannot be moved.
  fileprivate init?(
    _ field: FieldCode, _ octets: RawSpan, _ name: String, _ code: ProgramCode
  ) {
    let bits: Int
    let exponentBits: Int
    switch field.number.type {
    case .unsigned where 1...7 ~= field.number.width, .signed where 1...7 ~= field.number.width:
      (bits, exponentBits) = (8 * Int(field.number.width), 0)
    case .shortFloat: (bits, exponentBits) = (12, 4)
    case .float: (bits, exponentBits) = (24, 8)
    default: return nil
    }
    let isSigned = field.number.type != .unsigned
    let high: Int64 = 1 << Int64(isSigned ? bits - 1 : bits) - 1
    // Without the codes of what is no number.
    let possible = exponentBits > 0 ? 2 - high...high - 2 : isSigned ? -high - 1...high : 0...high
    func number(_ range: ClosedRange<Int64>) -> MeasuredNumber {
      MeasuredNumber(
        name: name, bits: bits, isSigned: isSigned, isBig: field.number.isBig, range: range,
        exponentBits: exponentBits)
    }
    let exponent = number(possible).exponent(in: octets.copy())
    let unused = Int64(64 - exponentBits)
    let power =
      exponentBits == 0 ? 0 : Int64(truncatingIfNeeded: exponent << UInt64(unused)) >> unused
    self = number(Self.limited(possible, field: field, code: code, exponent: power))
  }

  /// What its quantity can be, as far as the declaration says.
  /// - exponent: the number counts so many powers of 10.
  private static func limited(
    _ range: ClosedRange<Int64>, field: FieldCode, code: ProgramCode, exponent: Int64
  ) -> ClosedRange<Int64> {
    guard field.source.expression == 0, field.call == 0 else { return range }
    let key = Int(field.keys.own) - 1
    let limits: LimitCode
    if code.limits.indices.contains(Int(field.bounds.limits) - 1) {
      limits = code.limits[Int(field.bounds.limits) - 1]
    } else if code.keys.indices.contains(key), code.string(code.keys[key].unit) == "%" {
      // A share: few are of more than the whole.
      limits = LimitCode(Fraction(0), Fraction(100))
    } else {
      return range
    }
    let scale =
      code.scales.indices.contains(Int(field.sense.scale) - 1)
      ? code.scales[Int(field.sense.scale) - 1] : Scale(factor: 1, offset: 0, divisor: 1)
    let unit = (0..<abs(exponent)).reduce(1.0) { unit, _ in unit * 10 }
    func raw(_ limit: Int64, _ divisor: Int64) -> Double {
      let number =
        (Double(limit) / Double(divisor) * Double(scale.divisor) - Double(scale.offset))
        / Double(scale.factor)
      return exponent < 0 ? number * unit : number / unit
    }
    var ends = (Double(range.lowerBound), Double(range.upperBound))
    if scale.factor < 0 { swap(&ends.0, &ends.1) }
    if limits.hasLow != 0 { ends.0 = raw(limits.low, limits.lowDivisor) }
    if limits.hasHigh != 0 { ends.1 = raw(limits.high, limits.highDivisor) }
    let (low, high) = (min(ends.0, ends.1).rounded(.up), max(ends.0, ends.1).rounded(.down))
    guard low.isFinite, high.isFinite, low < high else { return range }
    func bounded(_ end: Double) -> Int64 {
      Int64(min(max(end, Double(range.lowerBound)), Double(range.upperBound)))
    }
    let (least, most) = (bounded(low), bounded(high))
    return least < most ? least...most : range
  }
}
