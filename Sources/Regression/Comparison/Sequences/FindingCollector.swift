import GATTSession

/// Gathers what is found in a sequence, of each attribute a bounded number.
struct FindingCollector {
  /// Differences of one kind that are listed for one attribute; of further ones only the number is told.
  static let mostListed = 100
  /// The subject of what names no attribute.
  static let unnamed = "requests"

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
  }

  let input: SequenceInput
  private var findings: [Finding] = []
  private var counts: [Group: Int] = [:]
  var limits: [String] = []

  init(_ input: SequenceInput) { self.input = input }

  /// - message: asked for only where it is listed.
  mutating func add(
    _ kind: Difference.Kind, _ weight: Difference.Weight = .difference, at place: Place,
    context: [String] = [], details: @autoclosure () -> [String] = [],
    _ message: @autoclosure () -> String
  ) {
    // A difference that counts is never hidden by facts.
    if weight == .difference {
      let group = Group(attribute: place.attribute, kind: kind)
      counts[group, default: 0] += 1
      if counts[group, default: 0] > Self.mostListed { return }
    }
    var difference = make(kind, weight, place.attribute, message())
    difference.expected = place.expected.map {
      input.evidence($0, .expected, words: input.outcome($0, .expected))
    }
    difference.actual = place.actual.map {
      input.evidence($0, .actual, words: input.outcome($0, .actual))
    }
    difference.context = context
    difference.details = details()
    let order = place.expected ?? place.actual ?? 0
    findings.append(Finding(attribute: place.attribute, order: order, difference: difference))
  }

  /// Whether a further finding would only be counted.
  func isFull(_ kind: Difference.Kind, _ attribute: Int32) -> Bool {
    counts[Group(attribute: attribute, kind: kind), default: 0] >= Self.mostListed
  }

  /// Counts findings without listing them.
  mutating func count(_ kind: Difference.Kind, _ attribute: Int32, _ more: Int) {
    counts[Group(attribute: attribute, kind: kind), default: 0] += more
  }

  private func make(
    _ kind: Difference.Kind, _ weight: Difference.Weight, _ number: Int32, _ message: String
  ) -> Difference {
    let attribute =
      input.attributes.indices.contains(Int(number)) ? input.attributes[Int(number)] : nil
    return Difference(
      kind, weight, device: input.device, subject: attribute?.title ?? Self.unnamed,
      uuid: attribute?.uuid, input.connection.map { "\($0), \(message)" } ?? message)
  }

  /// Attribute by attribute, of each in the order of time.
  func sorted() -> [Difference] {
    var all = findings
    for (group, count) in counts where count > Self.mostListed {
      let difference = make(
        group.kind, .difference, group.attribute,
        "\(count - Self.mostListed) more are \(group.kind.participle)")
      all.append(Finding(attribute: group.attribute, order: .max, difference: difference))
    }
    // The kinds' order keeps what has the same place apart: sorting does not.
    let kinds = Difference.Kind.allCases
    return all.enumerated().sorted { a, b in
      let first = (a.element.attribute, a.element.order)
      let second = (b.element.attribute, b.element.order)
      if first != second { return first < second }
      if a.element.order == .max {
        return kinds.firstIndex(of: a.element.difference.kind) ?? 0
          < kinds.firstIndex(of: b.element.difference.kind) ?? 0
      }
      return a.offset < b.offset
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
