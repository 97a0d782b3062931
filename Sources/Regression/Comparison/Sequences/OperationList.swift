import Bytes
import GATTSession

/// The requests and commands of both sides in order, with their outcomes.
struct OperationList {
  /// What is done to which attribute, whatever the outcome.
  struct Key: Hashable {
    var kind: RequestKind
    var attribute: Int32
    /// A refused request that is about no single attribute: `Exchange MTU Request`.
    var name: String?
  }

  struct Operation {
    var position: UInt32
    var key: Key
    var outcome: Outcome
    var token: ValueToken
    /// Which of those with the same key it is, from 1.
    var ordinal: UInt32
  }

  let input: SequenceInput
  private(set) var expected: [Operation] = []
  private(set) var actual: [Operation] = []
  /// How many there are of a key, on the side that has more.
  private var counts: [Key: UInt32] = [:]
  /// The matcher of each attribute; the last is for operations that name none.
  private let matchers: [ValueMatcher]
  private let hasTolerances: Bool
  /// Whether some value is not there to its end.
  private(set) var isCut = false

  /// - rules: for each attribute, and for operations that name none.
  init(_ input: SequenceInput, _ items: SequenceItems, _ rules: [ValueRules]) {
    self.input = input
    hasTolerances = !input.sides.options.tolerances.isEmpty
    matchers = rules.map { ValueMatcher(sides: input.sides, rules: $0) }
    let tokenizers = rules.map { ValueTokenizer($0) }
    expected = list(items, side: .expected, tokenizers: tokenizers)
    actual = list(items, side: .actual, tokenizers: tokenizers)
  }

  private mutating func list(
    _ items: SequenceItems, side: Side, tokenizers: [ValueTokenizer]
  ) -> [Operation] {
    let timeline = input.sides.timeline(of: side)
    let attributes = input.sequence(of: side).attributes
    let unnamed = tokenizers.count - 1
    var list: [Operation] = []
    var ordinals: [Key: UInt32] = [:]
    let countsErrors = EventSelection(input.sides.options).countsErrors
    list.reserveCapacity(items.positions(of: side).count)
    for position in items.positions(of: side) {
      let item = input.item(at: position, side: side)
      guard let request = item.request(timeline.bytes.rawBytes) else { continue }
      let kind = request.kind
      var outcome = request.outcome
      if case .error = outcome, !countsErrors { outcome = .error(0) }
      let number = kind == .request ? -1 : Int(attributes[Int(position)])
      let place = number >= 0 && number < unnamed ? number : unnamed
      var key = Key(
        kind: kind, attribute: place < unnamed ? Int32(truncatingIfNeeded: place) : -1)
      if item.kind == .attError, place == unnamed, kind == .request || kind == .read {
        key.name = item.errorText(of: timeline).request
      }
      ordinals[key, default: 0] += 1
      if item.isTruncated { isCut = true }
      let bytes = timeline.bytes.rawBytes
      let token: ValueToken
      switch outcome {
      case .value: token = tokenizers[place].token(item, bytes: bytes)
      case .noAnswer: token = item.hasValue ? tokenizers[place].token(item, bytes: bytes) : .none
      case .error: token = tokenizers[place].token(refused: item, timeline: timeline)
      }
      list.append(
        Operation(
          position: position, key: key, outcome: outcome, token: token,
          ordinal: ordinals[key] ?? 1))
    }
    for (key, count) in ordinals { counts[key] = max(counts[key] ?? 0, count) }
    return list
  }

  func list(of side: Side) -> [Operation] { side == .expected ? expected : actual }

  /// Whether comparing two is slow.
  var isSlow: Bool { hasTolerances || isCut }

  /// Whether both are the same request with the same result.
  func isSame(_ e: Int, _ a: Int) -> Bool {
    let (old, new) = (expected[e], actual[a])
    return old.key == new.key && hasSameResult(old, new: new)
  }

  private func hasSameResult(_ old: Operation, new: Operation) -> Bool {
    guard old.outcome == new.outcome else { return false }
    if old.token == new.token && !isSlow { return true }
    // What was sent without success, if both sides show it.
    if old.outcome != .value, old.token == .none || new.token == .none { return true }
    return matcher(old).isSame(
      input.item(at: old.position, side: .expected), expectedToken: old.token,
      actual: input.item(at: new.position, side: .actual), actualToken: new.token)
  }

  private func matcher(_ operation: Operation) -> ValueMatcher {
    let number = Int(operation.key.attribute)
    return matchers[number >= 0 && number < matchers.count ? number : matchers.count - 1]
  }

  /// The rules of an operation's attribute.
  func rules(_ operation: Operation) -> ValueRules { matcher(operation).rules }

  // MARK: Words

  /// `read`; `read #2` if there are several.
  func title(of operation: Operation) -> String {
    let title = operation.key.name ?? operation.key.kind.title
    return counts[operation.key, default: 1] > 1 ? "\(title) #\(operation.ordinal)" : title
  }

  /// The number in its title, if it has one.
  func numbers(of operation: Operation) -> ItemNumbers? {
    guard operation.key.name == nil, counts[operation.key, default: 1] > 1 else { return nil }
    let ordinal = Int(operation.ordinal)
    return ItemNumbers(
      title: operation.key.kind.title, plural: operation.key.kind.plural, range: ordinal...ordinal)
  }

  /// `read of Body Sensor Location`.
  func fullTitle(of operation: Operation) -> String {
    let number = Int(operation.key.attribute)
    guard input.attributes.indices.contains(number) else { return title(of: operation) }
    return "\(title(of: operation)) of \(input.attributes[number].title)"
  }

  /// Up to two that came before on the expected side.
  func context(before index: Int) -> [String] {
    expected[max(0, min(index, expected.count) - 2)..<max(0, min(index, expected.count))].map {
      "\(fullTitle(of: $0)): \(input.outcome($0.position, side: .expected))"
    }
  }
}
