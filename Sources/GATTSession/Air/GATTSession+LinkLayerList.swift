import ATTDissector
import BTSnoop
import Bytes

/// Data PDUs in the packet list.
extension GATTSession {
  func describe(
    _ header: DataChannelPDUHeader, _ payload: RawSpan, isReadable: Bool
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
    _ header: DataChannelPDUHeader, _ payload: RawSpan, _ connection: Connection,
    _ record: CaptureRecord
  ) {
    guard options.describesPackets else { return }
    if header.content == .start,
      payload.byteCount > L2CAPHeader.size,
      payload.uint16LittleEndian(at: 2) == L2CAPChannel.attribute.rawValue,
      payload.byteCount >= L2CAPHeader.size + Int(payload.uint16LittleEndian(at: 0))
    {
      let pdu = payload.clamped(L2CAPHeader.size, Int(payload.uint16LittleEndian(at: 0)))
      describeATT(pdu, connection, record)
    } else if header.content != .control, header.length > 0 {
      packet.summary.append("L2CAP fragment")
    } else {
      describe(header, payload, isReadable: true)
    }
    packet.summary.append(", retransmission")
  }
}
