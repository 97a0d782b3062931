import ATTDissector
import Bytes
import JSONText
import Vocabulary

/// Times, states, checks and texts.
extension DeclarationCompiler {
  /// `{ "since": "2000-01-01", "tick_s": 1 }`
  mutating func time(_ node: DeclarationNode) throws(JSONError) -> Int32 {
    let members = try DeclarationMembers(node, ["since", "tick_s"])
    var code = TimeCode()
    let since = try members["since"]?.string() ?? "1970-01-01"
    guard let start = Self.seconds(since) else {
      throw node.problem("expected a day such as 2000-01-01")
    }
    code.since = start
    code.isUniversal = since.hasSuffix("Z") ? 1 : 0
    let tick = try members["tick_s"]?.fraction() ?? Fraction(1)
    guard tick.numerator > 0 else { throw node.problem("a tick takes time") }
    (code.seconds, code.divisor) = (tick.numerator, tick.denominator)
    program.times.append(code)
    return Int32(clamping: program.times.count)
  }

  /// Seconds since 1970 of `2000-01-01`, with `T00:00:00` and `Z` if wanted.
  static func seconds(_ text: String) -> Int64? {
    var rest = Substring(text)
    if rest.hasSuffix("Z") { rest = rest.dropLast() }
    let halves = rest.split(separator: "T", omittingEmptySubsequences: false)
    guard let first = halves.first, halves.count <= 2 else { return nil }
    let day = first.split(separator: "-").compactMap { Int64($0) }
    guard day.count == 3, 1...9999 ~= day[0], 1...12 ~= day[1], 1...31 ~= day[2] else { return nil }
    let date = CivilDay(year: day[0], month: day[1], day: day[2])
    guard date.exists else { return nil }
    var seconds = date.number * 86400
    guard halves.count == 2 else { return seconds }
    let clock = halves[1].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...59 ~= clock[2] else {
      return nil
    }
    seconds += clock[0] * 3600 + clock[1] * 60 + clock[2]
    return seconds
  }

  mutating func state(
    _ node: DeclarationNode, field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    let members = try DeclarationMembers(node, ["characteristic", "key", "prefer", "else"])
    code.kind = .state
    var state = StateCode()
    let text = try members.required("characteristic")
    guard let uuid = try uuid(text.string()) else { throw text.problem("expected a UUID") }
    state.uuid = uuid.value
    state.key = string(try members.required("key").string())
    if let preferred = members["prefer"] {
      let word = try preferred.string()
      guard let source = Program.sourceNames.firstIndex(of: word), source > 0 else {
        let known = Suggestion.alternatives(Array(Program.sourceNames.dropFirst()))
        throw preferred.problem("expected \(known)")
      }
      state.preferred = Int32(source)
    }
    if let assumed = try members.integer("else", in: -0xFFFF_FFFF...0xFFFF_FFFF) {
      state.hasDefault = 1
      state.assumed = Int64(assumed)
    }
    program.states.append(state)
    code.detail = Int32(clamping: program.states.count)
    guard let name = field["as"] ?? field["key"] else {
      throw node.problem("a state needs a name: 'as'")
    }
    code.slot = try defineState(try name.string(), node: name)
    markSource(try name.string())
    guard let shown = field["key"] else { return }
    code.keys.own = try key(
      try shown.string(), type: .number, unit: field.string("unit") ?? "", node: shown)
  }

  mutating func check(
    _ node: DeclarationNode, field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    let members = try DeclarationMembers(
      node, ["kind", "width", "poly", "init", "reflect", "xor_out", "over", "be"])
    var check = CheckCode()
    let kind = try members.required("kind")
    switch try kind.string() {
    case "xor": check.kind = CheckCode.Kind.exclusiveOr.rawValue
    case "sum": check.kind = CheckCode.Kind.sum.rawValue
    case "crc": check.kind = CheckCode.Kind.cyclic.rawValue
    default: throw kind.problem("expected xor, sum or crc")
    }
    let width = try members.integer("width", in: 8...64) ?? 8
    guard width % 8 == 0 else { throw node.problem("the width is a multiple of 8") }
    check.width = Int32(width)
    check.polynomial = try Self.hexNumber(members["poly"], width: width)
    check.initial = try Self.hexNumber(members["init"], width: width)
    check.final = try Self.hexNumber(members["xor_out"], width: width)
    if check.kind == CheckCode.Kind.cyclic.rawValue {
      guard let polynomial = members["poly"] else { throw node.problem("'poly' is missing") }
      guard check.polynomial != 0 else {
        throw polynomial.problem("with a polynomial of 0 nothing is checked")
      }
    } else if let idle = members["poly"] ?? members["reflect"] {
      throw idle.problem("only a crc has 'poly' and 'reflect'")
    }
    check.isReflected = try members.boolean("reflect") ? 1 : 0
    check.isBig = try members.boolean("be") ? 1 : 0
    if let over = members["over"] {
      let parts = try over.string().split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty,
        let first = Int32(parts[0]), let last = Int32(parts[2]),
        -65535...65535 ~= first, -65535...65535 ~= last
      else { throw over.problem("expected a range of octets such as 0..-2") }
      // Both from the same end.
      guard (first < 0) != (last < 0) || first <= last else {
        throw over.problem("the range ends before it begins")
      }
      (check.first, check.last, check.hasLast) = (first, last, 1)
    }
    program.checks.append(check)
    code.kind = .check
    code.number.width = Int32(width / 8)
    try checkPlace(field, code: code, octets: width / 8)
    code.detail = Int32(clamping: program.checks.count)
    _ = (string("ok"), string("bad"))
    if let name = field["as"] ?? field["key"] {
      code.slot = try defineState(try name.string(), node: name, isBoolean: true)
    }
    if let name = field["key"] {
      code.keys.own = try key(try name.string(), type: .word, node: name)
    }
  }

