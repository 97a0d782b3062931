/// The numbers at an axis.
struct Scale {
  let from: Double
  let to: Double
  /// The distance of the marks.
  let step: Double
  /// That the marks need.
  let decimals: Int

  /// Marks at 1, 2 or 5 times a power of ten, around all numbers; `nil` if there are no such marks.
  init?(_ low: Double, _ high: Double) {
    var (low, high) = (low, high)
    if low == high {
      low -= max(1, low.magnitude / 10)
      high += max(1, high.magnitude / 10)
    }
    let least = (high - low) / 4
    guard least.isFinite, least >= 1e-9, least >= max(low.magnitude, high.magnitude) / 1e12,
      max(low.magnitude, high.magnitude) < 1e15
    else { return nil }
    var unit = 1.0
    var decimals = 0
    while unit > least {
      unit /= 10
      decimals += 1
    }
    while unit * 10 <= least { unit *= 10 }
    let factor = [1.0, 2, 5, 10].first { $0 * unit >= least } ?? 10
    step = factor * unit
    self.decimals = max(0, factor == 10 ? decimals - 1 : decimals)
    from = (low / step).rounded(.down) * step
    to = (high / step).rounded(.up) * step
  }

  var marks: [Double] {
    let count = min(12, max(0, Int(((to - from) / step).rounded())))
    return (0...count).map { from + Double($0) * step }
  }
}
