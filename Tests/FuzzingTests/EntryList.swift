import Bytes

/// The compact form of many inputs: entries of a head byte, a length and so many bytes. The last one
/// ends where the input ends.
struct EntryList {
  private let input: [UInt8]
  private var at = 0

  init(_ input: [UInt8]) { self.input = input }

  /// 0 behind the end.
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

/// A btsnoop file in the making.
struct SnoopFile {
  private(set) var bytes: [UInt8] = Array("btsnoop\0".utf8) + [0, 0, 0, 1]

  init(datalink: UInt32) { add(datalink) }

  /// - time: microseconds since 1970.
  mutating func add(_ packet: [UInt8], flags: UInt32, time: Int64, original: Int? = nil) {
    add(UInt32(original ?? packet.count))
    add(UInt32(packet.count))
    add(flags)
    add(UInt32(0))
    add(time &+ 0x00DC_DDB3_0F2F_8000)
    bytes += packet
  }

  private mutating func add(_ number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

/// A file of Apple's PacketLogger in the making.
struct LoggerFile {
  private(set) var bytes: [UInt8] = []

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

  /// - time: microseconds since 1970.
  mutating func add(_ packet: [UInt8], type: UInt8, time: Int64) {
    for number in [
      UInt32(packet.count + 9), UInt32(truncatingIfNeeded: time / 1_000_000),
      UInt32(truncatingIfNeeded: time % 1_000_000),
    ] {
      for shift in [24, 16, 8, 0] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    bytes.append(type)
    bytes += packet
  }
}
