import Bytes

/// The header of an advertising physical channel PDU.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part B, 2.3.
package struct AdvertisingPDUHeader: Sendable {
  /// The PDU types; the meaning of a number differs between the primary channels and the others.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let advInd = Kind(rawValue: 0)
    package static let advDirectInd = Kind(rawValue: 1)
    package static let advNonconnInd = Kind(rawValue: 2)
    /// SCAN_REQ, or AUX_SCAN_REQ.
    package static let scanRequest = Kind(rawValue: 3)
    package static let scanResponse = Kind(rawValue: 4)
    /// CONNECT_IND, or AUX_CONNECT_REQ.
    package static let connectRequest = Kind(rawValue: 5)
    package static let advScanInd = Kind(rawValue: 6)
    /// ADV_EXT_IND, or one of AUX_ADV_IND, AUX_SCAN_RSP, AUX_SYNC_IND and AUX_CHAIN_IND.
    package static let extended = Kind(rawValue: 7)
    package static let auxConnectResponse = Kind(rawValue: 8)

    /// Whether its payload starts with the common extended advertising header.
    package var isExtended: Bool { self == .extended || self == .auxConnectResponse }
  }

  package var kind: Kind
  package var selectsChannelsByAlgorithm2: Bool
  /// The address of the sender (of the initiator in CONNECT_IND) is random.
  package var isSenderRandom: Bool
  /// The address of the target is random.
  package var isTargetRandom: Bool
  /// Octets of the payload.
  package var length: Int

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    let word = try cursor.uint16LittleEndian()
    kind = Kind(rawValue: UInt8(word & 0x0F))
    selectsChannelsByAlgorithm2 = word & 0x20 != 0
    isSenderRandom = word & 0x40 != 0
    isTargetRandom = word & 0x80 != 0
    length = Int(word >> 8)
  }

  package var senderKind: BluetoothAddress.Kind { isSenderRandom ? .random : .public }
  package var targetKind: BluetoothAddress.Kind { isTargetRandom ? .random : .public }
}

/// A legacy advertising PDU: the sender's address, and then a target's address or data.
package struct LegacyAdvertising: Sendable {
  /// AdvA; ScanA in SCAN_REQ.
  package var sender: BluetoothAddress
  /// TargetA of ADV_DIRECT_IND, AdvA of SCAN_REQ.
  package var target: BluetoothAddress?
  /// The range of AdvData or ScanRspData in the payload; empty where the PDU has none.
  package var data: Range<Int>

  /// - cursor: at the start of the payload.
  package init(
    _ cursor: inout ByteCursor, _ header: AdvertisingPDUHeader
  ) throws(ByteError) {
    sender = BluetoothAddress(try cursor.uint48LittleEndian(), kind: header.senderKind)
    switch header.kind {
    case .advDirectInd, .scanRequest:
      target = BluetoothAddress(try cursor.uint48LittleEndian(), kind: header.targetKind)
      data = cursor.offset..<cursor.offset
    default:
      data = cursor.offset..<cursor.bytes.byteCount
    }
  }
}
