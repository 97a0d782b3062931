import Bytes

/// Numbers and bytes whose bits have names.
extension TreeReader {
  static func flags(
    _ name: StaticString, count: Int, flags: WireFlags, from cursor: inout ByteCursor,
    into sink: inout TreeWriter
  ) throws(ByteError) {
    let value = try unsigned(count, from: &cursor)
    guard value.nonzeroBitCount > 8 else {
      self.flags(name, value: value, count: count, flags: flags, into: &sink)
      return
    }
    sink.open(name) { $0.append(hexNumber: value, bytes: count) }
    for bit in SetBits(value) { sink.bit(bit, flags: flags) }
    sink.close()
  }

  /// `0x06: LE General Discoverable Mode, BR/EDR Not Supported`.
  static func flags(
    _ name: StaticString, value: UInt64, count: Int, flags: WireFlags,
    into sink: inout TreeWriter
  ) {
    sink.begin(name)
    sink.text.append(hexNumber: value, bytes: count)
    for (index, bit) in SetBits(value).enumerated() {
      sink.text.append(index == 0 ? ": " : ", ")
      sink.text.append(bit: bit, flags: flags)
    }
    sink.end()
  }

  /// The names of the bits of many bytes: on one line, or with a line each.
  static func flags(
    _ name: StaticString, bytes: RawSpan, flags: WireFlags, from first: Int,
    to sink: inout TreeWriter
  ) {
    var set: [Int] = []
    for octet in 0..<bytes.byteCount {
      set += SetBits(UInt64(bytes.uint8(at: octet))).map { first + octet * 8 + $0 }
    }
    guard set.count > 8 else {
      sink.begin(name)
      if set.isEmpty { sink.text.append("none") }
      for (index, bit) in set.enumerated() {
        if index > 0 { sink.text.append(", ") }
        sink.text.append(bit: bit, flags: flags)
      }
      sink.end()
      return
    }
    sink.open(name, octets: bytes.byteCount)
    for bit in set { sink.bit(bit, flags: flags) }
    sink.close()
  }

  /// The names of the bits of many bytes, byte by byte.
  static func octets(
    _ name: StaticString, bytes: RawSpan, flags: WireFlags, to sink: inout TreeWriter
  ) {
    sink.open(name, octets: bytes.byteCount)
    for octet in 0..<bytes.byteCount {
      let value = bytes.uint8(at: octet)
      guard value != 0 else { continue }
      sink.begin("octet")
      sink.text.append(decimal: octet)
      sink.text.append(": ")
      sink.text.append(hexNumber: UInt64(value), bytes: 1)
      for (index, bit) in SetBits(UInt64(value)).enumerated() {
        sink.text.append(index == 0 ? ": " : ", ")
        sink.text.append(bit: octet * 8 + bit, flags: flags)
      }
      sink.end()
    }
    sink.close()
  }
}

extension TreeWriter {
  fileprivate mutating func bit(_ bit: Int, flags: WireFlags) {
    field("bit") {
      $0.append(decimal: bit)
      $0.append(": ")
      $0.append(flags.name(of: bit) ?? "reserved")
    }
  }
}

extension ByteWriter {
  /// The name of a bit, or its number.
  fileprivate mutating func append(bit: Int, flags: WireFlags) {
    if let name = flags.name(of: bit) {
      append(name)
    } else {
      append("bit ")
      append(decimal: bit)
    }
  }
}

/// The numbers of the bits of a value that are set, from the lowest up.
struct SetBits: Sequence, IteratorProtocol {
  private var rest: UInt64

  init(_ value: UInt64) { rest = value }

  mutating func next() -> Int? {
    guard rest != 0 else { return nil }
    let bit = rest.trailingZeroBitCount
    rest &= rest &- 1
    return bit
  }
}
