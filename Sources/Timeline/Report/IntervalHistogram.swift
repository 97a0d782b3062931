/// A histogram of intervals, exact to about 3 %: enough for a median, in bounded memory.
struct IntervalHistogram {
  /// Rows of `steps` buckets each; unused ones are empty.
  private var rows: [[UInt32]] = []
  private var total = 0
  private(set) var longest: Int64 = 0
  private var shortest = Int64.max

  /// Buckets per factor of two.
  private static let steps = 32

  mutating func add(_ nanoseconds: Int64) {
    guard nanoseconds >= 0 else { return }
    longest = max(longest, nanoseconds)
    shortest = min(shortest, nanoseconds)
    total += 1
    let index = Self.index(nanoseconds)
    let row = index / Self.steps
    while rows.count <= row { rows.append([]) }
    if rows[row].isEmpty { rows[row] = Array(repeating: 0, count: Self.steps) }
    rows[row][index % Self.steps] &+= 1
  }

  var median: Int64? {
    guard total > 0 else { return nil }
    var seen = 0
    for (row, buckets) in rows.enumerated() {
      for (step, count) in buckets.enumerated() {
        seen += Int(count)
        guard seen * 2 >= total else { continue }
        return max(shortest, min(Self.value(row * Self.steps + step), longest))
      }
    }
    return longest
  }

  /// In tenths of a millisecond: linear below 32, then 32 steps an octave.
  private static func index(_ nanoseconds: Int64) -> Int {
    let ticks = UInt64(nanoseconds) / 100_000
    guard ticks >= UInt64(steps) else { return Int(ticks) }
    let octave = 63 - ticks.leadingZeroBitCount - 5
    return octave * steps + Int(ticks >> UInt64(octave))
  }

  /// The middle of a bucket.
  private static func value(_ index: Int) -> Int64 {
    guard index >= steps * 2 else { return Int64(index) * 100_000 }
    let octave = index / steps - 1
    let lowest = Int64(steps + index % steps) << Int64(octave) * 100_000
    return lowest + Int64(1) << Int64(octave) * 50_000
  }
}
