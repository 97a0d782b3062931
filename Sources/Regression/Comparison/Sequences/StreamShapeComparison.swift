import Bytes
import GATTSession

/// Compares the shapes of two streams' values: whether the expected side could have sent each value
/// of the actual side.
///
/// A sensor's values do not all have one shape: a strap sends beats with and without RR intervals
/// as they come, and the energy now and then. So all expected values together define the shape:
/// - each key that an actual value has must occur there, with a value of the same kind;
/// - words of a list and Booleans (the enumerated values) must be among those that occur there for
///   the key;
/// - a key that all expected values have must not be missing, unless it has an array of numbers;
/// - such an array may be empty or absent in any value; but if one side has it in half of its
///   values and the other never (of at least `fewestForArrays` on both sides), it counts.
///
/// Numbers, the number of numbers in an array, and text that is no word are free, except for ranges.
/// Values without `decoded` must be as long as one of the expected side. Truncated values are
/// skipped. The same problem in several values is one finding.
struct StreamShapeComparison {
  static let fewestForArrays = 5
  /// The most separate ways in which values can be wrong.
  static let mostFaults = 64

  let input: SequenceInput
  let attribute: Int32
  let items: SequenceItems
  let rules: ValueRules

  /// What is wrong with some values, and how many.
  private struct Fault {
    var words: String
    var first: Int
    var count: Int
  }

  func compare(to out: inout FindingCollector) {
    var expected = StreamShape(rules)
    for position in items.expected {
      expected.add(input.item(at: position, side: .expected), bytes: input.sides.expected.bytes)
    }
    var actual = StreamShape(rules)
    var faults: [StreamShape.Fault: Fault] = [:]
    let matcher = ValueMatcher(sides: input.sides, rules: rules)
    // If one side was written without the decoder of the other, lengths are what both have.
    let hasMembers =
      expected.decoded > 0
      && items.actual.contains { !input.item(at: $0, side: .actual).decoded.isEmpty }
    for (i, position) in items.actual.enumerated() {
      let item = input.item(at: position, side: .actual)
      let bytes = input.sides.actual.bytes
      actual.add(item, bytes: bytes)
      func tell(_ fault: StreamShape.Fault, words: @autoclosure () -> String) {
        if faults[fault] != nil {
          faults[fault]?.count += 1
        } else if faults.count < Self.mostFaults {
          faults[fault] = Fault(words: words(), first: i, count: 1)
        }
      }
      expected.check(item, side: input.sides.actual, hasMembers: hasMembers, tell: tell)
      if let outside = matcher.outOfRange(item, side: input.sides.actual) {
        tell(.range(outside.rule.key), words: outside.words)
      }
    }
    tell(faults.values, to: &out)
    let gone = expected.arrays(missingIn: actual)
    if !gone.isEmpty { reportArrays("never come, in no \(title)", keys: gone, to: &out) }
    let new = actual.arrays(missingIn: expected)
    if !new.isEmpty { reportArrays("are extra", keys: new, to: &out) }
  }

  private var title: String {
    guard let first = items.actual.first else { return "notification" }
    return input.item(at: first, side: .actual).kind == .indication ? "indication" : "notification"
  }

  private func tell(_ faults: some Collection<Fault>, to out: inout FindingCollector) {
    // Problems that start at the same value and concern equally many usually have one cause: they
    // are reported as one.
    let sorted = faults.sorted { ($0.first, $0.count, $0.words) < ($1.first, $1.count, $1.words) }
    var i = 0
    while i < sorted.count {
      let fault = sorted[i]
      var words: [String] = []
      while i < sorted.count, sorted[i].first == fault.first, sorted[i].count == fault.count {
        words.append(sorted[i].words)
        i += 1
      }
      let more = fault.count > 1 ? " and \(fault.count - 1) more" : ""
      out.add(
        .changed,
        at: FindingCollector.Place(
          attribute: attribute,
          expected: fault.first < items.expected.count ? items.expected[fault.first] : nil,
          actual: items.actual[fault.first]),
        message:
          "\(title) #\(fault.first + 1)\(more): \(ValueWords.bounded(words.joined(separator: ", "), longest: 200))"
      )
    }
  }

  private func reportArrays(_ what: String, keys: [String], to out: inout FindingCollector) {
    out.add(
      .changed,
      at: FindingCollector.Place(
        attribute: attribute, expected: items.expected.first, actual: items.actual.first),
      message: "\(ValueWords.bounded(keys.joined(separator: ", "))) \(what)")
  }
}
