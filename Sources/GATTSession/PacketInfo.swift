import ATTDissector
import BTSnoop
import Bytes

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
  /// Whether `summary` may hold text from elsewhere: a label, or a recorder's words. Else it is in our
  /// own words, of printable ASCII without quotes and backslashes.
  package internal(set) var summaryHoldsText = false
  /// The L2CAP PDU that was joined from several records and ends in this one; empty elsewhere.
  package internal(set) var joined = ByteWriter(capacity: 256)
  /// The channel of a K-frame; `nil` for all else.
  package internal(set) var channel: L2CAPChannelView?
  /// The SDU that was joined from several K-frames and ends in this record; empty elsewhere.
  package internal(set) var sdu = ByteWriter(capacity: 256)

  mutating func removeAll() {
    connection = nil
    connectionHandle = nil
    from = nil
    link = nil
    if !att.isEmpty { att.removeAll(keepingCapacity: true) }
    bytes.removeAll()
    summary.removeAll()
    summaryHoldsText = false
    joined.removeAll()
    channel = nil
    sdu.removeAll()
  }
}

extension PacketInfo {
  mutating func begin(command bytes: RawSpan) {
    removeAll()
    HCISummary.command(bytes, into: &summary)
  }

  mutating func begin(event bytes: RawSpan) {
    removeAll()
    HCISummary.event(bytes, into: &summary)
  }

  mutating func begin(_ handle: UInt16, _ connection: Connection?, _ from: LinkRole?) {
    removeAll()
    connectionHandle = handle
    self.connection = connection
    self.from = from
  }

  /// Adds an ATT PDU; `pdu` is `nil` where even its fixed parts are cut.
  mutating func add(
    _ opcode: ATTOpcode, _ pdu: ATTPDU?, _ handle: UInt16?, _ attribute: Attribute?,
    _ value: RawSpan, _ sender: LinkRole?
  ) {
    let start = bytes.count
    bytes.append(value)
    att.append(
      ATTInfo(
        opcode: opcode, handle: handle, uuid: attribute?.uuid, value: start..<bytes.count,
        error: opcode == .errorResponse ? pdu?.errorCode : nil))
    from = from ?? sender
    summarize(opcode, pdu, handle, attribute, value.byteCount)
  }

  private mutating func summarize(
    _ opcode: ATTOpcode, _ pdu: ATTPDU?, _ handle: UInt16?, _ attribute: Attribute?, _ length: Int
  ) {
    summary.append("ATT ")
    if let name = opcode.name {
      summary.append(name)
    } else {
      summary.append("unknown opcode ")
      summary.append(upperHex: UInt64(opcode.rawValue), digits: 2)
    }
    if let refused = pdu?.requestOpcode {
      summary.append(", ")
      summary.append(refused.name ?? "unknown request")
      summary.append(": ")
      summary.append(attError: pdu?.errorCode ?? 0)
    }
    if let handle, handle != 0 {
      summary.append(", ")
      summary.append(upperHex: UInt64(handle), digits: 4)
      if let attribute, attribute.uuid != nil {
        summary.append(" ")
        attribute.describe(&summary)
        summaryHoldsText = true
      }
    } else if let first = pdu?.handle, let last = pdu?.endHandle {
      summary.append(", ")
      summary.append(upperHex: UInt64(first), digits: 4)
      summary.append("-")
      summary.append(upperHex: UInt64(last), digits: 4)
      if let type = pdu?.type {
        summary.append(" ")
        type.write(to: &summary)
      }
    }
    if opcode == .exchangeMTURequest || opcode == .exchangeMTUResponse, let pdu {
      summary.append(", ")
      summary.append(decimal: UInt64(pdu.mtu))
    } else if length > 0, opcode != .errorResponse, pdu?.endHandle == nil {
      summary.append(", ")
      summary.append(decimal: length)
      summary.append(length == 1 ? " byte" : " bytes")
    }
  }
}

extension PacketInfo {
  /// Whether an error was answered. Attribute Not Found that ends a discovery is none.
  package var hasError: Bool {
    for info in att {
      guard let error = info.error else { continue }
      let request = bytes.bytes.clamped(info.value.lowerBound, 1)
      let endsProcedure =
        request.byteCount == 1 && [0x04, 0x06, 0x08, 0x10].contains(request.uint8(at: 0))
      if error != 0x0A || !endsProcedure { return true }
    }
    return false
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
