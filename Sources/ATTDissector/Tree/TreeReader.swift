import Bytes

/// Reads a layout from bytes into a tree: the only place that knows how to read each type of field.
enum TreeReader {
  /// Shows the fields of a layout.
  ///
  /// - Returns: false when the bytes ended before the layout; the missing part has been shown.
  static func read(
    _ layout: WireLayout, from cursor: inout ByteCursor, into sink: inout TreeWriter
  ) -> Bool {
    let unit = cursor.offset
    for (name, type) in layout {
      if case .selected(_, let fields) = type {
        let before = cursor.bytes.clamped(unit..<cursor.offset)
        guard read(fields(before), from: &cursor, into: &sink) else { return false }
        continue
      }
      do {
        guard try field(name, type: type, from: &cursor, to: &sink) else { return false }
      } catch {
        truncated(name, error: error, from: &cursor, to: &sink)
        return false
      }
    }
    return true
  }

  /// Shows the fields of a layout that should use up all the bytes.
  static func readAll(_ layout: WireLayout, bytes: RawSpan, to sink: inout TreeWriter) {
    var cursor = ByteCursor(bytes)
    guard read(layout, from: &cursor, into: &sink) else { return }
    sink.furtherBytes(cursor.takeRest())
  }

  /// Shows an incomplete field, with the bytes available.
  static func truncated(
    _ name: StaticString, error: ByteError, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) {
    let rest = cursor.takeRest()
    sink.beginTruncated(name, needed: error.needed, available: error.available)
    if rest.byteCount > 0 {
      sink.text.append(" (")
      sink.text.append(hex: rest)
      sink.text.append(")")
    }
    sink.end()
  }

  static func unsigned(_ count: Int, from cursor: inout ByteCursor) throws(ByteError) -> UInt64 {
    switch count {
    case 1: return UInt64(try cursor.uint8())
    case 2: return UInt64(try cursor.uint16LittleEndian())
    case 3: return UInt64(try cursor.uint24LittleEndian())
    case 4: return UInt64(try cursor.uint32LittleEndian())
    case 6: return try cursor.uint48LittleEndian()
    case 8: return try cursor.uint64LittleEndian()
    default:
      let bytes = try cursor.take(count)
      var value: UInt64 = 0
      for i in 0..<min(bytes.byteCount, 8) { value |= UInt64(bytes.uint8(at: i)) << UInt64(8 * i) }
      return value
    }
  }

  private static func field(
    _ name: StaticString, type: WireType, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) throws(ByteError) -> Bool {
    switch type {
    case .list, .restList, .eachBit, .restElements, .ifAny, .within:
      return try compound(name, type: type, from: &cursor, to: &sink)
    case .advertisingData, .paddedAdvertisingData, .restAdvertisingData:
      return try advertisingData(name, type: type, from: &cursor, to: &sink)
    case .flags(let count, let flags):
      try self.flags(name, count: count, flags: flags, from: &cursor, into: &sink)
    case .manyFlags(let count, let flags, let first):
      self.flags(name, bytes: try cursor.take(count), flags: flags, from: first, to: &sink)
    case .flagOctets(let count, let flags):
      octets(name, bytes: try cursor.take(count), flags: flags, to: &sink)
    case .restOptions:
      TreeOptions.read(name, bytes: cursor.takeRest(), into: &sink)
    case .split(let count, let parts):
      try split(try unsigned(count, from: &cursor), parts: parts, to: &sink)
    case .uuid(let count, let kind):
      uuid(name, bytes: try cursor.take(count), kind: kind, to: &sink)
    case .restUUID(let kind):
      uuid(name, bytes: cursor.takeRest(), kind: kind, to: &sink)
    case .rest:
      if !cursor.isAtEnd { sink.field(name, hex: cursor.takeRest()) }
    case .extendedEventType:
      let value = UInt64(try cursor.uint16LittleEndian())
      let status = value >> 5 & 3
      self.flags(name, value: value & ~0x60, count: 2, flags: .extendedReportType, into: &sink)
      sink.field(
        "Data status", meaning: WireEnumeration.dataStatus.name(of: status), value: status, bytes: 1
      )
    case .named(2, .company):
      let company = try cursor.uint16LittleEndian()
      sink.begin(name)
      let isNamed = sink.names?.write(company: company, to: &sink.text) ?? false
      assigned(company, isNamed: isNamed, to: &sink)
    case .named(2, .appearance):
      let appearance = try cursor.uint16LittleEndian()
      sink.begin(name)
      let isNamed = sink.names?.write(appearance: appearance, to: &sink.text) ?? false
      assigned(appearance, isNamed: isNamed, to: &sink)
    default:
      let start = sink.text.count
      sink.begin(name)
      do { try simple(type, from: &cursor, to: &sink.text) } catch {
        // It is shown as missing.
        sink.text.truncate(to: start)
        throw error
      }
      sink.end()
    }
    return true
  }

