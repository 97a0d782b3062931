import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// Reads, writes, notifications and indications as they complete.
extension GATTSession {
  // MARK: Reads

  func readByType(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ bytes: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    var told = ValueEvent(.read, record.direction, isTruncated: false)
    told.pending = pending
    let rest = pdu.forEachEntry(in: bytes) { entry in
      value(told, entry.handle, bytes.clamped(entry.value), context, record, type: pending.type)
    }
    guard context.isCut, rest >= 2 else { return }
    let entry = bytes.clamped(bytes.byteCount - rest)
    told.isTruncated = true
    value(
      told, entry.uint16LittleEndian(at: 0), entry.clamped(2), context, record, type: pending.type)
  }

  func readMultiple(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ bytes: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let asked = context.bearer.transactions[context.client].pendingValue
    var told = ValueEvent(.read, record.direction, isTruncated: context.isCut)
    told.pending = pending
    guard pdu.opcode == .readMultipleVariableResponse else {
      if readKnownLengths(asked, told, bytes.clamped(1), context, record) { return }
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

  /// Read Multiple answers without lengths: where they are known from values that were read before,
  /// and fit, each value is told as a read of its own.
  private func readKnownLengths(
    _ asked: [UInt8], _ told: ValueEvent, _ values: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) -> Bool {
    guard !told.isTruncated, asked.count >= 4 else { return false }
    var lengths: [(handle: UInt16, count: Int)] = []
    var left = values.byteCount
    for index in stride(from: 0, to: asked.count - 1, by: 2) {
      let handle = UInt16(asked[index]) | UInt16(asked[index + 1]) << 8
      let known = context.database.attribute(handle).flatMap {
        $0.valueCount > 0 ? $0.lastValueLength : nil
      }
      // The last one takes the rest, if that is as long as it was or nobody knows.
      let isLast = index + 3 >= asked.count
      guard let count = isLast ? left : known, count <= left, known ?? count == count else {
        return false
      }
      left -= count
      lengths.append((handle, count))
    }
    var offset = 0
    for (handle, count) in lengths {
      value(told, handle, values.clamped(offset, count), context, record) {
        $0.addNote("one of several in one PDU, as long as before")
      }
      offset += count
    }
    return true
  }

  // MARK: Writes

  func written(
    _ pending: PendingRequest, _ context: ATTContext, _ record: CaptureRecord
  ) {
    var told = ValueEvent(
      .write, context.client == 0 ? .sent : .received, isTruncated: pending.isTruncated)
    told.pending = pending
    let held = context.bearer.transactions[context.client].pendingValue
    value(told, pending.handle, held.rawBytes, context, record)
  }

  func prepared(
    _ pdu: ATTPDU, _ pending: PendingRequest, _ bytes: RawSpan, _ context: ATTContext,
    _ record: CaptureRecord
  ) {
    let client = context.client
    let connection = context.connection
    let part = context.bearer.transactions[client].pendingValue
    let handle = pending.handle ?? 0
    let joined = connection.writeQueues[client].octets
    guard joined + part.count <= SessionLimits.joinedValueOctets else {
      tellCap("octets of queued writes", SessionLimits.joinedValueOctets, record)
      return
    }
    guard mayHold(part.count + JoinedValue.overhead, record) else { return }
    defer { countOctets(context) }
    let isEchoed =
      context.isCut || pending.isTruncated || bytes.clamped(pdu.valueOffset).equals(part.rawBytes)
    if let index = connection.writeQueues[client].values.firstIndex(where: {
      $0.handle == handle && $0.offset + $0.bytes.count == Int(pending.offset)
    }) {
      connection.writeQueues[client].values[index].bytes.append(contentsOf: part)
      connection.writeQueues[client].values[index].requests += 1
      if !isEchoed { connection.writeQueues[client].values[index].isDamaged = true }
      if pending.isTruncated { connection.writeQueues[client].values[index].isTruncated = true }
      return
    }
    guard connection.writeQueues[client].values.count < SessionLimits.queuedWrites else {
      tellCap("queued writes", SessionLimits.queuedWrites, record)
      return
    }
    var made = JoinedValue(
      handle: handle, firstFrame: pending.frame, firstTime: pending.time, lastFrame: record.frame,
      lastTime: record.time, requests: 1, bytes: part, isTruncated: pending.isTruncated)
    made.offset = Int(pending.offset)
    made.isDamaged = !isEchoed
    connection.writeQueues[client].values.append(made)
  }

  func executed(
    _ pending: PendingRequest, _ context: ATTContext, _ record: CaptureRecord
  ) {
    let client = context.client
    guard pending.flags != 0 else {
      let parts = context.connection.writeQueues[client].parts
      context.connection.writeQueues[client].values.removeAll()
      var event = begin(.note, record, context)
      event.direction = client == 0 ? .sent : .received
      event.from = sender(event.direction, context.connection)
      answer(&event, pending)
      fields.decoded.text.append("queued write cancelled, ")
      fields.decoded.text.append(parts, "part")
      emit(event)
      return
    }
    tellQueue(context, record, ending: nil)
  }

  /// Tells the queued writes, executed or (with `ending`) without an answer to that.
  func tellQueue(_ context: ATTContext, _ record: CaptureRecord, ending: Ending?) {
    let client = context.client
    let queue = context.connection.writeQueues[client].values
    context.connection.writeQueues[client].values.removeAll()
    for write in queue {
      var told = ValueEvent(
        .write, client == 0 ? .sent : .received, isTruncated: write.isTruncated)
      told.isAnswered = ending == nil
      told.isProblem = ending != nil && ending != .captureEnds
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
        if let ending { out.addNote(ending.remark) }
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
      guard isSigned else { return }
      out.addNote("signed")
      // What follows the counter is a MAC, which says nothing to a reader.
      guard signature == ATTPDU.signatureLength, !context.isCut else { return }
      out.note.append(", sign counter ")
      out.note.append(
        decimal: UInt64(bytes.uint32LittleEndian(at: bytes.byteCount - signature)))
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
    endIndication(context, record, because: "not confirmed before the next indication")
    let ticket = wantsEvents ? reservePlace(context, record) : nil
    var told = ValueEvent(.indication, record.direction, isTruncated: context.isCut)
    told.isHeld = true
    let held = value(told, pdu.handle, bytes.clamped(pdu.valueOffset), context, record)
    guard let ticket, let held else { return }
    noteWait(context.connection, record)
    context.bearer.transactions[client].indication = PendingIndication(
      ticket: ticket, event: held)
  }

  func confirmation(_ context: ATTContext, _ record: CaptureRecord) {
    guard context.bearer.transactions[context.client].indication == nil, wantsEvents else {
      endIndication(context, record, confirmedAt: record.time)
      return
    }
    var event = begin(.note, record, context)
    event.direction = record.direction
    event.from = sender(record.direction, context.connection)
    fields.decoded.text.append("Handle Value Confirmation without its indication")
    emit(event)
  }

  /// Tells the indication that waits, with or without its confirmation.
  func endIndication(
    _ context: ATTContext, _ record: CaptureRecord, confirmedAt time: CaptureTime? = nil,
    because remark: StaticString = "not confirmed"
  ) {
    let client = context.client
    guard let waiting = context.bearer.transactions[client].indication else { return }
    context.bearer.transactions[client].indication = nil
    if let time {
      waiting.event.event.responseTime = time.nanoseconds(since: waiting.event.event.time)
    } else {
      waiting.event.fields.decoded.addNote(remark)
    }
    outbox.complete(waiting.ticket, waiting.event)
    drain()
  }

  /// Ends whatever an event of this client waits for on a bearer.
  func endWait(_ context: ATTContext, _ record: CaptureRecord) {
    endLongReads(context, record)
    endIndication(context, record)
    if context.bearer.transactions[context.client].damagedAnswer != nil {
      unanswered(context, record, ending: .damaged)
    }
  }
}
