import ATTDissector
import BTSnoop
import ByteReader
import GATTValues

/// Reads, writes, notifications and indications as they complete.
extension GATTSession {
  // MARK: Reads

  func read(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ bytes: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let connection = context.connection
    let part = bytes.clamped(1)
    let handle = pending.handle ?? 0
    var read: JoinedValue
    if pending.opcode == .readBlobRequest,
      let open = connection.transactions[context.client].longRead
    {
      // `request` has ended the long read unless this continues it.
      read = open
      read.requests += 1
      if let ticket = connection.transactions[context.client].longReadTicket {
        outbox.cancel(ticket)
      }
    } else if pending.opcode == .readBlobRequest, pending.offset > 0 {
      var told = ValueEvent(.read, record.direction, isTruncated: context.isCut)
      told.pending = pending
      value(told, handle, part, context, record) {
        $0.addNote("from an offset: what is before it is not in the capture")
      }
      return
    } else {
      read = JoinedValue(
        handle: handle, firstFrame: pending.frame, firstTime: pending.time, lastFrame: 0,
        lastTime: record.time, requests: 1, bytes: [])
    }
    read.lastFrame = record.frame
    read.lastTime = record.time
    read.isTruncated = read.isTruncated || context.isCut
    let mayGoOn =
      part.byteCount >= 22 && (part.byteCount == Int(connection.mtu) - 1 || !connection.isMTUKnown)
      && read.bytes.count + part.byteCount <= SessionLimits.joinedValueOctets && !context.isCut
    if !mayGoOn, read.requests == 1 {
      // The common case: one request, one answer, no copy.
      var told = ValueEvent(.read, record.direction, isTruncated: context.isCut)
      told.pending = pending
      value(told, handle, part, context, record)
      return
    }
    for i in 0..<part.byteCount { read.bytes.append(part.uint8(at: i)) }
    connection.transactions[context.client].longRead = read
    if wantsEvents {
      connection.transactions[context.client].longReadTicket = reserveTicket(record)
    }
    if !mayGoOn { endLongRead(context, record) }
  }

  /// Tells a read that may have been going on and is over.
  func endLongRead(_ context: ATTContext, _ record: CaptureRecord) {
    let connection = context.connection
    let client = context.client
    guard let read = connection.transactions[client].longRead else { return }
    let ticket = connection.transactions[client].longReadTicket
    connection.transactions[client].longRead = nil
    connection.transactions[client].longReadTicket = nil
    var at = CaptureRecord(
      frame: read.lastFrame, time: read.lastTime, kind: .acl, direction: record.direction,
      adapter: connection.adapter, originalLength: 0)
    at.file = record.file
    var told = ValueEvent(
      .read, client == 0 ? .received : .sent, isTruncated: read.isTruncated)
    told.ticket = ticket
    told.pending = PendingRequest(
      opcode: .readRequest, frame: read.firstFrame, time: read.firstTime, handle: read.handle)
    value(told, read.handle, read.bytes.rawBytes, context, at) { out in
      guard read.requests > 1 else { return }
      out.note.append("long read, ")
      out.note.append(read.requests, "request")
    }
  }

  func readByType(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ bytes: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    pdu.forEachEntry(in: bytes) { entry in
      var told = ValueEvent(.read, record.direction, isTruncated: context.isCut)
      told.pending = pending
      value(told, entry.handle, bytes.clamped(entry.value), context, record, type: pending.type)
    }
  }

  func readMultiple(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ bytes: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let asked = context.connection.transactions[context.client].pendingValue
    var told = ValueEvent(.read, record.direction, isTruncated: context.isCut)
    told.pending = pending
    guard pdu.opcode == .readMultipleVariableResponse else {
      // The lengths of the values are not in the PDU.
      value(told, nil, bytes.clamped(1), context, record) { out in
        out.note.append("values of ")
        out.note.append(asked.count / 2, "attribute")
        out.note.append(" one after the other:")
        for index in stride(from: 0, to: asked.count - 1, by: 2).prefix(32) {
          out.note.append(" ")
          out.note.append(
            upperHex: UInt64(asked[index]) | UInt64(asked[index + 1]) << 8, digits: 4)
        }
      }
      return
    }
    var index = 0
    pdu.forEachVariableValue(in: bytes) { range, isCut in
      let handle =
        index + 1 < asked.count ? UInt16(asked[index]) | UInt16(asked[index + 1]) << 8 : 0
      index += 2
      told.isTruncated = isCut
      value(told, handle == 0 ? nil : handle, bytes.clamped(range), context, record)
    }
  }

  // MARK: Writes

  func written(
    _ pending: PendingRequest, _ context: ATTContext, _ record: CaptureRecord
  ) {
    var told = ValueEvent(
      .write, context.client == 0 ? .sent : .received, isTruncated: pending.isTruncated)
    told.pending = pending
    let held = context.connection.transactions[context.client].pendingValue
    value(told, pending.handle, held.rawBytes, context, record)
  }

