import ATTDissector
import BTSnoop
import Bytes

/// Requests that remain unanswered, and the end of everything else in progress.
extension ATTFollower {
  /// Reports requests that remain unanswered.
  func report(
    _ unanswered: [UnansweredRequest], in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    for one in unanswered { report(one, in: context, at: record) }
    if !unanswered.isEmpty { budget.countTransactions(context) }
  }

  private func report(
    _ unanswered: UnansweredRequest, in asked: borrowing ATTContext, at now: CaptureRecord
  ) {
    let (connection, client, pending) = (asked.connection, asked.client, unanswered.request)
    closed(pending, in: asked)
    let context = ATTContext(
      connection, asked.bearer, client: client, isCut: pending.isTruncated)
    var ending: RequestEnding?
    var damaged: DamagedAnswer?
    switch unanswered.why {
    case .timedOut: break
    case .ended(let why): ending = why
    case .damaged(let answer):
      (ending, damaged) = (.damaged, answer)
      connection.counts.damagedAnswers += 1
    }
    if ending != .hidden, ending != .otherDirection { connection.counts.unanswered += 1 }
    let record = damaged?.record ?? now
    // A request for a range of handles is not about a single attribute. Where its response is damaged, the event has the
    // first one.
    let handle = pending.opcode.hasLeadingHandle ? pending.handle : nil
    let attribute = (damaged == nil ? handle : pending.handle).flatMap {
      context.database.named($0)
    }
    let written = pending.opcode == .writeRequest ? unanswered.value : nil
    let request = RequestWords(
      pending, attribute: attribute, value: damaged == nil ? written : nil)
    guard let ending else {
      return timedOut(request, pending: pending, in: context, at: record)
    }
    var reported = ValueEvent(unanswered: pending, ending, by: client)
    switch pending.opcode {
    case .readRequest, .readBlobRequest, .writeRequest:
      reported.ticket = damaged?.ticket
      let held = written ?? []
      value(
        reported, handle: handle, bytes: held.rawBytes, in: context, at: record,
        remark: .unanswered(ending))
    case .executeWriteRequest where pending.flags != 0 && damaged == nil:
      reportQueue(in: context, at: record, ending: ending)
    case .readByTypeRequest where !pending.isDiscovery && damaged == nil,
      .readMultipleRequest where damaged == nil, .readMultipleVariableRequest where damaged == nil:
      value(
        reported, handle: nil, bytes: RawSpan(), in: context, at: record,
        remark: .unansweredRequest(request, ending))
    default:
      var event = Event(.note, unanswered: pending, attribute, in: context, at: record)
      event.isProblem = ending.isProblem
      let fact = TransactionFact.unanswered(request, ending)
      if let damaged {
        reporter.emit(event, fact: fact, ticket: damaged.ticket)
      } else {
        reporter.emit(event, fact: fact)
      }
    }
    guard ending.isProblem else { return }
    let waited = record.time.nanoseconds(since: pending.time)
    reporter.find(
      damaged == nil
        ? .unanswered(request, ending, after: waited, frame: pending.frame)
        : .damagedAnswer(request, frame: record.frame), on: connection, at: record)
  }

  /// Something was sent that must be answered in time.
  func noteWait(on connection: Connection, at record: CaptureRecord) {
    if connection.waits.oldest == nil { connection.waits.oldest = record.time }
  }

  /// Ends the transactions that have timed out.
  func endOldTransactions(_ connection: Connection, at record: CaptureRecord) {
    connection.waits.oldest = nil
    // On the air a response may have been missed.
    guard connection.hearing.isOfHost else { return }
    for bearer in connection.bearers {
      for client in Side.allCases {
        let context = ATTContext(connection, bearer, client: client)
        let link = link(in: context, at: record)
        report(context.transactions.timeOut(over: link), in: context, at: record)
        if let asked = context.transactions.open { connection.waits(since: asked.time) }
        guard let sent = context.transactions.unconfirmedSince else { continue }
        if link.isOver(since: sent) {
          report(context.transactions.timeOutIndication(over: link), in: context, at: record)
        } else {
          connection.waits(since: sent)
        }
      }
    }
  }

