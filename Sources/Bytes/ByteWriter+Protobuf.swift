/// Fields of protocol buffers, by their numbers.
///
/// Source: Protocol Buffers documentation, Encoding.
extension ByteWriter {
  /// A number in base 128, the lowest digit first.
  package mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  private mutating func append(tag field: UInt32, wireType: UInt64) {
    append(varint: UInt64(field) << 3 | wireType)
  }

  /// `uint64`, `uint32`, `bool`, or an enumeration.
  package mutating func append(protobuf field: UInt32, value: UInt64) {
    append(tag: field, wireType: 0)
    append(varint: value)
  }

  /// `int64`.
  package mutating func append(protobuf field: UInt32, signed value: Int64) {
    append(protobuf: field, value: UInt64(bitPattern: value))
  }

  /// `fixed64`.
  package mutating func append(protobuf field: UInt32, fixed value: UInt64) {
    append(tag: field, wireType: 1)
    append(bytes: value, length: 8)
  }

  /// `double`.
  package mutating func append(protobuf field: UInt32, double value: Double) {
    append(protobuf: field, fixed: value.bitPattern)
  }

  /// Begins a field whose length is known at its end: a message, or text.
  /// - Returns: what `endProtobuf` needs.
  package mutating func beginProtobuf(_ field: UInt32) -> Int {
    append(tag: field, wireType: 2)
    // Nearly all lengths have one digit.
    append(byte: 0)
    return count
  }

  /// Ends the field that was begun last.
  /// - start: where its contents begin.
  package mutating func endProtobuf(_ start: Int) {
    precondition(start > 0 && start <= count)
    let length = count &- start
    var digits = 1
    while digits < 10, length >> (7 &* digits) > 0 { digits &+= 1 }
    if digits > 1 { insertGap(of: digits &- 1, at: start) }
    var rest = length
    for position in start &- 1..<start &+ digits &- 1 {
      let isLast = position == start &+ digits &- 2
      unsafe storage[position] = UInt8(truncatingIfNeeded: rest & 0x7F) | (isLast ? 0 : 0x80)
      rest >>= 7
    }
  }
}
