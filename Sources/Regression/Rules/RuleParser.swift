import GATTSession
import GATTValues
import Timeline

extension Rule {
  /// The most bytes of a rule.
  package static let maximumLength = 4096

  package init(_ text: String, origin: Origin? = nil) throws(RuleError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw RuleError(
        problem: .tooLong(Self.maximumLength), text: String(text.prefix(60)), origin: origin,
        place: 0..<0)
    }
    var parser = RuleParser(text)
    do throws(RuleSyntaxError) {
      try parser.parse()
    } catch {
      throw RuleError(
        problem: error, text: text, origin: origin, kind: parser.rule.selection.kind,
        place: parser.place)
    }
    self = parser.rule
    self.origin = origin
  }
}

/// Parses a rule from the front.
struct RuleParser {
  /// Words that start a clause.
  static let words = ["no", "where", "before", "after", "within"]
  /// What comes before a comparison and is not a key of an event.
  static let keys = Rule.Measure.Quantity.allCases.map(\.rawValue) + ["device"]
  /// The measures that a word leaves open: `gap` is the longest or the shortest.
  static func measures(endingWith word: String) -> [String] {
    let suffix = "_" + word.lowercased()
    return keys.filter { $0.hasSuffix(suffix) }
  }

  /// Keys that say which events are meant.
  static let choosing: Set<String> = [
    "address", "characteristic", "connection", "descriptor", "device", "frame", "from", "handle",
    "instance", "label", "name", "service",
  ]

  /// In place of a kind of events.
  static let finding = "finding"

  private(set) var rule: Rule
  private var scanner: ConditionScanner

  init(_ text: String) {
    rule = Rule(text: text)
    scanner = ConditionScanner(text)
  }

  var place: Range<Int> { scanner.place }

  mutating func parse() throws(RuleSyntaxError) {
    guard scanner.skipSpaces() else { throw .condition(.empty) }
    if scanner.peeked == "no" {
      _ = scanner.takeAll()
      rule.isForbidden = true
      guard scanner.skipSpaces() else { throw .missingAfterNo }
    }
    let word = try wrapped { () throws(ConditionError) in try scanner.takeWord() }
    if let comparison = scanner.takeComparison() {
      try takeTerm(word, comparison: comparison, isChoosing: false)
      rule.selection.presence = (rule.selection.terms + rule.assertions).first
    } else if word == Self.finding {
      return try takeFindings()
    } else {
      rule.selection = try takeSelection(word)
      try takePath()
    }
    while scanner.skipSpaces() { try takeClause() }
    try RuleChecks.checkWhole(rule)
  }

  /// The rule of `stats` after a colon, if there is one, and how many findings there may be.
  private mutating func takeFindings() throws(RuleSyntaxError) {
    rule.isAboutFindings = true
    if let next = scanner.next, next != " ", next != "\t" {
      let name = String(scanner.takeAll().dropFirst())
      guard next == ":", let known = FindingRule.named(name.lowercased()) else {
        throw .unknownFinding(name)
      }
      rule.findingRule = known
    }
    while scanner.skipSpaces() {
      guard scanner.peeked.hasPrefix(Rule.Measure.Quantity.count.rawValue) else {
        throw .notOfFindings(scanner.takeAll())
      }
      try takeClause()
    }
    // That there is one is nothing to ask for.
    guard rule.isForbidden || !rule.measures.isEmpty else { throw .findingsWithoutLimit }
    try RuleChecks.checkWhole(rule)
  }

  /// A kind, perhaps with an attribute after a colon.
  private mutating func takeSelection(_ word: String) throws(RuleSyntaxError) -> RuleSelection {
    var selection = RuleSelection()
    (selection.kind, selection.attribute) = try wrapped { () throws(ConditionError) in
      let kind = try scanner.kind(of: word)
      return (kind, try scanner.takeAttribute(of: kind))
    }
    // Of the other kinds of a tree, it may be what they are in.
    if selection.kind == .service, let attribute = selection.attribute {
      try RuleChecks.check(attribute, of: .service)
    }
    return selection
  }

  /// The attribute after a kind of a tree: any word, unless it starts a clause.
  private mutating func takePath() throws(RuleSyntaxError) {
    guard let kind = rule.selection.kind, kind.isDiscovery, rule.selection.attribute == nil,
      scanner.skipSpaces()
    else { return }
    let next = scanner.peeked
    let isQuoted = next.first == "'" || next.first == "\""
    guard isQuoted || !next.contains(where: { "=<>!".contains($0) }),
      !Self.words.contains(next)
    else { return }
    let attribute = try wrapped { () throws(ConditionError) in
      try scanner.takePattern(of: kind, after: kind.name.description)
    }
    try RuleChecks.check(attribute, of: kind)
    rule.selection.attribute = attribute
    rule.selection.isExact = true
  }

