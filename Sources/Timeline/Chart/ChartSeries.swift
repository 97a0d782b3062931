/// Values over time in bounded memory: buckets of equal duration, which doubles when they are too many.
struct ChartSeries {
  /// The values of a stretch of time: the least and the greatest, so that no spike is lost.
  typealias Bucket = ClosedRange<Double>

  /// More than any terminal has columns.
  static let capacity = 2048

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
  private var buckets: [Bucket?] = []

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
    while buckets.count <= index { buckets.append(nil) }
    Self.add(value...value, to: &buckets[index])
  }

  /// Whether sums of such values stay finite.
  static func takes(_ value: Double) -> Bool { value.magnitude < 1e290 }

  private static func add(_ values: Bucket, to bucket: inout Bucket?) {
    bucket =
      bucket.map {
        min($0.lowerBound, values.lowerBound)...max($0.upperBound, values.upperBound)
      } ?? values
  }

  /// The index of the bucket for a time, after there is room for it.
  private mutating func place(of time: Int64) -> Int {
    while true {
      let distance = time - start
      if distance >= 0 {
        let index = distance / duration
        if index < Int64(Self.capacity) { return Int(index) }
      } else {
        // The clock was set back.
        let missing = (-distance + duration - 1) / duration
        if missing <= Int64(Self.capacity - buckets.count) {
          buckets.insert(contentsOf: Array(repeating: nil, count: Int(missing)), at: 0)
          start -= missing * duration
          return 0
        }
      }
      halve()
    }
  }

  private mutating func halve() {
    var halved: [Bucket?] = []
    halved.reserveCapacity(Self.capacity)
    for index in stride(from: 0, to: buckets.count, by: 2) {
      var bucket = buckets[index]
      if index + 1 < buckets.count, let next = buckets[index + 1] { Self.add(next, to: &bucket) }
      halved.append(bucket)
    }
    buckets = halved
    duration *= 2
  }

  /// The least and the greatest value of each column, from the first value to the last; `nil` where
  /// there is none.
  func columns(_ width: Int) -> [ClosedRange<Double>?] {
    guard count > 0, width > 0 else { return [] }
    var columns: [Bucket?] = Array(repeating: nil, count: width)
    let span = Double(last) - Double(first)
    for (index, bucket) in buckets.enumerated() {
      guard let bucket else { continue }
      let time = Double(start) + (Double(index) + 0.5) * Double(duration)
      let share = span > 0 ? (time - Double(first)) / span : 0
      let column = min(max(Int(share * Double(width)), 0), width - 1)
      Self.add(bucket, to: &columns[column])
    }
    return columns
  }
}
