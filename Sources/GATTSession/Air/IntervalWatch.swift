/// Whether connection events come at the interval that was announced last.
///
/// The PDU that changes it may not have been heard. Then nothing that depends on the interval is known
/// any more, until another update is.
struct IntervalWatch {
  /// How the time of an event goes with those before.
  enum Step {
    /// The times are not exact enough.
    case unknown
    case onTime
    /// Later, by whole intervals: events were not heard, or there were none.
    case later
    /// Not a multiple of the interval, or a multiple that contradicts the sniffer's event counter.
    case misfit
  }

  /// Events in a row that do not fit the interval, after which another one is in use.
  private static let patience = 4
  /// The limit in place of `patience` where it is not known when the last update took effect.
  private static let longPatience = 40
  /// Equal steps of several intervals without a loss that rule out chance.
  private static let equalSteps = 16
  /// On-time events required before a misfit counts as evidence: sniffers whose times come from a computer may hit
  /// T_IFS by chance.
  private static let trusted = 8
  /// Equal steps that prove the interval in use.
  private static let measured = 8

  private(set) var last = Step.unknown
  /// The announced interval is no longer in use.
  private(set) var isOutdated = false
  private var patience = Self.patience
  private var misfits = 0
  /// How far the times can be relied on: up by one with each event on time, and down where events that were on time
  /// come after others that were not.
  private var trust = 0
  /// Nanoseconds from the last event that fits the interval to the last event.
  private var sinceFit: Int64 = 0
  private var numberBefore: Bool?
  /// The mean of the last steps, in nanoseconds, and of how many.
  private var pace: (mean: Int64, count: Int) = (0, 0)
  /// The step, in nanoseconds, that comes again and again since the last event on time; in between there
  /// are only multiples of it.
  private var run: (step: Int64, count: Int) = (0, 0)

  /// Where the times are not exact, their mean has to go with the interval.
  func isSure(_ interval: Int64) -> Bool {
    guard !isOutdated else { return false }
    switch last {
    case .onTime: return true
    case .later, .misfit: return false
    case .unknown:
      return pace.count < Self.measured
        || pace.mean > interval - interval / 4 && pace.mean < interval + interval / 2
    }
  }

  /// An interval was announced.
  private var isTold = false
  /// The interval in nanoseconds that the times show, where no PDU announced the one in use.
  var seen: Int64? {
    (isOutdated || !isTold) && run.count >= Self.measured ? run.step : nil
  }

  /// Another interval is in use; whether it is known since when.
  mutating func restart(isCounted: Bool) {
    let trust = trust
    self = IntervalWatch()
    self.trust = trust
    patience = isCounted ? Self.patience : Self.longPatience
  }

  /// An event begins.
  /// - Parameters:
  ///   - since: nanoseconds since the event before.
  ///   - interval: what was announced last, in nanoseconds; 0 if nothing.
  ///   - subrate: the devices use every n-th event.
  ///   - slack: how inexact `since` may be, in nanoseconds; `nil` for the times of a computer.
  ///   - counted: of how many events the sniffer says that it is later.
  ///   - isEmpty: its first packet holds nothing, and is recorded all the same.
  ///   - number: the sequence number of that packet, if it is the central's.
  mutating func take(
    _ since: Int64, interval: Int64, subrate: Int64, slack: Int64?, counted: Int64?, isEmpty: Bool,
    number: Bool?
  ) {
    let isNext = number != nil && numberBefore != nil && number != numberBefore
    numberBefore = number
    last = .unknown
    guard since > 0, since < 1 << 50 else { return }
    isTold = interval > 0
    guard isTold else {
      // What a sniffer counts shows as well that nothing is left out.
      if let slack, counted.map({ $0 == 1 }) ?? isEmpty { _ = note(since, slack: slack) }
      return
    }
    pace.count = min(pace.count + 1, Self.measured)
    pace.mean += (since - pace.mean) / Int64(pace.count)
    guard let slack else { return }
    sinceFit = min(sinceFit, 1 << 50) + since
    let step = Self.events(since, interval: interval, slack: slack)
    // Where empty packets are left out, a device that sends at its own pace is no other interval; a sniffer that counts
    // knows that nothing is.
    let isOne = counted.map { $0 == 1 } ?? true
    let isNoted = isEmpty && (isOne || step == 0) && note(since, slack: slack)
    guard !isOutdated else {
      // It was not another one after all.
      if run.step == interval, run.count >= Self.measured { self = IntervalWatch() }
      return
    }
    guard let step else {
      sinceFit = 0
      return
    }
    if step > 0, counted.map({ $0 == step }) ?? true {
      last = (1...subrate).contains(step) ? .onTime : .later
      trust = misfits > 0 ? max(0, trust - 4 * misfits) : min(trust + 1, 2 * Self.trusted)
      misfits = 0
      sinceFit = 0
      patience = Self.patience
      if last == .onTime { run = (0, 0) }
      // If so many events were missed, the number would be the same: between two there was none.
      if last == .later, isNoted, !(step.isMultiple(of: 2) && isNext) { run.count -= 1 }
      if run.count >= Self.equalSteps { isOutdated = true }
      return
    }
    // What began no event may stand between two that fit.
    let isWhole =
      counted == nil && (Self.events(sinceFit, interval: interval, slack: slack) ?? 0) > 0
    misfits = max(0, misfits + (isWhole ? -1 : 1))
    if isWhole { sinceFit = 0 }
    let isEqual = run.count >= max(patience, Self.measured)
    last = isWhole ? .later : trust >= Self.trusted || isEqual ? .misfit : .unknown
    isOutdated = misfits >= patience && trust >= Self.trusted || isEqual
  }

  /// - Returns: whether it is the step that comes again and again.
  private mutating func note(_ since: Int64, slack: Int64) -> Bool {
    // In frames of 1.25 ms.
    let step = (since + 625_000) / 1_250_000 * 1_250_000
    guard (since - step).magnitude <= (slack + since / 1000).magnitude,
      step >= 7_500_000, step <= 4_000_000_000
    else { return false }
    if step == run.step {
      run.count = min(run.count + 1, Self.equalSteps)
    } else if run.step == 0 || step % run.step != 0 {
      run = (step, 1)
    }
    return step == run.step
  }

  /// How many intervals a time is; 0 if it is no whole number of them, `nil` if that cannot be told.
  private static func events(_ time: Int64, interval: Int64, slack: Int64) -> Int64? {
    let tolerance = slack + time / 1000
    guard tolerance < interval / 4 else { return nil }
    let events = (time + interval / 2) / interval
    return events > 0 && (time - events * interval).magnitude <= tolerance.magnitude ? events : 0
  }
}
