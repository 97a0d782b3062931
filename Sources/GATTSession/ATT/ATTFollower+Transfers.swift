import ATTDissector
import BTSnoop
import Bytes

/// Reads, writes, notifications and indications as they complete.
extension ATTFollower {
  // MARK: Reads

  func readByType(
    _ pdu: ATTPDU, pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord, isSure: Bool = true, remark: ValueRemark? = nil
  ) {
    if remark == nil, beginLongRead(pdu, pending: pending, bytes: bytes, in: context, at: record) {
      return
    }
    var reported = ValueEvent(.read, record.direction, isTruncated: false)
    reported.pending = pending
    reported.isSure = isSure
    // Another request may have asked for another type.
    let type = isSure ? pending.type : nil
    let rest = pdu.forEachEntry(in: bytes) { entry in
      value(
        reported, handle: entry.handle, bytes: bytes.clamped(entry.value), in: context, at: record,
        type: type,
        remark: remark)
    }
    guard context.isCut, rest >= 2 else { return }
    let entry = bytes.clamped(bytes.byteCount - rest)
    reported.isTruncated = true
    value(
      reported, handle: entry.uint16LittleEndian(at: 0), bytes: entry.clamped(2), in: context,
      at: record, type: type,
      remark: remark)
  }

  func readMultiple(
    _ pdu: ATTPDU, pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let asked = context.transactions.askedHandles
    var reported = ValueEvent(.read, record.direction, isTruncated: context.isCut)
    reported.pending = pending
    guard pdu.opcode == .readMultipleVariableResponse else {
      if readKnownLengths(
        asked, reported: reported, values: bytes.clamped(1), in: context, at: record)
      {
        return
      }
      // The lengths of the values are not in the PDU.
      value(
        reported, handle: nil, bytes: bytes.clamped(1), in: context, at: record,
        remark: .joined(asked))
      return
    }
    var rest = asked[...]
    pdu.forEachVariableValue(in: bytes) { range, isCut in
      let handle = rest.popFirst()
      reported.isTruncated = isCut
      value(
        reported, handle: handle == 0 ? nil : handle, bytes: bytes.clamped(range), in: context,
        at: record)
    }
  }

  /// Read Multiple responses have no lengths: where they are known from earlier reads, and fit,
  /// each value is reported as a read of its own.
  private func readKnownLengths(
    _ asked: [UInt16], reported: borrowing ValueEvent, values: RawSpan,
    in context: borrowing ATTContext, at record: CaptureRecord
  ) -> Bool {
    guard !reported.isTruncated, asked.count >= 2 else { return false }
    var lengths: [(handle: UInt16, count: Int)] = []
    var left = values.byteCount
    for handle in asked {
      let known = context.database.attribute(at: handle).flatMap {
        $0.values.count > 0 ? $0.values.lastLength : nil
      }
      // The last one takes the rest, if that has its former length or the length is unknown.
      let isLast = lengths.count == asked.count - 1
      guard let count = isLast ? left : known, count <= left, known ?? count == count else {
        return false
      }
      left -= count
      lengths.append((handle, count))
    }
    var offset = 0
    for (handle, count) in lengths {
      value(
        reported, handle: handle, bytes: values.clamped(offset, count: count), in: context,
        at: record,
        remark: .oneOfSeveralAsBefore)
      offset += count
    }
    return true
  }

  // MARK: Writes

  func written(
    _ pending: ATTRequest, isSure: Bool, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    var reported = ValueEvent(
      .write, context.client.direction, isTruncated: pending.isTruncated)
    reported.missing = pending.missing
    reported.pending = pending
    reported.isSure = isSure
    let held = context.transactions.value
    noteWrite(
      pending.handle, bytes: held.rawBytes, isCut: pending.isTruncated, in: context, at: record)
    value(
      reported, handle: pending.handle, bytes: held.rawBytes, in: context, at: record,
      remark: isSure ? nil : .perhapsOfAnother)
  }

  /// Counts a write of the host, or of the central on the air.
  private func noteWrite(
    _ handle: UInt16?, bytes: RawSpan, isCut: Bool, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    guard context.client == .host, let handle else { return }
    var hasher = Hasher()
    bytes.hash(into: &hasher)
    // What is missing may be what differs.
    if isCut { hasher.combine(record.frame) }
    let writes = context.connection.writes.large ?? LargeWrite()
    context.connection.writes.large = writes
    writes.note(handle, value: hasher.finalize(), at: record.time)
  }

  func prepared(
    _ pdu: ATTPDU, pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let (connection, client) = (context.connection, context.client)
    let part = context.transactions.value
    guard
      connection.writeQueues[client].octets + part.count <= SessionLimits.joinedValueOctets
    else {
      reporter.full(.queuedOctets, at: record)
      return
    }
    guard mayHold(part.count + JoinedValue.overhead, at: record) else { return }
    defer { budget.countTransactions(context) }
    var made = JoinedValue(
      handle: pending.handle ?? 0, firstFrame: pending.frame, firstTime: pending.time,
      lastFrame: record.frame, lastTime: record.time, requests: 1, bytes: part,
      isTruncated: pending.isTruncated)
    made.offset = Int(pending.offset)
    if !context.isCut {
      made.isDamaged =
        !pending.isTruncated && !bytes.clamped(pdu.valueOffset).equals(part.rawBytes)
      made.isMisplaced = pdu.handle != made.handle || pdu.valueOffset16 != pending.offset
    }
    if !connection.writeQueues[client].add(made) { reporter.full(.queuedWrites, at: record) }
  }

