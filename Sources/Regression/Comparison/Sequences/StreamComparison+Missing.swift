import GATTSession

/// What only one side has, and what changed in place.
extension StreamComparison {
  func reportAll(to out: inout FindingCollector) {
    let side: Side = items.actual.isEmpty ? .expected : .actual
    let all = 0..<items.positions(of: side).count
    guard !all.isEmpty, !isTolerated(all, side: side, isEnd: true) else { return }
    let isExpected = side == .expected
    if let excuse = excuse(0, on: side.other, from: nil, to: nil, all: all) {
      reportLost(all, side: side, excuse: excuse, to: &out)
      return
    }
    let kind: Difference.Kind = isExpected ? .missing : .extra
    let place = isExpected ? place(0, actual: nil) : place(nil, actual: 0)
    let what =
      all.count == 1
      ? "the only \(self.kind(0, side: side).title)" : "all \(amount(all, side: side))"
    out.add(kind, at: place, message: "\(what) \(all.count == 1 ? "is" : "are") \(kind.rawValue)")
  }

  /// Whether options allow so many more or fewer.
  private func isTolerated(_ range: Range<Int>, side: Side, isEnd: Bool) -> Bool {
    switch input.sides.options.count {
    case .ignore: true
    case .exact: false
    case .within(let most): range.count <= most
    case .standard:
      isEnd && range.count <= Self.endTolerance
        && !(input.expected.hasEnd && input.actual.hasEnd) && mayEndEarlier(range, side: side)
    }
  }

  /// Whether nothing shows that the other side still recorded when these came, at the end of a stream.
  private func mayEndEarlier(_ range: Range<Int>, side: Side) -> Bool {
    let position = Int(items.positions(of: side)[range.lowerBound])
    let others = items.positions(of: side.other)
    return !reach.goesBeyond(
      position, side: side, after: anchor(range.lowerBound - 1, other: others.count - 1, side: side)
    )
  }

  /// Two items of this stream that correspond; `nil`: one of them does not exist.
  private func anchor(_ index: Int, other: Int, side: Side) -> SequenceReach.Anchor? {
    let (own, others) = (items.positions(of: side), items.positions(of: side.other))
    guard own.indices.contains(index), others.indices.contains(other) else { return nil }
    let positions = (Int(own[index]), Int(others[other]))
    return side == .expected
      ? .init(expected: positions.0, actual: positions.1)
      : .init(expected: positions.1, actual: positions.0)
  }

  /// Compares only the number of missing values, for a comparison by position.
  func reportCount(_ gap: Alignment.Gap, to out: inout FindingCollector) {
    let side: Side = gap.actual.isEmpty ? .expected : .actual
    let range = side == .expected ? gap.expected : gap.actual
    guard !isTolerated(range, side: side, isEnd: true) else { return }
    let others = items.positions(of: side.other).count
    // They could be missing anywhere.
    if let excuse = input.excuse(
      side.other, from: -1, to: input.sequence(of: side.other).items.count,
      place: Int(items.positions(of: side)[0]), reach: reach, all: run(range, side: side))
    {
      reportLost(range, side: side, excuse: excuse, to: &out)
      return
    }
    let first = range.lowerBound
    out.add(
      side == .expected ? .missing : .extra,
      at: side == .expected ? place(first, actual: nil) : place(nil, actual: first),
      context: context(before: min(first, items.expected.count)),
      message:
        "\(amount(0..<items.expected.count, side: .expected)) became \(side == .expected ? others : range.upperBound)"
    )
  }

  func reportGaps(
    _ alignment: Alignment, isSame: (Int, Int) -> Bool, to out: inout FindingCollector
  ) {
    var missing = 0
    var extra = 0
    for gap in alignment.gaps {
      missing += max(0, gap.expected.count - gap.actual.count)
      extra += max(0, gap.actual.count - gap.expected.count)
    }
    var isAllowed = false
    if case .within(let most) = input.sides.options.count {
      isAllowed = missing <= most && extra <= most
    }
    for gap in alignment.gaps {
      let pairs = min(gap.expected.count, gap.actual.count)
      for i in 0..<pairs {
        if out.isFull(.changed, attribute: attribute) {
          out.count(.changed, attribute: attribute, more: pairs - i)
          break
        }
        reportChange(gap.expected.lowerBound + i, actual: gap.actual.lowerBound + i, to: &out)
      }
      if isAllowed { continue }
      let side: Side = gap.expected.count > gap.actual.count ? .expected : .actual
      let range =
        side == .expected ? gap.expected.dropFirst(pairs) : gap.actual.dropFirst(pairs)
      let other = side == .expected ? gap.actual.upperBound : gap.expected.upperBound
      reportUnmatched(
        range, side: side, other: other, slides: pairs == 0 ? isSame : { _, _ in false }, to: &out)
    }
  }

