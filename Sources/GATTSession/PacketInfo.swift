import ATTDissector
import BTSnoop
import Bytes
import Cryptography
import GATTValues

/// The last record, for the packet list. Filled by the session and reused for every record.
package struct PacketInfo: ~Copyable {
  /// `nil` also where it is not kept.
  package private(set) var connection: Connection?
  /// Whether `connection` is set: that counts references.
  var keepsConnection = true
  /// The number of the connection, or 0.
  package private(set) var connectionNumber = 0
  package internal(set) var connectionHandle: UInt16?
  package internal(set) var from: LinkRole?
  /// The link-layer packet; `nil` for all other records.
  package internal(set) var link: LinkLayerInfo?
  /// The ATT PDUs that end in the record.
  package internal(set) var att = PlainBuffer<ATTInfo>()
  /// Whether `decoder` is set.
  var keepsDecoder = false
  /// That of the attribute that the last ATT PDU names.
  package private(set) var decoder: DecoderID?
  /// Where the last ATT PDU has the values of several attributes, each of these; empty where that is not known, and unless
  /// `decoder` is set.
  package internal(set) var several: [(uuid: BluetoothUUID?, decoder: DecoderID?)] = []
  /// The type that the last Read By Type Response was read by.
  package internal(set) var asked: BluetoothUUID?
  /// The values of `att`.
  package internal(set) var bytes = ByteWriter(capacity: 1024)
  /// A short summary of the record.
  package internal(set) var summary = ByteWriter(capacity: 256)
  private var summaries = HCISummary()
  /// Whether `summary` may hold text from elsewhere: a label, or a recorder's message. Otherwise it
  /// is our own text: printable ASCII without quotes and backslashes.
  package internal(set) var summaryHoldsText = false
  /// The ACL packet is no L2CAP: a controller's diagnostic data, or data on a handle that no connection has.
  package internal(set) var isDiagnostic = false
  /// The L2CAP PDU that was reassembled from several records and ends in this one; otherwise empty.
  package internal(set) var joined = ByteWriter(capacity: 256)
  /// A data PDU was decrypted with a key.
  package internal(set) var isOpened = false
  /// What that data PDU was encrypted with.
  package internal(set) var seal: PacketSeal?
  /// The recorder has decrypted the data PDU: its CRC is that of other bytes.
  var isDecrypted = false
  /// The link-layer packet as it would be in the clear, with its CRC, where it was decrypted with a
  /// key or by the recorder; otherwise empty.
  package internal(set) var plain = ByteWriter(capacity: 256)
  /// The channel of a K-frame; `nil` for anything else.
  package internal(set) var channel: L2CAPChannelView?
  /// The SDU that was reassembled from several K-frames and ends in this record; otherwise empty.
  package internal(set) var sdu = ByteWriter(capacity: 256)

  mutating func set(_ connection: Connection?) {
    connectionNumber = connection?.ordinal ?? 0
    if keepsConnection { self.connection = connection }
  }

  mutating func removeAll() {
    if keepsConnection { connection = nil }
    if keepsDecoder {
      decoder = nil
      several.removeAll()
    }
    connectionNumber = 0
    connectionHandle = nil
    from = nil
    link = nil
    att.removeAll()
    bytes.removeAll()
    summary.removeAll()
    summaryHoldsText = false
    isDiagnostic = false
    joined.removeAll()
    isOpened = false
    seal = nil
    isDecrypted = false
    plain.removeAll()
    channel = nil
    sdu.removeAll()
  }
}

extension PacketInfo {
  func appendPlain(to writer: inout ByteWriter) { writer.append(plain.bytes) }

  mutating func begin(command bytes: RawSpan) {
    removeAll()
    summaries.command(bytes, into: &summary)
  }

  /// - Returns: whether the event consists of advertising reports.
  mutating func begin(event bytes: RawSpan) -> Bool {
    removeAll()
    return summaries.event(bytes, into: &summary)
  }

  mutating func begin(_ handle: UInt16) {
    removeAll()
    connectionHandle = handle
  }

  mutating func begin(_ handle: UInt16, on connection: borrowing Connection, from: LinkRole?) {
    begin(handle)
    connectionNumber = connection.ordinal
    if keepsConnection { self.connection = copy connection }
    self.from = from
  }

  /// Adds an ATT PDU; `pdu` is `nil` where even its fixed part is cut.
  mutating func add(
    _ opcode: ATTOpcode, facts: ATTOpcode.Facts, pdu: ATTPDU?, handle: UInt16?,
    attribute: Attribute?, value: RawSpan, sender: LinkRole?, serverIsLocal: Bool
  ) {
    let start = bytes.count
    bytes.append(value)
    att.append(
      ATTInfo(
        opcode: opcode, handle: handle, uuid: attribute?.uuid,
        value: start..<bytes.count,
        error: opcode == .errorResponse ? pdu?.errorCode : nil, serverIsLocal: serverIsLocal))
    if keepsDecoder { decoder = attribute?.decoder }
    from = from ?? sender
    summarize(
      opcode, facts: facts, pdu: pdu, handle: handle, attribute: attribute, length: value.byteCount)
  }
}

extension PacketInfo {
  /// Whether any of the ATT PDUs names one of those handles, leading or in the list of a request.
  package func hasAny(_ isOne: (UInt16, ATTInfo) -> Bool) -> Bool {
    att.indices.contains { index in
      let info = att[index]
      switch info.opcode {
      case .readMultipleRequest, .readMultipleVariableRequest:
        let list = bytes.bytes.clamped(info.value.lowerBound, count: info.value.count)
        return stride(from: 0, to: list.byteCount - 1, by: 2).contains {
          isOne(list.uint16LittleEndian(at: $0), info)
        }
      // What ends a discovery is about no attribute.
      case .errorResponse where request(of: info)?.asksForRange == true: return false
      default: return info.handle.map { isOne($0, info) } ?? false
      }
    }
  }

  /// Whether it has an error response. Attribute Not Found at the end of a discovery is not an
  /// error.
  package var hasError: Bool {
    for index in att.indices {
      let info = att[index]
      guard let error = info.error else { continue }
      if error != 0x0A || request(of: info)?.asksForRange != true { return true }
    }
    return false
  }

  /// The opcode of the request that an error response is about.
  private func request(of error: ATTInfo) -> ATTOpcode? {
    let value = bytes.bytes.clamped(error.value.lowerBound, count: min(1, error.value.count))
    return value.byteCount == 1 ? ATTOpcode(rawValue: value.uint8(at: 0)) : nil
  }
}

/// One ATT PDU.
package struct ATTInfo {
  package var opcode: ATTOpcode
  /// The leading handle, or that of the request for a response.
  package var handle: UInt16?
  /// Type of the attribute with the handle.
  package var uuid: BluetoothUUID?
  /// All bytes after the opcode and the leading handle, if any: a range of `PacketInfo.bytes`.
  package var value: Range<Int>
  /// The error code of an error response.
  package var error: UInt8?
  /// The attributes are the recording host's.
  var serverIsLocal: Bool
}

/// A link-layer packet in the packet list.
package struct LinkLayerInfo: Sendable {
  /// `nil` if unknown.
  package var crcOK: Bool?
  package var isEncrypted = false
  /// A repeat of its sender's last packet.
  package var isRetransmission = false
  package var view = LinkLayerView()
}
