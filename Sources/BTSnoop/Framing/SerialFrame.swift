import Bytes

/// The serial transports that btsnoop files may use.
enum SerialTransport: Sendable {
  /// BlueCore Serial Protocol, of CSR.
  case bcsp
  /// The three-wire UART transport, H5 (Core, Vol 4, Part D).
  case threeWire
}

/// The header of a frame: the same for both transports, except for one nibble, which is a channel
/// in BCSP and a packet type in H5.
struct SerialFrameHeader {
  static let size = 4
  /// Bytes of the checksum after the payload.
  static let crcSize = 2

  let sequence: UInt8
  let hasCRC: Bool
  /// Reliable frames are numbered, and sent again until acknowledged.
  let isReliable: Bool
  let type: UInt8
  let payloadLength: Int

  /// - Returns: `nil` if it is too short, or the header's checksum does not match.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount >= Self.size else { return nil }
    self.init(word: bytes.uint32LittleEndian(at: 0))
  }

  /// - word: the four bytes, the first one lowest.
  init?(word: UInt32) {
    let flags = UInt8(truncatingIfNeeded: word)
    let low = UInt8(truncatingIfNeeded: word >> 8)
    let high = UInt8(truncatingIfNeeded: word >> 16)
    guard flags &+ low &+ high &+ UInt8(truncatingIfNeeded: word >> 24) == 0xFF else { return nil }
    sequence = flags & 7
    hasCRC = flags & 0x40 != 0
    isReliable = flags & 0x80 != 0
    type = low & 0x0F
    payloadLength = Int(low) >> 4 | Int(high) << 4
  }

  /// Bytes of the whole frame.
  var frameLength: Int { Self.size + payloadLength + (hasCRC ? Self.crcSize : 0) }

  /// The framing of a packet with this type.
  func framing(_ transport: SerialTransport, direction: PacketDirection) -> PacketFraming {
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

  /// Whether the transport itself uses it to restart the link.
  func isLinkControl(_ transport: SerialTransport) -> Bool {
    type == (transport == .bcsp ? 1 : 15)
  }
}

extension SerialTransport {
  func code(_ type: UInt8) -> UInt16 {
    self == .bcsp ? SystemCode.bcsp(type) : SystemCode.threeWire(type)
  }

  /// CRC-CCITT of 16 bits over header and payload, in order of transmission: the first byte is the
  /// higher.
  static func crc(of bytes: RawSpan) -> UInt16 {
    var crc: UInt16 = 0xFFFF
    for i in 0..<bytes.byteCount {
      // Eight steps of the polynomial x^16 + x^12 + x^5 + 1, lowest bit first, at once.
      var step = (crc ^ UInt16(bytes.uint8(at: i))) & 0xFF
      step = (step ^ step << 4) & 0xFF
      crc = crc >> 8 ^ step << 8 ^ step << 3 ^ step >> 4
    }
    crc = crc >> 1 & 0x5555 | (crc & 0x5555) << 1
    crc = crc >> 2 & 0x3333 | (crc & 0x3333) << 2
    crc = crc >> 4 & 0x0F0F | (crc & 0x0F0F) << 4
    return crc.byteSwapped
  }
}

/// SLIP (RFC 1055), with the two additional escapes of H5 for software flow control.
enum SLIP {
  static let delimiter: UInt8 = 0xC0
  private static let escape: UInt8 = 0xDB

  /// Appends a frame with its escapes decoded.
  ///
  /// - start: after a delimiter.
  /// - Returns: where the frame ended, and whether all of its escapes were valid.
  static func unescape(
    _ bytes: RawSpan, from start: Int, into buffer: inout ByteWriter
  ) -> (end: Int, isSound: Bool) {
    var i = start
    var isSound = true
    while true {
      let run = i
      while i < bytes.byteCount {
        let byte = bytes.uint8(at: i)
        if byte == delimiter || byte == escape { break }
        i += 1
      }
      buffer.append(bytes.clamped(run, count: i - run))
      guard i < bytes.byteCount, bytes.uint8(at: i) == escape else { return (i, isSound) }
      guard i + 1 < bytes.byteCount else { return (i + 1, false) }
      if let byte = unescaped(bytes.uint8(at: i + 1)) {
        buffer.append(byte: byte)
        i += 2
      } else {
        isSound = false
        i += 1
      }
    }
  }

  /// The first four bytes of a frame, the first one lowest; `nil` if it is shorter.
  ///
  /// - start: after a delimiter.
  static func head(_ bytes: RawSpan, from start: Int) -> UInt32? {
    var word: UInt32 = 0
    var i = start
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      guard i < bytes.byteCount else { return nil }
      var byte = bytes.uint8(at: i)
      if byte == delimiter { return nil }
      if byte == escape {
        i += 1
        guard i < bytes.byteCount, let escaped = unescaped(bytes.uint8(at: i)) else { return nil }
        byte = escaped
      }
      word |= UInt32(byte) << shift
      i += 1
    }
    return word
  }

  /// The byte that an escape sequence encodes; `nil` if the escape is invalid.
  private static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0xDC: delimiter
    case 0xDD: escape
    case 0xDE: 0x11
    case 0xDF: 0x13
    default: nil
    }
  }
}
