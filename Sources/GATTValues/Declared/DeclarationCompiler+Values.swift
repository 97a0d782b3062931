import JSONText

/// Fields with a value: how it is read or computed, and how it is shown.
extension DeclarationCompiler {
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

  /// The types that a name may mean: `uint8_t` and `int16le` are those of other languages.
  private func near(type name: String) -> [String] {
    let small = name.lowercased()
    let digits = small.filter { $0.isASCII && $0.isNumber }
    if let first = small.first(where: { "uisf".contains($0) }) {
      let short =
        (first == "s" ? "i" : String(first)) + digits + (small.hasSuffix("be") ? "be" : "")
      if Self.number(short) != nil || Self.scalars[short] != nil { return [short] }
    }
    let numbers = (1...8).flatMap { ["u\($0 * 8)", "i\($0 * 8)"] }
    return Suggestion.words(
      for: small, among: Self.scalars.keys.sorted() + numbers + types.keys.sorted())
  }

  /// The values that a number of this size in octets can have; `nil` for any.
  private func bounds(of type: ScalarType, octets: Int) -> ClosedRange<Int64>? {
    guard 1...7 ~= octets else { return nil }
    switch type {
    case .unsigned: return 0...(1 << Int64(8 * octets)) - 1
    case .signed: return -(1 << Int64(8 * octets - 1))...(1 << Int64(8 * octets - 1)) - 1
    default: return nil
    }
  }

  mutating func read(
    _ node: DeclarationNode, of field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    let name = try node.string()
    guard let type = Self.number(name) ?? Self.scalars[name] else {
      throw node.problem("unknown type '\(name)'\(Suggestion.clause(near(type: name)))")
    }
    code.kind = .read
    code.number.type = type.type
    code.number.width = Int32(type.width)
    code.number.isBig = type.isBig
    if type.type == .decimal, !field.has("size") { code.number.width = 1 }
    if !type.type.isSized, field.has("size") {
      throw node.problem("'\(name)' has a fixed size")
    }
    if let of = field["of"] {
      guard type.type.isNumber else { throw of.problem("'it' would be no whole number") }
      let compiled = try expression(of, element: true)
      code.source.expression = compiled.place
      code.sense.isBoolean = compiled.isBoolean
    }
    try show(field, into: &code, type: type.type)
  }

  mutating func compute(
    _ node: DeclarationNode, field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    let text = try node.numberText()
    code.kind = .compute
    if text.hasSuffix(".source"), let found = names[String(text.dropLast(7))] {
      guard found.hasSource else { throw node.problem("'\(text.dropLast(7))' has no source") }
      code.kind = .source
      code.source.copied = Int32(clamping: found.slot + 1)
      for word in Program.sourceNames { _ = string(word) }
      if let name = field["key"] {
        code.keys.own = try key(try name.string(), type: .word, node: name)
      }
      return
    }
    if let found = names[text] {
      code.source.copied = Int32(clamping: found.slot + 1)
      let copied = kinds[found.slot]
      code.sense.isBoolean = found.isBoolean
      if let copied, copied.isList { code.source.list = code.source.copied }
      try show(field, into: &code, type: copied?.type ?? .signed, isList: copied?.isList ?? false)
      return
    }
    let compiled = try expression(node)
    code.source.expression = compiled.place
    code.sense.isBoolean = compiled.isBoolean
    let lists = Set(compiled.slots.filter { kinds[$0]?.isList == true })
    guard lists.count <= 1 else { throw node.problem("two lists in one expression") }
    if let list = lists.first { code.source.list = Int32(clamping: list + 1) }
    try show(field, into: &code, type: .signed, isList: !lists.isEmpty)
  }

  /// The place of a number that was computed before the group that repeats: it is not forgotten with each repetition.
  private func keep(_ name: String, node: DeclarationNode) throws(JSONError) -> Int32 {
    // What was read has bounds, which what is kept may leave.
    guard let outer = names[name], !ownNames.contains(name), outer.bounds == nil,
      let kind = kinds[outer.slot], kind.type == .signed, !kind.isList
    else {
      throw node.problem(
        "'keep' needs a field of this name, with 'of', before the group that repeats")
    }
    return Int32(clamping: outer.slot + 1)
  }

