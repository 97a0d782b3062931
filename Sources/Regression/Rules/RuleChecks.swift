import ATTDissector
import GATTSession
import GATTValues
import Timeline

/// Rejects what can never hold: a rule that cannot fail, or always fails, tests nothing.
enum RuleChecks {
  static func check(_ quantity: Rule.Measure.Quantity, term: KeyTerm) throws(RuleSyntaxError) {
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

  /// A rule that says nothing but that there are any number of events. With more than that, it is
  /// how to say that there may be none.
  static func checkWhole(_ rule: Rule) throws(RuleSyntaxError) {
    guard !rule.isForbidden, rule.assertions.isEmpty, rule.times.isEmpty, rule.answers.isEmpty,
      let measure = rule.measures.first, rule.measures.allSatisfy(isCertain)
    else { return }
    throw .alwaysSo(measure.term.text)
  }

  /// There may be no gap, and a clock may go back: only of a count nothing can be wrong.
  private static func isCertain(_ measure: Rule.Measure) -> Bool {
    guard measure.quantity == .count else { return false }
    let term = measure.term
    return switch (term.comparison, term.wanted.first) {
    case (.greater, .word(_, let number?)): number < 0
    case (.greaterOrEqual, .word(_, let number?)): number <= 0
    case (.unequal, _): !term.wanted.contains { mayBe($0, isWhole: true) }
    default: false
    }
  }

  /// A quantity that is never above another one.
  static func checkOrder(
    _ measure: Rule.Measure, with others: [Rule.Measure]
  ) throws(RuleSyntaxError) {
    for other in others {
      for (lower, upper) in [(measure, other), (other, measure)]
      where upper.quantity == lower.quantity.neverAbove {
        guard let low = lower.term.bounds?.low, let high = upper.term.bounds?.high else {
          continue
        }
        if low > high || low == high && !(lower.term.holds(low) && upper.term.holds(high)) {
          throw .neverSo("\(lower.term.text) \(upper.term.text)")
        }
      }
    }
  }

  /// An attribute of the tree: the number of a service is never that of a characteristic.
  static func check(_ pattern: AttributePattern, of kind: EventKind) throws(RuleSyntaxError) {
    let path: [EventKind] =
      switch kind {
      case .service: [.service]
      case .include: [.service, .service]
      case .characteristic: [.service, .characteristic]
      default: [.service, .characteristic, .descriptor]
      }
    for (part, wanted) in zip(pattern.parts.reversed(), path.reversed()) {
      let others = part.uuids.compactMap { uuid -> (uuid: String, kind: EventKind)? in
        AttributeNames.kind(of: uuid).map { (uuid: uuid.description, kind: $0) }
      }.filter { $0.kind != wanted }
      guard others.count == part.uuids.count, let other = others.min(by: { $0.uuid < $1.uuid })
      else { continue }
      throw .otherKind(
        other.uuid, is: other.kind.name.description, not: wanted.name.description)
    }
  }

  /// A condition that no number can meet together with earlier ones on its quantity:
  /// `count>=5 count<=3`.
  ///
  /// With `no`, different elements of a list may meet different conditions: only keys that an event
  /// has once are checked.
  static func check(
    _ term: KeyTerm, with others: [KeyTerm], ofForbidden: Bool = false
  ) throws(RuleSyntaxError) {
    let others = others.filter { $0.key == term.key && $0.element == term.element }
    guard !others.isEmpty, !EventKeys.isSet(term.key), let b = term.bounds else { return }
    if ofForbidden, EventKeys.rows(of: term.key).contains(where: { $0.type.isList }) { return }
    for other in others {
      guard let a = other.bounds else { continue }
      let low = max(a.low, b.low)
      let high = min(a.high, b.high)
      if low > high || low == high && !(other.holds(low) && term.holds(low)) {
        throw .neverSo("\(other.text) \(term.text)")
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

  static func check(_ term: KeyTerm, of kind: EventKind?) throws(RuleSyntaxError) {
    let key = term.key
    // The device is an address or a name, and belongs to `Rule`.
    if term.common == .device {
      if term.comparison.isOrder || term.hasRange { throw .notAnOrder(key) }
      if term.hasNumber, !term.hasQuotes { throw .deviceNumber(term.text) }
      return
    }
    let rows = EventKeys.rows(of: key, in: kind)
    if EventKeys.rows(of: key).contains(where: { $0.recall == .never }) { throw .keyNotKept(key) }
    if rows.isEmpty { throw .keyNotOfKind(key, kind: kind?.name.description ?? "") }
    try checkLimits(term, rows: rows)
    let isNumber = rows.allSatisfy(\.type.isNumeric)
    if !rows.contains(where: \.type.isNumeric), term.comparison.isOrder || term.hasRange {
      throw .notAnOrder(key)
    }
    if term.comparison.isOrder { return }
    if term.common == .value { try checkHex(term) }
    let known = EventKeys.words(of: rows)
    for case .word(let word, nil) in term.wanted {
      if isNumber { throw .wordForNumber(word, key: key) }
      guard let known else { continue }
      let parts = EventKeys.isSet(key) ? KeyTerm.parts(of: word) : [word]
      for part in parts where !known.contains(where: { $0.lowercased() == part }) {
        throw .unknownWord(part, key: key, known: known)
      }
    }
  }

  /// A number that the key's field cannot hold.
  private static func checkLimits(_ term: KeyTerm, rows: [KeyRow]) throws(RuleSyntaxError) {
    let all = rows.map { $0.limits ?? -.infinity...(.infinity) }
    guard let low = all.map(\.lowerBound).min(), let high = all.map(\.upperBound).max() else {
      return
    }
    let limits = low...high
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

  /// A value is written as pairs of lower-case digits, and compared in that form.
  private static func checkHex(_ term: KeyTerm) throws(RuleSyntaxError) {
    for case .word(let word, _) in term.wanted {
      guard word.utf8.count % 2 == 0, word.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
        throw .notHex(word)
      }
    }
  }
}

extension KeyTerm {
  fileprivate var hasRange: Bool {
    wanted.contains { if case .range = $0 { true } else { false } }
  }

  /// Whether one of the wanted values has only digits.
  fileprivate var hasNumber: Bool {
    wanted.contains {
      if case .word(let word, _) = $0 { word.utf8.allSatisfy { 0x30...0x39 ~= $0 } } else { false }
    }
  }

  fileprivate var hasQuotes: Bool { text.contains { $0 == "\"" || $0 == "'" } }

  /// The bounds between which the term holds; `nil`: not one interval.
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
