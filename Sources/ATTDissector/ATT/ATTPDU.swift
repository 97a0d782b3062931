import ByteReader

/// The fixed parts of an ATT PDU; what follows stays in the borrowed bytes, from `valueOffset` on.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.
package struct ATTPDU: Sendable {
  package var opcode: ATTOpcode
  /// The one attribute handle that leads the parameters, or the first of a range.
  package var handle: UInt16?
  /// The last handle of a range.
  package var endHandle: UInt16?
  /// The attribute type of a request by type.
  package var type: BluetoothUUID?
  /// A value's offset (Read Blob, Prepare Write).
  package var valueOffset16: UInt16 = 0
  /// MTU, in octets.
  package var mtu: UInt16 = 0
  /// Error responses: the opcode that is refused and why.
  package var requestOpcode: ATTOpcode?
  package var errorCode: UInt8 = 0
  /// Execute Write: 0 cancel, 1 write.
  package var flags: UInt8 = 0
  /// Octets an entry of a list (Read By Type, Read By Group Type), or the format of Find Information.
  package var entryLength: UInt8 = 0
  /// Where the value, or the list, begins.
  package var valueOffset: Int = 1

  /// - Throws: `ByteError` when the fixed parts are cut; `opcode` alone is always read by
  ///   `opcode(of:)`.
  package init(_ bytes: RawSpan) throws(ByteError) {
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
      type = BluetoothUUID(try cursor.uint16LittleEndian())
    case .readByTypeRequest, .readByGroupTypeRequest:
      handle = try cursor.uint16LittleEndian()
      endHandle = try cursor.uint16LittleEndian()
      let count = cursor.remaining
      type = BluetoothUUID(littleEndian: cursor.takeRest())
      if type == nil { throw ByteError(needed: count < 2 ? 2 : 16, available: count, offset: 5) }
    case .readBlobRequest, .prepareWriteRequest, .prepareWriteResponse:
      handle = try cursor.uint16LittleEndian()
      valueOffset16 = try cursor.uint16LittleEndian()
    case .executeWriteRequest:
      flags = try cursor.uint8()
    default:
      if opcode.hasLeadingHandle { handle = try cursor.uint16LittleEndian() }
    }
    valueOffset = cursor.offset
  }

  /// Octets of a signed write's signature: a counter and a MAC, at the end.
  package static let signatureLength = 12
}
