import JSONText

/// What says nothing, or can never be: a member that has no effect, a field for which nothing is left.
extension DeclarationCompiler {
  /// What kinds of fields have besides a condition, by the member that makes it one.
  private static let kinds: [(member: String, others: Set<String>)] = [
    ("skip", ["missing"]), ("state", ["key", "as", "unit"]),
    ("check", ["key", "as", "at", "missing"]),
  ]
  private static let group: Set = ["fields", "key", "as", "size", "repeat", "at", "missing"]
  private static let constant: Set = ["const", "at", "missing"]
  /// Members of a field that is read, not computed.
  private static let reading: Set = ["at", "size", "repeat", "axes", "missing"]
  /// What says how a number is shown.
  private static let showing: Set = [
    "scale", "offset", "time", "unit", "difference", "words", "cases", "special", "valid", "expect",
    "limits", "call", "flags",
  ]
  private static let always: Set = ["if", "needs", "comment", "source"]

  /// Members that do nothing in such a field.
  func refuseIdleMembers(_ field: DeclarationMembers) throws(JSONError) {
    func refuse(_ names: some Sequence<String>, with other: String) throws(JSONError) {
      // In the order of the file: a set has none.
      let idle = names.compactMap { name in field[name].map { (name: name, node: $0) } }
      guard let first = idle.min(by: { $0.node.offset < $1.node.offset }) else { return }
      throw first.node.problem("'\(first.name)' does nothing \(other)")
    }
    func onlyWith(_ allowed: Set<String>, kind: String) throws(JSONError) {
      try refuse(
        Self.members.subtracting(allowed).subtracting(Self.always),
        with: "in a field with '\(kind)'")
    }
    if !field.has("call") { try refuse(["args"], with: "without 'call'") }
    if !field.has("repeat") { try refuse(["axes"], with: "without 'repeat'") }
    if !field.has("unit") { try refuse(["difference"], with: "without a 'unit' of temperatures") }
    if field.has("at") { try refuse(["missing"], with: "with 'at'") }
    let isRead = field.has("type")
    if isRead || !field.has("of") || !field.has("as") || field.has("key") {
      try refuse(["keep"], with: "but in a field of 'as' and 'of' alone")
    }
    if field.has("note") {
      guard isRead || field.has("of") || field.has("key") || field.has("as") else {
        return try onlyWith(["note"], kind: "note")
      }
      try refuse(["note"], with: "in a field with a name or a type: it stands alone, with 'if'")
    }
    for kind in Self.kinds where field.has(kind.member) {
      return try onlyWith(kind.others.union([kind.member]), kind: kind.member)
    }
    if !isRead {
      if field.has("fields") { return try onlyWith(Self.group, kind: "fields") }
      if field.has("call"), !field.has("of") {
        try refuse(Self.reading, with: "in a field with 'call' and without 'type'")
      } else if field.has("of") {
        try refuse(Self.reading, with: "in a field with 'of' and without 'type'")
      } else if field.has("const") {
        return try onlyWith(Self.constant, kind: "const")
      }
    }
    try refuse(
      ["skip", "state", "check", "fields"], with: "in a field with 'type' or 'of'")
    let numbered = ["flags", "cases"].first { field.has($0) }
    if let numbered {
      try refuse(Self.showing.subtracting([numbered]), with: "in a field with '\(numbered)'")
    } else if let shown = ["words", "time"].first(where: { field.has($0) }) {
      try refuse(
        ["scale", "offset", "time", "unit", "difference", "call"].filter { $0 != shown },
        with: "in a field with '\(shown)'")
    }
    if !field.has("words"), numbered == nil || !field.has("key") {
      try refuse(["code"], with: "without words")
    }
  }

  /// Octets that are read from the end, but not before it.
  func checkPlace(
    _ field: DeclarationMembers, code: FieldCode, octets: Int
  ) throws(JSONError) {
    guard code.position.isGiven, code.position.offset < 0, octets > -Int(code.position.offset),
      let node = field["at"]
    else { return }
    throw node.problem(
      "\(octets) bytes from \(code.position.offset) end after the value: expected at most -\(octets)"
    )
  }

  // MARK: What is left

  /// How messages call a field.
  func name(of field: DeclarationNode) -> String {
    let members = (try? field.members()) ?? []
    for wanted in ["key", "as", "type"] {
      if let found = members.first(where: { $0.key == wanted }),
        let name = try? found.value.string()
      {
        return name
      }
    }
    return members.first?.key ?? ""
  }

  /// Whether it needs octets where the cursor is.
  func readsNext(_ code: FieldCode) -> Bool {
    guard !code.position.isGiven else { return false }
    switch code.kind {
    case .read, .skip, .check, .constant: return true
    case .group:
      return code.extent.kind == .prefixed
        || program.fields(in: code.group.fields).contains(where: readsNext)
    case .call: return hasOwnKeys(code)
    case .compute:
      return program.rows(of: code.sense.cases).contains { row in
        program.fields(in: row.fields).contains(where: readsNext)
      }
    default: return false
    }
  }

  /// Whether nothing is ever left after it.
  func takesRest(_ code: FieldCode) -> Bool {
    guard !code.position.isGiven, code.condition == 0, code.needs == 0 else { return false }
    switch code.kind {
    case .read:
      if code.repetition.kind != .none {
        return code.repetition.kind == .rest
      }
      return code.extent.kind == .rest && code.number.width == 0
        && code.number.type?.isSized == true
    case .skip:
      let place = Int(code.extent.value) - 1
      guard place >= 0 else { return false }
      return program.code[place...].prefix(2)
        == [ExpressionOperation.rest.rawValue, ExpressionOperation.end.rawValue]
    case .call: return hasOwnKeys(code)
    case .group:
      let fields = program.fields(in: code.group.fields)
      if code.repetition.kind == .rest {
        // One that takes nothing ends it, and so does a case that says so, before the rest is read.
        let isWindow = code.extent.kind != .rest
        guard !isWindow || !fields.contains(where: canStop) else { return false }
        return code.extent.kind == .prefixed
          || !isWindow && fields.contains { alwaysTakes($0) || takesRest($0) }
      }
      return code.repetition.kind == .none
        && code.extent.kind == .rest && fields.contains(where: takesRest)
    default: return false
    }
  }

  func takesRest(_ list: FieldList) -> Bool {
    program.fields(in: list).contains(where: takesRest)
  }

  private func hasOwnKeys(_ code: FieldCode) -> Bool {
    guard code.invoked > 0 else { return false }
    return DeclaredFunction(rawValue: program.calls[Int(code.invoked) - 1].function)?.hasOwnKeys
      ?? false
  }

  /// Whether it takes at least one octet, wherever it is.
  private func alwaysTakes(_ code: FieldCode) -> Bool {
    guard !code.position.isGiven, code.condition == 0, code.needs == 0 else { return false }
    switch code.kind {
    case .read:
      return code.repetition.kind == .none
        && (code.number.width > 0 || code.extent.kind == .prefixed)
    case .check, .constant: return true
    case .group:
      return code.repetition.kind == .none
        && (code.extent.kind == .prefixed
          || code.extent.kind == .rest
            && program.fields(in: code.group.fields).contains(where: alwaysTakes))
    default: return false
    }
  }

  private func canStop(_ code: FieldCode) -> Bool {
    program.rows(of: code.sense.cases).contains { row in
      row.isStop != 0 || program.fields(in: row.fields).contains(where: canStop)
    }
      || code.kind == .group
        && program.fields(in: code.group.fields).contains(where: canStop)
  }
}
