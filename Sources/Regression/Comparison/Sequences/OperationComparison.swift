import GATTSession

/// Compares reads, writes, commands and errors of one server, in order.
///
/// They are aligned by operation and attribute, then their outcomes are compared.
struct OperationComparison {
  let input: SequenceInput
  let list: OperationList

  /// Requests that may be missing at the end of a cut-off connection, as many as values of a stream.
  private static let mostAtOpenEnd = 2

  /// Operations that correspond, as indices of the lists.
  struct Pairs {
    var expected: [UInt32] = []
    var actual: [UInt32] = []

    mutating func append(_ e: Int, _ a: Int) {
      expected.append(UInt32(clamping: e))
      actual.append(UInt32(clamping: a))
    }
  }

  /// - Returns: what corresponds, in order, without operations that moved.
  func compare(to out: inout FindingCollector) -> Pairs {
    var alignment = AlignmentSearch.align(
      list.expected.count, actual: list.actual.count, budget: list.isSlow ? 3_000_000 : 50_000_000,
      list.isSame)
    alignment.preferExchanges(list.isSame)
    var pairs = Pairs()
    var missing: [OperationMoves.Loose] = []
    var extra: [OperationMoves.Loose] = []
    var isCoarse = alignment.isCoarse
    var changes: [(e: Int, a: Int)] = []
    var expected = 0
    var actual = 0
    for (number, gap) in alignment.gaps.enumerated() {
      while expected < gap.expected.lowerBound {
        pairs.append(expected, actual)
        (expected, actual) = (expected + 1, actual + 1)
      }
      let (e0, a0) = (gap.expected.lowerBound, gap.actual.lowerBound)
      let inner = AlignmentSearch.align(
        gap.expected.count, actual: gap.actual.count, budget: 5_000_000
      ) { list.expected[e0 + $0].key == list.actual[a0 + $1].key }
      isCoarse = isCoarse || inner.isCoarse
      inner.forEachRun { e, a, count in
        for i in 0..<count {
          changes.append((e0 + e + i, a0 + a + i))
          pairs.append(e0 + e + i, a0 + a + i)
        }
      }
      for gap in inner.gaps {
        for e in gap.expected { missing.append(.init(index: e0 + e, gap: number)) }
        for a in gap.actual { extra.append(.init(index: a0 + a, gap: number)) }
      }
      (expected, actual) = (gap.expected.upperBound, gap.actual.upperBound)
    }
    while expected < list.expected.count, actual < list.actual.count {
      pairs.append(expected, actual)
      (expected, actual) = (expected + 1, actual + 1)
    }
    if isCoarse {
      out.limits.append(
        "\(input.device.map { "\($0): " } ?? "")the requests of the two sides differ so much that they"
          + " were partly compared by their position.")
    }
    reportRanges(pairs, changes: changes, to: &out)
    reportCut(pairs, changes: changes, to: &out)
    for change in changes { reportChange(change.e, change.a, to: &out) }
    let moves = OperationMoves(list, missing: missing, extra: extra)
    for move in moves.moves { tell(move, to: &out) }
    let reach = SequenceReach(input, list, pairs)
    tell(moves.missing.map(\.index), side: .expected, alignment: alignment, reach: reach, to: &out)
    tell(moves.extra.map(\.index), side: .actual, alignment: alignment, reach: reach, to: &out)
    return pairs
  }

  private func place(_ expected: Int?, actual: Int?) -> FindingCollector.Place {
    let operation = expected.map { list.expected[$0] } ?? actual.map { list.actual[$0] }
    return FindingCollector.Place(
      attribute: operation?.key.attribute ?? -1,
      expected: expected.map { list.expected[$0].position },
      actual: actual.map { list.actual[$0].position })
  }

  // MARK: Results

