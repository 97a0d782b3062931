import GATTSession

/// One number at one time.
struct CurvePoint {
  var frame: UInt64
  /// Nanoseconds since the first record.
  var time: Int64
  var value: Double
}

/// The numbers of one key over time, in bounded memory: of many, the least and the largest of each
/// part.
final class ValueCurve {
  /// The most parts.
  static let parts = 300

  private var buckets: [(low: CurvePoint, high: CurvePoint)] = []
  /// Numbers in each part but the last.
  private var size: UInt64 = 1
  /// Numbers in the last part.
  private var filled: UInt64 = 0
  private(set) var count: UInt64 = 0
  private(set) var first: CurvePoint?
  private(set) var last: CurvePoint?
  private(set) var low: CurvePoint?
  private(set) var high: CurvePoint?

  /// Whether `points` has all of them.
  var isWhole: Bool { size == 1 }

  func add(_ point: CurvePoint) {
    count += 1
    if first == nil { first = point }
    last = point
    if low.map({ point.value < $0.value }) ?? true { low = point }
    if high.map({ point.value > $0.value }) ?? true { high = point }
    if filled == size || buckets.isEmpty {
      if buckets.count == Self.parts { halve() }
      buckets.append((point, point))
      filled = 1
    } else {
      let index = buckets.count - 1
      if point.value < buckets[index].low.value { buckets[index].low = point }
      if point.value > buckets[index].high.value { buckets[index].high = point }
      filled += 1
    }
  }

  /// Joins every two parts.
  private func halve() {
    for index in 0..<Self.parts / 2 {
      var (low, high) = buckets[2 * index]
      let other = buckets[2 * index + 1]
      if other.low.value < low.value { low = other.low }
      if other.high.value > high.value { high = other.high }
      buckets[index] = (low, high)
    }
    buckets.removeLast(Self.parts - Self.parts / 2)
    size *= 2
  }

  /// In the order of the records.
  var points: [CurvePoint] {
    buckets.flatMap { low, high in
      low.value == high.value
        ? [low]
        : (low.time, low.frame) <= (high.time, high.frame) ? [low, high] : [high, low]
    }
  }
}

/// How well one device is heard.
final class SignalChart {
  let peer: Peer
  let curve = ValueCurve()
  var count: UInt64 { curve.count }

  init(_ peer: Peer) { self.peer = peer }
}
