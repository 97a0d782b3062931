import BTSnoop
import Bytes

/// A long interval makes each request long.
extension LinkStates {
  /// The connection takes parameters.
  func take(_ terms: LinkTerms, on connection: Connection, at record: CaptureRecord) {
    let long = connection.state.take(terms, frame: record.frame, at: record.time)
    if let long { find(long, on: connection, at: record) }
  }

  /// A request was answered. What the recording host answers has its own times, not those of the air.
  func waited(_ request: ATTRequest, in context: borrowing ATTContext, at record: CaptureRecord) {
    let connection = context.connection
    guard !(context.serverIsLocal && connection.hearing.isOfHost), !connection.isIntervalOutdated,
      !connection.hearing.timesFail
    else { return }
    connection.state.wait(record.time.nanoseconds(since: request.time))
  }

  /// The connection ends, or the capture.
  func settleWaits(on connection: Connection, at record: CaptureRecord) {
    if let long = connection.state.endWaits() { find(long, on: connection, at: record) }
  }

  private func find(_ long: LongWaits, on connection: Connection, at record: CaptureRecord) {
    let waits = long.waits
    reporter.find(
      .intervalTooLong(
        long.spacing, waited: waits.waited,
        asked: waits.asked.map { (ATTParty(isHost: $0.isHost, of: connection), $0.frame) }),
      on: connection, at: record, moment: (waits.frame, waits.time))
  }
}