  private func reportChange(_ e: Int, _ a: Int, to out: inout FindingCollector) {
    let (old, new) = (list.expected[e], list.actual[a])
    if old.outcome == .value, new.outcome == .value, list.rules(old).mode == .ignore { return }
    // What was sent is there, whatever the outcome.
    let wasSeen =
      old.outcome == new.outcome
      || wasAnswerSeen(e, side: .expected) && wasAnswerSeen(a, side: .actual)
    let weight: Difference.Weight = wasSeen ? .difference : .notObserved
    if out.isFull(.changed, attribute: old.key.attribute, weight: weight) {
      out.count(.changed, attribute: old.key.attribute, more: 1, weight: weight)
      return
    }
    let change = ChangeWords(input, old.position, new.position, list.rules(old))
    out.add(
      .changed, weight: weight, at: place(e, actual: a),
      context: list.context(before: e), details: change.details,
      message:
        "\(list.title(of: old)): \(change.message)\(wasSeen ? "" : ", which may not have been recorded")"
    )
  }

  /// Whether the side could have shown an answer and shows none.
  private func wasAnswerSeen(_ index: Int, side: Side) -> Bool {
    let operations = list.list(of: side)
    guard operations[index].outcome == .noAnswer else { return true }
    let sequence = input.sequence(of: side)
    if sequence.isOverheard { return false }
    let isLast = index + 1 == operations.count
    if isLast, !sequence.hasEnd { return false }
    return !input.mayBeLost(
      side, from: index > 0 ? Int(operations[index - 1].position) : -1,
      to: isLast ? sequence.items.count : Int(operations[index + 1].position))
  }

  private func reportRanges(
    _ pairs: Pairs, changes: [(e: Int, a: Int)], to out: inout FindingCollector
  ) {
    guard !input.sides.options.ranges.isEmpty else { return }
    let reported = Set(changes.map(\.a))
    for (e, a) in zip(pairs.expected, pairs.actual) where !reported.contains(Int(a)) {
      let operation = list.actual[Int(a)]
      let matcher = ValueMatcher(sides: input.sides, rules: list.rules(operation))
      let item = input.item(at: operation.position, side: .actual)
      guard operation.outcome == .value,
        let outside = matcher.outOfRange(item, side: input.sides.actual)
      else { continue }
      out.add(
        .changed, at: place(Int(e), actual: Int(a)), context: list.context(before: Int(e)),
        message: "\(list.title(of: operation)): \(outside.words)")
    }
  }

  /// Reports, for each attribute, values that are equal as far as the recorders kept them.
  private func reportCut(
    _ pairs: Pairs, changes: [(e: Int, a: Int)], to out: inout FindingCollector
  ) {
    guard list.isCut else { return }
    let reported = Set(changes.map(\.a))
    var cuts: [OperationList.Key: CutValues] = [:]
    var keys: [OperationList.Key] = []
    for (e, a) in zip(pairs.expected, pairs.actual) where !reported.contains(Int(a)) {
      let (old, new) = (list.expected[Int(e)], list.actual[Int(a)])
      guard list.rules(old).mode != .ignore else { continue }
      if cuts[old.key] == nil { keys.append(old.key) }
      cuts[old.key, default: CutValues()].add(
        input.item(at: old.position, side: .expected),
        actual: input.item(at: new.position, side: .actual),
        at: place(Int(e), actual: Int(a)))
    }
    for key in keys { cuts[key]?.report(key.kind.title, many: key.kind.plural, to: &out) }
  }

  // MARK: Order

  private func tell(_ move: OperationMoves.Move, to out: inout FindingCollector) {
    let old = list.expected[move.expected]
    let new = list.actual[move.actual]
    let both = "\(old.key.kind.title)\(move.count > 1 ? " and \(move.count - 1) more" : "")"
    let message: String
    if let partner = move.partner {
      message =
        "\(list.title(of: old)) and \(list.fullTitle(of: list.expected[partner.expected])) changed places"
    } else {
      message =
        "\(move.count > 1 ? both : list.title(of: old)) \(before(move.expected, side: .expected)),"
        + " now \(before(move.actual, side: .actual))"
    }
    // An unanswered request is reported when the connection ends: it is where it belongs.
    if old.outcome != .noAnswer, new.outcome != .noAnswer {
      out.add(
        .reordered, at: place(move.expected, actual: move.actual),
        context: list.context(before: move.expected), message: message)
    }
    for i in 0..<move.count where !list.isSame(move.expected + i, move.actual + i) {
      reportChange(move.expected + i, move.actual + i, to: &out)
    }
    if let partner = move.partner, !list.isSame(partner.expected, partner.actual) {
      reportChange(partner.expected, partner.actual, to: &out)
    }
  }

