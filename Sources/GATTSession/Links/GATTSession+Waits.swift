import ATTDissector
import BTSnoop
import Bytes

/// How long answers take since a connection has its parameters.
struct LinkWaits {
  /// When it took them.
  let frame: UInt64
  let time: CaptureTime
  /// Who has asked for them, where that is known.
  let asked: (by: ATTParty, frame: UInt64)?
  /// Nanoseconds.
  var waited: Int64 = 0
}

/// A long interval makes each request long.
extension GATTSession {
  /// The connection takes parameters.
  func take(_ terms: LinkTerms, on connection: Connection, at record: CaptureRecord) {
    reportWaits(on: connection, at: record)
    connection.take(terms)
    let asked = connection.granted.flatMap { $0.parameters.have(terms.interval) ? $0 : nil }
    connection.granted = nil
    connection.waits = LinkWaits(
      frame: record.frame, time: record.time,
      asked: asked.map { (ATTParty(isHost: $0.isHost, of: connection), $0.frame) })
  }

  /// A request was answered. What the recording host answers has its own times, not those of the air.
  func waited(_ request: PendingRequest, in context: borrowing ATTContext, at record: CaptureRecord)
  {
    let connection = context.connection
    guard !(context.serverIsLocal && connection.hearing.isOfHost), !connection.isIntervalOutdated,
      !connection.hearing.timesFail
    else { return }
    connection.waits?.waited &+= max(0, record.time.nanoseconds(since: request.time))
  }

  /// The connection has its parameters no more.
  func reportWaits(on connection: Connection, at record: CaptureRecord) {
    guard let waits = connection.waits, waits.waited > Self.longWaits,
      let interval = connection.intervals.last
    else { return }
    let spacing = interval.milliseconds * Double(connection.subrate)
    guard spacing >= 100 else { return }
    reporter.find(
      .intervalTooLong(spacing, waited: waits.waited, asked: waits.asked), on: connection,
      at: record,
      moment: (waits.frame, waits.time))
  }

  /// What is worth a finding: 5 s, in nanoseconds.
  private static let longWaits: Int64 = 5_000_000_000
}

extension ConnectionParameters {
  /// Whether an interval is one of those that are asked for.
  func have(_ interval: ConnectionInterval) -> Bool {
    let (least, most) = (
      ConnectionInterval(frames: intervalMin), ConnectionInterval(frames: intervalMax)
    )
    return least <= interval && interval <= most
  }
}
