import ATTDissector
import BTSnoop
import Bytes

/// Reads, including those that continue in further requests.
extension ATTFollower {
  func read(
    _ pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let part = bytes.clamped(1)
    let handle = pending.handle ?? 0
    let mayGoOn = mayGoOn(part, least: 22, room: Int(context.bearer.mtu) - 1, in: context)
    defer { budget.countTransactions(context) }
    let isContinued = pending.opcode == .readBlobRequest && pending.offset > 0
    if isContinued {
      let index = context.transactions.longReads.firstIndex {
        $0.handle == handle && $0.bytes.count == Int(pending.offset)
      }
      guard let index else {
        var reported = ValueEvent(.read, record.direction, of: context)
        reported.pending = pending
        reported.isRest = true
        value(reported, handle: handle, bytes: part, in: context, at: record, remark: .fromOffset)
        return
      }
      var read = context.transactions.longReads.remove(at: index)
      read.requests += 1
      read.lastFrame = record.frame
      read.lastTime = record.time
      read.isTruncated = context.isCut
      for i in 0..<part.byteCount { read.bytes.append(part.uint8(at: i)) }
      moveTicket(&read, in: context, at: record)
      if mayGoOn, read.bytes.count <= SessionLimits.joinedValueOctets,
        mayHold(read.bytes.count, at: record)
      {
        context.connection.waits.hasLongReads = true
        context.transactions.longReads.append(read)
      } else {
        reportLongRead(read, in: context, at: record)
      }
      return
    }
    // A new read of the same attribute: the previous one was complete.
    endLongRead(of: handle, in: context, at: record)
    if mayGoOn, begin(handle, part: part, pending: pending, in: context, at: record) { return }
    // The common case: one request, one answer, no copy.
    var reported = ValueEvent(.read, record.direction, of: context)
    reported.pending = pending
    value(reported, handle: handle, bytes: part, in: context, at: record)
  }

  /// Holds the only value of a Read By Type Response, if Read Blob Requests may continue it.
  func beginLongRead(
    _ pdu: ATTPDU, pending: ATTRequest, bytes: RawSpan, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) -> Bool {
    let entry = bytes.clamped(2)
    // An entry has one octet for its length.
    let room = min(Int(context.bearer.mtu) - 4, 253)
    guard bytes.byteCount == 2 + Int(pdu.entryLength), entry.byteCount >= 2,
      mayGoOn(entry.clamped(2), least: 19, room: room, in: context)
    else { return false }
    let handle = entry.uint16LittleEndian(at: 0)
    defer { budget.countTransactions(context) }
    endLongRead(of: handle, in: context, at: record)
    return begin(handle, part: entry.clamped(2), pending: pending, in: context, at: record)
  }

  /// Whether a part fills its PDU, so that more may follow.
  private func mayGoOn(
    _ part: RawSpan, least: Int, room: Int, in context: borrowing ATTContext
  ) -> Bool {
    part.byteCount >= least && (part.byteCount == room || !context.bearer.isMTUKnown)
      && !context.isCut
  }

  /// - Returns: whether there is room for it.
  private func begin(
    _ handle: UInt16, part: RawSpan, pending: ATTRequest, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) -> Bool {
    guard context.transactions.longReads.count < SessionLimits.longReads,
      mayHold(part.byteCount + JoinedValue.overhead, at: record)
    else { return false }
    var read = JoinedValue(
      handle: handle, firstFrame: pending.frame, firstTime: pending.time,
      lastFrame: record.frame, lastTime: record.time, requests: 1, bytes: part.copy())
    read.firstOctets = part.byteCount
    read.type = pending.opcode == .readByTypeRequest ? pending.type : nil
    moveTicket(&read, in: context, at: record)
    context.connection.waits.hasLongReads = true
    context.transactions.longReads.append(read)
    return true
  }

