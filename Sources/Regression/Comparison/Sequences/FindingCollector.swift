import GATTSession

/// Collects the findings of a sequence, a limited number for each attribute.
struct FindingCollector {
  /// The most differences of one kind listed for one attribute; further ones are only counted.
  static let mostListed = 100
  /// The subject of items that name no attribute.
  static let unnamed = "requests"
  /// The most characters of a message.
  private static let longestMessage = 400

  /// Where a finding is, and what it is about.
  struct Place {
    /// An index of `SequenceInput.attributes`; -1: none.
    var attribute: Int32
    /// Positions in the sequences.
    var expected: UInt32?
    var actual: UInt32?
  }

  private struct Finding {
    var attribute: Int32
    var order: UInt32
    var difference: Difference
  }

  private struct Group: Hashable {
    var attribute: Int32
    var kind: Difference.Kind
    var weight: Difference.Weight
  }

  let input: SequenceInput
  private var findings: [Finding] = []
  private var counts: [Group: Int] = [:]
  var limits: [String] = []

  init(_ input: SequenceInput) { self.input = input }

  /// - message: evaluated only if it is listed.
  mutating func add(
    _ kind: Difference.Kind, weight: Difference.Weight = .difference, at place: Place,
    context: @autoclosure () -> [String] = [], details: @autoclosure () -> [String] = [],
    numbers: @autoclosure () -> ItemNumbers? = nil, message: @autoclosure () -> String
  ) {
    let group = Group(attribute: place.attribute, kind: kind, weight: weight)
    counts[group, default: 0] += 1
    if counts[group, default: 0] > Self.mostListed { return }
    let difference = make(
      kind, weight: weight, at: place, context: context(), details: details(), numbers: numbers(),
      message: message())
    append(difference, at: place)
  }

  /// The rest of a run of which others are listed: several as one, whatever the limit.
  /// - through: the position of the last, on the same side as the place.
  mutating func addRest(
    _ kind: Difference.Kind, at place: Place, through last: UInt32, context: [String],
    numbers: ItemNumbers, message: String
  ) {
    var difference = make(
      kind, weight: .difference, at: place, context: context, details: [], numbers: numbers,
      message: message)
    difference.count = numbers.range.count
    let side: Side = place.expected != nil ? .expected : .actual
    difference.last = input.evidence(last, side: side, words: input.outcome(last, side: side))
    append(difference, at: place)
  }

  private mutating func append(_ difference: Difference, at place: Place) {
    let order = place.expected ?? place.actual ?? 0
    findings.append(Finding(attribute: place.attribute, order: order, difference: difference))
  }

  private func make(
    _ kind: Difference.Kind, weight: Difference.Weight, at place: Place, context: [String],
    details: [String], numbers: ItemNumbers?, message: String
  ) -> Difference {
    var difference = make(kind, weight: weight, number: place.attribute, message: message)
    difference.expected = place.expected.map {
      input.evidence($0, side: .expected, words: input.outcome($0, side: .expected))
    }
    difference.actual = place.actual.map {
      input.evidence($0, side: .actual, words: input.outcome($0, side: .actual))
    }
    difference.context = context.map(named)
    difference.details = details
    difference.numbers = numbers
    difference.numbers?.connection = input.connection
    return difference
  }

  /// Whether another finding would only be counted.
  func isFull(
    _ kind: Difference.Kind, attribute: Int32, weight: Difference.Weight = .difference
  ) -> Bool {
    counts[Group(attribute: attribute, kind: kind, weight: weight), default: 0]
      >= Self.mostListed
  }

  /// Counts findings without listing them.
  mutating func count(
    _ kind: Difference.Kind, attribute: Int32, more: Int,
    weight: Difference.Weight = .difference
  ) {
    counts[Group(attribute: attribute, kind: kind, weight: weight), default: 0] += more
  }

  private func make(
    _ kind: Difference.Kind, weight: Difference.Weight, number: Int32, message: String
  ) -> Difference {
    let attribute =
      input.attributes.indices.contains(Int(number)) ? input.attributes[Int(number)] : nil
    return Difference(
      kind, weight, device: input.device, subject: attribute?.title ?? Self.unnamed,
      uuid: attribute?.uuid,
      ValueWords.bounded(named(message), longest: Self.longestMessage))
  }

  /// With its connection, where there are several.
  private func named(_ text: String) -> String {
    input.connection.map { "\($0), \(text)" } ?? text
  }

  /// The differences, sorted by attribute, then by time.
  func sorted() -> [Difference] {
    var all = findings
    let full = counts.filter { $0.value > Self.mostListed }
    for kind in Difference.Kind.allCases {
      for weight in Difference.Weight.allCases {
        for (group, count) in full where group.kind == kind && group.weight == weight {
          let more = count - Self.mostListed
          var difference = make(
            kind, weight: weight, number: group.attribute,
            message: "\(more) more \(more == 1 ? "is" : "are") \(kind.participle)")
          difference.count = more
          all.append(Finding(attribute: group.attribute, order: .max, difference: difference))
        }
      }
    }
    // Findings at the same place keep their order, which sorting alone does not ensure.
    return all.enumerated().sorted { a, b in
      (a.element.attribute, a.element.order, a.offset)
        < (b.element.attribute, b.element.order, b.offset)
    }.map(\.element.difference)
  }
}

extension Difference.Kind {
  /// `3 more are missing`.
  var participle: String {
    switch self {
    case .missing: "missing"
    case .extra: "extra"
    case .changed: "changed"
    case .reordered: "in another order"
    case .timing: "at another time"
    }
  }
}
