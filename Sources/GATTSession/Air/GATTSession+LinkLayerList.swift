import ATTDissector
import BTSnoop
import Bytes

/// Data PDUs in the packet list.
extension GATTSession {
  func describe(
    _ header: DataChannelPDUHeader, payload: RawSpan, isReadable: Bool
  ) {
    guard options.describesPackets else { return }
    if header.isEmpty {
      packet.summary.append("Empty PDU")
    } else if !isReadable {
      packet.summary.append(packet.link?.isEncrypted == true ? "Encrypted, " : "Data PDU, ")
      packet.summary.append(decimal: header.length)
      packet.summary.append(header.length == 1 ? " byte" : " bytes")
    } else if header.content == .control, payload.byteCount > 0 {
      ControlSummary.write(payload, to: &packet.summary)
    } else {
      packet.summary.append("Data PDU")
    }
  }

  /// A repeat of its sender's last packet: listed, not followed.
  func describeAgain(
    _ header: DataChannelPDUHeader, payload: RawSpan, on connection: Connection,
    at record: CaptureRecord
  ) {
    guard options.describesPackets else { return }
    if header.content == .control || header.length == 0 {
      describe(header, payload: payload, isReadable: true)
    } else if header.content == .continuation {
      packet.summary.append("L2CAP fragment, continued")
    } else if payload.byteCount > L2CAPHeader.size,
      payload.byteCount >= L2CAPHeader.size + Int(payload.uint16LittleEndian(at: 0))
    {
      let pdu = payload.clamped(L2CAPHeader.size, count: Int(payload.uint16LittleEndian(at: 0)))
      describeWhole(pdu, on: payload.uint16LittleEndian(at: 2), connection: connection, at: record)
    } else {
      packet.summary.append("L2CAP fragment")
    }
    packet.summary.append(", retransmission")
  }

  /// An L2CAP PDU that one packet holds.
  private func describeWhole(
    _ pdu: RawSpan, on channel: UInt16, connection: Connection, at record: CaptureRecord
  ) {
    switch L2CAPChannel(rawValue: channel) {
    case .attribute: describeATT(pdu, on: connection, at: record)
    case .securityManager: describeSecurity(pdu)
    case .leSignaling:
      var cursor = ByteCursor(pdu)
      guard let signal = try? L2CAPSignal(&cursor) else {
        packet.summary.append("L2CAP signal")
        return
      }
      describe(signal, data: pdu.clamped(signal.dataOffset, count: signal.length))
    default: packet.summary.append("L2CAP PDU")
    }
  }
}