  private static func hexNumber(
    _ node: DeclarationNode?, width: Int
  ) throws(JSONError) -> Int64 {
    guard let node else { return 0 }
    var text = try node.string()
    if text.hasPrefix("0x") { text = String(text.dropFirst(2)) }
    guard let number = UInt64(text, radix: 16), width == 64 || number >> UInt64(width) == 0 else {
      throw node.problem("expected \(width) bits in hex")
    }
    return Int64(bitPattern: number)
  }

  // MARK: Texts

  /// One higher than the index of the text.
  mutating func text(_ node: DeclarationNode) throws(JSONError) -> Int32 {
    let template = Array(try node.string())
    let first = program.texts.count
    var literal = ""
    var open = 0
    /// Whether anything is inserted in each open bracket.
    var inserted: [Bool] = []
    var place = 0
    func flush(_ compiler: inout Self) {
      guard !literal.isEmpty else { return }
      compiler.program.texts.append(
        TextCode(kind: TextCode.Kind.literal.rawValue, index: compiler.string(literal)))
      literal = ""
    }
    while place < template.count {
      let character = template[place]
      place += 1
      switch character {
      case "\\" where place < template.count:
        literal.append(template[place])
        place += 1
      case "[":
        flush(&self)
        open += 1
        guard open <= 4 else { throw node.problem("more than 4 brackets in each other") }
        inserted.append(false)
        program.texts.append(TextCode(kind: TextCode.Kind.open.rawValue))
      case "]":
        guard open > 0 else { throw node.problem("']' without '['") }
        flush(&self)
        open -= 1
        guard inserted.popLast() == true else {
          throw node.problem("brackets without a value are always left out")
        }
        program.texts.append(TextCode(kind: TextCode.Kind.close.rawValue))
      case "{":
        flush(&self)
        guard let end = template[place...].firstIndex(of: "}") else {
          throw node.problem("'{' without '}'")
        }
        let part = try insertion(String(template[place..<end]), node: node)
        for index in inserted.indices { inserted[index] = true }
        program.texts.append(part)
        place = end + 1
      default:
        // Text of this program goes to terminals as it is.
        guard character.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
          throw node.problem("a control character")
        }
        literal.append(character)
      }
    }
    guard open == 0 else { throw node.problem("'[' without ']'") }
    flush(&self)
    program.textParts += [
      Int32(clamping: first), Int32(clamping: program.texts.count - first),
    ]
    return Int32(clamping: program.textParts.count / 2)
  }

  /// The name that a key such as `KEY_status` goes with.
  private func companion(_ name: String, ending: String) -> ExpressionName? {
    name.hasSuffix(ending) ? allNames[String(name.dropLast(ending.count))] : nil
  }

  /// `key`, `key:2`, `key:04X`, `key:q`, `key?on:off`.
  private mutating func insertion(
    _ text: String, node: DeclarationNode
  ) throws(JSONError) -> TextCode {
    var code = TextCode(kind: TextCode.Kind.value.rawValue)
    let end = text.firstIndex { $0 == ":" || $0 == "?" } ?? text.endIndex
    let name = String(text[..<end])
    if let found = allNames[name] {
      code.index = Int32(clamping: found.slot + 1)
    } else if let found = companion(name, ending: "_status") {
      code.index = Int32(clamping: found.slot + 1)
      code.form = 5
    } else if let found = companion(name, ending: "_code") {
      code.index = Int32(clamping: found.slot + 1)
      code.form = 6
    } else if ["", "_status", "_code"].contains(where: { ending in
      name.hasSuffix(ending) && isOfWrongField(String(name.dropLast(ending.count)))
    }) {
      code.index = 1
    } else {
      throw node.problem("nothing is called '\(name)'")
    }
    guard end < text.endIndex else { return code }
    let form = text[text.index(after: end)...]
    if text[end] == "?" {
      let parts = form.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      code.kind = TextCode.Kind.choice.rawValue
      code.on = string(String(parts.first ?? ""))
      code.off = string(parts.count > 1 ? String(parts[1]) : "")
      return code
    }
    if form == "q" {
      code.form = 4
      return code
    }
    if form.hasSuffix("X") || form.hasSuffix("x") {
      code.form = form.hasSuffix("X") ? 3 : 2
      let digits = form.dropLast()
      guard let count = digits.isEmpty ? 1 : Int32(digits), 1...16 ~= count else {
        throw node.problem("expected hex digits such as 04X after '\(name):'")
      }
      code.digits = count
      return code
    }
    guard let decimals = Int32(form), 0...12 ~= decimals else {
      throw node.problem("expected decimals such as 2, or 04X, after '\(name):'")
    }
    code.form = 1
    code.digits = decimals
    return code
  }
}

/// The codes of IEEE 11073 floats that are no numbers, and those of IEEE 754.
enum SpecialFloat: Int64, CaseIterable {
  case notANumber = 1
  case notAtThisResolution, positiveInfinity, negativeInfinity, reserved

  var name: String {
    switch self {
    case .notANumber: "nan"
    case .notAtThisResolution: "nres"
    case .positiveInfinity: "+inf"
    case .negativeInfinity: "-inf"
    case .reserved: "reserved"
    }
  }

  /// For readers.
  var words: String {
    switch self {
    case .notANumber: "no value (NaN)"
    case .notAtThisResolution: "no value (NRes)"
    case .positiveInfinity: "above range (+INF)"
    case .negativeInfinity: "below range (-INF)"
    case .reserved: "no value (reserved)"
    }
  }

  init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
