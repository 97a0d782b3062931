/// A comparison with what its report needs.
package struct ComparisonReport: Equatable, Sendable {
  package struct Side: Equatable, Sendable {
    /// The file, as named by the user.
    package var name: String
    package var form: RecordedTimeline.Form
    /// Why a part of it could not be read: whole sentences.
    package var problems: [String]
    /// How it is redacted, as it says.
    package private(set) var redactions: [String] = []
    /// Places say of which connection they are, as the report numbers them.
    package var namesConnections = false

    package init(name: String, form: RecordedTimeline.Form, problems: [String] = []) {
      self.name = name
      self.form = form
      self.problems = problems
    }

    package init(_ timeline: RecordedTimeline) {
      self.init(name: timeline.name, form: timeline.form, problems: timeline.problems)
      redactions = timeline.redactions
      // A baseline has numbers of its own, and lines.
      namesConnections = form != .baseline && timeline.items.contains { $0.connection > 1 }
    }
  }

  package enum Outcome: String, CaseIterable, Sendable {
    case same, different
    /// A side could not be read completely: whether they are the same is unknown.
    case trouble
  }

  /// How either side is redacted, each way once.
  package var redactions: [String] {
    expected.redactions + actual.redactions.filter { !expected.redactions.contains($0) }
  }

  package var comparison: Comparison
  package var expected: Side
  package var actual: Side
  /// What was not observed counts.
  package var isStrict: Bool

  package init(_ comparison: Comparison, expected: Side, actual: Side, isStrict: Bool = false) {
    self.comparison = comparison
    self.expected = expected
    self.actual = actual
    self.isStrict = isStrict
  }

  package var outcome: Outcome {
    if !problems.isEmpty { return .trouble }
    return comparison.isDifferent(strict: isStrict) ? .different : .same
  }

  /// Why the sides could not be compared completely or as requested: whole sentences.
  package var problems: [String] { expected.problems + actual.problems + comparison.problems }

  /// Whether it makes the sides differ.
  func counts(_ difference: Difference) -> Bool {
    difference.weight == .difference || isStrict && difference.weight == .notObserved
  }

  /// The differences that count.
  package var counted: [Difference] { comparison.differences.filter(counts) }

  /// What one side could not have shown, if that does not count.
  package var notObserved: [Difference] {
    comparison.differences.filter { $0.weight == .notObserved && !counts($0) }
  }

  package var facts: [Difference] { comparison.differences.filter { $0.weight == .fact } }
}

extension Sequence<Difference> {
  /// How many there are, with those that are only counted.
  var total: Int { reduce(0) { $0 + $1.count } }

  func total(_ kind: Difference.Kind) -> Int { lazy.filter { $0.kind == kind }.total }
}

extension Difference.Weight {
  /// `not observed`.
  package var words: String { self == .notObserved ? "not observed" : rawValue }
}

extension Evidence {
  /// `line 46, 4.700 s`; the frame for a capture, the line for a file; `C2` before it where there are
  /// several connections.
  func place(in side: ComparisonReport.Side) -> String {
    var parts: [String] = []
    if side.namesConnections, let connection { parts.append("C\(connection)") }
    if side.form != .capture, let line { parts.append("line \(line)") }
    if let frame, side.form == .capture || line == nil { parts.append("frame \(frame)") }
    if let time { parts.append(RuleWords.seconds(time)) }
    return parts.joined(separator: ", ")
  }
}
