/// From positions of play to moments of a clock.
///
/// Each moment is counted from one beginning, and not from the record before: what one record is late
/// the next one is not.
struct PlayPace {
  let speed: PlaySpeed
  /// The moment of position 0.
  private var start: Int64 = 0
  /// Where it stands still; `nil` while it plays.
  private var pausedAt: Int64?

  init(_ speed: PlaySpeed) { self.speed = speed }

  var isPaused: Bool { pausedAt != nil }

  /// Begins, so that the position is now.
  /// - now: nanoseconds of the clock.
  mutating func begin(at position: Int64, now: Int64) {
    start = now.holding(minus: length(of: position))
  }

  /// When a position is played; while it pauses, when it would be if it went on now.
  func moment(of position: Int64, now: Int64) -> Int64 {
    guard let pausedAt else { return start.holding(plus: length(of: position)) }
    return now.holding(plus: length(of: position.holding(minus: pausedAt)))
  }

  /// What is being played now.
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

  /// Has everything from here on be so much later.
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
  /// The nearest number, held at the ends of what there is.
  init(holding value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