  /// A PDU is given up whose rest was not heard: it may be the response to the open request.
  func noteBegunAnswer(on connection: Connection, side: Side) {
    guard connection.hearing.isOnAir, let begun = connection.l2cap.reassembly[side].response else {
      return
    }
    connection.bearer.transactions[side.other].missRest(of: begun)
  }

  /// A request whose response did not come in time: no further ATT PDU may follow on the bearer.
  private func timedOut(
    _ request: RequestWords, pending: ATTRequest, in context: borrowing ATTContext,
    at record: CaptureRecord
  ) {
    let connection = context.connection
    var event = Event(.attError, unanswered: pending, request.attribute, in: context, at: record)
    event.isProblem = true
    reporter.emit(event, fact: TransactionFact.timedOut(request))
    let server = context.serverIsLocal ? ATTParty(hostOf: connection) : nil
    let part = connection.clues.lostParts[context.client.other]
    let lost = part.flatMap { $0.time >= pending.time ? $0.frame : nil }
    reporter.find(
      .timedOut(request, of: server, lost: lost, frame: pending.frame), on: connection, at: record)
  }

  /// Ends everything in progress on one bearer.
  func settle(
    _ bearer: Bearer, on connection: Connection, at record: CaptureRecord, ending: RequestEnding
  ) {
    for client in Side.allCases {
      let context = ATTContext(connection, bearer, client: client)
      let link = link(in: context, at: record, ending: ending)
      report(context.transactions.endNeglected(over: link), in: context, at: record)
      // Whatever an event waits for.
      endLongReads(in: context, at: record)
      report(context.transactions.endIndication(over: link), in: context, at: record)
      report(context.transactions.giveUpDamaged(over: link), in: context, at: record)
      report(context.transactions.giveUp(ending, over: link), in: context, at: record)
      context.transactions.end()
      budget.countTransactions(context)
    }
  }
}

extension Connection {
  fileprivate func waits(since time: CaptureTime) { waits.oldest = min(waits.oldest ?? time, time) }
}

extension ValueEvent {
  /// What was to be read or written with a request that remains unanswered.
  init(unanswered request: ATTRequest, _ ending: RequestEnding, by client: Side) {
    let isWrite = request.opcode == .writeRequest
    self.init(isWrite ? .write : .read, client.direction, isTruncated: request.isTruncated)
    if isWrite { missing = request.missing }
    pending = request
    isAnswered = false
    isProblem = ending.isProblem
    isUnheard = ending.isOfSniffer
  }
}

extension Event {
  /// A request remains unanswered.
  init(
    _ kind: EventKind, unanswered request: ATTRequest, _ attribute: Attribute?,
    in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    self.init(kind, record, context, context.client.direction)
    handle = request.opcode.hasLeadingHandle ? request.handle : nil
    self.attribute = attribute
    requestFrame = request.frame
    requestTime = request.time
  }
}

/// A connection that ended with a request open, and the record of its end.
struct EndedWithOpenRequest {
  let connection: Connection
  let record: CaptureRecord
}

/// Places among the events, and memory for what waits.
extension ATTFollower {
  /// The response was received again, intact.
  func forgetDamagedAnswer(in context: borrowing ATTContext) {
    let damaged = context.transactions.takeDamaged()
    if let damaged { reporter.order.cancel(damaged.ticket) }
  }

  /// Reserves a place for an event of this record that is reported later; earlier events are
  /// reported first.
  func reservePlace(in context: borrowing ATTContext, at record: CaptureRecord) -> Int {
    discovery.flush(at: record)
    return reporter.order.reserve(for: context)
  }

  /// Whether this many more octets may be held.
  func mayHold(_ octets: Int, at record: CaptureRecord) -> Bool {
    if budget.transactions.fits(octets) { return true }
    reporter.full(.openTransactions, at: record)
    return false
  }
}
