import ATTDissector
import BTSnoop
import Bytes
import Cryptography
import GATTSession
import GATTValues

/// What a list of packets shows of the last record: whose it is, its summary, and what ends in it.
///
/// The observer of a session, which tells it. One object serves for all records.
package final class PacketDescription: RecordObserver {
  package struct Options: Sendable {
    /// Whether the record has its connection, not only its number: that counts references.
    package var keepsConnection = true
    /// Whether the record has the decoders of its attributes.
    package var keepsDecoder = false
    /// Whether it has each packet that a key opens as it would be in the clear, with its CRC.
    package var writesPlain = false
    /// Whether it has each packet that its recorder has decrypted with a CRC that fits.
    package var mendsCRC = false
    package init() {}
  }

  let options: Options
  /// `nil` also where it is not kept.
  package private(set) var connection: Connection?
  /// The number of the connection, or 0.
  package private(set) var connectionNumber = 0
  package internal(set) var connectionHandle: UInt16?
  package internal(set) var from: LinkRole?
  /// The link-layer packet; `nil` for all other records.
  package internal(set) var link: LinkLayerInfo?
  /// The ATT PDUs that end in the record.
  package internal(set) var att = PlainBuffer<ATTInfo>()
  /// That of the attribute that the last ATT PDU names, where it is kept.
  package internal(set) var decoder: DecoderID?
  /// Where the last ATT PDU has the values of several attributes, each of these; empty where that is not known, and unless
  /// decoders are kept.
  package internal(set) var several: [(uuid: BluetoothUUID?, decoder: DecoderID?)] = []
  /// The type that the last Read By Type Response was read by.
  package internal(set) var asked: BluetoothUUID?
  /// The values of `att`.
  package internal(set) var bytes = ByteWriter(capacity: 1024)
  /// A short summary of the record.
  package internal(set) var summary = ByteWriter(capacity: 256)
  private var summaries = HCISummary()
  let opcodes = ATTOpcodes()
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
  /// The channel of a PDU on a dynamic channel; `nil` for anything else.
  package internal(set) var channel: L2CAPChannelView?
  /// The SDU that was reassembled from several K-frames and ends in this record; otherwise empty.
  package internal(set) var sdu = ByteWriter(capacity: 256)

  package init(_ options: Options = Options()) { self.options = options }

  package func began(_ record: CaptureRecord, bytes: RawSpan) {
    removeAll()
    switch record.kind {
    case .command: summaries.command(bytes, into: &summary)
    case .event: summaries.event(bytes, into: &summary)
    case .sco: sco(bytes)
    case .iso: iso(bytes)
    case .system: system(record, bytes: bytes)
    case .unknown:
      summary.append("Unknown packet type 0x")
      summary.append(upperHex: UInt64(record.code), digits: record.code > 0xFF ? 4 : 2)
    case .acl, .linkLayer: break
    }
  }

  private func removeAll() {
    if options.keepsConnection { connection = nil }
    if options.keepsDecoder {
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

  package func found(_ connection: Connection) {
    connectionNumber = connection.ordinal
    if options.keepsConnection { self.connection = connection }
  }

  package func stopped(_ stop: ReadingStop) {
    switch stop {
    case .cut(let header): summary.append(header.words)
    case .fragment(let header, let octets): fragment(header, octets: octets)
    case .fragmentOnAir(let isStart):
      summary.append(isStart ? "L2CAP fragment" : "L2CAP fragment, continued")
    case .notFollowed(let header, let octets): notFollowed(header, octets: octets)
    case .endNotFollowed: summary.append("ACL data")
    case .afterEnd(let header, let name):
      connectionHandle = header.connectionHandle
      summary.append("ACL data, after the end of its connection: ")
      summary.append(string: name ?? "data")
    case .notDecoded(let header, let reason): notDecoded(header, reason: reason)
    case .damaged: summary.append("Data PDU")
    case .copied: summary.append("Copy of another sniffer's record")
    }
  }
}

extension ReadingStop.Header {
  fileprivate var words: StaticString {
    switch self {
    case .acl: "ACL data"
    case .l2cap: "L2CAP, cut"
    case .att: "ATT, empty"
    case .linkLayer: "Link-layer packet, cut"
    }
  }
}

extension PacketDescription {
  /// The attribute with a handle that an ATT PDU of the record names, as it is known now.
  package func attribute(at handle: UInt16, of pdu: ATTInfo) -> Attribute? {
    connection.flatMap { (pdu.serverIsLocal ? $0.local : $0.remote).named(handle) }
  }

  /// Whether any of the ATT PDUs names one of those handles, leading or in the list of a request.
  package func hasAny(_ isOne: (UInt16, ATTInfo) -> Bool) -> Bool {
    att.indices.contains { index in
      let info = att[index]
      switch info.opcode {
      case .readMultipleRequest, .readMultipleVariableRequest:
        return Self.handles(in: bytes, at: info.value).contains { isOne($0, info) }
      // What ends a discovery is about no attribute.
      case .errorResponse where info.refused?.asksForRange == true: return false
      default: return info.handle.map { isOne($0, info) } ?? false
      }
    }
  }

  private static func handles(in bytes: borrowing ByteWriter, at place: Range<Int>) -> [UInt16] {
    let list = bytes.bytes(in: place)
    return stride(from: 0, to: list.byteCount - 1, by: 2).map { list.uint16LittleEndian(at: $0) }
  }

  /// Whether it has an error response. Attribute Not Found at the end of a discovery is not an
  /// error.
  package var hasError: Bool {
    for index in att.indices {
      let info = att[index]
      guard let error = info.error else { continue }
      if error != 0x0A || info.refused?.asksForRange != true { return true }
    }
    return false
  }
}

/// One ATT PDU.
package struct ATTInfo {
  package var opcode: ATTOpcode
  /// The leading handle, or that of the request for a response.
  package var handle: UInt16?
  /// Type of the attribute with the handle.
  package var uuid: BluetoothUUID?
  /// All bytes after the opcode and the leading handle, if any: a range of `PacketDescription.bytes`.
  package var value: Range<Int>
  /// The error code of an error response.
  package var error: UInt8?
  /// The opcode of the request that an error response is about.
  var refused: ATTOpcode?
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
