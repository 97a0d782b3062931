/// How two lists of items correspond: outside the gaps, each item equals one of the other side.
struct Alignment: Equatable, Sendable {
  /// Items without an equal on the other side, between the same two pairs of equal items.
  struct Gap: Equatable, Sendable {
    var expected: Range<Int>
    var actual: Range<Int>

    var isOneSided: Bool { expected.isEmpty || actual.isEmpty }
  }

  var expectedCount: Int
  var actualCount: Int
  /// In order, none empty, with at least one pair of equal items between any two.
  var gaps: [Gap] = []
  /// The lists differ so much that the search was cut short.
  var isCoarse = false

  /// Calls for each run of equal items between the gaps, in order.
  func forEachRun(_ body: (_ expected: Int, _ actual: Int, _ count: Int) -> Void) {
    var expected = 0
    var actual = 0
    for gap in gaps {
      let count = gap.expected.lowerBound - expected
      if count > 0 { body(expected, actual, count) }
      expected = gap.expected.upperBound
      actual = gap.actual.upperBound
    }
    if expected < expectedCount { body(expected, actual, expectedCount - expected) }
  }

  /// Pairs items by position.
  static func byPosition(_ expected: Int, actual: Int) -> Alignment {
    var alignment = Alignment(expectedCount: expected, actualCount: actual)
    let common = min(expected, actual)
    if expected != actual {
      alignment.gaps = [Gap(expected: common..<expected, actual: common..<actual)]
    }
    return alignment
  }
}

extension Alignment {
  /// Moves what is missing or extra among equal items: to where the other side has something else
  /// instead, which turns two findings into one change; otherwise as late as possible.
  ///
  /// So `90 90 90 89 89` and `90 90 89 89 89` have one change, and where five equal values became
  /// three, the last two are missing. Each run of equal items is walked at most twice.
  mutating func slide(_ isSame: (_ expected: Int, _ actual: Int) -> Bool) {
    slideForward(isSame)
    slideBack(isSame)
  }

  /// Moves what is extra up to what is missing before it, and the other way round.
  private mutating func slideForward(_ isSame: (Int, Int) -> Bool) {
    var moved: [Gap] = []
    moved.reserveCapacity(gaps.count)
    for gap in gaps {
      guard let before = moved.last, before.isOneSided, gap.isOneSided,
        before.expected.isEmpty != gap.expected.isEmpty
      else {
        moved.append(gap)
        continue
      }
      let steps = gap.expected.lowerBound - before.expected.upperBound
      let (lastExpected, lastActual) =
        gap.expected.isEmpty
        ? (gap.expected.lowerBound, gap.actual.upperBound)
        : (gap.expected.upperBound, gap.actual.lowerBound)
      var step = 1
      while step <= steps, isSame(lastExpected - step, lastActual - step) { step += 1 }
      guard step > steps else {
        moved.append(gap)
        continue
      }
      moved[moved.count - 1] = Gap(
        expected: before.expected.lowerBound..<gap.expected.upperBound - steps,
        actual: before.actual.lowerBound..<gap.actual.upperBound - steps)
    }
    gaps = moved
  }

  private mutating func slideBack(_ isSame: (Int, Int) -> Bool) {
    var moved: [Gap] = []
    moved.reserveCapacity(gaps.count)
    var i = 0
    while i < gaps.count {
      var gap = gaps[i]
      i += 1
      while gap.isOneSided {
        let next = i < gaps.count ? gaps[i] : nil
        var steps = (next?.expected.lowerBound ?? expectedCount) - gap.expected.upperBound
        while steps > 0, isSame(gap.expected.lowerBound, gap.actual.lowerBound) {
          gap.expected = gap.expected.lowerBound + 1..<gap.expected.upperBound + 1
          gap.actual = gap.actual.lowerBound + 1..<gap.actual.upperBound + 1
          steps -= 1
        }
        guard steps == 0, let next else { break }
        gap.expected = gap.expected.lowerBound..<next.expected.upperBound
        gap.actual = gap.actual.lowerBound..<next.actual.upperBound
        i += 1
      }
      moved.append(gap)
    }
    gaps = moved
  }
}

extension Alignment {
  /// The most gaps that are looked at together.
  private static let mostInExchange = 8

  /// Where as many items are missing as extra, and only two differ by position, those two are what
  /// differs: in `A x B` and `B x A` any one of three items could stay.
  ///
  /// Two gaps may then have no equal items between them.
  mutating func preferExchanges(_ isSame: (_ expected: Int, _ actual: Int) -> Bool) {
    var chosen: [Gap] = []
    var i = 0
    while i < gaps.count {
      // Gaps up to where both sides have had equally many items.
      var end = i
      var ahead = 0
      while end < gaps.count, end - i < Self.mostInExchange {
        ahead += gaps[end].expected.count - gaps[end].actual.count
        end += 1
        if ahead == 0 { break }
      }
      let first = gaps[i]
      let last = gaps[end - 1]
      let whole = first.expected.lowerBound..<last.expected.upperBound
      let shift = first.actual.lowerBound - first.expected.lowerBound
      var places: [Int] = []
      if ahead == 0, end - i > 1 {
        for place in whole where !isSame(place, place + shift) {
          places.append(place)
          if places.count > 2 { break }
        }
      }
      if places.count == 2 {
        for place in places {
          chosen.append(
            Gap(expected: place..<place + 1, actual: place + shift..<place + shift + 1))
        }
        i = end
      } else {
        chosen.append(first)
        i += 1
      }
    }
    gaps = chosen
  }
}
