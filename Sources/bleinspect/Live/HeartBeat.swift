/// A heart that beats at its pace: large for half a beat, then small.
struct HeartBeat {
  private(set) var isLarge = false
  private var next: Int64?
  private var half: Int64 = 0

  /// When it changes; `nil`: it does not beat.
  var nextChange: Int64? { next }

  /// Takes the rate in force.
  /// - bpm: in beats per minute; `nil` or 0: it stands still.
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
    // A heart that has become faster does not wait for a slow beat to end.
    self.next = min(next, now + half)
    advance(to: now)
  }

  private mutating func advance(to now: Int64) {
    while let next, now >= next {
      isLarge.toggle()
      // What nobody has seen is not made up for.
      self.next = now - next > 2 * half ? now + half : next + half
    }
  }
}