  /// Reserves the place of this record for a read that may continue; an earlier place is given up.
  private func moveTicket(
    _ read: inout JoinedValue, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    guard reporter.wantsEvents else { return }
    read.known = SubjectSnapshot(
      context.connection.peer, context.database.use(read.handle, type: read.type),
      from: context.connection.sender(of: record.direction))
    if let ticket = read.ticket { reporter.order.cancel(ticket) }
    read.ticket = reservePlace(in: context, at: record)
  }

  /// How long a client may take to continue a read: 2 s, in nanoseconds.
  static let longReadPatience: Int64 = 2_000_000_000

  /// Ends the reads of a connection that were not continued.
  func endOldReads(_ connection: Connection, at record: CaptureRecord) {
    guard connection.waits.hasLongReads else { return }
    connection.waits.hasLongReads = false
    for bearer in connection.bearers {
      for client in Side.allCases where !bearer.transactions[client].longReads.isEmpty {
        let context = ATTContext(connection, bearer, client: client)
        endLongReads(in: context, at: record, olderThan: Self.longReadPatience)
        if !context.transactions.longReads.isEmpty { connection.waits.hasLongReads = true }
      }
    }
  }

  /// Reports reads that could have continued and did not, at the records of their last parts.
  func endLongReads(
    in context: borrowing ATTContext, at record: CaptureRecord, olderThan patience: Int64 = .min
  ) {
    var index = 0
    while index < context.transactions.longReads.count {
      let read = context.transactions.longReads[index]
      guard record.time.nanoseconds(since: read.lastTime) > patience,
        patience == .min || !isGoingOn(read, in: context)
      else {
        index += 1
        continue
      }
      context.transactions.longReads.remove(at: index)
      reportLongRead(read, in: context, at: record)
    }
  }

  /// Whether the next part has been requested: its response may take its time.
  func isGoingOn(_ read: JoinedValue, in context: borrowing ATTContext) -> Bool {
    let open = context.transactions.open
    return open?.opcode == .readBlobRequest && open?.handle == read.handle
  }

  /// Ends the long read of one attribute: it was read again, or a further part was refused.
  /// - isRefused: with Invalid Offset.
  func endLongRead(
    of handle: UInt16, in context: borrowing ATTContext, at record: CaptureRecord,
    isRefused: Bool = false
  ) {
    let index = context.transactions.longReads.firstIndex { $0.handle == handle }
    guard let index else { return }
    reportLongRead(
      context.transactions.longReads.remove(at: index), in: context, at: record,
      isRefused: isRefused)
  }

  private func reportLongRead(
    _ read: JoinedValue, in context: borrowing ATTContext, at record: CaptureRecord,
    isRefused: Bool = false
  ) {
    let repeated = RepeatedPart(
      in: read.bytes.rawBytes, first: read.firstOctets, requests: read.requests,
      isRefused: isRefused)
    let at = CaptureRecord(
      frame: read.lastFrame, time: read.lastTime, kind: .acl, direction: record.direction,
      adapter: context.connection.adapter, originalLength: 0, file: record.file)
    var reported = ValueEvent(
      .read, context.client.other.direction, isTruncated: read.isTruncated)
    reported.ticket = read.ticket
    reported.known = read.known
    reported.pending = ATTRequest(
      opcode: read.type == nil ? .readRequest : .readByTypeRequest, frame: read.firstFrame,
      time: read.firstTime, handle: read.handle)
    if let repeated {
      reported.isTruncated = true
      let start = repeated.octets == read.firstOctets ? 0 : read.firstOctets
      value(
        reported, handle: read.handle,
        bytes: read.bytes.rawBytes.clamped(start, count: repeated.octets),
        in: context, at: at,
        type: read.type, remark: .offsetIgnored(repeated))
      reporter.find(
        .offsetIgnored(
          repeated, context.database.named(read.handle), handle: read.handle,
          of: context.serverIsLocal ? ATTParty(serverOf: context) : nil, frame: read.lastFrame),
        on: context.connection, at: at)
      return
    }
    value(
      reported, handle: read.handle, bytes: read.bytes.rawBytes, in: context, at: at,
      type: read.type,
      remark: read.requests > 1 ? .longRead(requests: read.requests) : nil)
  }
}
