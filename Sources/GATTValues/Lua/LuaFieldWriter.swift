/// Writes the fields of one declaration as statements of Lua.
struct LuaFieldWriter {
  let code: ProgramCode
  var fields: LuaFieldTable
  private(set) var omitted: [String] = []
  /// Whether anything is shown.
  private(set) var shows = false
  private var text = ""
  var depth = 1
  /// The objects around: `records.` in the name of a field.
  var path = ""
  /// Names whose values are left out.
  private var unknown: Set<Int32> = []

  /// Beyond it, the numbers of Lua 5.1 and 5.2 are not exact.
  private static let widest = 6

  init(_ code: ProgramCode, _ fields: LuaFieldTable) {
    self.code = code
    self.fields = fields
  }

  /// The statements of the function that decodes.
  mutating func body() -> String {
    text = ""
    if let condition = expression(code.condition) {
      line("if not yes(\(condition)) then return end")
    } else if code.condition != 0 {
      leaveOut("all of it", why: "its condition")
      return ""
    }
    write(code.root)
    return text
  }

  /// How values become messages; `nil` where the header of their parts is not covered.
  mutating func join(_ form: MessageFraming) -> String? {
    switch form.kind {
    case .length: return "by_length(\(LuaText.list(form.start)), \(LuaText.length(form.length)))"
    case .begun:
      let ways = form.starts.map {
        "{ start = \(LuaText.list($0.octets)), length = \(LuaText.length($0.length)) }"
      }
      return "by_beginning({ \(ways.joined(separator: ", ")) })"
    case .delimited:
      let start = LuaText.list(form.start)
      let end = LuaText.list(form.end)
      return "by_ends(\(start), \(end), \(form.keepsEnds), \(LuaText.escape(form)))"
    case .parts: return header().map { "by_parts(function(r, out, s, written)\n\($0)end)" }
    }
  }

  private mutating func header() -> String? {
    guard let message = code.message.first, let last = expression(message.last) else { return nil }
    text = ""
    let isWhole = write(message.header) && omitted.isEmpty
    shows = false
    let first = expression(message.first)
    guard isWhole, first != nil || message.first == 0 else { return nil }
    line("return \(first.map { "yes(\($0))" } ?? "nil"), yes(\(last))")
    return text
  }

  mutating func line(_ statement: String) {
    text += String(repeating: "  ", count: depth) + statement + "\n"
  }

  /// A scope: Lua allows a function 200 names of its own.
  mutating func open() {
    line("do")
    depth += 1
  }

  mutating func close() {
    depth -= 1
    line("end")
  }

  /// What depends on the value of a field is left out, too.
  mutating func forget(_ field: FieldCode) {
    if field.slot != 0 { unknown.insert(field.slot) }
  }

  mutating func leaveOut(_ what: String, why: String) {
    omitted.append("\(what): \(why): not covered")
  }

  /// - Returns: `nil` also where it depends on what is left out: that it is not known would be taken for no.
  func expression(_ place: Int32) -> String? {
    guard place != 0 else { return nil }
    var expression = LuaExpression(code.code)
    let text = expression.text(Int(place) - 1)
    return expression.names.isDisjoint(with: unknown) ? text : nil
  }

  func name(of field: FieldCode) -> String {
    let key = field.keys.own > 0 ? code.string(code.keys[Int(field.keys.own) - 1].name) : ""
    let title = code.string(field.title)
    return key.isEmpty ? (title.isEmpty ? "a field" : title) : key
  }

  // MARK: Fields

  /// - Returns: whether what follows can be decoded.
  @discardableResult
  mutating func write(_ list: FieldList) -> Bool {
    for index in list.indices where code.fields.indices.contains(index) {
      guard write(code.fields[index]) else { return false }
    }
    return true
  }

  private mutating func write(_ field: FieldCode) -> Bool {
    switch field.kind {
    // Remarks on values are not in the script.
    case .note, .lengthNote: return true
    // They move nothing: what depends on them is not known.
    case .state, .source, .call:
      forget(field)
      leaveOut(name(of: field), why: "what is known from elsewhere")
      return true
    case .group, .read, .compute, .skip, .check, .constant: break
    }
    var conditions: [String] = []
    if unknown.contains(field.needs) {
      return leaveOut(field, kind: field.kind, why: "what it needs")
    }
    if field.needs != 0 { conditions.append("s[\(field.needs)] ~= nil") }
    if field.condition != 0 {
      guard let condition = expression(field.condition) else {
        return leaveOut(field, kind: field.kind, why: "its condition")
      }
      conditions.append("yes(\(condition))")
    }
    if !conditions.isEmpty {
      line("if \(conditions.joined(separator: " and ")) then")
      depth += 1
    }
    let goesOn = writeContent(field, kind: field.kind)
    if !conditions.isEmpty {
      depth -= 1
      line("end")
    }
    // Where a condition holds, the script itself stops.
    return goesOn || !conditions.isEmpty
  }

