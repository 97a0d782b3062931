import JSONText

/// What is wrong with a file, as far as it is read: each once.
///
/// A part that is wrong is left out, and what is after it is read all the same. What follows from
/// it, such as an unknown name where the field of that name is wrong, is not reported.
final class DeclarationProblems {
  /// The most problems that are reported; one more is kept, which says that there are more.
  static let limit = 100

  private(set) var list: [JSONError] = []
  private var known: Set<String> = []
  /// Nothing more is read.
  private(set) var isClosed = false
  /// The names in parts that are wrong, by their places.
  private var names: [Int: Names] = [:]

  struct Names {
    /// What `key` and `as` name.
    var given: Set<String> = []
    /// The types that are used.
    var types: Set<String> = []
  }

  /// - Throws: the problem itself, once no more are reported.
  func add(_ problem: JSONError) throws(JSONError) {
    guard !isClosed else { throw problem }
    guard known.insert("\(problem.offset) \(problem.reason)").inserted else { return }
    list.append(problem)
    guard list.count > Self.limit else { return }
    isClosed = true
    throw problem
  }

  /// Adds one after which the file is read no further.
  func close(with problem: JSONError) {
    try? add(problem)
    isClosed = true
  }

  /// Reads a part. What is wrong with it is reported, and what is after it is read.
  func attempt(_ body: () throws(JSONError) -> Void) throws(JSONError) {
    do { try body() } catch { try add(error) }
  }

  /// What a part names.
  func names(in node: DeclarationNode) -> Names {
    if let known = names[node.offset] { return known }
    var found = Names()
    Self.collect(node, names: &found)
    names[node.offset] = found
    return found
  }

  /// More names of one part are not kept.
  private static let nameLimit = 1000

  private static func collect(_ node: DeclarationNode, names: inout Names) {
    guard names.given.count + names.types.count < nameLimit else { return }
    for (key, value) in (try? node.members()) ?? [] {
      switch key {
      case "key", "as": if let name = try? value.string() { names.given.insert(name) }
      case "type": if let name = try? value.string() { names.types.insert(name) }
      default: break
      }
      collect(value, names: &names)
    }
    if node.isArray {
      for element in (try? node.elements()) ?? [] { collect(element, names: &names) }
    }
  }
}

extension DeclarationCompiler {
  /// Reads a part. What is wrong with it is reported, and what is after it is read.
  mutating func attempt(
    _ body: (inout Self) throws(JSONError) -> Void
  ) throws(JSONError) {
    do { try body(&self) } catch { try fail(error) }
  }

  /// Adds a problem, unless it may only follow from another one.
  mutating func fail(_ problem: JSONError) throws(JSONError) {
    isWrong = true
    guard !problems.isClosed else { throw problem }
    if !isDoubtful { try problems.add(problem) }
  }

  /// Remembers what a field would name that is wrong: what is said of that cannot be judged.
  mutating func rememberNames(of field: DeclarationNode) {
    guard wrongPlaces.insert(field.offset).inserted else { return }
    let found = problems.names(in: field)
    wrongNames.formUnion(found.given)
    var waiting = Array(found.types)
    while let name = waiting.popLast() {
      guard let type = types[name], wrongUses.insert(name).inserted else { continue }
      let found = problems.names(in: type.node)
      wrongNames.formUnion(found.given)
      waiting += found.types
    }
  }

  /// Whether a field that is wrong has the name.
  mutating func isOfWrongField(_ name: String) -> Bool {
    guard wrongNames.contains(name) else { return false }
    isDoubtful = true
    return true
  }
}
