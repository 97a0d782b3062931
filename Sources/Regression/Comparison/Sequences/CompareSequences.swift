import GATTSession

/// Compares what happened at one server of one connection.
package func compareSequences(_ input: SequenceInput) -> SequenceFindings {
  SequenceComparison(input).run()
}

/// Parts what happened into requests and streams, and compares each.
struct SequenceComparison {
  private let input: SequenceInput
  private var operations = SequenceItems()
  /// By attribute.
  private var streams: [Int32: SequenceItems] = [:]
  private var rules: [Int32: ValueRules] = [:]
  /// How many items of each attribute a side has.
  private var counts: [Int32: (expected: Int, actual: Int)] = [:]

  init(_ input: SequenceInput) {
    self.input = input
    part(.expected)
    part(.actual)
  }

  private mutating func part(_ side: Side) {
    let sequence = input.sequence(side)
    for (position, index) in sequence.items.enumerated() {
      guard position < sequence.attributes.count else { break }
      let attribute = sequence.attributes[position]
      let kind = input.sides.timeline(side).items[Int(index)].kind
      switch kind {
      case .notification, .indication:
        streams[attribute, default: SequenceItems()].append(position, side)
      case .read, .write, .writeCommand, .attError: operations.append(position, side)
      default: continue
      }
      if rules[attribute] == nil {
        let uuids =
          input.attributes.indices.contains(Int(attribute))
          ? input.attributes[Int(attribute)].uuids : []
        rules[attribute] = ValueRules(input.sides.options, uuids: uuids)
      }
      if side == .expected {
        counts[attribute, default: (0, 0)].expected += 1
      } else {
        counts[attribute, default: (0, 0)].actual += 1
      }
    }
  }

  func run() -> SequenceFindings {
    var out = FindingCollector(input)
    let list = OperationList(input, operations, rules)
    let pairs = OperationComparison(input: input, list: list).compare(&out)
    let timing = SequenceTiming(input)
    timing?.compare(list, pairs, &out)
    for (attribute, items) in streams.sorted(by: { $0.key < $1.key }) {
      let rules = rules[attribute] ?? ValueRules(input.sides.options, uuids: [])
      let alignment = StreamComparison(
        input: input, attribute: attribute, items: items, rules: rules
      ).compare(&out)
      SequenceOrder(input: input, list: list, pairs: pairs)
        .compare(attribute, items, &out)
      timing?.compare(attribute, items, alignment, &out)
    }
    var findings = SequenceFindings()
    findings.differences = out.sorted()
    findings.limits = out.limits
    for (attribute, count) in counts.sorted(by: { $0.key < $1.key }) {
      let known = input.attributes.indices.contains(Int(attribute))
      let path = known ? input.attributes[Int(attribute)] : nil
      findings.subjects.append(
        Comparison.Subject(
          device: input.device, subject: path?.title ?? FindingCollector.unnamed, uuid: path?.uuid,
          expected: count.expected, actual: count.actual))
    }
    return findings
  }
}
