import Bytes
import GATTSession
import GATTValues

/// Parses a condition from the front.
///
/// `place` is what it consumed last: where it throws, the offending word.
package struct ConditionScanner {
  private let text: String
  private var rest: Substring
  private var word: Range<String.Index>

  package init(_ text: String) {
    self.text = text
    rest = Substring(text)
    word = text.startIndex..<text.startIndex
  }

  /// An offset in characters of the text.
  package var place: Range<Int> {
    let start = text.distance(from: text.startIndex, to: word.lowerBound)
    return start..<start + text.distance(from: word.lowerBound, to: word.upperBound)
  }

  package var next: Character? { rest.first }

  /// - Returns: whether anything is left.
  package mutating func skipSpaces() -> Bool {
    rest = rest.drop(while: Self.isSpace)
    mark(rest.startIndex, to: rest.startIndex)
    return !rest.isEmpty
  }

  /// The next word, not consumed.
  package var peeked: String { String(rest.prefix { !Self.isSpace($0) }) }

  /// Letters, digits, underscores and points.
  package mutating func takeWord() throws(ConditionError) -> String {
    let beginning = rest
    let word = take { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    guard !word.isEmpty else {
      mark(beginning.startIndex, to: beginning.prefix { $0 != " " }.endIndex)
      throw .unexpected(String(beginning.prefix { $0 != " " }))
    }
    return word
  }

  /// Everything up to the next space.
  package mutating func takeAll() -> String { take { !Self.isSpace($0) } }

  /// Longest first: `<=` is not `<`.
  package mutating func takeComparison() -> KeyTerm.Comparison? {
    let all = KeyTerm.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let found = all.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
    rest = rest.dropFirst(found.rawValue.count)
    return found
  }

  package mutating func kind(of word: String) throws(ConditionError) -> EventKind {
    guard let kind = EventKind.allCases.first(where: { $0.name.description == word }) else {
      throw .unknownKind(word)
    }
    return kind
  }

  /// The attribute after a kind and a colon, if there is one.
  package mutating func takeAttribute(
    of kind: EventKind
  ) throws(ConditionError) -> AttributePattern? {
    guard rest.first == ":" else {
      try checkEnd()
      return nil
    }
    rest.removeFirst()
    let word = kind.name.description
    guard kind.hasAttribute else { throw .noAttribute(kind: word) }
    return try takePattern(of: kind, after: word + ":")
  }

  package mutating func takePattern(
    of kind: EventKind, after before: String
  ) throws(ConditionError) -> AttributePattern {
    let start = rest.startIndex
    var parts: [AttributePattern.Part] = []
    var before = before
    repeat {
      if !parts.isEmpty { rest.removeFirst() }
      let name = try takeOperand(after: before, endingAt: "/").text
      guard let part = AttributePattern.Part(name) else { throw .unknownAttribute(name) }
      parts.append(part)
      before = name + "/"
    } while rest.first == "/"
    try checkEnd()
    mark(start, to: rest.startIndex)
    let words = String(text[start..<rest.startIndex])
    guard parts.count <= kind.depth else {
      throw .tooDeep(words, kind: kind.name.description)
    }
    return AttributePattern(parts, text: words)
  }

  /// A key, perhaps with an element, and the values after the comparison that was consumed.
  package mutating func takeTerm(
    _ word: String, comparison: KeyTerm.Comparison, isKnown: (String) -> Bool = { _ in false }
  ) throws(ConditionError) -> KeyTerm {
    let start = self.word.lowerBound
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts.first ?? "")
    guard EventKeys.has(key) || isKnown(key) else {
      throw EventKeys.rows(of: key).isEmpty ? .unknownKey(key) : .keyNotKept(key)
    }
    var element: Int?
    if let text = parts.dropFirst().first {
      element = ["x": 0, "y": 1, "z": 2][text] ?? (text.first == "+" ? nil : Int(text))
      guard element != nil else { throw .badElement(String(text)) }
      let rows = EventKeys.rows(of: key)
      // What is no list is its own first element.
      guard rows.isEmpty || text == "0" || rows.contains(where: \.type.isList) else {
        throw .elementOfNoList(key)
      }
    }
    let isHandle = key == "handle" || key.hasSuffix("_handle")
    let wanted = try takeValues(after: word, comparison: comparison, areHandles: isHandle)
    mark(start, to: rest.startIndex)
    let term = KeyTerm(
      key: key, element: element, comparison: comparison, wanted: wanted,
      text: String(text[start..<rest.startIndex]))
    return term.ofCodes()
  }

  private mutating func takeValues(
    after word: String, comparison: KeyTerm.Comparison, areHandles: Bool
  ) throws(ConditionError) -> [KeyTerm.Wanted] {
    var values: [KeyTerm.Wanted] = []
    var before = word + comparison.rawValue
    // Nothing that a value can be begins so without a quote.
    if comparison == .equal, rest.first == "=" { throw .doubledSign(before + takeAll()) }
    repeat {
      if !values.isEmpty { rest.removeFirst() }
      let value = try takeOperand(after: before, endingAt: comparison.isOrder ? nil : "|")
      if areHandles { try Self.checkHandles(value.text) }
      let number = Double(value.text).flatMap { $0.isFinite ? $0 : nil }
      if comparison.isOrder, number == nil {
        throw .notANumber(value.text, comparison: comparison.rawValue)
      }
      if !value.isQuoted, number == nil, let range = try Self.range(value.text) {
        values.append(.range(range))
      } else {
        values.append(.word(value.text.lowercased(), number: number))
      }
      before = value.text + "|"
    } while !comparison.isOrder && rest.first == "|"
    try checkEnd()
    return values
  }

  /// Reports and `--handle` show handles in hex, NDJSON and conditions in decimal: 0012 would be a
  /// different attribute from the one read there.
  private static func checkHandles(_ text: String) throws(ConditionError) {
    for part in text.parts(between: "..") where !part.isEmpty && part.allSatisfy(\.isHexDigit) {
      let isDecimal = part.allSatisfy(\.isNumber) && (part.first != "0" || part.count == 1)
      guard isDecimal else { throw .ambiguousHandle(String(part)) }
    }
  }

  /// `nil` if it has no two points, or has words at both ends.
  private static func range(_ text: String) throws(ConditionError) -> ClosedRange<Double>? {
    let ends = text.parts(between: "..")
    guard let first = ends.first, let last = ends.last, ends.count == 2 else { return nil }
    let (low, high) = (Double(first), Double(last))
    guard low != nil || high != nil else { return nil }
    guard let low, let high, low.isFinite, high.isFinite else { throw .badRange(text) }
    guard low <= high else { throw .emptyRange(text) }
    return low...high
  }

  /// A value or a name, perhaps in quotes.
  private mutating func takeOperand(
    after before: String, endingAt end: Character?
  ) throws(ConditionError) -> (text: String, isQuoted: Bool) {
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      let word = take { !Self.isSpace($0) && $0 != end }
      guard !word.isEmpty else { throw .missingAfter(before) }
      return (word, false)
    }
    let quoted = rest
    rest.removeFirst()
    let word = take { $0 != quote }
    mark(quoted.startIndex, to: rest.startIndex)
    guard rest.first == quote else { throw .openQuote(String(quoted)) }
    rest.removeFirst()
    mark(quoted.startIndex, to: rest.startIndex)
    return (word, true)
  }

  /// Whether the word ends here.
  private mutating func checkEnd() throws(ConditionError) {
    guard let next = rest.first, !Self.isSpace(next) else { return }
    let word = rest.prefix { $0 != " " }
    mark(word.startIndex, to: word.endIndex)
    throw .unexpected(String(word))
  }

  private mutating func take(while belongs: (Character) -> Bool) -> String {
    let word = rest.prefix(while: belongs)
    mark(word.startIndex, to: word.endIndex)
    rest = rest[word.endIndex...]
    return String(word)
  }

  private mutating func mark(_ start: String.Index, to end: String.Index) {
    word = start..<end
  }

  private static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }
}

extension EventKind {
  /// Whether events of the kind may have an attribute, or list services.
  fileprivate var hasAttribute: Bool {
    isValue || isDiscovery || self == .attError || self == .advertisement
  }

  /// How many UUIDs lead to the attributes of these events.
  fileprivate var depth: Int {
    switch self {
    case .service, .advertisement: 1
    case .include, .characteristic, .notification, .indication: 2
    default: 3
    }
  }
}