  private mutating func takeClause() throws(RuleSyntaxError) {
    let word = try wrapped { () throws(ConditionError) in try scanner.takeWord() }
    if let comparison = scanner.takeComparison() {
      return try takeTerm(word, comparison: comparison, isChoosing: false)
    }
    switch word {
    case "where":
      guard scanner.skipSpaces() else { throw .condition(.missingAfter(word)) }
      let key = try wrapped { () throws(ConditionError) in try scanner.takeWord() }
      guard let comparison = scanner.takeComparison() else {
        throw .condition(.unexpected(key))
      }
      try takeTerm(key, comparison: comparison, isChoosing: true)
    case "before", "after": try takeTime(isBefore: word == "before")
    case "within": try takeAnswer()
    // A key without a comparison is a likelier slip than a second kind.
    case _ where EventKeys.has(word) || Self.keys.contains(word):
      throw .condition(.unexpected(word))
    // `read 2A19`, as of the kinds of the tree.
    case _ where isAttribute(word):
      throw .attributeAfterSpace(word, kind: rule.selection.kind?.name.description ?? "")
    default: throw .condition(.unknownKind(word))
    }
  }

  /// Whether it can be what the events are about, which no word says yet.
  private func isAttribute(_ word: String) -> Bool {
    guard let kind = rule.selection.kind, rule.selection.attribute == nil else { return false }
    return kind.isValue && AttributePattern.Part(word) != nil
  }

  private mutating func takeTerm(
    _ word: String, comparison: KeyTerm.Comparison, isChoosing: Bool
  ) throws(RuleSyntaxError) {
    if word == "t" || word == "time" { throw .timeAsKey(word) }
    let term = try wrapped { () throws(ConditionError) in
      try scanner.takeTerm(word, comparison: comparison) { Self.keys.contains($0) }
    }
    if let quantity = Rule.Measure.Quantity(rawValue: term.key), !isChoosing {
      guard !rule.isForbidden else { throw .notWithNo(term.text) }
      try RuleChecks.check(quantity, term: term)
      let measure = Rule.Measure(quantity: quantity, term: term)
      // Now, so that the error points at the contradicting clause.
      try RuleChecks.check(term, with: rule.measures.map(\.term))
      try RuleChecks.checkOrder(measure, with: rule.measures)
      rule.measures.append(measure)
      return
    }
    try RuleChecks.check(term, of: rule.selection.kind)
    try RuleChecks.check(
      term, with: rule.selection.terms + rule.assertions, ofForbidden: rule.isForbidden)
    if isChoosing || rule.isForbidden || Self.choosing.contains(term.key) {
      rule.selection.terms.append(term)
    } else {
      rule.assertions.append(term)
    }
  }

  private mutating func takeTime(isBefore: Bool) throws(RuleSyntaxError) {
    let word = isBefore ? "before" : "after"
    let (limit, text) = try takeSeconds(after: word)
    if isBefore, limit <= 0 { throw .beforeStart(text) }
    for other in rule.times where other.isBefore != isBefore {
      let isPossible = isBefore ? other.limit < limit : limit < other.limit
      guard isPossible else { throw .noTimeBetween }
    }
    rule.times.append(Rule.Time(isBefore: isBefore, limit: limit, text: "\(word) \(text)"))
  }

  private mutating func takeAnswer() throws(RuleSyntaxError) {
    if rule.isForbidden { throw .notWithNo("within") }
    let (limit, seconds) = try takeSeconds(after: "within")
    guard scanner.skipSpaces(), scanner.takeAll() == "of", scanner.skipSpaces() else {
      throw .expectedOf("within \(seconds)")
    }
    let word = try wrapped { () throws(ConditionError) in try scanner.takeWord() }
    let trigger = try takeSelection(word)
    let kind = trigger.attribute.map { "\(word):\($0.text)" } ?? word
    rule.answers.append(
      Rule.Answer(limit: limit, trigger: trigger, text: "within \(seconds) of \(kind)"))
  }

  /// - Returns: nanoseconds.
  private mutating func takeSeconds(
    after word: String
  ) throws(RuleSyntaxError) -> (limit: Int64, text: String) {
    guard scanner.skipSpaces() else { throw .notSeconds("", after: word) }
    let text = scanner.takeAll()
    // No capture is longer than thirty years.
    guard let seconds = Double(text), (0...1e9).contains(seconds) else {
      throw .notSeconds(text, after: word)
    }
    return (Int64((seconds * 1e9).rounded()), text)
  }
}

private func wrapped<Result>(
  _ body: () throws(ConditionError) -> Result
) throws(RuleSyntaxError) -> Result {
  do { return try body() } catch { throw .condition(error) }
}
