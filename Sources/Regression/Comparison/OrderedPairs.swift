/// Pairs items of two short lists, keeping both orders, with the highest total gain.
///
/// Time and memory grow with the product of both lengths; `AlignmentSearch` is for long lists of
/// items that are either equal or not.
/// - gain: what a pair is worth; 0 or less: not a pair.
func orderedPairs(
  _ expected: Int, actual: Int, gain: (_ expected: Int, _ actual: Int) -> Double
) -> [(expected: Int, actual: Int)] {
  let width = actual + 1
  var gains = Array(repeating: 0.0, count: (expected + 1) * width)
  var best = gains
  for row in (0..<expected).reversed() {
    for column in (0..<actual).reversed() {
      let place = row * width + column
      gains[place] = gain(row, column)
      best[place] = max(best[place + width], best[place + 1])
      if gains[place] > 0 { best[place] = max(best[place], gains[place] + best[place + width + 1]) }
    }
  }
  var pairs: [(expected: Int, actual: Int)] = []
  var (row, column) = (0, 0)
  while row < expected, column < actual {
    let place = row * width + column
    if gains[place] > 0, best[place] == gains[place] + best[place + width + 1] {
      pairs.append((row, column))
      row += 1
      column += 1
    } else if best[place] == best[place + width] {
      row += 1
    } else {
      column += 1
    }
  }
  return pairs
}
