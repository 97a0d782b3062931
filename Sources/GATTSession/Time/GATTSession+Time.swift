import BTSnoop
import Bytes

/// The passage of time: what waits for a record is reported without it once its deadline passes.
///
/// The output does not depend on how late it is reported: with every record, at the end, or while a
/// live source is silent, the same events come in the same order.
extension GATTSession {
  /// Advances the time to a moment at which no further record has come: call it while a source is
  /// silent. Each record does the same by itself.
  package func advance(to time: CaptureTime) {
    advance(to: time, isAfterLoss: false)
  }

  /// - isAfterLoss: the recorder lost packets in that time, as the next record says.
  func advance(to time: CaptureTime, isAfterLoss: Bool) {
    guard let record = clock.last else { return }
    while let (wait, deadline) = nextWait(before: time), deadline < time {
      switch wait {
      case .unsettled: ends.settleUnsettled()
      case .place(let place): end(place, at: record, isOver: time != .never && !isAfterLoss)
      case .discovery(let connection, let client):
        discovery.flush(on: connection, client: client, at: record)
      }
    }
  }

  /// The time after which `advance` has something to report; `nil`: nothing waits for time.
  package var waitsUntil: CaptureTime? {
    hasWaits ? nextWait(before: .never)?.1 : nil
  }

  /// Whether anything waits that time can end.
  var hasWaits: Bool {
    reporter.order.isWaiting || links.unsettled != nil || !discovery.open.isEmpty
  }

  private enum Wait {
    case unsettled
    /// The first event that waits for others; no later one can be reported before it.
    case place(KeptPlace)
    case discovery(Connection, client: Side)
  }

  /// The wait that ends first.
  private func nextWait(before time: CaptureTime) -> (Wait, CaptureTime)? {
    var next: (wait: Wait, deadline: CaptureTime)?
    if let unsettled = links.unsettled {
      next = (.unsettled, unsettled.record.time.adding(nanoseconds: ConnectionEnds.lastDataLimit))
    }
    if let place = reporter.order.firstPlace, let deadline = deadline(of: place),
      next.map({ deadline < $0.deadline }) ?? true
    {
      next = (.place(place), deadline)
    }
    if discovery.open.bound < time, let (discovery, deadline) = discovery.open.next(),
      next.map({ deadline < $0.deadline }) ?? true
    {
      next = (.discovery(discovery.connection, client: discovery.client), deadline)
    }
    return next
  }

  /// Until when an event may keep its place; `nil`: until a record ends it.
  private func deadline(of place: KeptPlace) -> CaptureTime? {
    let context = place.context
    if context.transactions.holdsIndication(place.ticket) {
      return context.transactions.unconfirmedSince?.adding(nanoseconds: ATTTransactions.timeout)
    }
    let read = context.transactions.longReads.first { $0.ticket == place.ticket }
    guard let read else { return nil }
    if let pending = context.transactions.open, att.isGoingOn(read, in: context) {
      return pending.time.adding(nanoseconds: ATTTransactions.timeout)
    }
    return read.lastTime.adding(nanoseconds: ATTFollower.longReadPatience)
  }

  /// - isOver: what it waits for has not come in time, as far as the capture shows.
  private func end(_ place: KeptPlace, at record: CaptureRecord, isOver: Bool) {
    let context = place.context
    let read = context.transactions.longReads.first { $0.ticket == place.ticket }
    if context.transactions.holdsIndication(place.ticket) {
      let link = att.link(in: context, at: record)
      att.report(
        isOver
          ? context.transactions.timeOutIndication(over: link)
          : context.transactions.endIndication(over: link), in: context, at: record)
    } else if let read {
      att.endLongRead(of: read.handle, in: context, at: record)
      self.context.budget.countTransactions(context)
    }
    reporter.order.giveUp(place)
  }
}
