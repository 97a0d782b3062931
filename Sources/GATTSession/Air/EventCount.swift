import BTSnoop

/// How many connection events of a link were heard, and how many were not.
struct EventCount {
  /// How many connection events were heard.
  private(set) var heard = 0
  private var surelyMissing = 0
  /// Events that are missing too, if the interval did not change meanwhile.
  private var unsure = 0
  private var last: CaptureTime?
  /// The last event up to which the count of missed events is certain, and the events seen since.
  private var sure: CaptureTime?
  private var heardSince = 0
  /// How many there were by the sniffer's count; `nil` where it does not count.
  private var countedSince: Int? = 0

  private static let most = 1 << 50

  /// How many connection events between these were not heard.
  func missing(isOutdated: Bool) -> Int {
    isOutdated ? surelyMissing : min(surelyMissing + unsure, Self.most)
  }

  /// An event begins.
  /// - unit: nanoseconds between two events that the devices use; 0 where that is not known, or about to change.
  /// - subrate: the devices use every n-th event.
  /// - counted: how many events later than the one before, where the sniffer counts them.
  mutating func take(
    _ time: CaptureTime, unit: Int64, subrate: UInt16, counted: Int?, watch: borrowing IntervalWatch
  ) {
    heard += 1
    heardSince += 1
    countedSince = countedSince.flatMap { before in counted.map { before + $0 } }
    // What was counted by an interval that was no longer in use is wrong.
    if watch.isOutdated { unsure = 0 }
    defer { last = time }
    guard let last, unit > 0 else {
      // While the interval is unknown, only its own events are counted; once it is seen, all since.
      if !watch.isOutdated { noteSure(time) }
      return
    }
    if watch.isOutdated, let sure, heardSince > 1 {
      let all = countedSince.map { Int64($0 / Int(subrate)) }
      let missing = (all ?? Self.steps(from: sure, to: time, unit: unit)) - Int64(heardSince)
      surelyMissing = min(surelyMissing + Int(max(0, missing)), Self.most)
      noteSure(time)
      return
    }
    let counted = Int64(counted.map { $0 / Int(subrate) } ?? .max)
    let steps = min(Self.steps(from: last, to: time, unit: unit), counted)
    // How many are missing depends on the interval: the next event on time confirms it.
    let step = watch.last
    // A file of many long gaps must not overflow the sum.
    if step != .misfit { unsure = min(unsure + Int(max(0, steps - 1)), Self.most) }
    guard step == .onTime || step == .unknown else { return }
    surelyMissing = min(surelyMissing + unsure, Self.most)
    unsure = 0
    noteSure(time)
  }

  private mutating func noteSure(_ time: CaptureTime) {
    sure = time
    heardSince = 0
    countedSince = 0
  }

  /// How many intervals lie between two events, limited to 36 years, as a hostile file may have more.
  private static func steps(from first: CaptureTime, to last: CaptureTime, unit: Int64) -> Int64 {
    (min(last.nanoseconds(since: first), 1 << 60) + unit / 2) / unit
  }
}
