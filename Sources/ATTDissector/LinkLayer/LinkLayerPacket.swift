import Bytes

/// A link-layer packet without its preamble: access address, coding indicator, PDU, CRC.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.1 and 2.2.
package struct LinkLayerPacket: Sendable {
  /// The access address of all advertising except periodic advertising.
  package static let advertisingAccessAddress = AccessAddress.advertising
  /// Octets of the CRC.
  package static let crcSize = 3

  package var accessAddress: UInt32
  /// 0 for S=8 and 1 for S=2, on the Coded PHY only.
  package var codingIndicator: UInt8?
  /// The offset of the PDU, header first.
  package var pduOffset: Int

  /// - isCoded: the packet was sent on the Coded PHY.
  package init(_ cursor: inout ByteCursor, isCoded: Bool) throws(ByteError) {
    accessAddress = try cursor.uint32LittleEndian()
    codingIndicator = isCoded ? try cursor.uint8() & 3 : nil
    pduOffset = cursor.offset
  }
}

/// The CRC of link-layer packets.
///
/// Source: Vol 6, Part B, 3.1.1: x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1.
package enum LinkLayerCRC {
  /// The initial CRC value of advertising PDUs.
  package static let advertisingStart: UInt32 = 0x55_5555

  /// Whether `crc`, as sent, matches the PDU's octets.
  /// - start: CRCInit; 24 bits.
  package static func isValid(_ pdu: RawSpan, crc: RawSpan, start: UInt32) -> Bool {
    guard crc.byteCount >= LinkLayerPacket.crcSize else { return false }
    let sent =
      UInt32(crc.uint16LittleEndian(at: 0)) | UInt32(crc.uint8(at: 2)) << 16
    return value(of: pdu, start: start) == sent
  }

  /// The CRC as a little-endian number of three octets.
  package static func value(of pdu: RawSpan, start: UInt32) -> UInt32 {
    // The register holds its bits in the order of the air, so that octets go in unchanged.
    var register = reversed(start & 0xFF_FFFF)
    let steps = steps
    for i in 0..<pdu.byteCount {
      register = register >> 8 ^ steps[Int((register ^ UInt32(pdu.uint8(at: i))) & 0xFF)]
    }
    return register
  }

  /// What the eight lowest bits of the register become, once all of them have left it.
  ///
  /// Recorders that do not check the CRC leave that to the reader, for every packet.
  private static let steps: [UInt32] = (0..<256 as Range<UInt32>).map { octet in
    (0..<8).reduce(octet) { register, _ in
      register >> 1 ^ (register & 1 == 1 ? 0xDA_6000 : 0)
    }
  }

  /// The initial CRC value with which a PDU has a CRC: the register, run backwards.
  /// - crc: as `value` gives it.
  package static func start(of pdu: RawSpan, crc: UInt32) -> UInt32 {
    var register = crc & 0xFF_FFFF
    for i in (0..<pdu.byteCount).reversed() {
      let octet = UInt32(pdu.uint8(at: i))
      for bit in (0..<8 as Range<UInt32>).reversed() {
        // Only feedback sets the highest bit, which the shift has cleared.
        let feedback = register >> 23
        if feedback != 0 { register ^= 0xDA_6000 }
        register = register << 1 | (feedback ^ octet >> bit & 1)
      }
    }
    return reversed(register)
  }

  private static func reversed(_ bits: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0..<24 where bits >> UInt32(bit) & 1 == 1 { result |= 1 << UInt32(23 - bit) }
    return result
  }
}