  /// The members that say how a value is shown.
  mutating func show(
    _ field: DeclarationMembers, into code: inout FieldCode, type: ScalarType,
    isList given: Bool = false
  ) throws(JSONError) {
    let isList = given || code.repetition.kind != .none
    let outside = (bounds, bits)
    defer { (bounds, bits) = outside }
    let isPlain = code.kind == .read && code.source.expression == 0
    bounds = isPlain ? bounds(of: type, octets: Int(code.number.width)) : nil
    bits = bounds == nil ? 64 : 8 * Int(code.number.width)
    if type == .boolean, code.source.expression == 0 { code.sense.isBoolean = true }
    let isBoolean = code.sense.isBoolean
    if try field.boolean("keep"), let node = field["as"] {
      code.slot = try keep(try node.string(), node: node)
    } else if let node = field["as"] ?? field["key"] {
      let name = try node.string()
      // Where another condition holds, the same name may have more bits.
      let known = ownNames.contains(name) ? names[name] : nil
      code.slot = try define(
        name, key: try field["key"]?.string(), isBoolean: isBoolean, node: node)
      kinds[Int(code.slot) - 1] = (type, isList)
      names[name]?.bits = max(bits, known?.bits ?? 0)
      names[name]?.bounds = known.map { Self.hull($0.bounds, bounds) } ?? bounds
    }
    if isPlain, code.number.width > 0, code.repetition.kind == .none {
      try checkPlace(field, code: code, octets: Int(code.number.width))
    }
    if let call = field["call"], code.kind != .call {
      code.call = try self.function(call, of: type, isList: isList, field: field).rawValue
    }
    let isNumber = type.isNumber || type.isFloat || code.source.expression != 0
    for member in [
      "scale", "offset", "words", "flags", "cases", "special", "valid", "limits", "reserved",
      "success",
    ] {
      if let node = field[member], !isNumber { throw node.problem("this is not a number") }
    }
    try attempt { (compiler) throws(JSONError) in try compiler.scale(field, into: &code) }
    try attempt { (compiler) throws(JSONError) in
      try compiler.limits(field, into: &code, isList: isList)
    }
    if let node = field["flags"] {
      return try flags(node, field: field, into: &code, isList: isList)
    }
    if let node = field["cases"] {
      return try cases(node, field: field, into: &code, isList: isList)
    }
    try attempt { (compiler) throws(JSONError) in
      try compiler.special(field, into: &code, type: type)
    }
    if let node = field["words"] {
      try attempt { (compiler) throws(JSONError) in try compiler.words(of: node, into: &code) }
    }
    if let node = field["time"] {
      try attempt { (compiler) throws(JSONError) in code.detail = try compiler.time(node) }
    }
    guard let name = field["key"] else { return }
    let unit = try self.unit(field, into: &code)
    code.keys.own = try key(
      try name.string(), type: keyType(of: code, type: type, field: field), isList: isList,
      unit: unit,
      node: name)
    if code.sense.wordSource != .none, try field["code"]?.boolean() ?? true {
      code.keys.code = try key(
        "\(try name.string())_code", type: .integer, isList: isList, node: name)
    }
    if code.sense.special != 0 || type == .dateTime && !isList && code.kind == .read {
      code.keys.status = try key("\(try name.string())_status", type: .word, node: name)
    }
  }

  private static func hull(
    _ a: ClosedRange<Int64>?, _ b: ClosedRange<Int64>?
  ) -> ClosedRange<Int64>? {
    guard let a, let b else { return nil }
    return min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
  }

  /// What the number should be.
  private mutating func limits(
    _ field: DeclarationMembers, into code: inout FieldCode, isList: Bool
  ) throws(JSONError) {
    if let node = field["valid"] { code.bounds.valid = try ranges(node) }
    if let node = field["limits"] {
      guard !isList else { throw node.problem("limits of a list: give them to its elements") }
      code.bounds.limits = try self.limits(of: node)
    }
    if let node = field["success"] {
      guard !isList else { throw node.problem("a list says of nothing that it was done") }
      code.bounds.success = try ranges(node)
    }
    if let node = field["reserved"] { code.bounds.reservedBits = try bits(of: node) }
    guard let node = field["expect"] else { return }
    let compiled = try expression(node)
    code.bounds.expected = compiled.place
    if let bounds, let constant = compiled.constant, !bounds.contains(constant) {
      throw neverThat(node, bounds: bounds)
    }
  }

  private func keyType(
    of code: FieldCode, type: ScalarType, field: DeclarationMembers
  ) -> DeclaredType {
    if code.sense.wordSource != .none { return .word }
    if field.has("time") { return .text }
    if code.sense.isBoolean { return .boolean }
    switch type {
    case .utf8, .utf16, .dateTime: return .text
    case .hex, .reversedHex: return code.call == 0 ? .hex : .text
    case .uuid: return .uuid
    case .address: return .address
    default:
      let isWhole =
        !type.isFloat && code.call == 0 && !givesMeasure(code)
        && (code.sense.scale == 0 || program.scales[Int(code.sense.scale) - 1].isWhole)
      return isWhole ? .integer : .number
    }
  }

  mutating func scale(
    _ field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    guard field.has("scale") || field.has("offset") else { return }
    let factor = try field["scale"]?.fraction() ?? Fraction(1)
    if factor.numerator == 0, let node = field["scale"] {
      throw node.problem(
        "with a scale of 0 every value is the same: leave it out, or give the factor")
    }
    let offset = try field["offset"]?.fraction() ?? Fraction(0)
    guard let scale = Scale(factor, offset: offset) else {
      throw field.node.problem("scale and offset have no common denominator of 64 bits")
    }
    program.scales.append(scale)
    code.sense.scale = Int32(clamping: program.scales.count)
  }

  mutating func unit(
    _ field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) -> String {
    guard let node = field["unit"] else { return "" }
    let unit = try node.string()
    guard DeclaredUnits.has(unit) else {
      let near = Suggestion.words(
        for: unit, among: DeclaredUnits.list.split(separator: " ").map(String.init))
      throw node.problem(
        "unknown unit '\(unit)'"
          + (near.isEmpty ? "; docs/decoders.md has the list" : Suggestion.clause(near)))
    }
    code.sense.temperature = unit == "°C" ? 1 : unit == "°F" ? 2 : 0
    if try field.boolean("difference") {
      guard code.sense.temperature != 0 else {
        throw node.problem("a 'difference' is one of temperatures")
      }
      code.sense.temperature += 2
    }
    return unit
  }
}
