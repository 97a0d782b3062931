import Answers
import BTSnoop
import GATTSession
import System
import Timeline

/// How long the answers took that this side waited for.
final class PageAnswers {
  private var spool = DurationSpool()
  private let stream: Int?

  init() { stream = spool.makeStream() }

  var error: SystemError? { spool.error }

  func add(_ request: borrowing AnsweredRequest, filter: EventFilter) {
    guard filter.includesAttribute(of: request), request.database !== request.connection.local,
      !request.connection.hearing.timesFail
    else { return }
    let duration = request.time.nanoseconds(since: request.requestTime)
    // How long it was is not known across a clock that went back.
    if duration >= 0 { spool.add(duration, to: stream) }
  }

  /// `nil` where nothing was answered; call it once.
  func percentiles() -> DurationSpool.Percentiles? {
    spool.percentiles().first.flatMap { $0.count > 0 ? $0 : nil }
  }
}

/// How many events there were over time, in equal parts whose length doubles when they are too many.
final class PageDensity {
  static let parts = 360

  private(set) var counts: [UInt64] = []
  /// Nanoseconds of each part.
  private(set) var length: Int64 = 1_000_000

  /// What is before the first record counts as the first part.
  func add(_ time: Int64) {
    let time = max(0, time)
    while time / length >= Int64(Self.parts) {
      guard length < .max / 4 else { return }
      counts = stride(from: 0, to: counts.count, by: 2).map { place in
        counts[place] + (place + 1 < counts.count ? counts[place + 1] : 0)
      }
      length *= 2
    }
    let place = Int(time / length)
    while counts.count <= place { counts.append(0) }
    counts[place] += 1
  }
}
