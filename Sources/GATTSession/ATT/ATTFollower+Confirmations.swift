import BTSnoop
import Bytes

/// What becomes of an indication: confirmed, or not.
extension ATTFollower {
  /// Reports an indication that is not confirmed.
  func report(
    _ ended: UnconfirmedIndication?, in context: borrowing ATTContext, at record: CaptureRecord,
    remark: ValueRemark = .notConfirmed
  ) {
    guard let ended else { return }
    let (indication, sent) = (ended.indication, ended.indication.moment)
    if ended.isOwed {
      reporter.find(
        .unconfirmed(
          indication.attribute, handle: indication.handle ?? 0, by: ATTParty(clientOf: context),
          frame: sent.frame), on: context.connection, at: record, moment: (sent.frame, sent.time))
    }
    guard case .held(let ticket, let waiting) = indication.state else { return }
    remark.write(&waiting.fields.decoded)
    if ended.isOwed { waiting.event.isProblem = true }
    reporter.order.fill(ticket, with: waiting)
  }

  func confirmation(in context: borrowing ATTContext, at record: CaptureRecord) {
    var event = Event(.note, record, context, record.direction)
    let confirmed = context.transactions.confirm(at: clock.moment(of: record))
    guard let confirmed else {
      return reporter.emit(event, fact: TransactionFact.confirmationWithoutIndication)
    }
    let duration = record.time.nanoseconds(since: confirmed.moment.time)
    switch confirmed.state {
    case .held(let ticket, let waiting):
      waiting.event.responseTime = duration
      reporter.order.fill(ticket, with: waiting)
    case .reported: break
    case .late:
      event.handle = confirmed.handle
      event.attribute = confirmed.attribute
      event.answers(frame: confirmed.moment.frame, at: confirmed.moment.time)
      reporter.emit(event, fact: TransactionFact.confirmedLate(after: duration))
    }
  }

  /// Ends the waits of this client because too many events are held back behind them.
  func relieveWait(in context: borrowing ATTContext, at record: CaptureRecord) {
    let link = link(in: context, at: record)
    endLongReads(in: context, at: record)
    report(context.transactions.relieveIndication(over: link), in: context, at: record)
    report(context.transactions.giveUpDamaged(over: link), in: context, at: record)
  }
}