  /// Whether it is there is not known: what follows is not either, if it moves that.
  private mutating func leaveOut(_ field: FieldCode, kind: FieldKind, why: String) -> Bool {
    kind == .compute || field.position.isGiven
      ? leaveOutValue(field, why: why) : stop(field, why: why)
  }

  /// Ends the decoding here.
  mutating func stop(_ field: FieldCode, why: String) -> Bool {
    leaveOut("\(name(of: field)) and what follows", why: why)
    line("do return \"unknown\" end")
    return false
  }

  private mutating func writeContent(_ field: FieldCode, kind: FieldKind) -> Bool {
    switch kind {
    case .skip:
      guard let count = expression(field.extent.value) else {
        return stop(field, why: "its length")
      }
      line("r.skip(\(count))")
    case .constant:
      let octets = code.string(field.detail).filter { $0 != " " }.count / 2
      if !field.position.isGiven { line("r.skip(\(octets))") }
    case .check: check(field)
    case .group: return group(field)
    case .compute:
      guard field.source.list == 0 else { return listOfList(field) }
      let value =
        field.source.copied != 0
        ? "plain(s[\(field.source.copied)])" : expression(field.source.expression)
      guard let value else { return leaveOutValue(field, why: "its expression") }
      return finish(field, value: value)
    default:
      let type = field.number.type
      guard let value = reading(field) else { return passOver(field, type: type) }
      if field.repetition.kind != .none { return list(field, reading: value) }
      return finish(field, value: value)
    }
    return true
  }

  /// A value that nothing else depends on where it stands.
  mutating func leaveOutValue(_ field: FieldCode, why: String) -> Bool {
    forget(field)
    leaveOut(name(of: field), why: why)
    return true
  }

  /// What reads a field; `nil` where that is not covered.
  private func reading(_ field: FieldCode) -> String? {
    guard let type = field.number.type, field.call == 0 else { return nil }
    let place = field.position.isGiven ? "\(field.position.offset)" : "nil"
    let isBig = field.number.isBig
    switch type {
    case .unsigned, .signed, .boolean:
      guard 1...Self.widest ~= Int(field.number.width) else { return nil }
      let read = "r.number(\(field.number.width), \(isBig), \(type == .signed), \(place))"
      guard field.source.expression != 0 else { return read }
      return expression(field.source.expression).map {
        "with(\(read), function(it) return \($0) end)"
      }
    case .utf8, .hex, .reversedHex:
      guard let size = size(of: field) else { return nil }
      let form = type == .utf8 ? "text" : type == .hex ? "hex" : "backwards"
      return "r.octets(\(size), \(LuaText.quoted(form)), \(place))"
    case .float32, .float64: return "r.float(\(field.number.width), \(isBig), \(place))"
    case .shortFloat, .float: return "r.medical(\(field.number.width), \(isBig), \(place))"
    default: return nil
    }
  }

  /// A value that is not covered, of octets whose number is known: what follows is read.
  private mutating func passOver(_ field: FieldCode, type: ScalarType?) -> Bool {
    guard field.number.width > 0, field.repetition.kind == .none, let type,
      field.sense.flags + field.sense.cases == 0
    else {
      return stop(field, why: "its type or size")
    }
    leaveOut(name(of: field), why: "its type")
    if type.isNumber { forget(field) }
    let place = field.position.isGiven ? "\(field.position.offset)" : "nil"
    line("do")
    line("  local x = r.octets(\(field.number.width), \"hex\", \(place))")
    // That it is there may be all that is asked for; as a number it is not known.
    if field.slot != 0, !type.isNumber { line("  if x ~= nil then s[\(field.slot)] = true end") }
    line("end")
    return true
  }

  /// - isOfWindow: it is read where the cursor is, also of a field with a place.
  func size(of field: FieldCode, isOfWindow: Bool = false) -> String? {
    if field.number.width != 0 { return "\(field.number.width)" }
    switch field.extent.kind {
    case .rest: return "\"rest\""
    case .expression: return expression(field.extent.value)
    case .prefixed:
      guard isOfWindow || !field.position.isGiven, 1...4 ~= Int(field.extent.value) else {
        return nil
      }
      return
        "add(r.number(\(field.extent.value), \(field.extent.isBig), false, nil), \(field.extent.plus))"
    case .zeroTerminated: return isOfWindow || !field.position.isGiven ? "\"nul\"" : nil
    }
  }

  // MARK: What was read

  private mutating func finish(_ field: FieldCode, value: String) -> Bool {
    open()
    line("local x = \(value)")
    line("if x ~= nil then")
    depth += 1
    if field.slot != 0 { line("s[\(field.slot)] = x") }
    if field.sense.flags != 0 {
      flags(field)
    } else if field.sense.cases != 0 {
      cases(field)
    } else {
      show(field)
    }
    close()
    close()
    return true
  }

  mutating func put(_ key: Int32, kind: LuaFieldTable.Kind, value: String) {
    guard key > 0, code.keys.indices.contains(Int(key) - 1) else { return }
    let name = path + code.string(code.keys[Int(key) - 1].name)
    guard fields.declare(name, kind: kind) else {
      return leaveOut(name, why: "a key with values of several types")
    }
    shows = true
    let unit = code.string(code.keys[Int(key) - 1].unit)
    line("out.put(\"\(name)\", \(value), \(LuaText.quoted(unit)))")
  }

