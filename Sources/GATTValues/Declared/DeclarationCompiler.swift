import ATTDissector
import Bytes
import JSONText
import Vocabulary

/// Compiles one declaration of a file.
///
/// A field list becomes consecutive rows, those of its groups and cases before it. Types are
/// expanded where they are used, so that nothing recurses at run time.
struct DeclarationCompiler {
  /// Groups in groups.
  static let maximumDepth = 8
  /// Types of types.
  static let maximumTypes = 16
  /// Rows of one program, with the types expanded.
  static let maximumFields = 4096

  let types: [String: DeclarationMembers]
  let tables: [String: DeclarationNode]
  var program = ProgramCode()
  /// Where each key of the program stands, for messages.
  private(set) var keyNodes: [DeclarationNode] = []

  private var strings: [String: Int32] = [:]
  private var keys: [String: Int32] = [:]
  var compiledTables: [Int: Int32] = [:]
  /// The cases of the keys and names that have some.
  var cases: [String: DeclarationNode] = [:]
  /// The types whose cases are among them.
  private var collectedTypes: Set<String> = []
  /// The names that a field can use here.
  var names: [String: ExpressionName] = [:]
  /// Names of the innermost window.
  var ownNames: Set<String> = []
  /// All names, for texts.
  private(set) var allNames: [String: ExpressionName] = [:]
  /// What slots hold, for those that are copied.
  var kinds: [Int: (type: ScalarType, isList: Bool)] = [:]
  /// What the number at hand can be, and how many bits it has.
  var bounds: ClosedRange<Int64>?
  var bits = 64
  private var openTypes: [String] = []
  private var depth = 0

  /// Problems of the whole file, to which this declaration adds.
  let problems: DeclarationProblems
  /// Whether anything of this declaration is wrong.
  var isWrong = false
  /// Something of the field at hand is wrong, so that what else seems wrong may follow from that.
  var isDoubtful = false
  /// The names of fields that are wrong.
  var wrongNames: Set<String> = []
  /// Where they are, and the types that they use.
  var wrongPlaces: Set<Int> = []
  var wrongUses: Set<String> = []

  let file: DeclarationContext

  init(_ file: DeclarationContext) {
    self.file = file
    problems = file.problems
    types = file.types
    tables = file.tables
  }

  func uuid(_ text: String) -> BluetoothUUID? { file.base.uuid(text) }

  mutating func defineState(
    _ name: String, node: DeclarationNode, isBoolean: Bool = false
  ) throws(JSONError) -> Int32 {
    let slot = try define(name, isBoolean: isBoolean, node: node)
    kinds[Int(slot) - 1] = (.signed, false)
    return slot
  }

  /// The name's value is from another attribute.
  mutating func markSource(_ name: String) { names[name]?.hasSource = true }

  // MARK: Pieces

  /// One higher than the index.
  mutating func string(_ text: String) -> Int32 {
    if let index = strings[text] { return index }
    program.strings.append(text)
    let index = Int32(clamping: program.strings.count)
    strings[text] = index
    return index
  }

  mutating func key(
    _ name: String, type: DeclaredType, isList: Bool = false, unit: String = "",
    node: DeclarationNode
  ) throws(JSONError) -> Int32 {
    if let index = keys[name] {
      let known = program.keys[Int(index) - 1]
      guard program.strings[Int(known.unit) - 1] == unit else {
        throw node.problem("'\(name)' has another unit in this declaration")
      }
      return index
    }
    guard Self.isKey(name) else {
      throw node.problem("'\(name)' is no key: small letters, digits and _, at most 64")
    }
    program.keys.append(
      KeyCode(
        name: string(name), type: type.rawValue, isList: isList ? 1 : 0, unit: string(unit)))
    keyNodes.append(node)
    let index = Int32(clamping: program.keys.count)
    keys[name] = index
    return index
  }

  static func isKey(_ name: String) -> Bool {
    guard let first = name.utf8.first, 0x61...0x7A ~= first, name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }

  private static let reservedNames: Set = [
    "length", "rest", "written", "properties", "truncated", "it",
  ]

