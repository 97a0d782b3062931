import Bytes

/// Reads a layout from bytes into a sink: the only place that knows how to read each type of field.
enum TreeReader {
  /// Shows the fields of a layout.
  ///
  /// - Returns: false when the bytes ended before the layout; the missing part has been shown.
  static func read(
    _ layout: WireLayout, _ cursor: inout ByteCursor,
    _ sink: inout some DissectionSink & ~Copyable
  ) -> Bool {
    for (name, type) in layout {
      do {
        guard try field(name, type, &cursor, &sink) else { return false }
      } catch {
        truncated(name, error, &cursor, &sink)
        return false
      }
    }
    return true
  }

  /// Shows the fields of a layout that should use up all the bytes.
  static func readAll(
    _ layout: WireLayout, _ bytes: RawSpan, _ sink: inout some DissectionSink & ~Copyable
  ) {
    var cursor = ByteCursor(bytes)
    guard read(layout, &cursor, &sink) else { return }
    if !cursor.isAtEnd { sink.field("Further bytes", TreeText.hex(cursor.takeRest())) }
  }

  /// Shows an incomplete field, with the bytes available.
  static func truncated(
    _ name: StaticString, _ error: ByteError, _ cursor: inout ByteCursor,
    _ sink: inout some DissectionSink & ~Copyable
  ) {
    let rest = cursor.takeRest()
    let there = rest.byteCount == 0 ? "" : " (\(TreeText.hex(rest)))"
    sink.field(
      "truncated", "\(name): \(error.needed) bytes needed, \(error.available) available\(there)")
  }

  static func unsigned(_ count: Int, _ cursor: inout ByteCursor) throws(ByteError) -> UInt64 {
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
    _ name: StaticString, _ type: WireType, _ cursor: inout ByteCursor,
    _ sink: inout some DissectionSink & ~Copyable
  ) throws(ByteError) -> Bool {
    switch type {
    case .list, .restList, .eachBit, .restElements:
      return try compound(name, type, &cursor, &sink)
    case .advertisingData, .paddedAdvertisingData, .restAdvertisingData:
      return try advertisingData(name, type, &cursor, &sink)
    case .flags(let count, let flags):
      try self.flags(name, count, flags, &cursor, &sink)
    case .uuid(let count):
      sink.field(name, uuid(try cursor.take(count), sink))
    case .restUUID:
      sink.field(name, uuid(cursor.takeRest(), sink))
    case .rest:
      if !cursor.isAtEnd { sink.field(name, TreeText.hex(cursor.takeRest())) }
    case .extendedEventType:
      let value = UInt64(try cursor.uint16LittleEndian())
      let status = value >> 5 & 3
      sink.field(name, self.flags(value & ~0x60, 2, .extendedReportType))
      sink.field(
        "Data status", TreeText.named(WireEnumeration.dataStatus.name(status), status, bytes: 1))
    case .named(2, .company), .named(2, .appearance):
      sink.field(name, assigned(type, try cursor.uint16LittleEndian(), sink))
    default:
      sink.field(name, try simple(type, &cursor))
    }
    return true
  }

