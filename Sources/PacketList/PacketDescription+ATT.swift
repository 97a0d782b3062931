import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// ATT PDUs, with what is known of their attributes.
extension PacketDescription {
  package func att(
    _ pdu: ATTPDU?, bytes: RawSpan, facts: ATTOpcode.Facts, in context: borrowing ATTContext
  ) {
    add(pdu, bytes: bytes, facts: facts, in: context, isRepeated: false)
  }

  /// A PDU in a data PDU that was sent again.
  func repeatedATT(_ bytes: RawSpan, from side: Side, on connection: Connection) {
    guard bytes.byteCount > 0 else { return }
    let facts = opcodes[ATTOpcode(rawValue: bytes.uint8(at: 0))]
    let context = ATTContext(connection, nil, client: facts.isFromClient ? side : side.other)
    add(
      try? ATTPDU(bytes, facts), bytes: bytes, facts: facts, in: context, isRepeated: true)
  }

  private func add(
    _ pdu: ATTPDU?, bytes: RawSpan, facts: ATTOpcode.Facts, in context: borrowing ATTContext,
    isRepeated: Bool
  ) {
    let opcode = ATTOpcode(rawValue: bytes.uint8(at: 0))
    var handle: UInt16?
    var head = 1
    if facts.hasLeadingHandle, let pdu {
      handle = pdu.handle
      head = 3
    } else if opcode == .errorResponse {
      handle = pdu?.handle
    } else if facts.role == .response,
      let request = context.request(answeredBy: opcode, isRepeated: isRepeated),
      opcode.request == request.opcode
    {
      if request.opcode.hasLeadingHandle { handle = request.handle }
      if opcode == .readByTypeResponse { asked = request.type }
    } else if opcode == .readByTypeResponse {
      asked = nil
    }
    let refused = opcode == .errorResponse ? pdu?.requestOpcode : nil
    let attribute = handle.flatMap { context.database.named($0, refusing: refused) }
    if options.keepsDecoder {
      decoder = attribute?.decoder
      nameValues(opcode, pdu: pdu, bytes: bytes, in: context)
    }
    let value = bytes.clamped(head)
    let start = self.bytes.count
    self.bytes.append(value)
    att.append(
      ATTInfo(
        opcode: opcode, handle: handle, uuid: attribute?.uuid, value: start..<self.bytes.count,
        error: opcode == .errorResponse ? pdu?.errorCode : nil, refused: refused,
        serverIsLocal: context.serverIsLocal))
    let isSent = facts.isFromClient == (context.client == .host)
    from = from ?? context.connection.sender(of: isSent ? .sent : .received)
    summarize(
      opcode, facts: facts, pdu: pdu, handle: handle, attribute: attribute, length: value.byteCount)
  }

  /// Whose values a PDU has: a notification says so, of a response its request does.
  private func nameValues(
    _ opcode: ATTOpcode, pdu: ATTPDU?, bytes: RawSpan, in context: borrowing ATTContext
  ) {
    var handles: [UInt16] = []
    if opcode == .multipleHandleValueNotification {
      pdu?.forEachNotification(in: bytes) { handle, _, _ in handles.append(handle) }
    } else if opcode == .readMultipleResponse || opcode == .readMultipleVariableResponse {
      handles = context.handles(answeredBy: opcode)
    }
    several = handles.map { handle in
      let attribute = context.database.named(handle, refusing: nil)
      return (attribute?.uuid, attribute?.decoder)
    }
  }

  /// Adds an ATT PDU to the summary.
  private func summarize(
    _ opcode: ATTOpcode, facts: ATTOpcode.Facts, pdu: ATTPDU?, handle: UInt16?,
    attribute: Attribute?, length: Int
  ) {
    summary.append("ATT ")
    if let name = facts.name {
      summary.append(name)
    } else {
      summary.append("unknown opcode ")
      summary.append(upperHex: UInt64(opcode.rawValue), digits: 2)
    }
    if let refused = pdu?.requestOpcode {
      summary.append(", ")
      summary.append(refused.name ?? "unknown request")
      summary.append(": ")
      summary.append(attError: pdu?.errorCode ?? 0, of: attribute)
    }
    if let handle, handle != 0 || facts.hasLeadingHandle {
      summary.append(", ")
      summary.append(upperHex: UInt64(handle), digits: 4)
      if attribute?.uuid != nil {
        summary.append(" ")
        attribute?.describe(&summary)
        if attribute?.hasPlainDescription == false { summaryHoldsText = true }
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
