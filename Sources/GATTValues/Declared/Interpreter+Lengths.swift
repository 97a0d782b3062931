import Bytes

/// Values whose length the value itself gives.
extension Interpreter {
  /// Two digits an octet.
  mutating func decimal(
    _ value: RawSpan, offset: Int, count: Int, to out: inout FieldBuffer
  ) -> SlotValue? {
    var number: Int64 = 0
    guard count <= 9 else { return nil }
    for i in 0..<count {
      let octet = value.uint8(at: offset &+ i)
      guard octet >> 4 <= 9, octet & 15 <= 9 else {
        out.addNote("not decimal digits")
        return nil
      }
      number = number &* 100 &+ Int64(octet >> 4) &* 10 &+ Int64(octet & 15)
    }
    return SlotValue(.whole, .decimal, number)
  }

  /// How many octets follow, by the field's `size`; the cursor is after a prefix.
  mutating func size(of field: FieldStep, value: RawSpan) -> Int? {
    switch field.code.extent.kind {
    case .expression: return evaluate(field.code.extent.value).map { Int(min(max($0, 0), 1 << 32)) }
    case .prefixed:
      let offset = cursor
      let width = Int(field.code.extent.value)
      cursor &+= width
      guard cursor <= limit else { return nil }
      if context.findsPlaces { note(-1, from: offset, to: cursor) }
      let count = value.number(at: offset, width: width, isBig: field.code.extent.isBig)
      return max(0, Int(count) &+ Int(field.code.extent.plus))
    case .zeroTerminated:
      var count = 0
      while cursor &+ count < limit, value.uint8(at: cursor &+ count) != 0 { count &+= 1 }
      return count
    default: return max(0, limit &- cursor)
    }
  }

  mutating func readSized(
    _ field: FieldStep, type: ScalarType, value: RawSpan, to out: inout FieldBuffer
  ) -> SlotValue? {
    let saved = (cursor, limit)
    if field.code.position.isGiven {
      let offset = (field.code.position.offset < 0 ? end : start) &+ Int(field.code.position.offset)
      guard start...end ~= offset else { return nil }
      (cursor, limit) = (offset, end)
    }
    defer { if field.code.position.isGiven { (cursor, limit) = saved } }
    let wasCut = cursor > limit
    guard let count = size(of: field, value: value), !wasCut else { return nil }
    let offset = cursor
    let there = min(count, max(0, limit &- offset))
    cursor &+= count
    let isText = type == .utf8 || type == .utf16
    if there < count, !isText || there == 0 { return nil }
    if field.code.extent.kind == .zeroTerminated, cursor < limit { cursor &+= 1 }
    if isText, there == 0, context.isTruncated { return nil }
    if type == .decimal { return decimal(value, offset: offset, count: there, to: &out) }
    return SlotValue(.bytes, type, Int64(offset), Int64(there))
  }
}
