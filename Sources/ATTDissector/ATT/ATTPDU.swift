import Bytes

/// The fixed part of an ATT PDU; the rest stays in the borrowed bytes, from `valueOffset` on.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.
package struct ATTPDU: Sendable {
  package var opcode: ATTOpcode
  /// The attribute handle at the start of the parameters, or the first of a range.
  package var handle: UInt16?
  /// The last handle of a range.
  package var endHandle: UInt16?
  /// The attribute type of a request by type.
  package var type: BluetoothUUID?
  /// A value's offset (Read Blob, Prepare Write).
  package var valueOffset16: UInt16 = 0
  /// MTU, in octets.
  package var mtu: UInt16 = 0
  /// Error responses: the rejected opcode and the error code.
  package var requestOpcode: ATTOpcode?
  package var errorCode: UInt8 = 0
  /// Execute Write: 0 cancel, 1 write.
  package var flags: UInt8 = 0
  /// Octets per entry of a list (Read By Type, Read By Group Type), or the format of Find
  /// Information.
  package var entryLength: UInt8 = 0
  /// The offset of the value or list.
  package var valueOffset: Int = 1

  /// - isCut: the capture has only the start of the PDU; then the type of a request may be missing.
  /// - facts: of its opcode, where they are known.
  /// - Throws: `ByteError` when the fixed part is cut.
  package init(
    _ bytes: RawSpan, isCut: Bool = false, _ facts: ATTOpcode.Facts? = nil
  ) throws(ByteError) {
    var cursor = ByteCursor(bytes)
    opcode = ATTOpcode(rawValue: try cursor.uint8())
    switch opcode {
    case .errorResponse:
      requestOpcode = ATTOpcode(rawValue: try cursor.uint8())
      handle = try cursor.uint16LittleEndian()
      errorCode = try cursor.uint8()
    case .exchangeMTURequest, .exchangeMTUResponse:
      mtu = try cursor.uint16LittleEndian()
    case .findInformationRequest:
      handle = try cursor.uint16LittleEndian()
      endHandle = try cursor.uint16LittleEndian()
    case .findInformationResponse, .readByTypeResponse, .readByGroupTypeResponse:
      entryLength = try cursor.uint8()
    case .findByTypeValueRequest:
      handle = try cursor.uint16LittleEndian()
      endHandle = try cursor.uint16LittleEndian()
      if isCut, cursor.remaining < 2 {
        type = Self.cutType(cursor.takeRest(), opcode: opcode)
      } else {
        type = BluetoothUUID(try cursor.uint16LittleEndian())
      }
    case .readByTypeRequest, .readByGroupTypeRequest:
      handle = try cursor.uint16LittleEndian()
      endHandle = try cursor.uint16LittleEndian()
      let count = cursor.remaining
      let rest = cursor.takeRest()
      type = BluetoothUUID(littleEndian: rest) ?? (isCut ? Self.cutType(rest, opcode: opcode) : nil)
      if type == nil, !isCut {
        throw ByteError(needed: count < 2 ? 2 : 16, available: count, offset: 5)
      }
    case .readBlobRequest, .prepareWriteRequest, .prepareWriteResponse:
      handle = try cursor.uint16LittleEndian()
      valueOffset16 = try cursor.uint16LittleEndian()
    case .executeWriteRequest:
      flags = try cursor.uint8()
    default:
      if (facts ?? opcode.facts).hasLeadingHandle { handle = try cursor.uint16LittleEndian() }
    }
    valueOffset = cursor.offset
  }

  /// The type of a request of which only the first octet was captured, as in Android's in-memory
  /// log: that of a discovery, if no other type is requested in this way.
  private static func cutType(_ bytes: RawSpan, opcode: ATTOpcode) -> BluetoothUUID? {
    guard bytes.byteCount == 1 else { return nil }
    let low = UInt16(bytes.uint8(at: 0))
    // Read By Type is used for includes and characteristics, but also for the Device Name, 2A00.
    let discovered: ClosedRange<UInt16> = opcode == .readByTypeRequest ? 2...3 : 0...1
    return discovered.contains(low) ? BluetoothUUID(0x2800 | low) : nil
  }

  /// Octets of a signed write's signature: a counter and a MAC, at the end.
  package static let signatureLength = 12
}
