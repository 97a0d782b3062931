import ATTDissector
import GATTSession
import Timeline

/// Refuses what can never be so: a rule that cannot fail, or never anything else, tests nothing.
enum RuleChecks {
  /// Common members of NDJSON that a recorded timeline does not keep.
  private static let notKept: Set<String> = ["adapter", "direction", "note", "request_frame"]

  /// Words and text, of which none is larger than another.
  private static let texts: Set<String> = [
    "address", "by", "characteristic", "descriptor", "device", "from", "label", "method", "name",
    "properties", "role", "rx_phy", "service", "step", "text", "tx_phy", "value",
  ]

  private static let booleans: Set<String> = [
    "accepted", "bonded", "bonding", "buzzer", "connectable", "encrypted", "indications", "key_1",
    "key_2", "led_1", "led_2", "mitm_protection", "notifications", "primary",
  ]

  /// Keys that end so are numbers.
  private static let units = [
    "_bpm", "_celsius", "_code", "_dbm", "_dps", "_fahrenheit", "_g", "_handle", "_hpa", "_kj",
    "_lux", "_m", "_ms", "_mtu", "_octets", "_per_minute", "_per_s", "_percent", "_s", "_us", "_ut",
  ]

  private static let numbers: Set<String> = [
    "connection", "frame", "handle", "instance", "key_size", "mtu", "opcode", "peripheral_latency",
  ]

  static func check(_ quantity: Rule.Measure.Quantity, _ term: KeyTerm) throws(RuleProblem) {
    guard term.element == nil else { throw .condition(.badElement(term.text)) }
    for wanted in term.wanted {
      if case .word(_, nil) = wanted { throw .notANumber(term.text) }
    }
    let isPossible =
      switch (term.comparison, term.wanted.first) {
      case (.unequal, _), (.greater, _), (.greaterOrEqual, _): true
      case (.less, .word(_, let number?)): number > 0
      case (.lessOrEqual, .word(_, let number?)): number >= 0
      default: term.wanted.contains { mayBe($0, isWhole: quantity == .count) }
      }
    guard isPossible else { throw .neverSo(term.text) }
  }

  /// Numbers of one quantity that no number can be all of: `count>=5 count<=3`.
  ///
  /// Of what is forbidden, one element of a list may be so and another one so: only keys count that an
  /// event has once.
  static func checkTogether(_ terms: [KeyTerm], ofForbidden: Bool = false) throws(RuleProblem) {
    for (index, term) in terms.enumerated()
    where !ofForbidden || RuleLimits.ofKey[term.key] != nil {
      for other in terms[..<index]
      where other.key == term.key && other.element == term.element
        && !RuleEvent.lists.contains(term.key)
      {
        guard let a = other.bounds, let b = term.bounds else { continue }
        let low = max(a.low, b.low)
        let high = min(a.high, b.high)
        if low > high || low == high && !(other.holds(low) && term.holds(low)) {
          throw .neverSo("\(other.text) \(term.text)")
        }
      }
    }
  }

  private static func mayBe(_ wanted: KeyTerm.Wanted, isWhole: Bool) -> Bool {
    switch wanted {
    case .word(_, let number):
      number.map { $0 >= 0 && (!isWhole || $0 == $0.rounded()) } ?? false
    case .range(let range):
      range.upperBound >= 0
        && (!isWhole || max(range.lowerBound, 0).rounded(.up) <= range.upperBound)
    }
  }

  static func check(_ term: KeyTerm, of kind: EventKind?) throws(RuleProblem) {
    let key = term.key
    if notKept.contains(key) { throw .keyNotKept(key) }
    if let kind, key != "device", !EventKeys.belongs(key, to: kind) {
      throw .keyNotOfKind(key, kind: kind.name.description)
    }
    try checkLimits(term)
    if term.comparison.isOrder {
      if texts.contains(key) || booleans.contains(key) { throw .notAnOrder(key) }
      return
    }
    let isNumber =
      numbers.contains(key) || EventKeys.decodedNumbers.contains(key)
      || units.contains { key.hasSuffix($0) }
    if key == "value" { try checkHex(term) }
    let known = words(of: key, kind)
    for wanted in term.wanted {
      switch wanted {
      case .word(let word, nil) where isNumber: throw .wordForNumber(word, key: key)
      case .word(let word, _):
        guard let known else { continue }
        let parts = RuleEvent.lists.contains(key) ? RuleEvent.parts(of: word) : [word]
        for part in parts where !known.contains(where: { $0.lowercased() == part }) {
          throw .unknownWord(part, key: key, known: known)
        }
      case .range: if texts.contains(key) || known != nil { throw .notAnOrder(key) }
      }
    }
  }

  /// A number that the field of the key cannot carry.
  private static func checkLimits(_ term: KeyTerm) throws(RuleProblem) {
    guard let limits = RuleLimits.ofKey[term.key] else { return }
    for wanted in term.wanted {
      let isPossible =
        switch (wanted, term.comparison) {
        case (.range(let range), _): range.overlaps(limits)
        case (.word(_, nil), _): true
        case (.word(_, let number?), .less): number > limits.lowerBound
        case (.word(_, let number?), .lessOrEqual): number >= limits.lowerBound
        case (.word(_, let number?), .greater): number < limits.upperBound
        case (.word(_, let number?), .greaterOrEqual): number <= limits.upperBound
        case (.word(_, let number?), .equal), (.word(_, let number?), .unequal):
          limits.contains(number)
        }
      guard isPossible else { throw .outOfLimits(term.text, key: term.key, limits) }
    }
  }

  /// A value is told as lower-case pairs of digits, and compared as they stand there.
  private static func checkHex(_ term: KeyTerm) throws(RuleProblem) {
    for case .word(let word, _) in term.wanted {
      guard word.utf8.count % 2 == 0, word.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
        throw .notHex(word)
      }
    }
  }

  /// All words that a key has; `nil`: not known here.
  private static func words(of key: String, _ kind: EventKind?) -> [String]? {
    if booleans.contains(key) { return ["true", "false"] }
    switch (key, kind) {
    case ("properties", _): return CharacteristicProperties.words.map(\.1.description)
    case ("from", _), ("role", _): return ["central", "peripheral"]
    case ("by", _): return ["local", "remote", "unknown"]
    case ("sensor_contact", _): return ["not_supported", "not_detected", "detected"]
    case ("reason", .disconnected), ("reason", .advertising):
      return (0...UInt8.max).compactMap { HCIStatusName.name($0)?.description }
    case ("reason", _):
      return (0...UInt8.max).flatMap {
        [HCIStatusName.name($0)?.description, SMPName.failure($0)?.description].compactMap(\.self)
      }
    case ("error", .attError), ("error", nil):
      return (0...UInt8.max).compactMap { ATTErrorName.name($0)?.description } + ["time_out"]
    default: return nil
    }
  }
}

extension KeyTerm {
  /// What a number lies between for which the term holds; `nil`: not in one piece.
  fileprivate var bounds: (low: Double, high: Double)? {
    guard wanted.count == 1 else { return nil }
    switch (comparison, wanted[0]) {
    case (.equal, .range(let range)): return (range.lowerBound, range.upperBound)
    case (.equal, .word(_, let number?)): return (number, number)
    case (.less, .word(_, let number?)), (.lessOrEqual, .word(_, let number?)):
      return (-.infinity, number)
    case (.greater, .word(_, let number?)), (.greaterOrEqual, .word(_, let number?)):
      return (number, .infinity)
    default: return nil
    }
  }
}
