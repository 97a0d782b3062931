import GATTSession
import Timeline

/// Maps the times of records to positions of play: never backwards, and with limited silences.
///
/// Times in a capture may decrease: slightly where packets of two sources are interleaved, or for
/// good where a clock was set. A record older than what was played is played at once. Time then
/// counts from that record, except that records which fit the older count without waiting for the
/// step continue by that: so two clocks that differ are played side by side, each at its own pace,
/// and steps back do not add up. A jump of the clock is not waited for, since no time has passed.
struct PlayTimeline {
  /// Nanoseconds of play, from the first record on.
  private(set) var position: Int64 = 0
  /// Nanoseconds of `t` of the last record played.
  private(set) var time: Int64?
  /// The longest silence, in nanoseconds.
  private let maximumGap: Int64?
  /// What is added to `t` for a position: for the clock that was followed last, and for another
  /// one.
  private var offsets: [Int64] = []
  /// Nanoseconds of the jump of the clock before the last record played; `nil`: there was none.
  private(set) var jump: Int64?

  private static let maximumOffsets = 2

  init(maximumGap: Int64? = nil) { self.maximumGap = maximumGap }

  /// Takes the time of the next record.
  /// - t: in nanoseconds; any value.
  /// - Returns: its position.
  @discardableResult
  mutating func advance(to t: Int64) -> Int64 {
    jump = nil
    guard time != nil else {
      time = t
      offsets = [position.holding(minus: t)]
      return position
    }
    time = t
    var next: (position: Int64, index: Int)?
    for (index, offset) in offsets.enumerated() {
      let candidate = t.holding(plus: offset)
      if candidate >= position, next.map({ candidate < $0.position }) ?? true {
        next = (candidate, index)
      }
    }
    guard var next else {
      offsets.insert(position.holding(minus: t), at: 0)
      if offsets.count > Self.maximumOffsets { offsets.removeLast() }
      return position
    }
    offsets.swapAt(0, next.index)
    let gap = next.position.holding(minus: position)
    // Before `t` is 0 there are records of other days.
    let isJump = gap >= TimeJump.least || t <= 0 && gap > Prologue.jump
    if isJump { jump = gap }
    if let limit = isJump ? 0 : maximumGap, gap > limit {
      let excess = gap - limit
      for index in offsets.indices { offsets[index] = offsets[index].holding(minus: excess) }
      next.position = position + limit
    }
    position = next.position
    return position
  }
}

extension Int64 {
  /// The sum, clamped to the type's range.
  func holding(plus other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, clamped to the type's range.
  func holding(minus other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
