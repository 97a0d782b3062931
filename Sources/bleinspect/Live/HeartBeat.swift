/// An animated heart: large for half a beat, then small.
struct HeartBeat {
  private(set) var isLarge = false
  private var next: Int64?
  private var half: Int64 = 0

  /// When it next changes; `nil`: it does not beat.
  var nextChange: Int64? { next }

  /// Takes the current heart rate.
  /// - bpm: beats per minute; `nil` or 0: it does not beat.
  /// - now: in nanoseconds.
  mutating func update(bpm: Int?, now: Int64) {
    guard let bpm, bpm > 0 else {
      (isLarge, next) = (false, nil)
      return
    }
    half = 30_000_000_000 / Int64(bpm)
    guard let next else {
      isLarge = true
      self.next = now + half
      return
    }
    // When the rate rises, a slow beat is cut short.
    self.next = min(next, now + half)
    advance(to: now)
  }

  private mutating func advance(to now: Int64) {
    while let next, now >= next {
      isLarge.toggle()
      // Missed beats are not made up for.
      self.next = now - next > 2 * half ? now + half : next + half
    }
  }
}
