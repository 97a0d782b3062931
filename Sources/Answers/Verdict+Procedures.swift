import BTSnoop
import Bytes
import GATTSession

/// Procedures of the link layer that this host had begun, and that were not over when the
/// connection ended.
extension Verdict {
  /// Names the procedure that the link layer waited for in vain.
  /// - Returns: `nil` where nothing shows which one it was.
  static func appendOverdue(on connection: Connection, to text: inout ByteWriter) -> Certainty? {
    guard let end = connection.endTime else { return nil }
    let procedures = connection.state.procedures
    if let (first, behind) = procedures.overdue(at: end) {
      text.append("; the oldest that was open is ")
      append(first, end: end, to: &text)
      text.append(first.mayBeOver ? ", of which no outcome came" : ", which never completed")
      for procedure in behind.prefix(3) {
        text.append("; ")
        append(procedure, end: end, to: &text)
        text.append(" waited behind it")
      }
      // The controller itself may have begun one before.
      return .likely
    }
    let open = procedures.open.first { !$0.hasTimedOut && !$0.mayBeOver && $0.time <= end }
    guard let open else { return nil }
    text.append("; ")
    append(open, end: end, to: &text)
    if end.nanoseconds(since: open.time) > LinkProcedure.responseTimeout.upperBound {
      text.append(
        " is the oldest that was open, and never completed, but the link layer waits for 40 s only")
      return .unknown
    }
    text.append(" had not completed either, but the link layer waits for 40 s: it was another one")
    return nil
  }

  /// A procedure of a sniffed connection that had no answer when it ended, unless it is the cause.
  static func openProcedure(of connection: Connection, to text: inout ByteWriter) {
    if case .procedure? = connection.inferredEnd?.cause { return }
    guard let open = connection.link?.openProcedure else { return }
    text.append("; ")
    append(open, until: connection.endTime, to: &text)
  }

  /// `LL_PHY_REQ of the central (frame 9, 39.8 s before) had no answer`
  static func append(
    _ procedure: AirProcedure, until end: CaptureTime?, to text: inout ByteWriter
  ) {
    procedure.write(to: &text)
    procedure.writeOutcome(to: &text)
    guard let end, case let since = end.nanoseconds(since: procedure.time), since >= 0 else {
      return
    }
    text.append(" in ")
    text.append(duration: since)
  }

  /// What the controller of this host has asked its host, who did not answer: the link layer of the other side waits
  /// for that, too.
  /// - Returns: whether there is such a thing.
  static func appendOwed(on connection: Connection, to text: inout ByteWriter) -> Bool {
    guard let end = connection.endTime, let owed = connection.owed(at: end) else { return false }
    text.append("This host did not answer ")
    text.append(owed.isKey ? "the request for its key" : "LE Remote Connection Parameter Request")
    text.append(" (frame ")
    text.append(decimal: owed.frame)
    text.append(", ")
    text.append(duration: end.nanoseconds(since: owed.time))
    text.append(" before), and so the procedure of the link layer was not answered")
    return true
  }

  /// This host has asked for the end, and no record says that it has come.
  /// - Returns: `nil` where it has not.
  static func unreportedEnd(
    on connection: Connection, captureEnd: CaptureTime?, to text: inout ByteWriter
  ) -> Certainty? {
    guard connection.hearing.isOfHost, let request = connection.disconnectRequest, let captureEnd,
      case let waited = captureEnd.nanoseconds(since: request.time), waited >= 0
    else { return nil }
    text.append("; this host asked for the end ")
    text.append(duration: waited)
    text.append(" before")
    let timeout = Int64(connection.state.timeout) * 10_000_000
    guard connection.isBeingEnded, timeout > 0, waited > timeout + Connection.endTolerance else {
      return .certain
    }
    text.append(", and its controller has not reported it, which it does within the ")
    text.append("supervision time-out of ")
    text.append(milliseconds: Int(connection.state.timeout) * 10)
    return .likely
  }

  /// Names the changes of the link that had not completed.
  static func appendPending(on connection: Connection, to text: inout ByteWriter) {
    guard let end = connection.endTime else { return }
    for procedure in connection.state.procedures.open.prefix(3) where procedure.hasInstant {
      text.append("; this host's ")
      append(procedure, end: end, to: &text)
      text.append(procedure.mayBeOver ? " may have been under way" : " had not completed")
    }
  }

  /// What an end that neither host wanted has left open.
  static func evidence(of connection: Connection) -> [Evidence] {
    guard let reason = connection.endReason, !reason.isOrdinaryEnd else { return [] }
    // The start of encryption has a record of its own.
    let told = connection.encryption.start.flatMap {
      $0.outcome == .underWay || $0.outcome == .failed ? $0.frame : nil
    }
    return connection.state.procedures.open.filter { $0.frame != told || $0.hasTimedOut }.map {
      procedure in
      var text = ByteWriter(capacity: 96)
      text.append("this host: ")
      procedure.write(&text)
      text.append(
        procedure.hasTimedOut
          ? ", which failed" : procedure.mayBeOver ? ": no outcome" : ": never completed")
      return Evidence(frame: procedure.frame, time: procedure.time, text: text.string)
    }
  }

  /// `LE Connection Update (20-30 ms, latency 5, time-out 10 s, frame 2, 2974 ms before)`
  private static func append(
    _ procedure: LinkProcedure, end: CaptureTime, to text: inout ByteWriter
  ) {
    procedure.writeName(&text)
    text.append(" (")
    if procedure.appendParameters(&text) { text.append(", ") }
    text.append("frame ")
    text.append(decimal: procedure.frame)
    text.append(", ")
    text.append(duration: end.nanoseconds(since: procedure.time))
    text.append(" before)")
  }
}
