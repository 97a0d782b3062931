import JSONText

/// What all kinds of fields have, and the kinds.
extension DeclarationCompiler {
  /// The members that all kinds of fields have.
  mutating func opened(_ field: DeclarationMembers) throws(JSONError) -> FieldCode {
    var code = FieldCode()
    if let needs = field["needs"] {
      let name = try needs.string()
      if let found = names[name] {
        code.needs = Int32(clamping: found.slot + 1)
      } else if !isOfWrongField(name) {
        try fail(needs.problem("nothing before this is called '\(name)'"))
      }
    }
    if try field.boolean("personal") {
      guard field.has("type"), !field.has("fields") else {
        throw field.node.problem("only a field with a 'type' can be 'personal'")
      }
      code.isPersonal = true
    }
    if let condition = field["if"] {
      try attempt { (compiler) throws(JSONError) in
        code.condition = try compiler.condition(condition)
      }
    }
    if let place = try field.integer("at", in: -65535...65535) {
      code.position.isGiven = true
      code.position.offset = Int32(clamping: place)
    }
    try attempt { (compiler) throws(JSONError) in try compiler.size(field, into: &code) }
    try attempt { (compiler) throws(JSONError) in try compiler.repetition(field, into: &code) }
    return code
  }

  mutating func size(
    _ field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    guard let size = field["size"] else { return }
    if size.isObject {
      let prefix = try DeclarationMembers(size, ["type", "plus"])
      let type = try prefix.required("type")
      guard let number = Self.number(try type.string()), number.type == .unsigned,
        number.width <= 4
      else { throw type.problem("expected u8, u16, u24 or u32") }
      code.extent.kind = .prefixed
      code.extent.value = Int32(number.width)
      code.extent.isBig = number.isBig
      code.extent.plus = Int32(try prefix.integer("plus", in: -65535...65535) ?? 0)
      if let plus = prefix["plus"], number.width <= 2,
        Int(code.extent.plus) + (1 << (8 * number.width)) - 1 <= 0
      {
        throw plus.problem("the size would always be 0")
      }
    } else if size.isString, try size.string() == "rest" {
      code.extent.kind = .rest
    } else if size.isString, try size.string() == "nul" {
      code.extent.kind = .zeroTerminated
    } else {
      code.extent.kind = .expression
      code.extent.value = try count(size, of: "the size")
    }
  }

  private mutating func repetition(
    _ field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    guard let count = field["repeat"] else { return }
    if count.isString, try count.string() == "rest" {
      code.repetition.kind = .rest
    } else {
      code.repetition.kind = .expression
      code.repetition.count = try self.count(count, of: "the number of times")
    }
    guard try field.boolean("axes") else { return }
    guard try count.numberText() == "3" else { throw count.problem("axes are 3") }
    code.repetition.isAxes = true
  }

  mutating func plainField(
    _ field: DeclarationMembers
  ) throws(JSONError) -> FieldCode {
    var code = try opened(field)
    try refuseIdleMembers(field)
    let isNamed = field.has("key") || field.has("as")
    if let title = field["as"] ?? field["key"] { code.title = string(try title.string()) }
    if let constant = field["const"], field.has("type") || field.has("of") {
      throw constant.problem("'const' is octets without 'type' and 'of'; a number has 'expect'")
    }
    if let missing = field["missing"] { code.bounds.missing = try text(missing) }
    if let note = field["note"], !isNamed, !field.has("type"), !field.has("of") {
      if try note.string() == "@length" {
        code.kind = .lengthNote
      } else {
        code.kind = .note
        code.detail = try text(note)
      }
    } else if let skip = field["skip"] {
      code.kind = .skip
      code.extent.value = try count(skip, of: "the number of bytes")
    } else if let state = field["state"] {
      try self.state(state, field: field, into: &code)
    } else if let check = field["check"] {
      try self.check(check, field: field, into: &code)
    } else if field.has("fields"), !field.has("type") {
      try group(field, into: &code)
    } else if let call = field["call"], !field.has("type"), !field.has("of") {
      try self.call(call, field: field, into: &code)
    } else if let type = field["type"] {
      try read(type, of: field, into: &code)
    } else if let of = field["of"] {
      try compute(of, field: field, into: &code)
    } else if let constant = field["const"] {
      code.kind = .constant
      let octets = try constant.hex()
      guard 1...64 ~= octets.count else { throw constant.problem("expected 1 to 64 octets") }
      code.number.width = Int32(octets.count)
      try checkPlace(field, code: code, octets: octets.count)
      code.detail = string(try constant.string())
    } else {
      throw field.node.problem("a field needs 'type', 'of', 'fields', 'skip' or 'note'")
    }
    return code
  }

  mutating func group(
    _ field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    let fields = try field.required("fields")
    code.kind = .group
    let outside = (names, ownNames)
    let hasOwnNames = field.has("key") || field.has("size") || field.has("repeat")
    if hasOwnNames { ownNames = [] }
    defer { if hasOwnNames { (names, ownNames) = outside } }
    code.group.firstSlot = program.slotCount
    (code.group.fields, code.group.reserved) = try inNewDepth(field.node) {
      (compiler) throws(JSONError) in
      try compiler.fields(fields)
    }
    code.group.endSlot = program.slotCount
    if hasOwnNames { (names, ownNames) = outside }
    guard let name = field["key"] else { return }
    code.keys.own = try key(
      try name.string(), type: .object, isList: code.repetition.kind != .none, node: name)
    let own = field["as"] ?? name
    code.slot = try define(try own.string(), isBoolean: false, node: own)
  }
}
