/// Maps positions of play to times of a clock.
///
/// All times are counted from one start, not from the record before, so that delays do not add up.
struct PlayPace {
  let speed: PlaySpeed
  /// The time of position 0.
  private var start: Int64 = 0
  /// Where it is paused; `nil` while it plays.
  private var pausedAt: Int64?

  init(_ speed: PlaySpeed) { self.speed = speed }

  var isPaused: Bool { pausedAt != nil }

  /// Starts, so that the position is now.
  /// - now: nanoseconds of the clock.
  mutating func begin(at position: Int64, now: Int64) {
    start = now.holding(minus: length(of: position))
  }

  /// When a position is played; while paused, when it would be if play resumed now.
  func moment(of position: Int64, now: Int64) -> Int64 {
    guard let pausedAt else { return start.holding(plus: length(of: position)) }
    return now.holding(plus: length(of: position.holding(minus: pausedAt)))
  }

  /// The current position.
  func position(at now: Int64) -> Int64 {
    if let pausedAt { return pausedAt }
    let passed = now.holding(minus: start)
    guard case .factor(let factor) = speed, factor != 1 else { return passed }
    return Int64(holding: Double(passed) * factor)
  }

  mutating func pause(at position: Int64) { pausedAt = position }

  mutating func goOn(now: Int64) {
    guard let pausedAt else { return }
    self.pausedAt = nil
    begin(at: pausedAt, now: now)
  }

  /// Delays everything from here on.
  mutating func delay(by nanoseconds: Int64) { start = start.holding(plus: nanoseconds) }

  /// How long it takes to play.
  private func length(of position: Int64) -> Int64 {
    switch speed {
    case .unlimited: return 0
    case .factor(1): return position
    case .factor(let factor): return Int64(holding: Double(position) / factor)
    }
  }
}

extension Int64 {
  /// The nearest integer, clamped to the type's range.
  init(holding value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
