import Bytes

/// The header of a data physical channel PDU.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.4.
package struct DataChannelPDUHeader: Equatable, Sendable {
  /// The type of the payload.
  package enum Content: UInt8, Sendable {
    case reserved
    /// The continuation of an L2CAP PDU; without a payload, an empty PDU.
    case continuation
    /// The start of an L2CAP PDU, or a complete one.
    case start
    case control
  }

  package var content: Content
  /// Next expected sequence number.
  package var acknowledges: Bool
  package var sequenceNumber: Bool
  package var moreData: Bool
  /// Constant Tone Extension information, if the header has a third octet for it.
  package var cteInformation: UInt8?
  /// Octets of the payload, including the MIC if there is one.
  package var length: Int
  /// The bits of the first octet that the MIC covers: all but NESN, SN and MD.
  ///
  /// Source: Vol 6, Part E, 2.2.
  package var authenticated: UInt8

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    let first = try cursor.uint8()
    content = Content(rawValue: first & 3) ?? .reserved
    acknowledges = first & 0x04 != 0
    sequenceNumber = first & 0x08 != 0
    moreData = first & 0x10 != 0
    authenticated = first & 0xE3
    length = Int(try cursor.uint8())
    cteInformation = first & 0x20 != 0 ? try cursor.uint8() : nil
  }

  /// Octets of the header.
  package var size: Int { cteInformation == nil ? 2 : 3 }
  package var isEmpty: Bool { content == .continuation && length == 0 }
}
