import GATTSession

/// Compares the notifications and indications of one characteristic, in their order.
///
/// Where values count, by value: one that is missing in the middle is one finding, and so is one that
/// changed. Where only their shape counts, or nothing of them, by position.
struct StreamComparison {
  /// What may be missing at the end of a connection that a side does not close.
  static let endTolerance = 2

  let input: SequenceInput
  /// An index of the attributes; -1: none is named.
  let attribute: Int32
  let items: SequenceItems
  let rules: ValueRules

  /// - Returns: what corresponds to what.
  func compare(_ out: inout FindingCollector) -> Alignment {
    guard !items.expected.isEmpty, !items.actual.isEmpty else {
      tellAll(&out)
      return .byPosition(items.expected.count, items.actual.count)
    }
    switch rules.mode {
    case .exact:
      let tokens = TokenList(input, items, rules)
      let alignment = tokens.align()
      if alignment.isCoarse { tellCoarse(&out) }
      tellRanges(alignment, &out)
      tellGaps(alignment, tokens.isSame, &out)
      return alignment
    case .shape, .ignore:
      if rules.mode == .shape {
        StreamShapeComparison(input: input, attribute: attribute, items: items, rules: rules)
          .compare(&out)
      }
      let alignment = Alignment.byPosition(items.expected.count, items.actual.count)
      for gap in alignment.gaps { tellCount(gap, &out) }
      return alignment
    }
  }

  // MARK: Words

  /// `notification #3`.
  private func title(_ index: Int, _ side: Side) -> String {
    "\(kind(index, side).title) #\(index + 1)"
  }

  private func kind(_ index: Int, _ side: Side) -> RequestKind {
    input.item(items.positions(side)[index], side).kind == .indication ? .indication : .notification
  }

  /// `7 notifications`.
  private func amount(_ range: Range<Int>, _ side: Side) -> String {
    let kind = kind(range.lowerBound, side)
    return range.count == 1 ? "1 \(kind.title)" : "\(range.count) \(kind.plural)"
  }

  /// `#4`, `#4 to #7`.
  private func numbers(_ range: Range<Int>) -> String {
    range.count == 1
      ? "#\(range.lowerBound + 1)" : "#\(range.lowerBound + 1) to #\(range.upperBound)"
  }

  private func words(_ index: Int, _ side: Side) -> String {
    input.outcome(items.positions(side)[index], side)
  }

  private func place(_ expected: Int?, _ actual: Int?) -> FindingCollector.Place {
    FindingCollector.Place(
      attribute: attribute, expected: expected.map { items.expected[$0] },
      actual: actual.map { items.actual[$0] })
  }

  /// Up to two that came before on the expected side.
  private func context(before index: Int) -> [String] {
    (max(0, index - 2)..<max(0, index)).map {
      "\(title($0, .expected)): \(words($0, .expected))"
    }
  }

  private func tellCoarse(_ out: inout FindingCollector) {
    let title =
      input.attributes.indices.contains(Int(attribute))
      ? input.attributes[Int(attribute)].title : "notifications"
    out.limits.append(
      "\(input.device.map { "\($0), " } ?? "")\(title): the two sides differ so much that"
        + " notifications were partly compared by their position.")
  }

  // MARK: One side alone

  private func tellAll(_ out: inout FindingCollector) {
    let side: Side = items.actual.isEmpty ? .expected : .actual
    let all = 0..<items.positions(side).count
    guard !all.isEmpty, !isTolerated(all.count, isEnd: true) else { return }
    let isExpected = side == .expected
    if wasLost(on: side.other, from: nil, to: nil) {
      tellLost(all, side, &out)
      return
    }
    let kind: Difference.Kind = isExpected ? .missing : .extra
    let place = isExpected ? place(0, nil) : place(nil, 0)
    let what = all.count == 1 ? "the only \(self.kind(0, side).title)" : "all \(amount(all, side))"
    out.add(kind, at: place, "\(what) \(all.count == 1 ? "is" : "are") \(kind.rawValue)")
  }

  /// Whether options allow for so many more or fewer.
  private func isTolerated(_ count: Int, isEnd: Bool) -> Bool {
    switch input.sides.options.count {
    case .ignore: true
    case .exact: false
    case .within(let most): count <= most
    case .standard:
      isEnd && count <= Self.endTolerance && !(input.expected.hasEnd && input.actual.hasEnd)
    }
  }

  /// By position only the number of them is compared.
  private func tellCount(_ gap: Alignment.Gap, _ out: inout FindingCollector) {
    let side: Side = gap.actual.isEmpty ? .expected : .actual
    let range = side == .expected ? gap.expected : gap.actual
    guard !isTolerated(range.count, isEnd: true) else { return }
    let others = items.positions(side.other).count
    // Where they are missing cannot be known: anywhere.
    if input.mayBeLost(side.other, from: -1, to: input.sequence(side.other).items.count) {
      tellLost(range, side, &out)
      return
    }
    let first = range.lowerBound
    out.add(
      side == .expected ? .missing : .extra,
      at: side == .expected ? place(first, nil) : place(nil, first),
      context: context(before: min(first, items.expected.count)),
      "\(amount(0..<items.expected.count, .expected)) became \(side == .expected ? others : range.upperBound)"
    )
  }

