/// Both sides prepared: what all steps of a comparison look at.
final class ComparisonContext: Sendable {
  let sides: Sides
  let selection: EventSelection
  let numbering: AttributeNumbering
  let expected: ComparedSide
  let actual: ComparedSide
  /// Items of advertisements of each device.
  private let expectedHeard: [Int32: [UInt32]]
  private let actualHeard: [Int32: [UInt32]]

  init(_ sides: Sides) {
    self.sides = sides
    selection = EventSelection(sides.options)
    numbering = AttributeNumbering(sides)
    expected = ComparedSide(sides.expected)
    actual = ComparedSide(sides.actual)
    expectedHeard = expected.advertisementsByDevice()
    actualHeard = actual.advertisementsByDevice()
  }

  /// The advertisements of a device.
  func heard(_ party: ComparedParty, side: Side) -> [UInt32] {
    let heard = side == .expected ? expectedHeard : actualHeard
    if party.devices.count == 1 { return heard[party.devices[0]] ?? [] }
    return party.devices.flatMap { heard[$0] ?? [] }.sorted()
  }
}

/// A bounded list of differences: so many of each weight, so that none crowds out those that count.
struct ListedDifferences {
  static let mostListed = 10_000

  private(set) var all: [Difference] = []
  private var counts: [Difference.Weight: Int] = [:]

  mutating func add(_ difference: Difference) {
    counts[difference.weight, default: 0] += 1
    if counts[difference.weight, default: 0] <= Self.mostListed { all.append(difference) }
  }

  /// What is not listed, as a sentence.
  var limit: String? {
    let left = counts.values.reduce(0) { $0 + max(0, $1 - Self.mostListed) }
    return left == 0 ? nil : "\(left) more findings are counted, but not listed"
  }
}
