import Glibc

/// How often something held, and how surprising that is if it is chance.
///
/// Chance is not uniform noise: real values are full of zeros. Each search takes its chance from the
/// stream itself, by comparing the field of one value with the function of another.
package struct Evidence: Equatable, Sendable {
  package enum Grade: Sendable, Comparable { case perhaps, claim }

  /// How many values it held for.
  package let hits: Int
  /// How many it was asked of.
  package let count: Int
  /// The probability of so many hits by chance is 2 to the power of minus this.
  package let bits: Double
  /// The binary logarithm of how many such things were tried.
  package let tried: Double

  /// - chance: the probability of one hit by chance.
  package init(hits: Int, of count: Int, chance: Double, tried: Double) {
    self.hits = hits
    self.count = count
    self.tried = tried
    bits = Self.tail(count, k: hits, p: chance)
  }

  init(hits: Int, of count: Int, bits: Double, tried: Double) {
    self.hits = hits
    self.count = count
    self.bits = bits
    self.tried = tried
  }

  /// One false claim in a million streams.
  package static let claimBits = 20.0
  package static let perhapsBits = 7.0
  /// The share of values that a claim holds for; what does not obey is noise of the recording.
  package static let share = 0.98

  package var grade: Grade? {
    guard count > 0, Double(hits) >= Self.share * Double(count), bits >= tried + Self.perhapsBits
    else { return nil }
    return bits >= tried + Self.claimBits ? .claim : .perhaps
  }

  /// How many more distinct values like these would make a claim of it.
  package var missing: Int {
    guard grade == .perhaps, hits > 0, bits > 0 else { return 0 }
    return max(1, Int(((tried + Self.claimBits - bits) / (bits / Double(hits))).rounded(.up)))
  }

  /// `-log2 P(Binomial(n, p) >= k)`.
  static func tail(_ n: Int, k: Int, p: Double) -> Double {
    guard k > 0, n > 0, p > 0, p < 1 else { return p <= 0 && k > 0 ? 1024 : 0 }
    guard Double(k) > Double(n) * p else { return 0 }
    let odds = p / (1 - p)
    var term = 1.0
    var sum = 1.0
    var i = k
    while i < n, term > 1e-12 * sum {
      term *= Double(n - i) / Double(i + 1) * odds
      sum += term
      i += 1
    }
    let ways =
      (lgamma(Double(n + 1)) - lgamma(Double(k + 1)) - lgamma(Double(n - k + 1)))
      * 1.4426950408889634
    return max(0, -(ways + Double(k) * log2(p) + Double(n - k) * log2(1 - p) + log2(sum)))
  }
}

/// Counts of numbers, for the chance of a hit between different values.
struct Histogram {
  private(set) var counts: [Int: Int] = [:]
  private(set) var total = 0

  mutating func add(_ number: Int) {
    counts[number, default: 0] += 1
    total += 1
  }

  subscript(_ number: Int) -> Int { counts[number] ?? 0 }
  var distinct: Int { counts.count }

  /// The number that occurs most often; the smallest of several.
  var mode: (number: Int, count: Int)? {
    var best: (number: Int, count: Int)?
    for (number, count) in counts {
      if let known = best, (known.count, -known.number) >= (count, -number) { continue }
      best = (number, count)
    }
    return best
  }

  /// The chance that the number of one value and that of another, `shift` more, are the same.
  ///
  /// - hits: the values for which both are.
  static func chance(_ one: Histogram, other: Histogram, shift: Int = 0, hits: Int) -> Double {
    let n = Double(one.total)
    guard n > 1 else { return 1 }
    var sum = -Double(hits)
    for (number, count) in one.counts { sum += Double(count) * Double(other[number + shift]) }
    return min(1, max(0, sum) / (n * (n - 1)))
  }
}
