import GATTSession

extension EventCondition {
  package init(_ text: String) throws(ConditionError) {
    var scanner = ConditionScanner(text)
    var terms: [Term] = []
    while scanner.skipSpaces() { terms += try Self.terms(&scanner) }
    guard !terms.isEmpty else { throw .empty }
    self.terms = terms
    self.text = text
  }

  private static func terms(_ scanner: inout ConditionScanner) throws(ConditionError) -> [Term] {
    let word = try scanner.takeWord()
    if let comparison = scanner.takeComparison() {
      return [.key(try scanner.takeTerm(word, comparison: comparison))]
    }
    let kind = try scanner.kind(of: word)
    guard let attribute = try scanner.takeAttribute(of: kind) else { return [.kind(kind)] }
    return [.kind(kind), .attribute(attribute)]
  }
}