  mutating func define(
    _ name: String, key: String? = nil, isBoolean: Bool, node: DeclarationNode
  ) throws(JSONError) -> Int32 {
    guard Self.isKey(name), !Self.reservedNames.contains(name) else {
      throw node.problem(
        Self.reservedNames.contains(name)
          ? "'\(name)' is a word of expressions"
          : "'\(name)' is no name: small letters, digits and _, at most 64")
    }
    let slot: Int
    if ownNames.contains(name), let known = names[name] {
      slot = known.slot
    } else {
      slot = Int(program.slotCount)
      program.slotCount += 1
      ownNames.insert(name)
    }
    let found = ExpressionName(slot: slot, isBoolean: isBoolean)
    names[name] = found
    allNames[name] = found
    if let key { allNames[key] = found }
    return Int32(clamping: slot + 1)
  }

  struct CompiledExpression {
    /// One higher than the place of its code.
    var place: Int32
    var isBoolean: Bool
    var slots: [Int]
    /// It depends on nothing, and is this if that is known.
    var isConstant: Bool
    var constant: Int64?
  }

  mutating func expression(
    _ node: DeclarationNode, element: Bool = false
  ) throws(JSONError) -> CompiledExpression {
    let text = try node.numberText()
    let (names, wrongNames) = (names, wrongNames)
    var isDoubtful = false
    defer { if isDoubtful { self.isDoubtful = true } }
    do {
      let parser = try ExpressionParser(text) { name in
        if name == "it" { return element ? ExpressionName(slot: -1) : nil }
        guard names[name] == nil, wrongNames.contains(name) else { return names[name] }
        isDoubtful = true
        return ExpressionName(slot: 0, hasSource: true)
      }
      let place = Int32(clamping: program.code.count + 1)
      program.code += parser.code
      return CompiledExpression(
        place: place, isBoolean: parser.isBoolean, slots: parser.slots,
        isConstant: parser.isConstant, constant: parser.constant)
    } catch { throw node.problem((error as ExpressionParser.SyntaxError).reason) }
  }

  /// An expression that is true or not.
  mutating func condition(_ node: DeclarationNode) throws(JSONError) -> Int32 {
    let compiled = try expression(node)
    guard !compiled.isConstant else {
      throw node.problem(
        "the condition is always the same: leave it out, or name what it depends on")
    }
    return compiled.place
  }

  /// An expression that counts something: one that is never above 0 is a mistake.
  mutating func count(_ node: DeclarationNode, of what: String) throws(JSONError) -> Int32 {
    let compiled = try expression(node)
    if let constant = compiled.constant, constant <= 0 {
      throw node.problem("\(what) would always be \(constant): expected 1 or more")
    }
    return compiled.place
  }

  // MARK: Declarations

  mutating func compile(_ declaration: DeclarationMembers) throws(JSONError) {
    isDoubtful = declaration.hasUnknown
    if isDoubtful { isWrong = true }
    try attempt { (compiler) throws(JSONError) in
      // No other string is this one: programs that differ in their names only are stored once.
      compiler.program.strings.append(try declaration.string("name") ?? "")
      compiler.program.name = Int32(clamping: compiler.program.strings.count)
    }
    // First: what it names and shows is its own.
    if let message = declaration["message"] {
      try attempt { (compiler) throws(JSONError) in try compiler.message(message) }
    }
    let fields = try declaration.required("fields")
    try collectCases(fields, depth: 0)
    try attempt { (compiler) throws(JSONError) in try compiler.conditions(declaration) }
    try attempt { (compiler) throws(JSONError) in
      (compiler.program.root, compiler.program.reserved) = try compiler.fields(fields)
    }
    isDoubtful = declaration.hasUnknown
    if let text = declaration["text"] { program.text = try self.text(text) }
  }

  /// When anything is decoded, and of which octets.
  private mutating func conditions(_ declaration: DeclarationMembers) throws(JSONError) {
    if let node = declaration["if"] {
      try attempt { (compiler) throws(JSONError) in
        compiler.program.condition = try compiler.condition(node)
      }
    }
    if let whole = try declaration.integer("whole", in: 1...65535) {
      program.whole = Int32(clamping: whole)
    }
    if let mask = declaration["mask"] {
      let octets = try mask.hex()
      guard 1...64 ~= octets.count else { throw mask.problem("expected 1 to 64 octets") }
      guard octets.contains(where: { $0 != 0 }) else {
        throw mask.problem("a mask of zeros changes nothing: leave it out")
      }
      program.mask = string(try mask.string())
    }
  }

