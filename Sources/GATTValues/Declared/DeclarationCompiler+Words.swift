import Bytes
import JSONText

/// What numbers mean: flags, cases, special values, words, ranges and bits.
extension DeclarationCompiler {
  mutating func flags(
    _ node: DeclarationNode, field: DeclarationMembers, into code: inout FieldCode, isList: Bool
  ) throws(JSONError) {
    if isList { throw node.problem("flags of a list") }
    var rows: [RangeCode] = []
    let flags = try node.members()
    guard !flags.isEmpty else { throw node.problem("no flags say nothing: leave 'flags' out") }
    for (bit, value) in flags {
      try attempt { (compiler) throws(JSONError) in
        guard let number = Int64(bit), 0..<Int64(compiler.bits) ~= number else {
          throw value.problem("expected a bit from 0 to \(compiler.bits - 1)")
        }
        guard !rows.contains(where: { $0.low == number }) else {
          throw value.problem("bit \(number) has a name before this")
        }
        let word = try value.string()
        var row = RangeCode(low: number, high: number, word: compiler.string(word))
        if !field.has("key") {
          row.key = try compiler.key(word, type: .boolean, node: value)
        }
        rows.append(row)
      }
    }
    code.sense.flags = table(rows, isSorted: false)
    guard let name = field["key"] else {
      // The text needs the number.
      if code.slot == 0 {
        program.slotCount += 1
        code.slot = program.slotCount
      }
      return
    }
    code.keys.own = try key(try name.string(), type: .word, isList: true, node: name)
    if try field["code"]?.boolean() ?? true {
      code.keys.code = try key("\(try name.string())_code", type: .integer, node: name)
    }
  }

  mutating func cases(
    _ node: DeclarationNode, field: DeclarationMembers, into code: inout FieldCode, isList: Bool
  ) throws(JSONError) {
    if isList { throw node.problem("cases of a list") }
    let rows = try inNewDepth(node) { (compiler) throws(JSONError) in
      var rows: [RangeCode] = []
      try compiler.forEachRow(node) { (compiler, _, value, row) throws(JSONError) in
        try compiler.check(row, node: value)
        if value.isString {
          guard try value.string() == "stop" else { throw value.problem("expected \"stop\"") }
          row.isStop = 1
        } else {
          let members = try DeclarationMembers(value, ["word", "fields"])
          if let word = members["word"] { try compiler.word(word, into: &row) }
          if let fields = members["fields"] {
            row.fields = try compiler.fields(fields).list
          }
        }
        rows.append(row)
      }
      return rows
    }
    code.sense.cases = table(rows)
    if let name = field["key"] ?? field["as"], rows.contains(where: { $0.isStop != 0 }) {
      code.keys.rest = try key("\(try name.string())_rest", type: .hex, node: node)
    }
    guard let name = field["key"] else { return }
    code.keys.own = try key(try name.string(), type: .word, node: name)
    code.sense.wordSource = .table
    if try field["code"]?.boolean() ?? true {
      code.keys.code = try key("\(try name.string())_code", type: .integer, node: name)
    }
  }

  mutating func special(
    _ field: DeclarationMembers, into code: inout FieldCode, type: ScalarType
  ) throws(JSONError) {
    guard field.has("special") || type.isFloat else { return }
    var rows: [RangeCode] = []
    if let node = field["special"] {
      try forEachRow(node) { (compiler, name, value, row) throws(JSONError) in
        if let float = SpecialFloat(named: name) {
          row = RangeCode(low: float.rawValue, high: float.rawValue)
          row.isStop = 1
        } else {
          try compiler.check(row, node: value)
        }
        if !value.isNull { try compiler.word(value, into: &row) }
        rows.append(row)
      }
    }
    if type.isFloat {
      for float in SpecialFloat.allCases
      where !rows.contains(where: { $0.isStop != 0 && $0.low == float.rawValue }) {
        rows.append(
          RangeCode(
            low: float.rawValue, high: float.rawValue, word: string(float.name),
            text: string(float.words), isStop: 1))
      }
    }
    code.sense.special = table(rows)
  }

  /// `[LEAST, MOST]` in the unit of the field, `null` where there is no end.
  mutating func limits(of node: DeclarationNode) throws(JSONError) -> Int32 {
    let ends = try node.elements()
    guard ends.count == 2, !ends.allSatisfy(\.isNull) else {
      throw node.problem("expected the least and the largest number, such as [0, 100]")
    }
    let low = ends[0].isNull ? nil : try ends[0].fraction()
    let high = ends[1].isNull ? nil : try ends[1].fraction()
    let limits = LimitCode(low, high)
    if limits.isEmpty { throw node.problem("the least number is above the largest") }
    program.limits.append(limits)
    return Int32(clamping: program.limits.count)
  }

