import Bytes
import JSONText
import Vocabulary

/// What declarations call.
extension Interpreter {
  mutating func call(
    _ field: FieldStep, index: Int, value: RawSpan, to out: inout FieldBuffer
  ) {
    let call = program.details[0].code.calls[Int(field.code.invoked) &- 1]
    if let function = DeclaredFunction(rawValue: call.function), function.hasOwnKeys {
      let rest = takeRest()
      return show(value.clamped(rest), by: function, to: &out)
    }
    var first: Int64?
    var second: Int64?
    if call.first != 0 {
      first = evaluate(call.first)
      if first == nil { return }
    }
    if call.second != 0 {
      second = evaluate(call.second)
      if second == nil { return }
    }
    let isText = DeclaredFunction(rawValue: call.function) == .isText
    let found =
      isText
      ? SlotValue(.whole, .signed, value.clamped(min(cursor, limit)..<limit).isMostlyText ? 1 : 0)
      : result(of: call, first: first, second: second, to: &out)
    guard let result = found else { return }
    finish(result, field: field, at: index, value: value, into: &out)
  }

  private mutating func result(
    of call: CallCode, first: Int64?, second: Int64?, to out: inout FieldBuffer
  ) -> SlotValue? {
    func measure(_ value: Double) -> SlotValue? {
      value.isFinite ? SlotValue(.double, .float64, Int64(bitPattern: value.bitPattern)) : nil
    }
    func whole(_ value: Int) -> SlotValue { SlotValue(.whole, .signed, Int64(value)) }
    switch DeclaredFunction(rawValue: call.function) {
    case .sensorTagGeneration:
      return switch context.state.generation {
      case .unknown: whole(0)
      case .cc2541: whole(1)
      case .cc2650: whole(2)
      }
    case .sensorTagFirmware: return context.state.firmware.map { whole($0.hundredths) }
    case .sensorTagRange:
      let range =
        first == 1 ? context.state.accelerometerRange : context.state.movementRange
      return SlotValue(.whole, .signed, Int64(range.gravities), range.source.index)
    case .sensorTagIOMode: return context.state.ioMode.map { whole(Int($0)) }
    case .thermopile:
      let factor = context.state.thermopileFactor.s0
      guard let first, let second else { return measure(factor) }
      let object = Thermopile.objectTemperature(
        voltage: Double(first) * 1.5625e-7, ambient: Double(second) / 128, s0: factor)
      guard let object else {
        out.addNote("no object temperature: beyond what the formula covers")
        return nil
      }
      return measure(object)
    case .humidity:
      guard let first, let second, 0...0xFFFF ~= second else { return nil }
      return measure(
        first == 0
          ? -46.85 + 175.72 * Double(second) / 65536 : -6 + 125 * Double(second & ~3) / 65536)
    case .barometer:
      let calibration = context.state.barometerCalibration
      guard let first else { return whole(calibration == nil ? 0 : 1) }
      guard let calibration, let raw = Int16(exactly: first) else { return nil }
      guard let second else { return measure(calibration.temperature(raw)) }
      return UInt16(exactly: second).flatMap {
        measure(calibration.pressure($0, temperature: raw))
      }
    case .power, .eddystoneURL, .cbor, .hidReportMap, .hidReport, .isText, .findMyKey, .ipv4, nil:
      return nil
    }
  }

  private mutating func show(
    _ bytes: RawSpan, by function: DeclaredFunction, to out: inout FieldBuffer
  ) {
    if function == .hidReportMap {
      guard bytes.byteCount > 0 else { return }
      return HIDDecoding.showMap(HIDReportMap(bytes), to: &out)
    }
    let report = context.state.declared.reports?.report(
      of: context.handle, in: context.serviceHandle, isWrite: context.isWrite)
    if let report { HIDDecoding.show(report, value: bytes, in: context, to: &out) }
  }