  mutating func show(_ field: FieldCode) {
    guard field.keys.own != 0 else { return }
    // In a list there is no word for it.
    let isSingle = field.repetition.kind == .none && field.source.list == 0
    let isFloat = field.number.type?.isFloat ?? false
    if isFloat {
      line("if type(x) == \"table\" then")
      depth += 1
      line("local special = row(\(table(field.sense.special, ofCodes: true)), x[1])")
      line("if special ~= nil and special ~= \"\" then")
      depth += 1
      if isSingle { put(field.keys.status, kind: .text, value: "special") }
      close()
      depth -= 1
      line("else")
      depth += 1
    } else if field.sense.special != 0 {
      line("local special = row(\(table(field.sense.special)), x)")
      line("if special ~= nil then")
      depth += 1
      line("if special ~= \"\" then")
      depth += 1
      if isSingle { put(field.keys.status, kind: .text, value: "special") }
      depth -= 1
      line("end")
      depth -= 1
      line("else")
      depth += 1
    }
    showNumber(field)
    if isFloat || field.sense.special != 0 {
      depth -= 1
      line("end")
    }
  }

  private mutating func showNumber(_ field: FieldCode) {
    let type = field.number.type
    if field.sense.wordSource != .none {
      guard field.sense.words != 0 else {
        return leaveOut(name(of: field), why: "names from assigned numbers")
      }
      line("local word = row(\(table(field.sense.words)), x)")
      line("if word ~= nil and word ~= \"\" then")
      depth += 1
      put(field.keys.own, kind: .text, value: "word")
      depth -= 1
      if field.repetition.kind != .none {
        line("else")
        depth += 1
        put(field.keys.own, kind: .text, value: LuaText.quoted("unknown"))
        depth -= 1
      }
      line("end")
      if field.repetition.kind == .none { put(field.keys.code, kind: .number, value: "x") }
    } else if field.kind == .read, let type, !type.isNumber, !type.isFloat {
      put(field.keys.own, kind: .text, value: "x")
    } else if field.sense.isBoolean || type == .boolean {
      put(field.keys.own, kind: .truth, value: "x ~= 0")
    } else if field.detail != 0 {
      leaveOut(name(of: field), why: "a time")
    } else if field.sense.scale != 0 {
      let scale = code.scales[Int(field.sense.scale) - 1]
      put(
        field.keys.own, kind: .number,
        value: "(x * \(scale.factor) + \(scale.offset)) / \(scale.divisor)")
    } else {
      put(field.keys.own, kind: .number, value: "x")
    }
  }

  private mutating func flags(_ field: FieldCode) {
    for row in code.rows(of: field.sense.flags) {
      if row.key != 0 {
        put(row.key, kind: .truth, value: "bits(x, \(row.low), 1) == 1")
      } else if field.keys.own != 0 {
        line("if bits(x, \(row.low), 1) == 1 then")
        depth += 1
        put(field.keys.own, kind: .text, value: LuaText.quoted(code.string(row.word)))
        depth -= 1
        line("end")
      }
    }
    put(field.keys.code, kind: .number, value: "x")
  }

  private mutating func cases(_ field: FieldCode) {
    var isFirst = true
    // Single numbers come before ranges, and these before all others.
    for row in code.rows(of: field.sense.cases) {
      let condition =
        row.isRest != 0 ? "true" : "x >= \(row.low) and x <= \(row.high)"
      line("\(isFirst ? "if" : "elseif") \(condition) then")
      isFirst = false
      depth += 1
      if row.isStop != 0 {
        line("if r.rest() > 0 then")
        depth += 1
        put(field.keys.rest, kind: .text, value: "r.octets(\"rest\", \"hex\", nil)")
        depth -= 1
        line("end")
        line("r.skip(r.rest())")
        line("do return \"stop\" end")
      } else {
        if row.word != 0 {
          put(field.keys.own, kind: .text, value: LuaText.quoted(code.string(row.word)))
        }
        put(field.keys.code, kind: .number, value: "x")
        write(row.fields)
      }
      depth -= 1
    }
    guard !isFirst else { return }
    line("else")
    depth += 1
    put(field.keys.code, kind: .number, value: "x")
    depth -= 1
    line("end")
  }

  /// The rows of a table of words, as a table of Lua.
  /// - ofCodes: those of floats that are no numbers, whose rows have a mark.
  private func table(_ table: Int32, ofCodes: Bool = false) -> String {
    let rows = code.rows(of: table).filter { ($0.isStop != 0) == ofCodes }.map { row in
      let range =
        row.isRest != 0 ? "-math.huge, math.huge" : "\(row.low), \(row.high)"
      return "{\(range), \(LuaText.quoted(code.string(row.word)))}"
    }
    return "{\(rows.joined(separator: ", "))}"
  }
}
