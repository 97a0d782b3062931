import Bytes
import JSONText
import Vocabulary

/// A value of a declaration file, with its place for messages.
struct DeclarationNode {
  private let document: JSONDocument
  let slice: JSONSlice
  /// `characteristics.2A37.fields[3].type`.
  let path: String
  /// Problems of the whole file, to which this node adds.
  let problems: DeclarationProblems

  init(_ document: JSONDocument, _ problems: DeclarationProblems) {
    self.init(document, document.root, "", problems)
  }

  private init(
    _ document: JSONDocument, _ slice: JSONSlice, _ path: String, _ problems: DeclarationProblems
  ) {
    self.document = document
    self.slice = slice
    self.path = path
    self.problems = problems
  }

  func problem(_ reason: String) -> JSONError {
    JSONError(Int(slice.slice.offset), reason).under(path)
  }

  var isObject: Bool { slice.kind == .object }
  var isArray: Bool { slice.kind == .array }
  var isString: Bool { slice.isString }
  var isNull: Bool { slice.kind == .null }

  /// The value as written, for `show`.
  var text: String { document.text(slice) }
  var offset: Int { Int(slice.slice.offset) }

  /// Its octets in the text of a node around it.
  func place(in outer: DeclarationNode) -> Range<Int> {
    let start = max(0, offset - outer.offset)
    return start..<start + text.utf8.count
  }

  func members() throws(JSONError) -> [(key: String, value: DeclarationNode)] {
    do {
      return try document.members(of: slice).map { member in
        (
          member.key,
          DeclarationNode(
            document, member.value, path.isEmpty ? member.key : "\(path).\(member.key)", problems)
        )
      }
    } catch { throw (error as JSONError).under(path) }
  }

  func elements() throws(JSONError) -> [DeclarationNode] {
    do {
      return try document.elements(of: slice).enumerated().map { index, element in
        DeclarationNode(document, element, "\(path)[\(index)]", problems)
      }
    } catch { throw (error as JSONError).under(path) }
  }

  func string() throws(JSONError) -> String {
    guard case .string(let text) = document.value(slice) else {
      throw slice.isNot("a string").under(path)
    }
    return text
  }

  func boolean() throws(JSONError) -> Bool {
    guard case .boolean(let truth) = document.value(slice) else {
      throw slice.isNot("true or false").under(path)
    }
    return truth
  }

  func integer(in range: ClosedRange<Int>) throws(JSONError) -> Int {
    guard case .number(let number, _) = document.value(slice) else {
      throw slice.isNot("a whole number").under(path)
    }
    guard let whole = number.integer, let value = Int(exactly: whole), range.contains(value) else {
      throw problem("expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A number or a string, as text: `0.01`, `"1/1024"`.
  func numberText() throws(JSONError) -> String {
    switch slice.kind {
    case .number: return document.text(slice)
    case .string, .escapedString: return try string()
    default: throw slice.isNot("a number").under(path)
    }
  }

  func fraction() throws(JSONError) -> Fraction {
    guard let fraction = Fraction(text: try numberText()) else {
      throw problem("expected a number such as 0.01 or \"1/1024\"")
    }
    return fraction
  }

  /// Octets in hex.
  func hex() throws(JSONError) -> [UInt8] {
    guard let octets = bytes(ofHex: try string()) else { throw problem("expected octets in hex") }
    return octets
  }
}

/// Octets that are written as pairs of hex digits, with or without blanks between them; `nil` for anything else.
package func bytes(ofHex text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  var high: UInt8?
  for character in text.utf8 where character != 0x20 {
    guard let digit = hexDigit(character) else { return nil }
    if let first = high {
      bytes.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return high == nil ? bytes : nil
}

/// An object of a declaration file. A member that the language does not have is refused.
struct DeclarationMembers {
  let node: DeclarationNode
  private var members: [String: DeclarationNode] = [:]
  /// Whether there were others: what is missing may be what one of them was meant to be.
  private(set) var hasUnknown = false

  /// - allowed: the members that it can have, besides a comment.
  /// - isLenient: others are reported, and what is known is read.
  init(
    _ node: DeclarationNode, _ allowed: Set<String>, isLenient: Bool = false
  ) throws(JSONError) {
    self.node = node
    var last: JSONError?
    func tell(_ problem: JSONError) throws(JSONError) {
      if let last { try node.problems.add(last) }
      last = problem
    }
    for (key, value) in try node.members() {
      guard allowed.contains(key) || key == "comment" || key == "source" else {
        let near = Suggestion.words(for: key, among: allowed.sorted())
        try tell(value.problem("unknown member '\(key)'\(Suggestion.clause(near))"))
        continue
      }
      if key == "comment" || key == "source", !value.isString {
        try tell(value.slice.isNot("a string").under(value.path))
      }
      members[key] = value
    }
    guard let last else { return }
    guard isLenient else { throw last }
    try node.problems.add(last)
    hasUnknown = true
  }

  private init(
    _ node: DeclarationNode, members: [String: DeclarationNode], hasUnknown: Bool = false
  ) {
    self.node = node
    self.members = members
    self.hasUnknown = hasUnknown
  }

  subscript(_ key: String) -> DeclarationNode? { members[key] }

  func has(_ key: String) -> Bool { members[key] != nil }

  func string(_ key: String) throws(JSONError) -> String? { try members[key]?.string() }

  func boolean(_ key: String) throws(JSONError) -> Bool { try members[key]?.boolean() ?? false }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(JSONError) -> Int? {
    try members[key]?.integer(in: range)
  }

  func required(_ key: String) throws(JSONError) -> DeclarationNode {
    guard let member = members[key] else { throw node.problem("'\(key)' is missing") }
    return member
  }

  /// With the members of another, unless it has its own.
  func over(_ defaults: DeclarationMembers, without left: Set<String>) -> DeclarationMembers {
    var all = defaults.members
    for (key, value) in members where !left.contains(key) { all[key] = value }
    return DeclarationMembers(
      node, members: all, hasUnknown: hasUnknown || defaults.hasUnknown)
  }

  func without(_ keys: Set<String>) -> DeclarationMembers {
    DeclarationMembers(
      node, members: members.filter { !keys.contains($0.key) }, hasUnknown: hasUnknown)
  }

  func only(_ keys: Set<String>) -> DeclarationMembers {
    DeclarationMembers(
      node, members: members.filter { keys.contains($0.key) }, hasUnknown: hasUnknown)
  }
}
