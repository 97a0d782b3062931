/// Values over time in bounded memory: buckets of equal duration, which doubles when they are too many.
struct ChartSeries {
  /// The values of a stretch of time: the least and the greatest, so that no spike is lost.
  private struct Bucket {
    var least = Double.infinity
    var greatest = -Double.infinity

    var isEmpty: Bool { least > greatest }

    mutating func add(_ other: Bucket) {
      least = min(least, other.least)
      greatest = max(greatest, other.greatest)
    }
  }

  /// The most buckets. The values span at least half of them once there were so many: `most` is exact
  /// on a terminal of any width, `few` on one of 128 columns.
  let capacity: Int
  static let most = 2048
  static let few = 256

  private(set) var count = 0
  private(set) var least = Double.infinity
  private(set) var greatest = -Double.infinity
  private(set) var sum = 0.0
  /// Nanoseconds: the times of the earliest and the latest value.
  private(set) var first = Int64.max
  private(set) var last = Int64.min
  /// Where the first bucket begins, and how long each is.
  private var start: Int64 = 0
  private var duration: Int64 = 1_000_000
  private var buckets: [Bucket] = []

  init(capacity: Int = most) { self.capacity = capacity }

  mutating func add(_ value: Double, at time: Int64) {
    guard Self.takes(value) else { return }
    // Distances do not overflow: 73 years before and after.
    let time = min(max(time, .min / 4), .max / 4)
    if count == 0 { start = time }
    count += 1
    sum += value
    least = min(least, value)
    greatest = max(greatest, value)
    first = min(first, time)
    last = max(last, time)
    let index = place(of: time)
    while buckets.count <= index { buckets.append(Bucket()) }
    buckets[index].add(Bucket(least: value, greatest: value))
  }

  /// Whether sums of such values stay finite.
  static func takes(_ value: Double) -> Bool { value.magnitude < 1e290 }

  /// The index of the bucket for a time, after there is room for it.
  private mutating func place(of time: Int64) -> Int {
    while true {
      let distance = time - start
      if distance >= 0 {
        let index = distance / duration
        if index < Int64(capacity) { return Int(index) }
      } else {
        // The clock was set back.
        let missing = (-distance + duration - 1) / duration
        if missing <= Int64(capacity - buckets.count) {
          buckets.insert(contentsOf: Array(repeating: Bucket(), count: Int(missing)), at: 0)
          start -= missing * duration
          return 0
        }
      }
      halve()
    }
  }

  private mutating func halve() {
    for index in buckets.indices {
      let bucket = buckets[index]
      if index & 1 == 0 { buckets[index / 2] = bucket } else { buckets[index / 2].add(bucket) }
    }
    buckets.removeLast(buckets.count / 2)
    duration *= 2
  }

  /// The least and the greatest value of each column, from the first value to the last; `nil` where
  /// there is none.
  func columns(_ width: Int) -> [ClosedRange<Double>?] {
    guard count > 0, width > 0 else { return [] }
    var columns = Array(repeating: Bucket(), count: width)
    let span = Double(last) - Double(first)
    for (index, bucket) in buckets.enumerated() where !bucket.isEmpty {
      let time = Double(start) + (Double(index) + 0.5) * Double(duration)
      let share = span > 0 ? (time - Double(first)) / span : 0
      let column = min(max(Int(share * Double(width)), 0), width - 1)
      columns[column].add(bucket)
    }
    return columns.map { $0.isEmpty ? nil : $0.least...$0.greatest }
  }
}
