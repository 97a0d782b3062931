import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// The last request for connection parameters that was not refused, until the connection takes some.
struct GrantedParameters {
  let parameters: ConnectionParameters
  /// Who did it: the recording host, on the air the central.
  let isHost: Bool
  let frame: UInt64
  /// When the central accepted it on the signalling channel; `nil` where it did not, or has gone on since.
  var accepted: (frame: UInt64, time: CaptureTime)?
  /// How much the capture lacked by then: `CaptureClock.gaps`.
  let gaps: UInt64
  /// On the air: what was missed by then.
  let heard: HearingMark?

  /// How long a central that accepts parameters may take to make the change, in nanoseconds: 10 s. It takes less than a
  /// second.
  static let patience: Int64 = 10_000_000_000
  /// The limit where the peripheral ends the connection: 2 s.
  static let leastPatience: Int64 = 2_000_000_000
}

/// Parameters that a central has accepted, and that it does not put into force (Core Specification, Vol 3, Part A, 4.20
/// and 4.21: it tells its controller to).
struct ForgottenParameters: Fact {
  let change: ForgottenChange
  let central: ATTParty
  /// The recording host is the central: its log has all commands.
  let isOwn: Bool

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    out.text.append(central.words)
    out.text.append(" has accepted other connection parameters (")
    change.parameters.write(&out.text)
    out.text.append(")")
    out.text.append(
      isOwn ? ", and not told its controller to change them" : ", and no update has come since")
    out.text.append(": ")
    out.text.append(number: change.interval.milliseconds)
    out.text.append(" ms, latency ")
    out.text.append(decimal: UInt64(change.latency))
    out.text.append(" as before, ")
    out.text.append(duration: change.duration)
    out.text.append(" later")
  }
}

extension LinkStates {
  /// The connection ends, or the capture.
  func findForgotten(_ connection: Connection, at record: CaptureRecord) {
    guard !connection.isIntervalOutdated, !connection.hasLosses, !clock.isExcerpt(connection) else {
      return
    }
    let hearing = connection.hearing
    let end = hearing.isOfHost ? record.time : connection.traffic.lastRecord
    let moment = Moment(frame: record.frame, time: end, gaps: clock.gaps(of: record))
    guard
      let change = connection.state.takeForgotten(
        at: moment, endedBy: connection.endedBy,
        where: { then in
          // On the air the update may have been missed, or wait for its instant.
          !hearing.hides && !hearing.awaitsUpdate && hearing.isWhole(.central, since: then)
        })
    else { return }
    reporter.find(
      .reported(
        ForgottenParameters(
          change: change, central: ATTParty(isHost: !change.isHost, of: connection),
          isOwn: hearing.isOfHost && !change.isHost), .updateFailed,
        frame: change.accepted.frame),
      on: connection, at: record, moment: change.accepted)
  }
}
