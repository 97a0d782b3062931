import Bytes
import TestSupport

/// The compact form of many inputs: entries of a head byte, a length and so many bytes. The last one
/// ends where the input ends.
struct EntryList {
  private let input: [UInt8]
  private var at = 0

  init(_ input: [UInt8]) { self.input = input }

  /// 0 after the end.
  mutating func byte() -> UInt8 {
    guard at < input.count else { return 0 }
    defer { at += 1 }
    return input[at]
  }

  mutating func uint16() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }

  mutating func uint32() -> UInt32 { UInt32(uint16()) | UInt32(uint16()) << 16 }

  mutating func bytes(_ count: Int) -> [UInt8] {
    let end = min(input.count, at + count)
    defer { at = end }
    return Array(input[at..<end])
  }

  var rest: [UInt8] { Array(input[at...]) }

  mutating func next() -> (head: UInt8, bytes: [UInt8])? {
    guard at < input.count else { return nil }
    let head = byte()
    let length = Int(byte())
    return (head, bytes(length))
  }
}

extension PacketLoggerBytes {
  /// The type of a record with an opcode of the BlueZ monitor; what is no packet has its own.
  static func type(_ opcode: UInt16) -> UInt8 {
    switch opcode {
    case 2: 0
    case 3: 1
    case 4: 2
    case 5: 3
    default: UInt8(truncatingIfNeeded: opcode)
    }
  }
}
