import GATTSession

/// Compares what happened at one server of one connection.
package func compareSequences(_ input: SequenceInput) -> SequenceFindings {
  SequenceComparison(input).run()
}

/// Splits what happened into requests and streams, and compares each.
struct SequenceComparison {
  private let input: SequenceInput
  private var operations = SequenceItems()
  /// The items of each attribute; the last list is for items that name none.
  private var streams: [SequenceItems]
  /// How many items of each attribute a side has.
  private var counts: [(expected: Int, actual: Int)]

  init(_ input: SequenceInput) {
    self.input = input
    streams = Array(repeating: SequenceItems(), count: input.attributes.count + 1)
    counts = Array(repeating: (0, 0), count: input.attributes.count + 1)
    part(.expected)
    part(.actual)
  }

  private mutating func part(_ side: Side) {
    let sequence = input.sequence(of: side)
    let all = input.sides.timeline(of: side).items
    for (position, index) in sequence.items.enumerated() {
      guard position < sequence.attributes.count, Int(index) < all.count else { break }
      let number = Int(sequence.attributes[position])
      let place = input.attributes.indices.contains(number) ? number : input.attributes.count
      switch all[Int(index)].kind {
      case .notification, .indication: streams[place].append(position, side: side)
      case .read, .write, .writeCommand, .attError: operations.append(position, side: side)
      default: continue
      }
      if side == .expected { counts[place].expected += 1 } else { counts[place].actual += 1 }
    }
  }

  /// The number of a place in findings.
  private func attribute(at place: Int) -> Int32 {
    place < input.attributes.count ? Int32(truncatingIfNeeded: place) : -1
  }

  func run() -> SequenceFindings {
    var out = FindingCollector(input)
    let rules = counts.indices.map { place in
      let attribute = place < input.attributes.count ? input.attributes[place] : nil
      return ValueRules(
        input.sides.options, uuids: attribute?.uuids ?? [], modeOf: attribute?.valueUUIDs ?? [])
    }
    let list = OperationList(input, operations, rules)
    let pairs = OperationComparison(input: input, list: list).compare(to: &out)
    let reach = SequenceReach(input, list, pairs)
    let timing = SequenceTiming(input)
    timing?.compare(list, pairs: pairs, to: &out)
    for (place, items) in streams.enumerated()
    where !items.expected.isEmpty || !items.actual.isEmpty {
      let attribute = attribute(at: place)
      let alignment = StreamComparison(
        input: input, attribute: attribute, items: items, rules: rules[place], reach: reach
      ).compare(to: &out)
      // By position it is unknown which of them were lost, or came at another rate.
      let isKnown =
        rules[place].mode == .exact || items.expected.count == items.actual.count
        || input.expected.losses.isEmpty && input.actual.losses.isEmpty
          && input.sides.options.count != .ignore
      if isKnown {
        SequenceOrder(input: input, list: list, pairs: pairs)
          .compare(attribute, items: items, alignment: alignment, to: &out)
      }
      timing?.compare(attribute, items: items, alignment: alignment, to: &out)
    }
    var findings = SequenceFindings()
    findings.differences = out.sorted()
    findings.limits = out.limits
    for (place, count) in counts.enumerated() where count.expected + count.actual > 0 {
      let path = place < input.attributes.count ? input.attributes[place] : nil
      findings.subjects.append(
        Comparison.Subject(
          device: input.device, subject: path?.title ?? FindingCollector.unnamed, uuid: path?.uuid,
          expected: count.expected, actual: count.actual))
    }
    return findings
  }
}