  /// What an advertisement has besides.
  mutating func advertisement(
    _ key: DeclarationNode, starts: DeclarationNode?
  ) throws(JSONError) {
    let name = try key.string()
    guard keys[name] == nil else { throw key.problem("'\(name)' is the key of a field, too") }
    program.advertisement.object = try self.key(name, type: .object, node: key)
    guard let starts else { return }
    guard 1...32 ~= (try starts.hex()).count else {
      throw starts.problem("expected 1 to 32 octets")
    }
    program.advertisement.starts = string(try starts.string())
  }

  /// What else the advertisement has: a name, a service in its lists, or both.
  mutating func beside(
    _ node: DeclarationNode, base: DeclarationBase
  ) throws(JSONError) {
    let members = try DeclarationMembers(node, ["name", "service"])
    guard members.has("name") || members.has("service") else {
      throw node.problem("expected 'name', 'service' or both")
    }
    if let named = members["name"] {
      var names: [String] = []
      for one in named.isArray ? try named.elements() : [named] {
        let name = try one.string()
        guard 1...31 ~= name.utf8.count, !name.contains("\n") else {
          throw one.problem("expected what the name begins with, 1 to 31 octets")
        }
        names.append(name)
      }
      guard !names.isEmpty else { throw named.problem("expected at least one") }
      program.advertisement.names = string(names.joined(separator: "\n"))
    }
    if let service = members["service"] {
      guard let uuid = base.uuid(try service.string()) else {
        throw service.problem("expected a UUID")
      }
      program.advertisement.listed = string(String(uuid.value, radix: 16))
    }
  }

  /// Keys whose words others use may come later.
  private mutating func collectCases(
    _ fields: DeclarationNode, depth: Int
  ) throws(JSONError) {
    guard depth <= 2 * Self.maximumDepth, fields.isArray else { return }
    for field in try fields.elements() where field.isObject {
      try collectCases(of: field, depth: depth)
    }
  }

  private mutating func collectCases(
    of field: DeclarationNode, depth: Int
  ) throws(JSONError) {
    // Types may be in each other without a group.
    guard depth <= 2 * Self.maximumDepth else { return }
    var name: String?
    var own: DeclarationNode?
    for (key, value) in try field.members() {
      switch key {
      case "key" where value.isString && name == nil: name = try value.string()
      case "as" where value.isString: name = try value.string()
      case "fields": try collectCases(value, depth: depth + 1)
      case "type" where value.isString:
        // Each once: types of types could be very many.
        let type = try value.string()
        if let declared = types[type], collectedTypes.insert(type).inserted {
          try collectCases(of: declared.node, depth: depth + 1)
        }
      case "cases" where value.isObject:
        own = value
        for (_, row) in try value.members() where row.isObject {
          for (key, inner) in try row.members() where key == "fields" {
            try collectCases(inner, depth: depth + 1)
          }
        }
      default: break
      }
    }
    guard let own else { return }
    for (key, value) in try field.members() where key == "key" || key == "as" {
      if value.isString { cases[try value.string()] = own }
    }
    if let name { cases[name] = own }
  }

  /// For fields that others do not see.
  mutating func withOwnNames(
    _ body: (inout Self) throws(JSONError) -> Void
  ) throws(JSONError) {
    let outside = (names, ownNames, allNames)
    defer { (names, ownNames, allNames) = outside }
    try body(&self)
  }

