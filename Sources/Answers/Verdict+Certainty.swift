import ATTDissector
import BTSnoop
import GATTSession

/// What `certain` needs besides the reason of an end: that the records which would contradict it were there to be
/// seen. docs/stats.md has a row for each cause.
extension Verdict {
  static func earned(
    _ certainty: Certainty, on connection: Connection, captureEnd: CaptureTime?
  ) -> Certainty {
    guard certainty == .certain else { return certainty }
    guard connection.endTime != nil else {
      return mayHaveEnded(connection, captureEnd: captureEnd) ? .likely : .certain
    }
    // An LL_TERMINATE_IND that was read, or a record of the host's own.
    guard connection.hearing.isOfHost, let reason = connection.endReason else { return .certain }
    switch reason.ender {
    case .local:
      // Some controllers use that reason for an end of their own: the command shows who asked.
      return connection.disconnectRequest == nil ? .likely : .certain
    case .remote, .remoteOrController:
      // This host may have asked for it in what was lost: some controllers report the reason that it gave.
      return connection.hasLosses ? .likely : .certain
    case .failure: break
    }
    switch reason {
    case .micFailure, .pinOrKeyMissing: return .certain
    case .connectionTimeout:
      if connection.disconnectRequest != nil { return .certain }
      // What came within the time-out contradicts it: it has to be known.
      let isOpenToDoubt = connection.state.timeout == 0 && connection.traffic.lastReceived != nil
      return isOpenToDoubt ? .likely : .certain
    case .failedToBeEstablished, .linkLayerResponseTimeout, .instantPassed:
      return connection.hasLosses ? .likely : .certain
    default:
      // The other side's LL_TERMINATE_IND can have any reason: the event does not say whose it is.
      return .likely
    }
  }

  /// An end may be in what the recorder lost, or in what a sniffer did not hear.
  private static func mayHaveEnded(
    _ connection: Connection, captureEnd: CaptureTime?
  ) -> Bool {
    guard connection.hearing.isOnAir else { return connection.hasLosses }
    guard let captureEnd, connection.interval > 0 else { return true }
    let silence = captureEnd.nanoseconds(since: connection.traffic.lastRecord)
    let events = connection.interval.multipliedReportingOverflow(
      by: Int64(connection.state.subrate))
    return events.overflow || silence / 3 > events.partialValue
  }
}
