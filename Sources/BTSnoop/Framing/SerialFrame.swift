import ByteReader

/// The serial transports whose frames btsnoop files may hold.
enum SerialTransport: Sendable {
  /// BlueCore Serial Protocol, of CSR.
  case bcsp
  /// The three-wire UART transport, H5 (Core, Vol 4, Part D).
  case threeWire
}

/// The header of a frame: both transports have the same but for one nibble, which is a channel in BCSP
/// and a packet type in H5.
struct SerialFrameHeader {
  static let size = 4
  /// Bytes of the checksum behind the payload.
  static let crcSize = 2

  let sequence: UInt8
  let hasCRC: Bool
  /// Reliable frames are numbered, and sent again until they are acknowledged.
  let isReliable: Bool
  let type: UInt8
  let payloadLength: Int

  /// - Returns: `nil` where too little is there, or the header's checksum does not match.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount >= Self.size else { return nil }
    var sum: UInt8 = 0
    for i in 0..<Self.size { sum &+= bytes.uint8(at: i) }
    guard sum == 0xFF else { return nil }
    let flags = bytes.uint8(at: 0)
    sequence = flags & 7
    hasCRC = flags & 0x40 != 0
    isReliable = flags & 0x80 != 0
    type = bytes.uint8(at: 1) & 0x0F
    payloadLength = Int(bytes.uint8(at: 1)) >> 4 | Int(bytes.uint8(at: 2)) << 4
  }

  /// Bytes of the whole frame.
  var frameLength: Int { Self.size + payloadLength + (hasCRC ? Self.crcSize : 0) }

  /// What a frame with such a type is.
  func framing(_ transport: SerialTransport, _ direction: PacketDirection) -> PacketFraming {
    let kind: RecordKind =
      switch (transport, type) {
      case (.bcsp, 5): direction == .sent ? .command : .event
      case (.bcsp, 6): .acl
      case (.bcsp, 7): .sco
      case (.bcsp, _): .system
      case (.threeWire, 1): .command
      case (.threeWire, 2): .acl
      case (.threeWire, 3): .sco
      case (.threeWire, 4): .event
      case (.threeWire, 5): .iso
      case (.threeWire, _): .system
      }
    return PacketFraming(
      kind: kind, direction: direction, code: kind == .system ? transport.code(type) : 0,
      headerLength: 0)
  }

  /// Whether it is one with which the transport itself begins anew.
  func isLinkControl(_ transport: SerialTransport) -> Bool {
    type == (transport == .bcsp ? 1 : 15)
  }
}

extension SerialTransport {
  func code(_ type: UInt8) -> UInt16 {
    self == .bcsp ? SystemCode.bcsp(type) : SystemCode.threeWire(type)
  }

  /// CCITT's CRC of 16 bits over header and payload, as sent: the first byte is the higher.
  static func crc(_ bytes: RawSpan) -> UInt16 {
    var crc: UInt16 = 0xFFFF
    for i in 0..<bytes.byteCount {
      crc ^= UInt16(bytes.uint8(at: i))
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x8408 }
    }
    var reversed: UInt16 = 0
    for bit in 0..<16 where crc & 1 << UInt16(bit) != 0 { reversed |= 0x8000 >> UInt16(bit) }
    return reversed
  }
}

/// SLIP (RFC 1055), with the two escapes more that H5 has for software flow control.
enum SLIP {
  static let delimiter: UInt8 = 0xC0
  private static let escape: UInt8 = 0xDB

  /// Appends a frame without its escapes.
  ///
  /// - start: behind a delimiter.
  /// - Returns: where the frame ended, and whether all of its escapes were known.
  static func unescape(
    _ bytes: RawSpan, from start: Int, into buffer: inout [UInt8]
  ) -> (end: Int, isSound: Bool) {
    var i = start
    var isSound = true
    while i < bytes.byteCount {
      let byte = bytes.uint8(at: i)
      if byte == delimiter { break }
      i += 1
      guard byte == escape else {
        buffer.append(byte)
        continue
      }
      guard i < bytes.byteCount else { return (i, false) }
      switch bytes.uint8(at: i) {
      case 0xDC: buffer.append(delimiter)
      case 0xDD: buffer.append(escape)
      case 0xDE: buffer.append(0x11)
      case 0xDF: buffer.append(0x13)
      default:
        isSound = false
        continue
      }
      i += 1
    }
    return (i, isSound)
  }
}