  /// What a function makes of octets.
  /// - Returns: whether it could make something of them.
  mutating func write(_ bytes: RawSpan, by function: Int32, to out: inout ByteWriter) -> Bool {
    switch DeclaredFunction(rawValue: function) {
    case .eddystoneURL: return EddystoneURL.write(bytes, to: &out)
    case .cbor: return CBORText.write(bytes, to: &out)
    case .findMyKey: return writeFindMyKey(bytes, to: &out)
    case .ipv4:
      guard bytes.byteCount == 4 else { return false }
      for index in 0..<4 {
        if index > 0 { out.append(".") }
        out.append(decimal: UInt64(bytes.uint8(at: index)))
      }
      return true
    default: return false
    }
  }

  /// The sender's address is static random: its two highest bits are set, and those of the key follow the rest.
  private func writeFindMyKey(_ bytes: RawSpan, to out: inout ByteWriter) -> Bool {
    guard let sender = context.sender, sender >> 46 == 0b11, bytes.byteCount == 23 else {
      return false
    }
    let top = UInt64(bytes.uint8(at: 22) & 3) << 46
    let first = sender & 0x3FFF_FFFF_FFFF | top
    let octets = (0..<6).map { UInt8(truncatingIfNeeded: first >> UInt64(40 - 8 * $0)) }
    out.append(hex: octets.rawBytes)
    out.append(hex: bytes.clamped(0, count: 22))
    return true
  }
}

/// Source: the Eddystone protocol specification, Eddystone-URL.
enum EddystoneURL {
  private static let schemes: [StaticString] = [
    "http://www.", "https://www.", "http://", "https://",
  ]
  private static let endings: [StaticString] = [
    ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
  ]

  static func write(_ bytes: RawSpan, to out: inout ByteWriter) -> Bool {
    guard bytes.byteCount > 0, Int(bytes.uint8(at: 0)) < schemes.count else { return false }
    out.append(schemes[Int(bytes.uint8(at: 0))])
    for i in 1..<max(1, bytes.byteCount) {
      let octet = bytes.uint8(at: i)
      switch octet {
      case 0...6:
        out.append(endings[Int(octet)])
        out.append("/")
      case 7...13: out.append(endings[Int(octet) - 7])
      case 0x21...0x7E: out.append(byte: octet)
      default:
        out.append("%")
        out.append(upperHex: UInt64(octet), digits: 2)
      }
    }
    return true
  }
}

/// One item of CBOR in diagnostic notation. Source: RFC 8949, 3 and 8.
struct CBORText {
  static let maximumDepth = 8

  private var place = 0

  /// - Returns: whether the octets are one item; otherwise nothing is written.
  static func write(_ bytes: RawSpan, to out: inout ByteWriter) -> Bool {
    let start = out.count
    var text = CBORText()
    if text.item(bytes, depth: 0, to: &out), text.place == bytes.byteCount { return true }
    out.truncate(to: start)
    return false
  }

  private mutating func octet(_ bytes: RawSpan) -> UInt8? {
    guard place < bytes.byteCount else { return nil }
    defer { place += 1 }
    return bytes.uint8(at: place)
  }

  /// The number of a head; `nil` for 31: of indefinite length.
  private mutating func argument(_ bytes: RawSpan, info: UInt8) -> (number: UInt64?, isGood: Bool) {
    switch info {
    case 0...23: return (UInt64(info), true)
    case 24...27:
      let width = 1 << Int(info - 24)
      guard place + width <= bytes.byteCount else { return (nil, false) }
      let number = bytes.number(at: place, width: width, isBig: true)
      place += width
      return (number, true)
    case 31: return (nil, true)
    default: return (nil, false)
    }
  }