  /// A field with a single value.
  private static func simple(
    _ type: WireType, from cursor: inout ByteCursor, to out: inout ByteWriter
  ) throws(ByteError) {
    switch type {
    case .number(let count): out.append(decimal: try unsigned(count, from: &cursor))
    case .quantity(let count, let unit):
      out.append(decimal: try unsigned(count, from: &cursor))
      out.append(unit)
    case .signed(let count, let unit):
      out.append(
        decimal: count == 1 ? Int(try cursor.int8()) : Int(try cursor.int16LittleEndian()))
      out.append(unit)
    case .signedBits(let bits, let unit, let lowest):
      let value = try unsigned((bits + 7) / 8, from: &cursor)
      out.append(signed: value, bits: bits, unit: unit, lowest: lowest)
    case .hexNumber(let count):
      out.append(hexNumber: try unsigned(count, from: &cursor), bytes: count)
    case .time(let count, let step):
      out.append(time: try unsigned(count, from: &cursor), step: step)
    case .timeOr(let word, let count, let step):
      let value = try unsigned(count, from: &cursor)
      if value == 1 << UInt64(8 * count) - 1 {
        out.append(named: word, value: value, bytes: count)
      } else {
        out.append(time: value, step: step)
      }
    case .channels: out.append(channels: try cursor.take(5), of: 37)
    case .classicChannels: out.append(channels: try cursor.take(10), of: 79)
    case .named(let count, let enumeration):
      let value = try unsigned(count, from: &cursor)
      out.append(named: enumeration.name(of: value), value: value, bytes: count)
    case .address, .randomAddress:
      BluetoothAddress(try cursor.uint48LittleEndian(), kind: .public).write(to: &out)
    case .handle, .attributeHandle:
      out.append(hexNumber: UInt64(try cursor.uint16LittleEndian()), bytes: 2)
    case .opcode: out.append(opcode: try cursor.uint16LittleEndian())
    case .power(let power): out.append(power: try cursor.int8(), kind: power)
    case .loss:
      let value = try cursor.uint8()
      if value == 0xFF { out.append("not available (") }
      out.append(decimal: UInt64(value))
      out.append(value == 0xFF ? ")" : " dB")
    case .bytes(let count): out.append(hexOrNone: try cursor.take(count))
    case .isoLength:
      let value = try cursor.uint16LittleEndian()
      out.append(decimal: UInt64(value & 0x0FFF))
      out.append(" bytes, status ")
      out.append(
        named: WireEnumeration.isoStatus.name(of: UInt64(value >> 14)), value: UInt64(value >> 14),
        bytes: 1)
    case .restBefore(let count):
      guard cursor.remaining >= count else { throw cursor.tooShort(count) }
      out.append(hexOrNone: try cursor.take(cursor.remaining - count))
    case .counted(let width):
      let count = Int(truncatingIfNeeded: try unsigned(width, from: &cursor))
      out.append(hexOrNone: try cursor.take(count))
    case .text(let count):
      let field = try cursor.take(count)
      out.append(quoted: field.clamped(0, count: end(of: field)))
    case .restText:
      out.append(quoted: cursor.takeRest())
    case .restTerminatedText:
      let rest = cursor.takeRest()
      out.append(quoted: rest.clamped(0, count: end(of: rest)))
    case .terminatedText:
      let rest = cursor.bytes.clamped(cursor.offset)
      let length = end(of: rest)
      try cursor.skip(min(length + 1, rest.byteCount))
      out.append(quoted: rest.clamped(0, count: length))
    case .countedText:
      let field = try cursor.take(Int(try cursor.uint8()))
      out.append(quoted: field.clamped(0, count: end(of: field)))
    default: break
    }
  }

  /// The end of text that is padded with NULs.
  private static func end(of text: RawSpan) -> Int {
    for i in 0..<text.byteCount where text.uint8(at: i) == 0 { return i }
    return text.byteCount
  }

  /// The numbers in the bits of another.
  private static func split(
    _ value: UInt64, parts: [WirePart], to sink: inout TreeWriter
  ) throws(ByteError) {
    var rest = value
    for part in parts {
      let bits = rest & (1 << UInt64(part.bits) - 1)
      rest >>= UInt64(part.bits)
      guard part.name.utf8CodeUnitCount > 0 else { continue }
      let octets = (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
      var cursor = ByteCursor(octets.rawBytes)
      _ = try field(part.name, type: part.type, from: &cursor, to: &sink)
    }
  }

  private static func uuid(
    _ name: StaticString, bytes: RawSpan, kind: UUIDKind, to sink: inout TreeWriter
  ) {
    guard let uuid = BluetoothUUID(littleEndian: bytes) else {
      return sink.field(name, hex: bytes)
    }
    sink.begin(name)
    if let names = sink.names, names.write(nameOf: uuid, as: kind, to: &sink.text) {
      sink.text.append(" (")
      uuid.write(to: &sink.text)
      sink.text.append(")")
    } else {
      uuid.write(to: &sink.text)
    }
    sink.end()
  }

  /// A number after its name.
  private static func assigned(_ value: UInt16, isNamed: Bool, to sink: inout TreeWriter) {
    if isNamed { sink.text.append(" (") }
    sink.text.append(hexNumber: UInt64(value), bytes: 2)
    if isNamed { sink.text.append(")") }
    sink.end()
  }
}
