import Bytes

/// The places of a layout's fields in bytes.
enum WireWalk {
  /// Visits every field with a single value, in wire order; lists element by element, except ATT's
  /// attribute data, which is visited as one.
  ///
  /// - Throws: where the bytes end before the layout; the fields before that have been visited.
  static func each(
    _ layout: WireLayout, from cursor: inout ByteCursor,
    _ body: (StaticString, WireType, Range<Int>) -> Void
  ) throws(ByteError) {
    let unit = cursor.offset
    for (name, type) in layout {
      switch type {
      case .ifAny(let fields):
        if !cursor.isAtEnd { try each(fields, from: &cursor, body) }
      case .selected(_, let layout):
        try each(layout(cursor.bytes.clamped(unit..<cursor.offset)), from: &cursor, body)
      case .list(let width, let element):
        // An element takes at least a byte, so that a wrong count ends with the bytes.
        for _ in 0..<min(try cursor.unsigned(width), WireType.maximumElements) {
          try each(element, from: &cursor, body)
        }
      case .restList(let element):
        while !cursor.isAtEnd { try each(element, from: &cursor, body) }
      case .eachBit(_, let element):
        for _ in 0..<(try cursor.uint8()).nonzeroBitCount { try each(element, from: &cursor, body) }
      default:
        let start = cursor.offset
        try skip(type, from: &cursor)
        body(name, type, start..<cursor.offset)
      }
    }
  }

  private static func skip(_ type: WireType, from cursor: inout ByteCursor) throws(ByteError) {
    if let size = type.size { return try cursor.skip(size) }
    switch type {
    case .counted(let width): try cursor.skip(try cursor.unsigned(width))
    case .countedText, .advertisingData, .within: try cursor.skip(Int(try cursor.uint8()))
    case .paddedAdvertisingData:
      let length = Int(try cursor.uint8())
      try cursor.skip(length)
      try cursor.skip(min(31 - min(length, 31), cursor.remaining))
    case .terminatedText: while !cursor.isAtEnd, try cursor.uint8() != 0 {}
    case .restBefore(let count): try cursor.skip(max(cursor.remaining - count, 0))
    default: _ = cursor.takeRest()
    }
  }
}

extension WireType {
  /// The maximum number of elements in a list: a count may be wrong, and no PDU holds more.
  static var maximumElements: Int { 65_535 }

  /// Octets of the field; `nil` where they depend on its bytes or those after it.
  var size: Int? {
    switch self {
    case .number(let count), .hexNumber(let count), .time(let count, _), .named(let count, _),
      .timeOr(_, let count, _), .split(let count, _), .flags(let count, _), .signed(let count, _),
      .quantity(let count, _), .manyFlags(let count, _, _), .flagOctets(let count, _),
      .bytes(let count), .text(let count),
      .uuid(let count, _):
      count
    case .signedBits(let bits, _, _): (bits + 7) / 8
    case .address, .randomAddress: 6
    case .channels: 5
    case .classicChannels: 10
    case .handle, .attributeHandle, .opcode, .extendedEventType, .isoLength: 2
    case .power, .loss: 1
    case .selected(let count, _): count
    case .rest, .restBefore, .counted, .restText, .restTerminatedText, .terminatedText,
      .countedText, .restUUID, .advertisingData, .paddedAdvertisingData, .restAdvertisingData,
      .list, .restList, .eachBit, .restElements, .ifAny, .within, .restOptions:
      nil
    }
  }
}

extension [WireField] {
  /// Octets of all fields; `nil` where they depend on the bytes.
  var size: Int? {
    var sum = 0
    for (_, type) in self {
      guard let size = type.size else { return nil }
      sum += size
    }
    return sum
  }

  /// The offset of the first wanted field, if the size of the fields before it is fixed. For a list
  /// that comes first, it is the offset in its first element.
  func offset(where isWanted: (WireType) -> Bool) -> Int? {
    var offset = 0
    for (_, type) in self {
      if isWanted(type) { return offset }
      if offset == 0, case .list(let width, let element) = type {
        return element.offset(where: isWanted).map { width + $0 }
      }
      guard let size = type.size else { return nil }
      offset += size
    }
    return nil
  }
}

extension ByteCursor {
  fileprivate mutating func unsigned(_ width: Int) throws(ByteError) -> Int {
    width == 1 ? Int(try uint8()) : Int(try uint16LittleEndian())
  }
}