  /// A field with a single value.
  private static func simple(
    _ type: WireType, _ cursor: inout ByteCursor
  ) throws(ByteError) -> String {
    switch type {
    case .number(let count): return "\(try unsigned(count, &cursor))"
    case .signed(let count, let unit):
      let value = count == 1 ? Int(try cursor.int8()) : Int(try cursor.int16LittleEndian())
      return "\(value)\(unit)"
    case .hexNumber(let count): return TreeText.hex(try unsigned(count, &cursor), bytes: count)
    case .time(let count, let step):
      return TreeText.time(try unsigned(count, &cursor), step: step)
    case .named(let count, let enumeration):
      let value = try unsigned(count, &cursor)
      return TreeText.named(enumeration.name(value), value, bytes: count)
    case .address, .randomAddress: return TreeText.address(try cursor.uint48LittleEndian())
    case .handle, .attributeHandle:
      return TreeText.hex(UInt64(try cursor.uint16LittleEndian()), bytes: 2)
    case .opcode: return TreeText.opcode(try cursor.uint16LittleEndian())
    case .power(let unknown): return TreeText.power(try cursor.int8(), unknown: unknown)
    case .bytes(let count): return TreeText.hex(try cursor.take(count))
    case .isoLength:
      let value = try cursor.uint16LittleEndian()
      return "\(value & 0x0FFF) bytes, status \(value >> 14)"
    case .restBefore(let count):
      guard cursor.remaining >= count else { throw cursor.tooShort(count) }
      return TreeText.hex(try cursor.take(cursor.remaining - count))
    case .counted(let width):
      let count = Int(truncatingIfNeeded: try unsigned(width, &cursor))
      return TreeText.hex(try cursor.take(count))
    case .text(let count):
      let field = try cursor.take(count)
      return TreeText.text(field.clamped(0, end(of: field)))
    case .restText:
      return TreeText.text(cursor.takeRest())
    case .restTerminatedText:
      let rest = cursor.takeRest()
      return TreeText.text(rest.clamped(0, end(of: rest)))
    case .terminatedText:
      let rest = cursor.bytes.clamped(cursor.offset)
      let length = end(of: rest)
      try cursor.skip(min(length + 1, rest.byteCount))
      return TreeText.text(rest.clamped(0, length))
    case .countedText:
      let field = try cursor.take(Int(try cursor.uint8()))
      return TreeText.text(field.clamped(0, end(of: field)))
    default: return ""
    }
  }

  /// The end of text that is padded with NULs.
  private static func end(of text: RawSpan) -> Int {
    for i in 0..<text.byteCount where text.uint8(at: i) == 0 { return i }
    return text.byteCount
  }

  private static func flags(
    _ name: StaticString, _ count: Int, _ flags: WireFlags, _ cursor: inout ByteCursor,
    _ sink: inout some DissectionSink & ~Copyable
  ) throws(ByteError) {
    let value = try unsigned(count, &cursor)
    if value.nonzeroBitCount > 8 {
      sink.open("\(name)", detail: TreeText.hex(value, bytes: count))
      for bit in 0..<64 where value >> UInt64(bit) & 1 == 1 {
        sink.field("bit", "\(bit): \(flags.name(bit) ?? "reserved")")
      }
      sink.close()
      return
    }
    sink.field(name, self.flags(value, count, flags))
  }

  /// `0x06: LE General Discoverable Mode, BR/EDR Not Supported`.
  private static func flags(_ value: UInt64, _ count: Int, _ flags: WireFlags) -> String {
    let hex = TreeText.hex(value, bytes: count)
    var names = ""
    for bit in 0..<64 where value >> UInt64(bit) & 1 == 1 {
      if !names.isEmpty { names += ", " }
      if let name = flags.name(bit) { names += "\(name)" } else { names += "bit \(bit)" }
    }
    return names.isEmpty ? hex : "\(hex): \(names)"
  }

  static func uuid(_ bytes: RawSpan, _ sink: borrowing some DissectionSink & ~Copyable) -> String {
    guard let uuid = BluetoothUUID(littleEndian: bytes) else { return TreeText.hex(bytes) }
    guard let name = sink.name(of: uuid) else { return "\(uuid)" }
    return "\(name) (\(uuid))"
  }

  private static func assigned(
    _ type: WireType, _ value: UInt16, _ sink: borrowing some DissectionSink & ~Copyable
  ) -> String {
    let hex = TreeText.hex(UInt64(value), bytes: 2)
    let name: String? =
      if case .named(_, .company) = type {
        sink.companyName(of: value)
      } else {
        sink.appearanceName(of: value)
      }
    guard let name else { return hex }
    return "\(name) (\(hex))"
  }
}
