import GATTSession

/// Compares the times between items, if times count.
///
/// Requests and each stream are separate sequences, so that a delay is one finding, and what
/// follows at the old pace is not another. Neighbours that differ alike are also one finding.
struct SequenceTiming {
  private let input: SequenceInput
  private let tolerance: Int64

  /// - Returns: `nil` if times do not count.
  init?(_ input: SequenceInput) {
    guard let tolerance = input.sides.options.timeTolerance else { return nil }
    self.input = input
    self.tolerance = tolerance
  }

  /// A pair of corresponding items, and the gaps before them.
  private struct Step {
    var expected: UInt32
    var actual: UInt32
    var was: Int64
    var became: Int64

    var isLater: Bool { became > was }
  }

  func compare(
    _ list: OperationList, pairs: OperationComparison.Pairs, to out: inout FindingCollector
  ) {
    var walk = Walk(input, tolerance)
    for (e, a) in zip(pairs.expected, pairs.actual) {
      let (old, new) = (list.expected[Int(e)], list.actual[Int(a)])
      guard let step = walk.step(old.position, actual: new.position) else { continue }
      out.add(
        .timing,
        at: FindingCollector.Place(
          attribute: old.key.attribute, expected: step.expected, actual: step.actual),
        context: list.context(before: Int(e)),
        message: "\(list.title(of: old)) \(Self.words(of: step)) after the request before")
    }
  }

  func compare(
    _ attribute: Int32, items: SequenceItems, alignment: Alignment,
    to out: inout FindingCollector
  ) {
    var walk = Walk(input, tolerance)
    /// Neighbours that are all late, or all early.
    var run: (first: Int, last: Int, step: Step)?
    var found: [(first: Int, last: Int, step: Step)] = []
    func close() {
      if let run { found.append(run) }
      run = nil
    }
    alignment.forEachPair { e, a in
      guard let step = walk.step(items.expected[e], actual: items.actual[a]) else {
        close()
        return
      }
      if let now = run, now.last + 1 == e, now.step.isLater == step.isLater {
        run?.last = e
      } else {
        close()
        run = (e, e, step)
      }
    }
    close()
    for (first, last, step) in found {
      let kind =
        input.item(at: step.expected, side: .expected).kind == .indication
        ? "indication" : "notification"
      let number =
        first == last
        ? "\(kind) #\(first + 1)" : "\(kind)s #\(first + 1) to #\(last + 1), the first"
      out.add(
        .timing,
        at: FindingCollector.Place(
          attribute: attribute, expected: step.expected, actual: step.actual),
        message: "\(number) \(Self.words(of: step)) after the one before")
    }
  }

  /// `comes 2.5 s instead of 1 s`.
  private static func words(of step: Step) -> String {
    "comes \(RuleWords.seconds(step.became)) instead of \(RuleWords.seconds(step.was))"
  }

  /// Walks along corresponding items.
  private struct Walk {
    private let input: SequenceInput
    private let tolerance: Int64
    private var last: (expected: Int64, actual: Int64)?

    init(_ input: SequenceInput, _ tolerance: Int64) {
      self.input = input
      self.tolerance = tolerance
    }

    /// - Returns: the step to the next pair if it takes longer, or shorter, than the tolerance
    ///   allows.
    mutating func step(_ expected: UInt32, actual: UInt32) -> Step? {
      guard let old = input.item(at: expected, side: .expected).time,
        let new = input.item(at: actual, side: .actual).time
      else { return nil }
      defer { last = (old, new) }
      guard let last else { return nil }
      let (was, _) = old.subtractingReportingOverflow(last.expected)
      let (became, _) = new.subtractingReportingOverflow(last.actual)
      let (apart, overflow) = became.subtractingReportingOverflow(was)
      guard overflow || apart.magnitude > tolerance.magnitude else { return nil }
      return Step(expected: expected, actual: actual, was: was, became: became)
    }
  }
}

extension Alignment {
  /// Calls for each corresponding pair: equal ones, and those that changed in place.
  func forEachPair(_ body: (_ expected: Int, _ actual: Int) -> Void) {
    var (expected, actual) = (0, 0)
    let end = Gap(expected: expectedCount..<expectedCount, actual: actualCount..<actualCount)
    for gap in gaps + [end] {
      while expected < gap.expected.lowerBound, actual < gap.actual.lowerBound {
        body(expected, actual)
        (expected, actual) = (expected + 1, actual + 1)
      }
      for i in 0..<min(gap.expected.count, gap.actual.count) {
        body(gap.expected.lowerBound + i, gap.actual.lowerBound + i)
      }
      (expected, actual) = (gap.expected.upperBound, gap.actual.upperBound)
    }
  }
}