  func executed(
    _ pending: ATTRequest, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    let client = context.client
    guard pending.flags != 0 else {
      let parts = context.connection.writeQueues[client].parts
      let isDamaged = context.connection.writeQueues[client].empty().contains(where: \.isDamaged)
      var event = Event(.note, record, context, client.direction)
      event.answers(frame: pending.frame, at: pending.time)
      event.isProblem = isDamaged && context.connection.hearing.isOfHost
      reporter.report(
        event, fact: TransactionFact.queueCancelled(parts: parts, isDamaged: isDamaged),
        as: .operationFailed, at: record)
      return
    }
    reportQueue(in: context, at: record, ending: nil)
  }

  /// Reports the queued writes: executed, or (with `ending`) without a response to the execution.
  func reportQueue(
    in context: borrowing ATTContext, at record: CaptureRecord, ending: RequestEnding?
  ) {
    let client = context.client
    for write in context.connection.writeQueues[client].empty() {
      var reported = ValueEvent(
        .write, client.direction, isTruncated: write.isTruncated)
      reported.isAnswered = ending == nil
      reported.isProblem = ending?.isProblem ?? false
      reported.isUnheard = ending?.isOfSniffer ?? false
      reported.pending = ATTRequest(
        opcode: .prepareWriteRequest, frame: write.firstFrame, time: write.firstTime,
        handle: write.handle)
      value(
        reported, handle: write.handle, bytes: write.bytes.rawBytes, in: context, at: record,
        remark: .queued(write, ending))
    }
  }

  func writeCommand(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    context.connection.counts.commands += 1
    noteWrite(pdu.handle, bytes: bytes, isCut: context.isCut, in: context, at: record)
    let isSigned = pdu.opcode == .signedWriteCommand
    let length = bytes.byteCount - pdu.valueOffset
    let signature = isSigned ? min(ATTPDU.signatureLength, length) : 0
    // The MAC after the counter says nothing to a reader.
    let counter =
      signature == ATTPDU.signatureLength && !context.isCut
      ? bytes.uint32LittleEndian(at: bytes.byteCount - signature) : nil
    var reported = ValueEvent(.writeCommand, record.direction, of: context)
    if isSigned { reported.missing = max(0, reported.missing &- ATTPDU.signatureLength) }
    value(
      reported, handle: pdu.handle,
      bytes: bytes.clamped(pdu.valueOffset, count: length - signature), in: context, at: record,
      remark: isSigned ? .signed(counter: counter) : nil)
    findWrongWrite(pdu, in: context, at: record)
  }

  /// A command has no answer: where the properties of a characteristic do not allow it, no PDU says so.
  private func findWrongWrite(
    _ pdu: ATTPDU, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    guard let attribute = pdu.handle.flatMap({ context.database.attribute(at: $0)?.current }) else {
      return
    }
    if !attribute.isClientConfiguration {
      guard let declared = attribute.declaredProperties, let needed = pdu.opcode.neededProperty,
        !declared.contains(needed)
      else { return }
    }
    reporter.find(
      .wrongWrite(
        attribute, of: context.serverIsLocal ? ATTParty(serverOf: context) : nil, pdu.opcode,
        frame: record.frame),
      on: context.connection, at: record)
  }

  // MARK: Pushed values

  func notification(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    guard pdu.opcode == .multipleHandleValueNotification else {
      context.connection.counts.notifications += 1
      if !reporter.wantsEvents, !context.database.hasKnown,
        context.database.attribute(at: pdu.handle ?? 0)?.isSettled == true
      {
        return
      }
      value(
        ValueEvent(.notification, record.direction, of: context), handle: pdu.handle,
        bytes: bytes.clamped(pdu.valueOffset), in: context, at: record)
      return
    }
    pdu.forEachNotification(in: bytes) { handle, range, isCut in
      context.connection.counts.notifications += 1
      value(
        ValueEvent(.notification, record.direction, isTruncated: isCut), handle: handle,
        bytes: bytes.clamped(range), in: context, at: record, remark: .oneOfSeveral)
    }
  }

  func indication(
    _ pdu: ATTPDU, bytes: RawSpan, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    context.connection.counts.indications += 1
    let before = context.transactions.makeWayForIndication(
      over: link(in: context, at: record))
    if before.isTooEarly {
      reporter.find(
        .indicationTooEarly(ATTParty(serverOf: context), frame: record.frame),
        on: context.connection, at: record)
    }
    report(before.before, in: context, at: record, remark: .notConfirmedBeforeNext)
    let ticket = reporter.wantsEvents ? reservePlace(in: context, at: record) : nil
    var reported = ValueEvent(.indication, record.direction, of: context)
    reported.isHeld = true
    let held = value(
      reported, handle: pdu.handle, bytes: bytes.clamped(pdu.valueOffset), in: context, at: record)
    guard let ticket, let held else { return }
    noteWait(on: context.connection, at: record)
    context.transactions.hold(
      ATTIndication(
        moment: clock.moment(of: record), handle: held.event.handle,
        attribute: held.event.attribute, state: .held(ticket: ticket, held)))
  }
}