  func prepared(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ bytes: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let client = context.client
    let connection = context.connection
    let part = connection.transactions[client].pendingValue
    let handle = pending.handle ?? 0
    let joined = connection.transactions[client].queue.reduce(0) { $0 + $1.bytes.count }
    guard joined + part.count <= SessionLimits.joinedValueOctets else {
      tellCap("octets of queued writes", SessionLimits.joinedValueOctets, record)
      return
    }
    let isEchoed = bytes.clamped(pdu.valueOffset).equals(part.rawBytes)
    if let index = connection.transactions[client].queue.firstIndex(where: {
      $0.handle == handle && $0.bytes.count == Int(pending.offset)
    }) {
      connection.transactions[client].queue[index].bytes.append(contentsOf: part)
      connection.transactions[client].queue[index].requests += 1
      if !isEchoed { connection.transactions[client].queue[index].isDamaged = true }
      return
    }
    guard connection.transactions[client].queue.count < 256 else { return }
    var made = JoinedValue(
      handle: handle, firstFrame: pending.frame, firstTime: pending.time, lastFrame: record.frame,
      lastTime: record.time, requests: 1, bytes: part, isTruncated: pending.isTruncated)
    made.offset = Int(pending.offset)
    made.isDamaged = !isEchoed
    connection.transactions[client].queue.append(made)
  }

  func executed(
    _ pending: PendingRequest, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let client = context.client
    let queue = context.connection.transactions[client].queue
    context.connection.transactions[client].queue.removeAll()
    guard pending.flags != 0 else {
      var event = begin(.note, record, context.connection)
      event.direction = client == 0 ? .sent : .received
      event.from = sender(event.direction, context.connection)
      answer(&event, pending)
      fields.decoded.text.append("queued write cancelled, ")
      fields.decoded.text.append(queue.reduce(0) { $0 + $1.requests }, "part")
      emit(event)
      return
    }
    for write in queue {
      var told = ValueEvent(
        .write, client == 0 ? .sent : .received, isTruncated: write.isTruncated)
      told.pending = PendingRequest(
        opcode: .prepareWriteRequest, frame: write.firstFrame, time: write.firstTime,
        handle: write.handle)
      value(told, write.handle, write.bytes.rawBytes, context, record) { out in
        out.note.append("queued write, ")
        out.note.append(write.requests, "part")
        if write.offset > 0 {
          out.note.append(", from offset ")
          out.note.append(decimal: write.offset)
        }
        if write.isDamaged { out.addNote("the server echoed other bytes") }
      }
    }
  }

  func writeCommand(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    context.connection.commands += 1
    let isSigned = pdu.opcode == .signedWriteCommand
    let length = bytes.byteCount - pdu.valueOffset
    let signature = isSigned ? min(ATTPDU.signatureLength, length) : 0
    value(
      ValueEvent(.writeCommand, record.direction, isTruncated: context.isCut), pdu.handle,
      bytes.clamped(pdu.valueOffset, length - signature), context, record
    ) { out in
      if isSigned { out.addNote("signed") }
    }
  }

  // MARK: Pushed values

  func notification(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    guard pdu.opcode == .multipleHandleValueNotification else {
      context.connection.notifications += 1
      value(
        ValueEvent(.notification, record.direction, isTruncated: context.isCut), pdu.handle,
        bytes.clamped(pdu.valueOffset), context, record)
      return
    }
    pdu.forEachNotification(in: bytes) { handle, range, isCut in
      context.connection.notifications += 1
      value(
        ValueEvent(.notification, record.direction, isTruncated: isCut), handle,
        bytes.clamped(range), context, record
      ) { $0.addNote("one of several in one PDU") }
    }
  }

  func indication(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let client = context.client
    context.connection.indications += 1
    endIndication(context, record)
    guard wantsEvents else {
      value(
        ValueEvent(.indication, record.direction, isTruncated: context.isCut), pdu.handle,
        bytes.clamped(pdu.valueOffset), context, record)
      return
    }
    context.connection.transactions[client].indication = PendingIndication(
      ticket: reserveTicket(record), record: record, handle: pdu.handle ?? 0,
      isCut: context.isCut, value: bytes.clamped(pdu.valueOffset).copy())
  }

  func confirmation(_ context: ATTContext, _ record: CaptureRecord) {
    endIndication(context, record, confirmedAt: record.time)
  }

  /// Tells the indication that waits, with or without its confirmation.
  func endIndication(
    _ context: ATTContext, _ record: CaptureRecord, confirmedAt time: CaptureTime? = nil
  ) {
    let client = context.client
    guard let waiting = context.connection.transactions[client].indication else { return }
    context.connection.transactions[client].indication = nil
    var told = ValueEvent(
      .indication, client == 0 ? .received : .sent, isTruncated: waiting.isCut)
    told.ticket = waiting.ticket
    told.confirmedAt = time
    value(told, waiting.handle, waiting.value.rawBytes, context, waiting.record) { out in
      if time == nil { out.addNote("not confirmed") }
    }
  }

  /// Keeps a place for an event that is to come, behind what is known to be over.
  private func reserveTicket(_ record: CaptureRecord) -> Int {
    flushDiscoveries(record)
    return outbox.reserve()
  }

  /// Ends whatever an event of this client waits for.
  func endWait(_ connection: Connection, _ client: Int, _ record: CaptureRecord) {
    let context = ATTContext(
      connection: connection, client: client,
      database: client == 0 ? connection.remote : connection.local, isCut: false)
    endLongRead(context, record)
    endIndication(context, record)
  }
}