  mutating func words(
    of node: DeclarationNode, into code: inout FieldCode
  ) throws(JSONError) {
    code.sense.wordSource = .table
    if node.isObject {
      for (numbers, value) in try node.members() {
        try check(range(numbers, node: value), node: value)
      }
      code.sense.words = try wordTable(node)
      return
    }
    let name = try node.string()
    let sources: [String: WordSource] = [
      "@company": .company, "@appearance": .appearance, "@uuid": .uuid, "@unit": .unit,
      "@att_error": .attributeError,
    ]
    if let source = sources[name] {
      code.sense.wordSource = source
    } else if let table = tables[name] {
      code.sense.words = try wordTable(table)
    } else if let table = cases[name] {
      code.sense.words = try wordTable(table, ofCases: true)
    } else if file.wrongTables.contains(name) || wrongNames.contains(name) {
      isDoubtful = true
    } else {
      throw node.problem("no table, and no key with cases, is called '\(name)'")
    }
  }

  private mutating func wordTable(
    _ node: DeclarationNode, ofCases: Bool = false
  ) throws(JSONError) -> Int32 {
    if let known = compiledTables[node.offset] { return known }
    var rows: [RangeCode] = []
    try forEachRow(node) { (compiler, _, value, row) throws(JSONError) in
      if ofCases, value.isObject {
        for (key, inner) in try value.members() where key == "word" {
          try compiler.word(inner, into: &row)
        }
        if row.word == 0 { return }
      } else if ofCases, value.isString {
        return
      } else {
        try compiler.word(value, into: &row)
      }
      rows.append(row)
    }
    let index = table(rows)
    compiledTables[node.offset] = index
    return index
  }

  /// `word` or `[word, text]`; a null word is none.
  mutating func word(
    _ node: DeclarationNode, into row: inout RangeCode
  ) throws(JSONError) {
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
    _ text: String, node: DeclarationNode
  ) throws(JSONError) -> RangeCode {
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
    guard let ends = text.cut(at: "..") else { return nil }
    guard let low = number(ends.before), let high = number(ends.after),
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
  mutating func ranges(_ node: DeclarationNode) throws(JSONError) -> Int32 {
    var rows: [RangeCode] = []
    let elements = node.isArray ? try node.elements() : [node]
    guard !elements.isEmpty else { throw node.problem("expected at least one range") }
    for element in elements {
      guard let range = Self.range(try element.numberText()) else {
        throw element.problem("expected a number or a range such as 0..100")
      }
      let row = RangeCode(low: range.lowerBound, high: range.upperBound)
      try check(row, node: element)
      rows.append(row)
    }
    return table(rows)
  }

  /// A row for what the number can never be is a mistake.
  private func check(_ row: RangeCode, node: DeclarationNode) throws(JSONError) {
    guard let bounds, row.isRest == 0, row.high < bounds.lowerBound || row.low > bounds.upperBound
    else { return }
    throw neverThat(node, bounds: bounds)
  }

  func neverThat(_ node: DeclarationNode, bounds: ClosedRange<Int64>) -> JSONError {
    node.problem(
      "the number is never that: it is from \(bounds.lowerBound) to \(bounds.upperBound)")
  }

  /// The rows of a table: at least one, and each number or range once, however it is written.
  private mutating func forEachRow(
    _ node: DeclarationNode,
    _ body: (inout Self, String, DeclarationNode, inout RangeCode) throws(JSONError) -> Void
  ) throws(JSONError) {
    let members = try node.members()
    guard !members.isEmpty else { throw node.problem("an empty table says nothing: leave it out") }
    var known: Set<ClosedRange<Int64>> = []
    for (numbers, value) in members {
      try attempt { (compiler) throws(JSONError) in
        var row = RangeCode()
        if SpecialFloat(named: numbers) == nil { row = try compiler.range(numbers, node: value) }
        if SpecialFloat(named: numbers) == nil, row.isRest == 0,
          !known.insert(row.low...row.high).inserted
        {
          throw value.problem("'\(numbers)' has a row before this")
        }
        try body(&compiler, numbers, value, &row)
      }
    }
  }

  /// `"5..7"`, `3`, or several: one higher than the place of the mask.
  mutating func bits(of node: DeclarationNode) throws(JSONError) -> Int32 {
    var mask: UInt64 = 0
    for element in node.isArray ? try node.elements() : [node] {
      for part in try element.numberText().split(separator: ",") {
        let text = part.filter { $0 != " " }
        guard let range = Self.range(text), 0..<Int64(bits) ~= range.lowerBound,
          range.upperBound < bits
        else { throw element.problem("expected bits from 0 to \(bits - 1), such as 5..7") }
        for bit in range { mask |= 1 << UInt64(bit) }
      }
    }
    guard mask != 0 else { throw node.problem("expected at least one bit") }
    program.code.append(Int64(bitPattern: mask))
    return Int32(clamping: program.code.count)
  }
}