  private func before(_ index: Int, side: Side) -> String {
    let operations = list.list(of: side)
    guard index > 0 else { return "first" }
    return "after \(list.fullTitle(of: operations[index - 1]))"
  }

  // MARK: Only one side

  private func tell(
    _ indices: [Int], side: Side, alignment: Alignment, reach: SequenceReach,
    to out: inout FindingCollector
  ) {
    let isExpected = side == .expected
    let operations = list.list(of: side)
    let others = list.list(of: side.other)
    let other = input.sequence(of: side.other)
    let kind: Difference.Kind = isExpected ? .missing : .extra
    let places = Places(alignment, side)
    var rest = indices[...]
    while let index = rest.first {
      let at = places.other(index)
      let isEnd = at.upperBound == others.count
      let same = rest.prefix { places.other($0) == at }
      rest = rest.dropFirst(same.count)
      let first = operations[index]
      let place = isExpected ? place(index, actual: nil) : place(nil, actual: index)
      let amount = same.count == 1 ? list.title(of: first) : "\(same.count) requests from here on"
      let own = input.place(of: first.position, side: side)
      let excuse = input.excuse(
        side.other, from: at.lowerBound > 0 ? Int(others[at.lowerBound - 1].position) : -1,
        to: isEnd ? other.items.count : Int(others[at.upperBound].position), place: own,
        reach: reach,
        all: MissingRun(
          first: first.position, last: operations[same.last ?? index].position, count: same.count))
      let mayEndEarlier =
        isEnd && !other.hasEnd && !reach.goesBeyond(own, side: side, after: nil)
      if let excuse {
        out.add(
          kind, weight: .notObserved, at: place,
          message: "\(amount) not observed: \(excuse.words(side.other))")
      } else if mayEndEarlier, same.count <= Self.mostAtOpenEnd {
        out.add(
          kind, weight: .notObserved, at: place,
          message: "\(amount) not observed: the \(side.other.title) side ends earlier")
      } else if mayEndEarlier, same.count > 1 {
        out.add(
          kind, at: place, context: list.context(before: isExpected ? index : at.lowerBound),
          message: "\(amount) are \(kind.rawValue): the \(side.other.title) side ends earlier")
      } else {
        for index in same {
          let operation = operations[index]
          let place = isExpected ? self.place(index, actual: nil) : self.place(nil, actual: index)
          out.add(
            kind, at: place, context: list.context(before: isExpected ? index : at.lowerBound),
            numbers: list.numbers(of: operation),
            message:
              "\(list.title(of: operation)) is \(kind.rawValue): \(input.outcome(operation.position, side: side))"
          )
        }
      }
    }
  }

  /// Where something in a gap would be on the other side.
  private struct Places {
    private let gaps: [Alignment.Gap]
    private let isExpected: Bool

    init(_ alignment: Alignment, _ side: Side) {
      gaps = alignment.gaps
      isExpected = side == .expected
    }

    /// The range of the other side in the same gap.
    func other(_ index: Int) -> Range<Int> {
      var (low, high) = (0, gaps.count)
      while low < high {
        let middle = (low + high) / 2
        let own = isExpected ? gaps[middle].expected : gaps[middle].actual
        if own.upperBound <= index { low = middle + 1 } else { high = middle }
      }
      guard low < gaps.count else { return 0..<0 }
      return isExpected ? gaps[low].actual : gaps[low].expected
    }
  }
}