  /// Items of one side that the other lacks before its item `other`.
  private func reportUnmatched(
    _ range: Range<Int>, side: Side, other: Int, slides: (Int, Int) -> Bool,
    to out: inout FindingCollector
  ) {
    guard !range.isEmpty else { return }
    let isExpected = side == .expected
    let others = items.positions(of: side.other)
    let isEnd = other == others.count && range.upperBound == items.positions(of: side).count
    let count = input.sides.options.count
    if count == .ignore || count == .standard && isTolerated(range, side: side, isEnd: isEnd) {
      return
    }
    if let excuse = excuse(range, on: side.other, other: other, slides: slides) {
      reportLost(range, side: side, excuse: excuse, to: &out)
      return
    }
    let kind: Difference.Kind = isExpected ? .missing : .extra
    if isEnd, range.count > 1, !input.sequence(of: side.other).hasEnd,
      mayEndEarlier(range, side: side)
    {
      let first = range.lowerBound
      out.add(
        kind, at: isExpected ? place(first, actual: nil) : place(nil, actual: first),
        context: context(before: isExpected ? first : other),
        message: "\(self.kind(first, side: side).plural) \(numbers(range)) are \(kind.rawValue):"
          + " the \(side.other.title) side ends earlier")
      return
    }
    for index in range {
      let place = isExpected ? place(index, actual: nil) : place(nil, actual: index)
      let context = context(before: isExpected ? index : other)
      let rest = index..<range.upperBound
      if out.isFull(kind, attribute: attribute), index == range.lowerBound {
        out.count(kind, attribute: attribute, more: rest.count)
        break
      } else if out.isFull(kind, attribute: attribute), rest.count > 1 {
        out.addRest(
          kind, at: place, through: items.positions(of: side)[range.upperBound - 1],
          context: context,
          numbers: itemNumbers(rest, side: side),
          message: "\(amount(rest, side: side)) (\(numbers(rest))) are \(kind.rawValue)")
        break
      }
      out.add(
        kind, at: place, context: context, numbers: itemNumbers(index..<index + 1, side: side),
        message: "\(title(index, side: side)) is \(kind.rawValue): \(words(index, side: side))")
    }
  }

  private func itemNumbers(_ range: Range<Int>, side: Side) -> ItemNumbers {
    let kind = kind(range.lowerBound, side: side)
    return ItemNumbers(
      title: kind.title, plural: kind.plural, range: range.lowerBound + 1...range.upperBound)
  }

  private func reportLost(
    _ range: Range<Int>, side: Side, excuse: Unobserved, to out: inout FindingCollector
  ) {
    let first = range.lowerBound
    out.add(
      side == .expected ? .missing : .extra, weight: .notObserved,
      at: side == .expected ? place(first, actual: nil) : place(nil, actual: first),
      message:
        "\(amount(range, side: side)) (\(numbers(range))) not observed: \(excuse.words(side.other))"
    )
  }

  private func excuse(
    _ range: Range<Int>, on side: Side, other: Int, slides: (Int, Int) -> Bool
  ) -> Unobserved? {
    let sequence = input.sequence(of: side)
    guard !sequence.losses.isEmpty || !sequence.hasBegin else { return nil }
    // The missing item may as well be missing before others with the same value.
    var other = other
    var last = range.upperBound - 1
    for _ in 0..<Self.mostSlides {
      let all = max(0, last + 1 - range.count)..<last + 1
      if let found = excuse(last, on: side, from: other > 0 ? other - 1 : nil, to: other, all: all)
      {
        return found
      }
      guard other > 0, last > 0,
        side == .actual ? slides(last, other - 1) : slides(other - 1, last)
      else { return nil }
      other -= 1
      last -= 1
    }
    return nil
  }

  private func run(_ range: Range<Int>, side: Side) -> MissingRun? {
    guard let last = range.last else { return nil }
    let positions = items.positions(of: side)
    return MissingRun(
      first: positions[range.lowerBound], last: positions[last], count: range.count)
  }

  /// - index: of what only the other side has, in its list.
  /// - from: in the list; `nil`: the start of the connection.
  /// - to: in the list; `nil`, its count: the end of the connection.
  /// - all: in the other side's list: all that would be missing there.
  private func excuse(
    _ index: Int, on side: Side, from: Int?, to: Int?, all: Range<Int>
  ) -> Unobserved? {
    let positions = items.positions(of: side)
    let end = input.sequence(of: side).items.count
    return input.excuse(
      side, from: from.map { Int(positions[$0]) } ?? -1,
      to: to.map { $0 < positions.count ? Int(positions[$0]) : end } ?? end,
      place: Int(items.positions(of: side.other)[index]), reach: reach,
      next: to.flatMap { anchor(index + 1, other: $0, side: side.other) },
      all: run(all, side: side.other))
  }
}
