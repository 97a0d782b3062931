import GATTSession

/// Compares the notifications and indications of one characteristic, in order.
///
/// If values count, by value: a missing value in the middle is one finding, and so is a changed
/// one. If only their shape counts, or nothing, by position.
struct StreamComparison {
  /// How many may be missing at the end of a connection that a side does not close.
  static let endTolerance = 2
  /// The most equal items that are checked for one that may have been lost instead.
  static let mostSlides = 1000

  let input: SequenceInput
  /// An index of the attributes; -1: none is named.
  let attribute: Int32
  let items: SequenceItems
  let rules: ValueRules
  let reach: SequenceReach

  /// - Returns: what corresponds.
  func compare(to out: inout FindingCollector) -> Alignment {
    guard !items.expected.isEmpty, !items.actual.isEmpty else {
      reportAll(to: &out)
      return .byPosition(items.expected.count, actual: items.actual.count)
    }
    switch rules.mode {
    case .exact:
      let tokens = TokenList(input, items, rules)
      let alignment = tokens.align()
      if alignment.isCoarse { reportCoarse(to: &out) }
      reportRanges(alignment, to: &out)
      reportCut(alignment, to: &out)
      reportGaps(alignment, isSame: tokens.isSame, to: &out)
      return alignment
    case .shape, .ignore:
      if rules.mode == .shape {
        StreamShapeComparison(input: input, attribute: attribute, items: items, rules: rules)
          .compare(to: &out)
      }
      let alignment = Alignment.byPosition(items.expected.count, actual: items.actual.count)
      if rules.mode == .shape { reportCut(alignment, to: &out) }
      for gap in alignment.gaps { reportCount(gap, to: &out) }
      return alignment
    }
  }

  // MARK: Words

  /// `notification #3`.
  func title(_ index: Int, side: Side) -> String {
    "\(kind(index, side: side).title) #\(index + 1)"
  }

  func kind(_ index: Int, side: Side) -> RequestKind {
    input.item(at: items.positions(of: side)[index], side: side).kind == .indication
      ? .indication : .notification
  }

  /// `7 notifications`.
  func amount(_ range: Range<Int>, side: Side) -> String {
    let kind = kind(range.lowerBound, side: side)
    return range.count == 1 ? "1 \(kind.title)" : "\(range.count) \(kind.plural)"
  }

  /// `#4`, `#4 to #7`.
  func numbers(_ range: Range<Int>) -> String {
    range.count == 1
      ? "#\(range.lowerBound + 1)" : "#\(range.lowerBound + 1) to #\(range.upperBound)"
  }

  func words(_ index: Int, side: Side) -> String {
    input.outcome(items.positions(of: side)[index], side: side)
  }

  func place(_ expected: Int?, actual: Int?) -> FindingCollector.Place {
    FindingCollector.Place(
      attribute: attribute, expected: expected.map { items.expected[$0] },
      actual: actual.map { items.actual[$0] })
  }

  /// Up to two that came before on the expected side.
  func context(before index: Int) -> [String] {
    (max(0, index - 2)..<max(0, index)).map {
      "\(title($0, side: .expected)): \(words($0, side: .expected))"
    }
  }

  private func reportCoarse(to out: inout FindingCollector) {
    let title =
      input.attributes.indices.contains(Int(attribute))
      ? input.attributes[Int(attribute)].title : "notifications"
    out.limits.append(
      "\(input.device.map { "\($0), " } ?? "")\(title): the two sides differ so much that"
        + " notifications were partly compared by their position.")
  }

  // MARK: Values

  func reportChange(_ expected: Int, actual: Int, to out: inout FindingCollector) {
    let change = ChangeWords(
      input, items.expected[expected], items.actual[actual], rules)
    let was = kind(expected, side: .expected)
    let became = kind(actual, side: .actual)
    let message =
      was == became
      ? change.message : "became \(became == .indication ? "an indication" : "a notification")"
    out.add(
      .changed, at: place(expected, actual: actual), context: context(before: expected),
      details: change.details, message: "\(title(expected, side: .expected)): \(message)")
  }

  private func reportCut(_ alignment: Alignment, to out: inout FindingCollector) {
    var cut = CutValues()
    alignment.forEachRun { expected, actual, count in
      for i in 0..<count {
        cut.add(
          input.item(at: items.expected[expected + i], side: .expected),
          actual: input.item(at: items.actual[actual + i], side: .actual),
          at: place(expected + i, actual: actual + i))
      }
    }
    guard !items.expected.isEmpty else { return }
    let kind = kind(0, side: .expected)
    cut.report(kind.title, many: kind.plural, to: &out)
  }

  /// A number outside its range counts, even if both sides have it.
  private func reportRanges(_ alignment: Alignment, to out: inout FindingCollector) {
    guard rules.hasRanges else { return }
    let matcher = ValueMatcher(sides: input.sides, rules: rules)
    alignment.forEachRun { expected, actual, count in
      for i in 0..<count {
        let item = input.item(at: items.actual[actual + i], side: .actual)
        guard let outside = matcher.outOfRange(item, side: input.sides.actual) else { continue }
        if out.isFull(.changed, attribute: attribute) {
          out.count(.changed, attribute: attribute, more: 1)
          continue
        }
        let (e, a) = (expected + i, actual + i)
        out.add(
          .changed, at: place(e, actual: a), context: context(before: e),
          message: "\(title(e, side: .expected)): \(outside.words)")
      }
    }
  }
}
