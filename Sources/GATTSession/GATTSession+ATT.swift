import ATTDissector
import BTSnoop
import ByteReader
import GATTValues

/// One ATT PDU on its way through the session: what every step needs to know of it.
struct ATTContext {
  let connection: Connection
  /// Which side is the client: 0 the host, 1 the peer.
  let client: Int
  /// The server's attributes.
  let database: AttributeDatabase
  /// The capture holds only the PDU's beginning.
  let isCut: Bool

  var serverIsLocal: Bool { client == 1 }
}

/// ATT PDUs: requests are remembered, answers matched, pushed values told.
extension GATTSession {
  func att(
    _ bytes: RawSpan, _ connection: Connection, _ record: CaptureRecord, isCut: Bool
  ) {
    guard bytes.byteCount > 0 else {
      malformed(
        "ATT PDU", ByteError(needed: 1, available: 0, offset: 0), bytes, record, connection,
        isCut: isCut)
      return
    }
    let opcode = ATTOpcode(rawValue: bytes.uint8(at: 0))
    let isSent = record.direction == .sent
    let client = isSent == opcode.isFromClient ? 0 : 1
    let context = ATTContext(
      connection: connection, client: client,
      database: client == 0 ? connection.remote : connection.local, isCut: isCut)
    let pdu: ATTPDU
    do { pdu = try ATTPDU(bytes) } catch {
      if options.describesPackets { describe(opcode, nil, bytes, context) }
      malformed("ATT PDU", error, bytes, record, connection, isCut: isCut)
      return
    }
    if options.describesPackets { describe(opcode, pdu, bytes, context) }

    switch opcode.role {
    case .request: request(pdu, bytes, context, record)
    case .response: response(pdu, bytes, context, record)
    case .command: writeCommand(pdu, bytes, context, record)
    case .notification: notification(pdu, bytes, context, record)
    case .indication: indication(pdu, bytes, context, record)
    case .confirmation: confirmation(context, record)
    case .unknown: unknown(bytes, context, record)
    }
  }

  private func unknown(
    _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    counts.malformed += 1
    var event = begin(.malformed, record, context.connection)
    event.direction = record.direction
    event.from = sender(record.direction, context.connection)
    event.hasValue = true
    fields.own.add("opcode", bytes.uint8(at: 0))
    fields.decoded.text.append("unknown ATT opcode ")
    fields.decoded.text.append(upperHex: UInt64(bytes.uint8(at: 0)), digits: 2)
    emit(event, value: bytes)
  }

  // MARK: Packet list

  /// Lists a PDU that was followed before: a packet that is sent again.
  func describeATT(_ bytes: RawSpan, _ connection: Connection, _ record: CaptureRecord) {
    guard bytes.byteCount > 0 else { return }
    let opcode = ATTOpcode(rawValue: bytes.uint8(at: 0))
    let client = (record.direction == .sent) == opcode.isFromClient ? 0 : 1
    let context = ATTContext(
      connection: connection, client: client,
      database: client == 0 ? connection.remote : connection.local, isCut: false)
    describe(opcode, try? ATTPDU(bytes), bytes, context)
  }

  /// What the packet list says of a PDU. `pdu` is `nil` where even its fixed parts are cut.
  private func describe(
    _ opcode: ATTOpcode, _ pdu: ATTPDU?, _ bytes: RawSpan, _ context: ATTContext
  ) {
    let pending = context.connection.transactions[context.client].pending
    var handle: UInt16?
    var head = 1
    if opcode.hasLeadingHandle, let pdu {
      handle = pdu.handle
      head = 3
    } else if opcode == .errorResponse {
      handle = pdu?.handle
    } else if opcode.role == .response, let pending, opcode.request == pending.opcode,
      pending.opcode.hasLeadingHandle
    {
      handle = pending.handle
    }
    let attribute = handle.flatMap { context.database.attribute($0) }
    let start = packet.bytes.count
    packet.bytes.append(bytes.clamped(head))
    packet.att.append(
      ATTInfo(
        opcode: opcode, handle: handle, uuid: attribute?.uuid,
        value: start..<packet.bytes.count,
        error: opcode == .errorResponse ? pdu?.errorCode : nil))
    packet.from = packet.from ?? sender(lastDirection(context, opcode), context.connection)
    summarize(opcode, pdu, handle, attribute, bytes.byteCount - head)
  }

  private func lastDirection(_ context: ATTContext, _ opcode: ATTOpcode) -> PacketDirection {
    opcode.isFromClient == (context.client == 0) ? .sent : .received
  }

  private func summarize(
    _ opcode: ATTOpcode, _ pdu: ATTPDU?, _ handle: UInt16?, _ attribute: Attribute?, _ length: Int
  ) {
    packet.summary.append("ATT ")
    if let name = opcode.name {
      packet.summary.append(name)
    } else {
      packet.summary.append("unknown opcode ")
      packet.summary.append(upperHex: UInt64(opcode.rawValue), digits: 2)
    }
    if let refused = pdu?.requestOpcode {
      packet.summary.append(", ")
      packet.summary.append(refused.name ?? "unknown request")
      packet.summary.append(": ")
      packet.summary.append(attError: pdu?.errorCode ?? 0)
    }
    if let handle, handle != 0 {
      packet.summary.append(", ")
      packet.summary.append(upperHex: UInt64(handle), digits: 4)
      if let attribute, attribute.uuid != nil {
        packet.summary.append(" ")
        attribute.describe(&packet.summary)
      }
    } else if let first = pdu?.handle, let last = pdu?.endHandle {
      packet.summary.append(", ")
      packet.summary.append(upperHex: UInt64(first), digits: 4)
      packet.summary.append("-")
      packet.summary.append(upperHex: UInt64(last), digits: 4)
      if let type = pdu?.type {
        packet.summary.append(" ")
        type.write(to: &packet.summary)
      }
    }
    if opcode == .exchangeMTURequest || opcode == .exchangeMTUResponse, let pdu {
      packet.summary.append(", ")
      packet.summary.append(decimal: UInt64(pdu.mtu))
    } else if length > 0, opcode != .errorResponse, pdu?.endHandle == nil {
      packet.summary.append(", ")
      packet.summary.append(decimal: length)
      packet.summary.append(length == 1 ? " byte" : " bytes")
    }
  }
}

extension ByteWriter {
  /// An error about an attribute, whose service may give a code of its own a meaning.
  mutating func append(attError code: UInt8, of attribute: Attribute?) {
    if code == 0x80, attribute?.uuid?.short == 0x2A39 {
      append("Control Point Not Supported (80)")
    } else {
      append(attError: code)
    }
  }

  /// `Insufficient Authentication (05)`.
  package mutating func append(attError code: UInt8) {
    append(ATTErrorName.name(code) ?? "error")
    append(" (")
    append(upperHex: UInt64(code), digits: 2)
    append(")")
  }
}
