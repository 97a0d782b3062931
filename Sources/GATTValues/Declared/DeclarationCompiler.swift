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
  /// Rows of one program, with the types expanded.
  static let maximumFields = 4096

  let types: [String: DeclarationMembers]
  let tables: [String: DeclarationNode]
  var program = ProgramCode()
  /// Where each key of the program stands, for messages.
  private(set) var keyNodes: [DeclarationNode] = []

  private var strings: [String: Int32] = [:]
  private var keys: [String: Int32] = [:]
  private var compiledTables: [Int: Int32] = [:]
  /// The cases of the keys and names that have some.
  private var cases: [String: DeclarationNode] = [:]
  /// The names that a field can use here.
  private var names: [String: ExpressionName] = [:]
  /// Those of the innermost window.
  private var ownNames: Set<String> = []
  /// All names, for texts.
  private(set) var allNames: [String: ExpressionName] = [:]
  private var openTypes: [String] = []
  private var depth = 0

  /// What four digits stand on.
  private let base: DeclarationBase

  init(
    types: [String: DeclarationMembers], tables: [String: DeclarationNode], base: DeclarationBase
  ) {
    self.types = types
    self.tables = tables
    self.base = base
  }

  func uuid(_ text: String) -> BluetoothUUID? { base.uuid(text) }

  mutating func defineState(
    _ name: String, _ node: DeclarationNode, isBoolean: Bool = false
  ) throws(JSONProblem) -> Int32 {
    let slot = try define(name, isBoolean: isBoolean, node)
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
    _ name: String, _ type: DeclaredType, isList: Bool = false, unit: String = "",
    _ node: DeclarationNode
  ) throws(JSONProblem) -> Int32 {
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

  private mutating func define(
    _ name: String, key: String? = nil, isBoolean: Bool, _ node: DeclarationNode
  ) throws(JSONProblem) -> Int32 {
    guard Self.isKey(name), !Self.reservedNames.contains(name) else {
      throw node.problem("'\(name)' cannot be a name")
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

  /// One higher than the place of its code.
  mutating func expression(
    _ node: DeclarationNode, element: Bool = false
  ) throws(JSONProblem) -> (place: Int32, isBoolean: Bool, slots: [Int]) {
    let text = try node.numberText()
    let names = names
    do {
      let parser = try ExpressionParser(text) { name in
        name == "it" ? (element ? ExpressionName(slot: -1) : nil) : names[name]
      }
      let place = Int32(clamping: program.code.count + 1)
      program.code += parser.code
      return (place, parser.isBoolean, parser.slots)
    } catch { throw node.problem((error as ExpressionParser.Problem).reason) }
  }

  // MARK: Declarations

  mutating func compile(_ declaration: DeclarationMembers) throws(JSONProblem) {
    let fields = try declaration.required("fields")
    program.name = string(try declaration.string("name") ?? "")
    // First: what it names and shows is its own.
    if let message = declaration["message"] { try self.message(message) }
    try collectCases(fields, depth: 0)
    if let condition = declaration["if"] { program.condition = try expression(condition).place }
    if let whole = try declaration.integer("whole", 0...65535) {
      program.whole = Int32(clamping: whole)
    }
    if let mask = declaration["mask"] {
      let octets = try mask.hex()
      guard 1...64 ~= octets.count else { throw mask.problem("expected 1 to 64 octets") }
      program.mask = string(try mask.string())
    }
    let list = try self.fields(fields)
    program.children = list.first
    program.childCount = list.count
    program.reserved = list.reserved
    if let text = declaration["text"] { program.text = try self.text(text) }
  }

  /// What an advertisement has besides.
  mutating func advertisement(
    _ key: DeclarationNode, starts: DeclarationNode?
  ) throws(JSONProblem) {
    let name = try key.string()
    guard keys[name] == nil else { throw key.problem("'\(name)' is the key of a field, too") }
    program.object = try self.key(name, .object, key)
    guard let starts else { return }
    guard 1...32 ~= (try starts.hex()).count else {
      throw starts.problem("expected 1 to 32 octets")
    }
    program.starts = string(try starts.string())
  }

  /// Keys whose words others use may come later.
  private mutating func collectCases(
    _ fields: DeclarationNode, depth: Int
  ) throws(JSONProblem) {
    guard depth <= 2 * Self.maximumDepth, fields.isArray else { return }
    for field in try fields.elements() where field.isObject {
      var name: String?
      var own: DeclarationNode?
      for (key, value) in try field.members() {
        switch key {
        case "key" where value.isString && name == nil: name = try value.string()
        case "as" where value.isString: name = try value.string()
        case "fields": try collectCases(value, depth: depth + 1)
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
      guard let own else { continue }
      for (key, value) in try field.members() where key == "key" || key == "as" {
        if value.isString { cases[try value.string()] = own }
      }
      if let name { cases[name] = own }
    }
  }

  /// For fields that others do not see.
  mutating func withOwnNames(
    _ body: (inout Self) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
    let outside = (names, ownNames, allNames)
    try body(&self)
    (names, ownNames, allNames) = outside
  }

  struct FieldList {
    var first: Int32 = 0
    var count: Int32 = 0
    var reserved: Int32 = 0
  }

  mutating func fields(_ node: DeclarationNode) throws(JSONProblem) -> FieldList {
    var codes: [FieldCode] = []
    var reserved: Int32 = 0
    for element in try node.elements() {
      let code = try field(DeclarationMembers(element, Self.members))
      codes.append(code)
      if code.hasPlace != 0, code.place < 0 { reserved = max(reserved, -code.place) }
      if code.kind == FieldKind.group.rawValue, code.key == 0, code.sizeKind == 0,
        code.repeatKind == 0
      {
        reserved = max(reserved, code.reserved)
      }
    }
    guard program.fields.count + codes.count <= Self.maximumFields else {
      throw node.problem("more than \(Self.maximumFields) fields")
    }
    let first = Int32(clamping: program.fields.count)
    program.fields += codes
    return FieldList(first: first, count: Int32(clamping: codes.count), reserved: reserved)
  }

  static let members: Set<String> = [
    "key", "as", "type", "at", "size", "of", "scale", "offset", "time", "unit", "words", "code",
    "flags", "cases", "fields", "repeat", "axes", "special", "if", "needs", "state", "check",
    "expect", "valid", "const", "reserved", "note", "skip", "call", "args", "missing",
  ]

  private mutating func field(
    _ given: DeclarationMembers
  ) throws(JSONProblem) -> FieldCode {
    guard let type = given["type"], let declared = types[try type.string()] else {
      return try plainField(given)
    }
    let name = try type.string()
    guard !openTypes.contains(name) else { throw type.problem("type '\(name)' contains itself") }
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
    return try inNewDepth(given.node) { (compiler) throws(JSONProblem) in
      var code = try compiler.opened(given.only(outer))
      let child = try compiler.field(inner)
      code.kind = FieldKind.group.rawValue
      code.children = Int32(clamping: compiler.program.fields.count)
      code.childCount = 1
      compiler.program.fields.append(child)
      return code
    }
  }

  private mutating func inNewDepth<Value>(
    _ node: DeclarationNode, _ body: (inout Self) throws(JSONProblem) -> Value
  ) throws(JSONProblem) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw node.problem("more than \(Self.maximumDepth) groups in each other")
    }
    return try body(&self)
  }

  /// The members that all kinds of fields have.
  private mutating func opened(_ field: DeclarationMembers) throws(JSONProblem) -> FieldCode {
    var code = FieldCode()
    if let needs = field["needs"] {
      let name = try needs.string()
      guard let found = names[name] else {
        throw needs.problem("nothing before this is called '\(name)'")
      }
      code.needs = Int32(clamping: found.slot + 1)
    }
    if let condition = field["if"] { code.condition = try expression(condition).place }
    if let place = try field.integer("at", -65535...65535) {
      code.hasPlace = 1
      code.place = Int32(clamping: place)
    }
    try size(field, &code)
    try repetition(field, &code)
    return code
  }

  private mutating func size(
    _ field: DeclarationMembers, _ code: inout FieldCode
  ) throws(JSONProblem) {
    guard let size = field["size"] else { return }
    if size.isObject {
      let prefix = try DeclarationMembers(size, ["type", "plus"])
      let type = try prefix.required("type")
      guard let number = Self.number(try type.string()), number.type == .unsigned,
        number.width <= 4
      else { throw type.problem("expected u8, u16, u24 or u32") }
      code.sizeKind = SizeKind.prefixed.rawValue
      code.size = Int32(number.width)
      code.sizeIsBig = number.isBig ? 1 : 0
      code.sizePlus = Int32(try prefix.integer("plus", -65535...65535) ?? 0)
    } else if size.isString, try size.string() == "rest" {
      code.sizeKind = SizeKind.rest.rawValue
    } else if size.isString, try size.string() == "nul" {
      code.sizeKind = SizeKind.zeroTerminated.rawValue
    } else {
      code.sizeKind = SizeKind.expression.rawValue
      code.size = try expression(size).place
    }
  }

  private mutating func repetition(
    _ field: DeclarationMembers, _ code: inout FieldCode
  ) throws(JSONProblem) {
    guard let count = field["repeat"] else { return }
    if count.isString, try count.string() == "rest" {
      code.repeatKind = RepeatKind.rest.rawValue
    } else {
      code.repeatKind = RepeatKind.expression.rawValue
      code.count = try expression(count).place
    }
    guard try field.boolean("axes") else { return }
    guard try count.numberText() == "3" else { throw count.problem("axes are 3") }
    code.isAxes = 1
  }

  private mutating func plainField(
    _ field: DeclarationMembers
  ) throws(JSONProblem) -> FieldCode {
    var code = try opened(field)
    let isNamed = field.has("key") || field.has("as")
    if let title = field["as"] ?? field["key"] { code.title = string(try title.string()) }
    if let missing = field["missing"] { code.missing = try text(missing) }
    if let note = field["note"], !isNamed, !field.has("type"), !field.has("of") {
      if try note.string() == "@length" {
        code.kind = FieldKind.lengthNote.rawValue
      } else {
        code.kind = FieldKind.note.rawValue
        code.detail = try text(note)
      }
    } else if let skip = field["skip"] {
      code.kind = FieldKind.skip.rawValue
      code.size = try expression(skip).place
    } else if let state = field["state"] {
      try self.state(state, field, &code)
    } else if let check = field["check"] {
      try self.check(check, field, &code)
    } else if field.has("fields"), !field.has("type") {
      try group(field, &code)
    } else if let call = field["call"], !field.has("type"), !field.has("of") {
      try self.call(call, field, &code)
    } else if let type = field["type"] {
      try read(type, field, &code)
    } else if let of = field["of"] {
      try compute(of, field, &code)
    } else if let constant = field["const"] {
      code.kind = FieldKind.constant.rawValue
      let octets = try constant.hex()
      guard 1...64 ~= octets.count else { throw constant.problem("expected 1 to 64 octets") }
      code.width = Int32(octets.count)
      code.detail = string(try constant.string())
    } else {
      throw field.node.problem("a field needs 'type', 'of', 'fields', 'skip' or 'note'")
    }
    return code
  }

  // MARK: Kinds of fields

  private mutating func group(
    _ field: DeclarationMembers, _ code: inout FieldCode
  ) throws(JSONProblem) {
    let fields = try field.required("fields")
    code.kind = FieldKind.group.rawValue
    let outside = (names, ownNames)
    let hasOwnNames = field.has("key") || field.has("size") || field.has("repeat")
    if hasOwnNames { ownNames = [] }
    code.firstSlot = program.slotCount
    let list = try inNewDepth(field.node) { (compiler) throws(JSONProblem) in
      try compiler.fields(fields)
    }
    code.endSlot = program.slotCount
    if hasOwnNames { (names, ownNames) = outside }
    (code.children, code.childCount, code.reserved) = (list.first, list.count, list.reserved)
    guard let name = field["key"] else { return }
    code.key = try key(
      try name.string(), .object, isList: code.repeatKind != 0, name)
    let own = field["as"] ?? name
    code.slot = try define(try own.string(), isBoolean: false, own)
  }

  /// `u24be`.
  static func number(_ name: String) -> (type: ScalarType, width: Int, isBig: Bool)? {
    var digits = Substring(name)
    let isBig = digits.hasSuffix("be")
    if isBig { digits = digits.dropLast(2) }
    let first = digits.popFirst()
    guard first == "u" || first == "i", let bits = Int(digits), bits % 8 == 0, 8...64 ~= bits,
      digits.first != "0", digits.first != "+"
    else { return nil }
    return (first == "u" ? .unsigned : .signed, bits / 8, isBig)
  }

  private static let scalars: [String: (type: ScalarType, width: Int, isBig: Bool)] = [
    "f32": (.float32, 4, false), "f32be": (.float32, 4, true), "f64": (.float64, 8, false),
    "f64be": (.float64, 8, true), "sfloat": (.shortFloat, 2, false), "float": (.float, 4, false),
    "bool": (.boolean, 1, false), "bcd": (.decimal, 0, true), "utf8": (.utf8, 0, false),
    "utf16": (.utf16, 0, false), "utf16be": (.utf16, 0, true), "hex": (.hex, 0, false),
    "hexle": (.reversedHex, 0, false), "uuid": (.uuid, 0, false), "uuid16": (.uuid, 2, false),
    "uuid16be": (.uuid, 2, true), "uuid128": (.uuid, 16, false), "uuid128be": (.uuid, 16, true),
    "address": (.address, 6, false), "date_time": (.dateTime, 7, false),
  ]

  private mutating func read(
    _ node: DeclarationNode, _ field: DeclarationMembers, _ code: inout FieldCode
  ) throws(JSONProblem) {
    let name = try node.string()
    guard let type = Self.number(name) ?? Self.scalars[name] else {
      throw node.problem("unknown type '\(name)'")
    }
    code.kind = FieldKind.read.rawValue
    code.type = type.type.rawValue
    code.width = Int32(type.width)
    code.isBig = type.isBig ? 1 : 0
    if type.type == .decimal, !field.has("size") { code.width = 1 }
    if !type.type.isSized, field.has("size") {
      throw node.problem("'\(name)' has a fixed size")
    }
    if let of = field["of"] {
      guard type.type.isNumber else { throw of.problem("'it' would be no whole number") }
      let compiled = try expression(of, element: true)
      code.expression = compiled.place
      code.isBoolean = compiled.isBoolean ? 1 : 0
    }
    try show(field, &code, type.type)
  }

  private mutating func compute(
    _ node: DeclarationNode, _ field: DeclarationMembers, _ code: inout FieldCode
  ) throws(JSONProblem) {
    let text = try node.numberText()
    code.kind = FieldKind.compute.rawValue
    if text.hasSuffix(".source"), let found = names[String(text.dropLast(7))] {
      guard found.hasSource else { throw node.problem("'\(text.dropLast(7))' has no source") }
      code.kind = FieldKind.source.rawValue
      code.copied = Int32(clamping: found.slot + 1)
      for word in ["assumed", "read", "written", "notified"] { _ = string(word) }
      if let name = field["key"] { code.key = try key(try name.string(), .word, name) }
      return
    }
    if let found = names[text] {
      code.copied = Int32(clamping: found.slot + 1)
      let copied = kinds[found.slot]
      code.isBoolean = found.isBoolean ? 1 : 0
      if let copied, copied.isList { code.list = code.copied }
      try show(field, &code, copied?.type ?? .signed, isList: copied?.isList ?? false)
      return
    }
    let compiled = try expression(node)
    code.expression = compiled.place
    code.isBoolean = compiled.isBoolean ? 1 : 0
    let lists = Set(compiled.slots.filter { kinds[$0]?.isList == true })
    guard lists.count <= 1 else { throw node.problem("two lists in one expression") }
    if let list = lists.first { code.list = Int32(clamping: list + 1) }
    try show(field, &code, .signed, isList: !lists.isEmpty)
  }

  /// What slots hold, for those that are copied.
  private var kinds: [Int: (type: ScalarType, isList: Bool)] = [:]

  /// The members that say how a value is shown.
  mutating func show(
    _ field: DeclarationMembers, _ code: inout FieldCode, _ type: ScalarType,
    isList given: Bool = false
  ) throws(JSONProblem) {
    let isList = given || code.repeatKind != 0
    if type == .boolean, code.expression == 0 { code.isBoolean = 1 }
    let isBoolean = code.isBoolean != 0
    if let name = field["as"] ?? field["key"] {
      code.slot = try define(
        try name.string(), key: try field["key"]?.string(), isBoolean: isBoolean, name)
      kinds[Int(code.slot) - 1] = (type, isList)
    }
    if let call = field["call"], code.kind != FieldKind.call.rawValue {
      code.call = try self.function(call, of: type, isList: isList, field).rawValue
    }
    let isNumber = type.isNumber || type.isFloat || code.expression != 0
    for member in ["scale", "offset", "words", "flags", "cases", "special", "valid", "reserved"] {
      if let node = field[member], !isNumber { throw node.problem("this is not a number") }
    }
    try scale(field, &code)
    if let node = field["valid"] { code.valid = try ranges(node) }
    if let node = field["reserved"] { code.reservedBits = try bits(node) }
    if let node = field["expect"] { code.expected = try expression(node).place }
    if let node = field["flags"] { return try flags(node, field, &code, isList: isList) }
    if let node = field["cases"] { return try cases(node, field, &code, isList: isList) }
    try special(field, &code, type)
    if let node = field["words"] { try words(node, &code) }
    if let node = field["time"] { code.detail = try time(node) }
    guard let name = field["key"] else { return }
    let unit = try self.unit(field, &code)
    code.key = try key(
      try name.string(), keyType(code, type, field), isList: isList, unit: unit, name)
    if code.wordSource != 0, try field["code"]?.boolean() ?? true {
      code.codeKey = try key("\(try name.string())_code", .integer, isList: isList, name)
    }
    if code.special != 0 {
      code.statusKey = try key("\(try name.string())_status", .word, name)
    }
  }

  private func keyType(
    _ code: FieldCode, _ type: ScalarType, _ field: DeclarationMembers
  ) -> DeclaredType {
    if code.wordSource != 0 { return .word }
    if field.has("time") { return .text }
    if code.isBoolean != 0 { return .boolean }
    switch type {
    case .utf8, .utf16, .dateTime: return .text
    case .hex, .reversedHex: return code.call == 0 ? .hex : .text
    case .uuid: return .uuid
    case .address: return .address
    default:
      let isWhole =
        !type.isFloat && code.call == 0 && !givesMeasure(code)
        && (code.scale == 0 || program.scales[Int(code.scale) - 1].isWhole)
      return isWhole ? .integer : .number
    }
  }

  private mutating func scale(
    _ field: DeclarationMembers, _ code: inout FieldCode
  ) throws(JSONProblem) {
    guard field.has("scale") || field.has("offset") else { return }
    let factor = try field["scale"]?.fraction() ?? Fraction(1)
    let offset = try field["offset"]?.fraction() ?? Fraction(0)
    guard let scale = Scale(factor, offset: offset) else {
      throw field.node.problem("scale and offset have no common denominator of 64 bits")
    }
    program.scales.append(scale)
    code.scale = Int32(clamping: program.scales.count)
  }

  private mutating func unit(
    _ field: DeclarationMembers, _ code: inout FieldCode
  ) throws(JSONProblem) -> String {
    guard let node = field["unit"] else { return "" }
    let unit = try node.string()
    guard DeclaredUnits.ascii[unit] != nil else {
      throw node.problem("unknown unit '\(unit)'; docs/decoders.md has the list")
    }
    code.temperature = unit == "°C" ? 1 : unit == "°F" ? 2 : 0
    return unit
  }

  private mutating func flags(
    _ node: DeclarationNode, _ field: DeclarationMembers, _ code: inout FieldCode, isList: Bool
  ) throws(JSONProblem) {
    if isList { throw node.problem("flags of a list") }
    var rows: [RangeCode] = []
    for (bit, value) in try node.members() {
      guard let number = Int64(bit), 0...63 ~= number else {
        throw value.problem("expected a bit from 0 to 63")
      }
      let word = try value.string()
      var row = RangeCode(low: number, high: number, word: string(word))
      if !field.has("key") {
        row.key = try key(word, .boolean, value)
      }
      rows.append(row)
    }
    code.flags = table(rows, isSorted: false)
    guard let name = field["key"] else { return }
    code.key = try key(try name.string(), .word, isList: true, name)
    if try field["code"]?.boolean() ?? true {
      code.codeKey = try key("\(try name.string())_code", .integer, name)
    }
  }

  private mutating func cases(
    _ node: DeclarationNode, _ field: DeclarationMembers, _ code: inout FieldCode, isList: Bool
  ) throws(JSONProblem) {
    if isList { throw node.problem("cases of a list") }
    let rows = try inNewDepth(node) { (compiler) throws(JSONProblem) in
      var rows: [RangeCode] = []
      for (numbers, value) in try node.members() {
        var row = try compiler.range(numbers, value)
        if value.isString {
          guard try value.string() == "stop" else { throw value.problem("expected \"stop\"") }
          row.isStop = 1
        } else {
          let members = try DeclarationMembers(value, ["word", "fields", "text"])
          if let word = members["word"] { try compiler.word(word, &row) }
          if let fields = members["fields"] {
            let list = try compiler.fields(fields)
            (row.children, row.childCount) = (list.first, list.count)
          }
        }
        rows.append(row)
      }
      return rows
    }
    code.cases = table(rows)
    if let name = field["key"] ?? field["as"], rows.contains(where: { $0.isStop != 0 }) {
      code.restKey = try key("\(try name.string())_rest", .hex, node)
    }
    guard let name = field["key"] else { return }
    code.key = try key(try name.string(), .word, name)
    code.wordSource = WordSource.table.rawValue
    if try field["code"]?.boolean() ?? true {
      code.codeKey = try key("\(try name.string())_code", .integer, name)
    }
  }

  private mutating func special(
    _ field: DeclarationMembers, _ code: inout FieldCode, _ type: ScalarType
  ) throws(JSONProblem) {
    guard field.has("special") || type.isFloat else { return }
    var rows: [RangeCode] = []
    if let node = field["special"] {
      for (name, value) in try node.members() {
        var row: RangeCode
        if let float = SpecialFloat(named: name) {
          row = RangeCode(low: float.rawValue, high: float.rawValue)
          row.isStop = 1
        } else {
          row = try range(name, value)
        }
        if !value.isNull { try word(value, &row) }
        rows.append(row)
      }
    }
    if type.isFloat {
      for float in SpecialFloat.allCases
      where !rows.contains(where: { $0.isStop != 0 && $0.low == float.rawValue }) {
        rows.append(
          RangeCode(
            low: float.rawValue, high: float.rawValue, word: string(float.name), isStop: 1))
      }
    }
    code.special = table(rows)
  }

  private mutating func words(
    _ node: DeclarationNode, _ code: inout FieldCode
  ) throws(JSONProblem) {
    code.wordSource = WordSource.table.rawValue
    if node.isObject {
      code.words = try wordTable(node)
      return
    }
    let name = try node.string()
    let sources: [String: WordSource] = [
      "@company": .company, "@appearance": .appearance, "@uuid": .uuid, "@unit": .unit,
      "@att_error": .attributeError,
    ]
    if let source = sources[name] {
      code.wordSource = source.rawValue
    } else if let table = tables[name] {
      code.words = try wordTable(table)
    } else if let table = cases[name] {
      code.words = try wordTable(table, ofCases: true)
    } else {
      throw node.problem("no table, and no key with cases, is called '\(name)'")
    }
  }

  private mutating func wordTable(
    _ node: DeclarationNode, ofCases: Bool = false
  ) throws(JSONProblem) -> Int32 {
    if let known = compiledTables[node.offset] { return known }
    var rows: [RangeCode] = []
    for (numbers, value) in try node.members() {
      var row = try range(numbers, value)
      if ofCases, value.isObject {
        for (key, inner) in try value.members() where key == "word" { try word(inner, &row) }
        if row.word == 0 { continue }
      } else if ofCases, value.isString {
        continue
      } else {
        try word(value, &row)
      }
      rows.append(row)
    }
    let index = table(rows)
    compiledTables[node.offset] = index
    return index
  }

  /// `word` or `[word, text]`; a null word is none.
  private mutating func word(
    _ node: DeclarationNode, _ row: inout RangeCode
  ) throws(JSONProblem) {
    guard node.isArray else {
      row.word = string(try node.string())
      return
    }
    let parts = try node.elements()
    guard parts.count == 2 else { throw node.problem("expected [word, text]") }
    if !parts[0].isNull { row.word = string(try parts[0].string()) }
    row.text = string(try parts[1].string())
    row.hasText = 1
  }

  /// `5`, `5..9`, `*`.
  private func range(
    _ text: String, _ node: DeclarationNode
  ) throws(JSONProblem) -> RangeCode {
    if text == "*" { return RangeCode(low: .min, high: .max, isRest: 1) }
    guard let range = Self.range(text) else {
      throw node.problem("expected a number, a range such as 5..9, or *")
    }
    return RangeCode(low: range.lowerBound, high: range.upperBound)
  }

  static func range(_ text: String) -> ClosedRange<Int64>? {
    func number(_ text: some StringProtocol) -> Int64? {
      let text = String(text)
      return text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
    }
    if let one = number(text) { return one...one }
    guard let dots = text.firstRange(of: "..") else { return nil }
    guard let low = number(text[..<dots.lowerBound]), let high = number(text[dots.upperBound...]),
      low <= high
    else { return nil }
    return low...high
  }

  /// One higher than the index. Single numbers in order, then ranges, then `*`.
  private mutating func table(_ rows: [RangeCode], isSorted: Bool = true) -> Int32 {
    var single = rows.filter { $0.low == $0.high && $0.isRest == 0 }
    if isSorted { single.sort { $0.low < $1.low } }
    let ranges = rows.filter { $0.low != $0.high && $0.isRest == 0 }
    let rest = rows.filter { $0.isRest != 0 }
    program.tables += [
      Int32(clamping: program.ranges.count), Int32(clamping: single.count),
      Int32(clamping: rows.count),
    ]
    program.ranges += single + ranges + rest
    return Int32(clamping: program.tables.count / 3)
  }

  /// `"0..100"`, or several.
  private mutating func ranges(_ node: DeclarationNode) throws(JSONProblem) -> Int32 {
    var rows: [RangeCode] = []
    for element in node.isArray ? try node.elements() : [node] {
      guard let range = Self.range(try element.numberText()) else {
        throw element.problem("expected a number or a range such as 0..100")
      }
      rows.append(RangeCode(low: range.lowerBound, high: range.upperBound))
    }
    return table(rows)
  }

  /// `"5..7"`, `3`, or several: one higher than the place of the mask.
  private mutating func bits(_ node: DeclarationNode) throws(JSONProblem) -> Int32 {
    var mask: UInt64 = 0
    for element in node.isArray ? try node.elements() : [node] {
      for part in try element.numberText().split(separator: ",") {
        let text = part.filter { $0 != " " }
        guard let range = Self.range(text), 0...63 ~= range.lowerBound, range.upperBound <= 63
        else { throw element.problem("expected bits from 0 to 63, such as 5..7") }
        for bit in range { mask |= 1 << UInt64(bit) }
      }
    }
    program.code.append(Int64(bitPattern: mask))
    return Int32(clamping: program.code.count)
  }
}
