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
  let hearing: LinkHearing?

  /// How long a central that accepts parameters may take to make the change, in nanoseconds: 10 s. It takes less than a
  /// second.
  static let patience: Int64 = 10_000_000_000
  /// The limit where the peripheral ends the connection: 2 s.
  static let leastPatience: Int64 = 2_000_000_000
}

/// Parameters that a central has accepted, and that it does not put into force (Core Specification, Vol 3, Part A, 4.20
/// and 4.21: it tells its controller to).
struct ForgottenParameters: Fact {
  let parameters: ConnectionParameters
  let central: ATTParty
  /// The recording host is the central: its log has all commands.
  let isOwn: Bool
  /// The acceptance.
  let frame: UInt64
  /// Nanoseconds since.
  let duration: Int64
  /// The interval in force, in milliseconds, and the latency.
  let interval: Double
  let latency: UInt16

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    out.text.append(central.words)
    out.text.append(" has accepted other connection parameters (")
    parameters.write(&out.text)
    out.text.append(")")
    out.text.append(
      isOwn ? ", and not told its controller to change them" : ", and no update has come since")
    out.text.append(": ")
    out.text.append(number: interval)
    out.text.append(" ms, latency ")
    out.text.append(decimal: UInt64(latency))
    out.text.append(" as before, ")
    out.text.append(duration: duration)
    out.text.append(" later")
  }
}

extension GATTSession {
  /// The connection ends, or the capture.
  func findForgotten(_ connection: Connection, at record: CaptureRecord) {
    guard let granted = connection.granted, let accepted = granted.accepted,
      let interval = connection.intervals.last, !connection.isIntervalOutdated,
      granted.gaps == clock.gaps(of: record), !connection.hasLosses, !isExcerpt(connection),
      // What suits already is not changed.
      !granted.parameters.have(interval) || granted.parameters.latency != connection.latency
    else { return }
    let end = connection.link == nil ? record.time : connection.lastRecord
    let duration = end.nanoseconds(since: accepted.time)
    // A peripheral that leaves may have given up.
    let isLeft = connection.endedBy == (granted.isHost ? .local : .remote)
    guard
      duration >= (isLeft ? GrantedParameters.leastPatience : GrantedParameters.patience)
    else { return }
    let isOwn = connection.link == nil && !granted.isHost
    if let link = connection.link {
      // On the air the update may have been missed, or wait for its instant.
      guard !link.hides, link.update == nil, let then = granted.hearing,
        link.hearing(.peripheral).client.isWhole(since: then.client)
      else { return }
    }
    connection.granted = nil
    reporter.find(
      .reported(
        ForgottenParameters(
          parameters: granted.parameters,
          central: ATTParty(isHost: !granted.isHost, of: connection),
          isOwn: isOwn, frame: accepted.frame, duration: duration,
          interval: interval.milliseconds, latency: connection.latency), .updateFailed,
        frame: accepted.frame),
      on: connection, at: record, moment: accepted)
  }
}
