import ATTDissector
import BTSnoop
import ByteReader

/// What the last record was, for the packet list. Filled by the session, used again for every record.
package struct PacketInfo: ~Copyable {
  package internal(set) var connection: Connection?
  package internal(set) var connectionHandle: UInt16?
  package internal(set) var from: LinkRole?
  /// What is known of a link-layer packet; `nil` for all others.
  package internal(set) var link: LinkLayerInfo?
  /// The ATT PDUs that end in the record.
  package internal(set) var att: [ATTInfo] = []
  /// The values of `att`.
  package internal(set) var bytes = ByteWriter(capacity: 1024)
  /// What the record is, in a few words.
  package internal(set) var summary = ByteWriter(capacity: 256)
  /// The L2CAP PDU that was joined from several records and ends in this one; empty elsewhere.
  package internal(set) var joined = ByteWriter(capacity: 256)

  mutating func removeAll() {
    connection = nil
    connectionHandle = nil
    from = nil
    link = nil
    if !att.isEmpty { att.removeAll(keepingCapacity: true) }
    bytes.removeAll()
    summary.removeAll()
    joined.removeAll()
  }
}

/// One ATT PDU.
package struct ATTInfo {
  package var opcode: ATTOpcode
  /// The leading handle, or the one of the request that is answered.
  package var handle: UInt16?
  /// Type of the attribute with the handle.
  package var uuid: BluetoothUUID?
  /// Every byte after the opcode and the one leading handle, if there is one: in `PacketInfo.bytes`.
  package var value: Range<Int>
  /// The error code of an error response.
  package var error: UInt8?
}

/// A link-layer packet, as the packet list tells it.
package struct LinkLayerInfo: Sendable {
  /// `nil`: nobody knows.
  package var crcOK: Bool?
  package var isEncrypted = false
  /// The last packet of its sender again.
  package var isRetransmission = false
  package var view = LinkLayerView()
}