  private mutating func item(_ bytes: RawSpan, depth: Int, to out: inout ByteWriter) -> Bool {
    guard depth <= Self.maximumDepth, let head = octet(bytes) else { return false }
    let info = head & 31
    let kind = head >> 5
    let (number, isGood) = argument(bytes, info: info)
    guard isGood else { return false }
    switch kind {
    case 0, 1:
      guard let number else { return false }
      if kind == 0 {
        out.append(decimal: number)
      } else {
        out.append("-")
        // -1 - n; the largest n has no sum of 64 bits.
        if number == .max {
          out.append("18446744073709551616")
        } else {
          out.append(decimal: number + 1)
        }
      }
      return true
    case 2, 3:
      if let number { return string(bytes, count: number, isText: kind == 3, to: &out) }
      return chunks(bytes, kind: kind, to: &out)
    case 4: return list(bytes, count: number, isMap: false, depth: depth, to: &out)
    case 5: return list(bytes, count: number, isMap: true, depth: depth, to: &out)
    case 6:
      guard let number else { return false }
      out.append(decimal: number)
      out.append("(")
      guard item(bytes, depth: depth + 1, to: &out) else { return false }
      out.append(")")
      return true
    default: return simple(info, number: number, to: &out)
    }
  }

  private mutating func string(
    _ bytes: RawSpan, count: UInt64, isText: Bool, to out: inout ByteWriter
  ) -> Bool {
    guard count <= UInt64(bytes.byteCount - place) else { return false }
    let octets = bytes.clamped(place, count: Int(count))
    place += Int(count)
    guard isText else {
      out.append("h'")
      out.append(hex: octets)
      out.append("'")
      return true
    }
    guard octets.isUTF8 else { return false }
    out.append(json: octets)
    return true
  }

  /// A string of indefinite length.
  private mutating func chunks(
    _ bytes: RawSpan, kind: UInt8, to out: inout ByteWriter
  ) -> Bool {
    out.append("(_")
    var isFirst = true
    while let head = octet(bytes) {
      if head == 0xFF {
        out.append(isFirst ? " )" : ")")
        return true
      }
      let (number, isGood) = argument(bytes, info: head & 31)
      guard head >> 5 == kind, isGood, let number else { return false }
      out.append(isFirst ? " " : ", ")
      isFirst = false
      guard string(bytes, count: number, isText: kind == 3, to: &out) else { return false }
    }
    return false
  }

  private mutating func list(
    _ bytes: RawSpan, count: UInt64?, isMap: Bool, depth: Int, to out: inout ByteWriter
  ) -> Bool {
    out.append(isMap ? "{" : "[")
    if count == nil { out.append("_ ") }
    var index: UInt64 = 0
    while index < count ?? .max {
      guard place < bytes.byteCount else { return false }
      if count == nil, bytes.uint8(at: place) == 0xFF { break }
      if index > 0 { out.append(", ") }
      guard item(bytes, depth: depth + 1, to: &out) else { return false }
      if isMap {
        out.append(": ")
        guard item(bytes, depth: depth + 1, to: &out) else { return false }
      }
      index += 1
    }
    if count == nil {
      guard octet(bytes) == 0xFF else { return false }
    }
    out.append(isMap ? "}" : "]")
    return true
  }

  private func simple(_ info: UInt8, number: UInt64?, to out: inout ByteWriter) -> Bool {
    guard let number else { return false }
    switch info {
    case 20: out.append("false")
    case 21: out.append("true")
    case 22: out.append("null")
    case 23: out.append("undefined")
    case 25: float(Self.half(UInt16(truncatingIfNeeded: number)), to: &out)
    case 26: float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: number))), to: &out)
    case 27: float(Double(bitPattern: number), to: &out)
    default:
      out.append("simple(")
      out.append(decimal: number)
      out.append(")")
    }
    return true
  }

  private func float(_ value: Double, to out: inout ByteWriter) {
    if value.isNaN {
      out.append("NaN")
    } else if value.isInfinite {
      out.append(value < 0 ? "-Infinity" : "Infinity")
    } else {
      out.append(string: "\(value)")
    }
  }

  /// A number of 16 bits (RFC 8949, appendix D).
  private static func half(_ bits: UInt16) -> Double {
    let mantissa = Double(bits & 0x3FF)
    let value: Double =
      switch bits >> 10 & 31 {
      case 0: mantissa * 0x1p-24
      case 31: mantissa == 0 ? .infinity : .nan
      case let exponent:
        (mantissa + 1024) * Double(sign: .plus, exponent: Int(exponent) - 25, significand: 1)
      }
    return bits & 0x8000 == 0 ? value : -value
  }
}
