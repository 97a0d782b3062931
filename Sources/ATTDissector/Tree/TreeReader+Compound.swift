import Bytes

extension TreeReader {
  /// Fields made of other fields.
  static func compound(
    _ name: StaticString, type: WireType, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) throws(ByteError) -> Bool {
    switch type {
    case .list(let width, let layout):
      let count = Int(truncatingIfNeeded: try unsigned(width, from: &cursor))
      sink.field("Count", decimal: count)
      return list(name, layout: layout, count: count, from: &cursor, to: &sink)
    case .restList(let layout):
      var index = 0
      while !cursor.isAtEnd, index < WireType.maximumElements {
        guard element(name, layout: layout, index: index, from: &cursor, to: &sink) else {
          return false
        }
        index += 1
      }
      return true
    case .eachBit(let flags, let layout):
      return try eachBit(name, flags: flags, layout: layout, from: &cursor, to: &sink)
    case .restElements(let layout):
      return try elements(name, layout: layout, from: &cursor, to: &sink)
    case .ifAny(let layout):
      return cursor.isAtEnd || read(layout, from: &cursor, into: &sink)
    case .within(let layout):
      return try within(name, layout: layout, from: &cursor, to: &sink)
    default:
      return true
    }
  }

  private static func list(
    _ name: StaticString, layout: WireLayout, count: Int, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) -> Bool {
    for index in 0..<min(count, WireType.maximumElements) {
      // An element takes at least a byte, so that a wrong count ends with the bytes.
      guard element(name, layout: layout, index: index, from: &cursor, to: &sink) else {
        return false
      }
    }
    return true
  }

  private static func element(
    _ name: StaticString, layout: WireLayout, index: Int, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) -> Bool {
    if layout.count == 1 { return read(layout, from: &cursor, into: &sink) }
    sink.open(name, element: index + 1)
    let whole = read(layout, from: &cursor, into: &sink)
    sink.close()
    return whole
  }

  private static func eachBit(
    _ name: StaticString, flags: WireFlags, layout: WireLayout, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) throws(ByteError) -> Bool {
    let bits = try cursor.uint8()
    sink.field(name, hexNumber: UInt64(bits), bytes: 1)
    for bit in SetBits(UInt64(bits)) {
      if let flag = flags.name(of: bit) {
        sink.open(flag)
      } else {
        sink.open("Bit", element: bit)
      }
      let whole = read(layout, from: &cursor, into: &sink)
      sink.close()
      if !whole { return false }
    }
    return true
  }

  /// Elements of one length, as in ATT's attribute data lists: the handle first, the value is the
  /// rest.
  private static func elements(
    _ name: StaticString, layout: WireLayout, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) throws(ByteError) -> Bool {
    let length = Int(try cursor.uint8())
    sink.field("Length", decimal: length)
    guard length > 0 else {
      sink.furtherBytes(cursor.takeRest())
      return true
    }
    var index = 0
    while !cursor.isAtEnd {
      index += 1
      let there = cursor.remaining
      let start = cursor.offset
      sink.open(name, element: index)
      var inner = ByteCursor(try cursor.take(min(length, there)))
      let whole = read(layout, from: &inner, into: &sink)
      if whole, there < length {
        sink.beginTruncated(nil, needed: length, available: there)
        sink.text.append(" at offset ")
        sink.text.append(decimal: start)
        sink.end()
      }
      sink.close()
      if !whole || there < length { return false }
    }
    return true
  }

  /// Fields in as many bytes as a length says. One that ends before them is damaged, but not what follows.
  private static func within(
    _ name: StaticString, layout: WireLayout, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) throws(ByteError) -> Bool {
    let length = Int(try cursor.uint8())
    let there = min(length, cursor.remaining)
    let bytes = try cursor.take(there)
    sink.open(name, octets: length)
    if there > 0 { readAll(layout, bytes: bytes, to: &sink) }
    if there < length { sink.truncated(needed: length, available: there) }
    sink.close()
    return there == length
  }

  /// AD structures, after a length in bytes.
  static func advertisingData(
    _ name: StaticString, type: WireType, from cursor: inout ByteCursor,
    to sink: inout TreeWriter
  ) throws(ByteError) -> Bool {
    if case .restAdvertisingData = type {
      TreeAdvertisingData.read(name, bytes: cursor.takeRest(), into: &sink)
      return true
    }
    let length = Int(try cursor.uint8())
    sink.field("Data length", decimal: length)
    let there = min(length, cursor.remaining)
    TreeAdvertisingData.read(name, bytes: try cursor.take(there), into: &sink)
    guard there == length else {
      sink.truncated(name, needed: length, available: there)
      return false
    }
    // Bytes after the used part of the 31 bytes are padding.
    if case .paddedAdvertisingData = type {
      try cursor.skip(min(31 - min(length, 31), cursor.remaining))
    }
    return true
  }
}