  // MARK: Gaps

  private func tellGaps(
    _ alignment: Alignment, _ isSame: (Int, Int) -> Bool, _ out: inout FindingCollector
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
        if out.isFull(.changed, attribute) {
          out.count(.changed, attribute, pairs - i)
          break
        }
        tellChange(gap.expected.lowerBound + i, gap.actual.lowerBound + i, &out)
      }
      if isAllowed { continue }
      let side: Side = gap.expected.count > gap.actual.count ? .expected : .actual
      let range =
        side == .expected ? gap.expected.dropFirst(pairs) : gap.actual.dropFirst(pairs)
      let other = side == .expected ? gap.actual.upperBound : gap.expected.upperBound
      tellUnmatched(
        range, side, other: other, slides: pairs == 0 ? isSame : { _, _ in false }, &out)
    }
  }

  /// Items of one side that the other lacks before its item `other`.
  private func tellUnmatched(
    _ range: Range<Int>, _ side: Side, other: Int, slides: (Int, Int) -> Bool,
    _ out: inout FindingCollector
  ) {
    guard !range.isEmpty else { return }
    let isExpected = side == .expected
    let others = items.positions(side.other)
    let isEnd = other == others.count && range.upperBound == items.positions(side).count
    let count = input.sides.options.count
    if count == .ignore || count == .standard && isTolerated(range.count, isEnd: isEnd) { return }
    if wasLost(range, on: side.other, other: other, slides: slides) {
      tellLost(range, side, &out)
      return
    }
    let kind: Difference.Kind = isExpected ? .missing : .extra
    if isEnd, range.count > 1, !input.sequence(side.other).hasEnd {
      let first = range.lowerBound
      out.add(
        kind, at: isExpected ? place(first, nil) : place(nil, first),
        context: context(before: isExpected ? first : other),
        "\(self.kind(first, side).plural) \(numbers(range)) are \(kind.rawValue):"
          + " the \(side.other.title) side ends before")
      return
    }
    for index in range {
      if out.isFull(kind, attribute) {
        out.count(kind, attribute, range.upperBound - index)
        break
      }
      out.add(
        kind, at: isExpected ? place(index, nil) : place(nil, index),
        context: context(before: isExpected ? index : other),
        "\(title(index, side)) is \(kind.rawValue): \(words(index, side))")
    }
  }

  private func tellLost(_ range: Range<Int>, _ side: Side, _ out: inout FindingCollector) {
    let first = range.lowerBound
    out.add(
      side == .expected ? .missing : .extra, .notObserved,
      at: side == .expected ? place(first, nil) : place(nil, first),
      "\(amount(range, side)) (\(numbers(range))) not observed: packets are missing in the record of"
        + " the \(side.other.title) side")
  }

  private func wasLost(
    _ range: Range<Int>, on side: Side, other: Int, slides: (Int, Int) -> Bool
  ) -> Bool {
    let sequence = input.sequence(side)
    guard !sequence.losses.isEmpty || !sequence.hasBegin else { return false }
    // What is missing may as well be missing before others of the same value.
    var other = other
    var last = range.upperBound - 1
    while true {
      if wasLost(on: side, from: other > 0 ? other - 1 : nil, to: other) { return true }
      guard other > 0, last > 0,
        side == .actual ? slides(last, other - 1) : slides(other - 1, last)
      else { return false }
      other -= 1
      last -= 1
    }
  }

  /// - from: of the list; `nil`: the begin of the connection.
  /// - to: of the list; `nil`, its count: the end of the connection.
  private func wasLost(on side: Side, from: Int?, to: Int?) -> Bool {
    let positions = items.positions(side)
    let end = input.sequence(side).items.count
    return input.mayBeLost(
      side, from: from.map { Int(positions[$0]) } ?? -1,
      to: to.map { $0 < positions.count ? Int(positions[$0]) : end } ?? end)
  }

  // MARK: Values

  private func tellChange(_ expected: Int, _ actual: Int, _ out: inout FindingCollector) {
    let change = ChangeWords(
      input, items.expected[expected], items.actual[actual], rules)
    let was = kind(expected, .expected)
    let became = kind(actual, .actual)
    let message =
      was == became
      ? change.message : "became \(became == .indication ? "an indication" : "a notification")"
    out.add(
      .changed, at: place(expected, actual), context: context(before: expected),
      details: change.details, "\(title(expected, .expected)): \(message)")
  }

  /// A number outside of its range counts, even where both sides have it.
  private func tellRanges(_ alignment: Alignment, _ out: inout FindingCollector) {
    guard rules.hasRanges else { return }
    let matcher = ValueMatcher(sides: input.sides, rules: rules)
    alignment.forEachRun { expected, actual, count in
      for i in 0..<count {
        let item = input.item(items.actual[actual + i], .actual)
        guard let outside = matcher.outOfRange(item, input.sides.actual) else { continue }
        if out.isFull(.changed, attribute) {
          out.count(.changed, attribute, 1)
          continue
        }
        let (e, a) = (expected + i, actual + i)
        out.add(
          .changed, at: place(e, a), context: context(before: e),
          "\(title(e, .expected)): \(outside.words)")
      }
    }
  }
}
