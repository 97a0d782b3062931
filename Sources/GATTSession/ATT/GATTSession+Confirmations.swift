import ATTDissector
import BTSnoop
import Bytes

/// What becomes of an indication: confirmed, or not.
extension GATTSession {
  /// Reports the pending indication, with or without its confirmation.
  /// - isOver: its time-out has passed, whatever the record says.
  func endIndication(
    in context: borrowing ATTContext, at record: CaptureRecord,
    confirmedAt time: CaptureTime? = nil,
    unconfirmed remark: ValueRemark = .notConfirmed, isOver: Bool = false
  ) {
    let client = context.client
    endReportedIndication(in: context, at: record)
    guard let waiting = context.bearer.transactions[client].indication else { return }
    context.bearer.transactions[client].indication = nil
    if let time {
      waiting.event.event.responseTime = time.nanoseconds(since: waiting.event.event.time)
    } else {
      let asked = ReportedIndication(waiting)
      let isProblem = hasTimedOut(asked, in: context, at: record, isOver: isOver)
      remark.write(&waiting.event.fields.decoded)
      if isProblem {
        waiting.event.event.isProblem = true
        findUnconfirmed(asked, in: context, at: record)
      }
    }
    reporter.order.fill(waiting.ticket, with: waiting.event)
  }

  /// Too much waits for the confirmation: the event goes out without it.
  func relieveIndication(in context: borrowing ATTContext, at record: CaptureRecord) {
    let client = context.client
    let reported = context.bearer.transactions[client].indication.map { ReportedIndication($0) }
    endIndication(in: context, at: record)
    context.bearer.transactions[client].reportedIndication = reported
  }

  /// The confirmation did not come in time; it may come later.
  func timeOutIndication(in context: borrowing ATTContext, at record: CaptureRecord) {
    let client = context.client
    let late =
      context.bearer.transactions[client].indication.map { ReportedIndication($0) }
      ?? context.bearer.transactions[client].reportedIndication
    endIndication(in: context, at: record, isOver: true)
    late?.isOver = true
    context.bearer.transactions[client].reportedIndication = late
  }

  private func endReportedIndication(in context: borrowing ATTContext, at record: CaptureRecord) {
    guard let asked = context.bearer.transactions[context.client].reportedIndication else { return }
    context.bearer.transactions[context.client].reportedIndication = nil
    if asked.isOver { return }
    if hasTimedOut(asked, in: context, at: record, isOver: false) {
      findUnconfirmed(asked, in: context, at: record)
    }
  }

  /// Whether an indication without a confirmation never had one. On the air, it may have been missed; a capture
  /// may have one direction only, or be an excerpt.
  /// - gaps: by the indication.
  private func hearsConfirmations(
    since gaps: UInt64, in context: borrowing ATTContext, at record: CaptureRecord
  ) -> Bool {
    context.connection.hearing.isOfHost && !isExcerpt(context.connection)
      && context.connection.traffic.packets[context.client] > 0 && gaps == clock.gaps(of: record)
  }

  private func hasTimedOut(
    _ asked: ReportedIndication, in context: borrowing ATTContext, at record: CaptureRecord,
    isOver: Bool
  ) -> Bool {
    hearsConfirmations(since: asked.gaps, in: context, at: record)
      && (isOver || self.isOver(asked.time, on: context.connection, at: record))
  }

  /// A server sends an indication while another awaits its confirmation.
  func findTooEarlyIndication(in context: borrowing ATTContext, at record: CaptureRecord) {
    guard let gaps = context.bearer.unconfirmed(on: context.client),
      hearsConfirmations(since: gaps, in: context, at: record)
    else { return }
    reporter.find(
      .indicationTooEarly(ATTParty(serverOf: context), frame: record.frame), on: context.connection,
      at: record)
    let client = context.client
    if context.bearer.transactions[client].neglected == nil {
      context.bearer.transactions[client].neglected =
        context.bearer.transactions[client].indication.map { ReportedIndication($0) }
        ?? context.bearer.transactions[client].reportedIndication
    }
  }

  /// A client that has confirmed nothing for the time-out owes it, though the server went on.
  func endNeglected(in context: borrowing ATTContext, at record: CaptureRecord) {
    guard let asked = context.bearer.transactions[context.client].neglected else { return }
    context.bearer.transactions[context.client].neglected = nil
    if hasTimedOut(asked, in: context, at: record, isOver: false) {
      findUnconfirmed(asked, in: context, at: record)
    }
  }

  private func findUnconfirmed(
    _ asked: ReportedIndication, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    reporter.find(
      .unconfirmed(
        asked.attribute, handle: asked.handle ?? 0, by: ATTParty(clientOf: context),
        frame: asked.frame),
      on: context.connection, at: record, moment: (asked.frame, asked.time))
  }

  /// The confirmation of an indication whose time was over. Where the capture lacks something, it may be that of
  /// another indication.
  func confirmedLate(
    _ asked: ReportedIndication, in context: borrowing ATTContext, at record: CaptureRecord
  ) {
    guard asked.gaps == clock.gaps(of: record) else {
      return confirmationWithoutIndication(in: context, at: record)
    }
    var event = Event(.note, record, context, record.direction)
    event.handle = asked.handle
    event.attribute = asked.attribute
    event.answers(frame: asked.frame, at: asked.time)
    emit(
      event, fact: TransactionFact.confirmedLate(after: record.time.nanoseconds(since: asked.time)))
  }

  func confirmationWithoutIndication(in context: borrowing ATTContext, at record: CaptureRecord) {
    emit(
      Event(.note, record, context, record.direction),
      fact: TransactionFact.confirmationWithoutIndication)
  }

  /// Ends whatever an event of this client waits for on a bearer.
  func endWait(in context: borrowing ATTContext, at record: CaptureRecord) {
    endLongReads(in: context, at: record)
    endIndication(in: context, at: record)
    endDamagedAnswer(in: context, at: record)
  }

  /// Ends the waits of this client because too many events are held back behind them.
  func relieveWait(in context: borrowing ATTContext, at record: CaptureRecord) {
    endLongReads(in: context, at: record)
    relieveIndication(in: context, at: record)
    endDamagedAnswer(in: context, at: record)
  }

  private func endDamagedAnswer(in context: borrowing ATTContext, at record: CaptureRecord) {
    if context.bearer.transactions[context.client].damagedAnswer != nil {
      unanswered(in: context, at: record, ending: .damaged)
    }
  }
}

extension Bearer {
  /// What the capture lacked by an indication that awaits its confirmation, still in time.
  fileprivate func unconfirmed(on client: Side) -> UInt64? {
    if let indication = transactions[client].indication { return indication.gaps }
    return transactions[client].reportedIndication.flatMap { $0.isOver ? nil : $0.gaps }
  }
}