  /// - Returns: the fields, and how many octets they read from the end of what they stand in.
  mutating func fields(
    _ node: DeclarationNode
  ) throws(JSONError) -> (list: FieldList, reserved: Int32) {
    var codes: [FieldCode] = []
    var reserved: Int32 = 0
    let outside = isDoubtful
    defer { isDoubtful = outside }
    let elements = try node.elements()
    guard !elements.isEmpty else {
      throw node.problem(
        "no fields say nothing: { \"key\": \"data\", \"type\": \"hex\" } shows bytes as they are")
    }
    // What takes all that is left.
    var taker: String?
    for element in elements {
      isDoubtful = false
      let wasWrong = isWrong
      isWrong = false
      // One that is wrong has its place, too, so that what is repeated stays bounded.
      var code = FieldCode()
      try attempt { (compiler) throws(JSONError) in
        code = try compiler.field(element, after: codes, taker: taker)
      }
      if isWrong {
        // Names that were defined all the same are as they should be.
        rememberNames(of: element)
      } else if taker == nil, takesRest(code) {
        taker = name(of: element)
      }
      isWrong = isWrong || wasWrong
      codes.append(code)
      if code.position.isGiven, code.position.offset < 0 {
        reserved = max(reserved, -code.position.offset)
      }
      if code.kind == .group, code.keys.own == 0, code.extent.kind == .rest,
        code.repetition.kind == .none
      {
        // Its octets are those of what it stands in, which leaves these out for it.
        reserved = max(reserved, code.group.reserved)
        codes[codes.count - 1].group.reserved = 0
      }
    }
    guard program.fields.count + codes.count <= Self.maximumFields else {
      let problem = node.problem("more than \(Self.maximumFields) fields")
      problems.close(with: problem)
      throw problem
    }
    let first = Int32(clamping: program.fields.count)
    program.fields += codes
    return (FieldList(first: first, count: Int32(clamping: codes.count)), reserved)
  }

  /// - taker: what takes all that is left, of the fields before it.
  private mutating func field(
    _ node: DeclarationNode, after others: [FieldCode], taker: String?
  ) throws(JSONError) -> FieldCode {
    let members = try DeclarationMembers(node, Self.members, isLenient: true)
    if members.hasUnknown { (isDoubtful, isWrong) = (true, true) }
    let code = try field(members)
    if code.keys.own != 0, code.condition == 0, code.needs == 0,
      others.contains(where: { $0.keys.own == code.keys.own && $0.condition == 0 && $0.needs == 0 })
    {
      throw node.problem("the key of a field before it, which is always there")
    }
    if let taker, readsNext(code) {
      throw node.problem(
        "nothing is left to read: '\(taker)' before it takes the rest; give that a 'size', or "
          + "read this from the end with 'at'")
    }
    return code
  }

  static let members: Set<String> = [
    "key", "as", "type", "at", "size", "of", "scale", "offset", "time", "unit", "words", "code",
    "flags", "cases", "fields", "repeat", "axes", "special", "if", "needs", "state", "check",
    "expect", "valid", "const", "reserved", "note", "skip", "call", "args", "missing", "difference",
    "success", "keep", "limits", "personal",
  ]

  mutating func field(
    _ given: DeclarationMembers
  ) throws(JSONError) -> FieldCode {
    guard let type = given["type"], let declared = types[try type.string()] else {
      // The type itself is wrong.
      if let name = try given["type"]?.string(), file.wrongTypes.contains(name) {
        isDoubtful = true
      }
      return try plainField(given)
    }
    if declared.hasUnknown { (isDoubtful, isWrong) = (true, true) }
    let name = try type.string()
    guard !openTypes.contains(name) else { throw type.problem("type '\(name)' contains itself") }
    guard openTypes.count < Self.maximumTypes else {
      throw type.problem("more than \(Self.maximumTypes) types in each other")
    }
    openTypes.append(name)
    defer { openTypes.removeLast() }
    let outer: Set = ["size", "at", "if", "needs"]
    guard declared.has("repeat"), given.has("size") || given.has("repeat") else {
      return try field(given.over(declared, without: ["type"]))
    }
    guard !given.has("repeat") else {
      throw type.problem("type '\(name)' repeats, and so does the field")
    }
    // The size bounds all of the repeat.
    let inner = given.without(outer).over(declared, without: ["type"])
    return try inNewDepth(given.node) { (compiler) throws(JSONError) in
      var code = try compiler.opened(given.only(outer))
      let child = try compiler.field(inner)
      code.kind = .group
      code.group.fields = FieldList(first: Int32(clamping: compiler.program.fields.count), count: 1)
      compiler.program.fields.append(child)
      return code
    }
  }

  mutating func inNewDepth<Value>(
    _ node: DeclarationNode, _ body: (inout Self) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw node.problem("more than \(Self.maximumDepth) groups in each other")
    }
    return try body(&self)
  }
}
