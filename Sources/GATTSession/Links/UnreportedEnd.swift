import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// A connection that the controller was asked to end, and whose end it does not report.
struct UnreportedEnd: Fact {
  /// Nanoseconds since this host asked for it.
  let duration: Int64
  /// The supervision time-out, in units of 10 ms.
  let timeout: UInt16

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    out.text.append("Disconnect: the adapter accepted it, and has not reported the end in ")
    out.text.append(duration: duration)
    out.text.append("; it does within the supervision time-out of ")
    out.text.append(milliseconds: Int(timeout) * 10)
  }
}

extension Connection {
  /// What an event may be late by, in nanoseconds.
  package static let endTolerance: Int64 = 2_000_000_000

  /// This host has asked for its end, and its controller does that now.
  package var isBeingEnded: Bool { end.isAccepted && end.request != nil }
}

extension HCIFollower {
  /// The capture ends while a connection is being ended: a controller waits for the other side no longer than for the
  /// supervision time-out (Core Specification, Vol 6, Part B, 5.1.6).
  func findUnreportedEnd(on connection: Connection, at record: CaptureRecord) {
    guard let request = connection.disconnectRequest, connection.end.isAccepted,
      connection.hearing.isOfHost,
      connection.transport == .le, connection.state.timeout > 0, !connection.hasLosses
    else { return }
    let duration = record.time.nanoseconds(since: request.time)
    guard duration > Int64(connection.state.timeout) * 10_000_000 + Connection.endTolerance else {
      return
    }
    reporter.find(
      .reported(
        UnreportedEnd(duration: duration, timeout: connection.state.timeout), .commandLate,
        frame: request.frame), on: connection, at: record, moment: (request.frame, request.time))
  }
}
