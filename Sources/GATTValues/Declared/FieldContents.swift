/// What the fields of a program are to those that hide values.
struct FieldContents: Sendable {
  enum Kind: Sendable { case measure, number, status, date, text, octets, address, uuid, checksum }

  let kinds: [Kind]
  let names: [String]
  let personal: [Bool]

  init(_ code: ProgramCode) {
    let uses = SlotUses(code)
    kinds = code.fields.map { Self.kind($0, uses) }
    names = code.fields.map { field in
      let keys = code.keys
      return keys.indices.contains(Int(field.key) - 1)
        ? code.string(keys[Int(field.key) - 1].name) : "\(field.slot)"
    }
    personal = code.fields.map { $0.personal != 0 }
  }

  var hasPersonal: Bool { personal.contains(true) }
  var hasOwnParts: Bool { hasPersonal || kinds.contains { $0 == .checksum || $0 == .address } }

  private static func kind(_ field: FieldCode, _ uses: SlotUses) -> Kind {
    if field.kind == FieldKind.check.rawValue { return .checksum }
    guard field.kind == FieldKind.read.rawValue else { return .status }
    switch ScalarType(rawValue: field.type) {
    case .utf8, .utf16: return .text
    case .hex, .reversedHex: return .octets
    case .address: return .address
    case .uuid: return .uuid
    case .dateTime: return .date
    case .boolean: return .status
    default: break
    }
    if field.detail != 0 { return .date }
    if field.flags != 0 || field.cases != 0 || field.wordSource != 0 { return .status }
    if uses.hasUnit(field) { return .measure }
    let slot = Int(field.slot) - 1
    if uses.measures.contains(slot) { return .measure }
    return uses.deciding.contains(slot) || field.success != 0 ? .status : .number
  }
}

/// What the names of a program's fields are used for.
private struct SlotUses {
  /// Fields that numbers with units are computed of.
  private(set) var measures: Set<Int> = []
  /// Fields that decide what is read, or are shown as words and flags.
  private(set) var deciding: Set<Int> = []
  private let code: ProgramCode

  init(_ code: ProgramCode) {
    self.code = code
    for field in code.fields {
      for expression in [field.condition, field.size, field.count]
      where expression != 0 {
        // A size may be the width of a length in front.
        if expression == field.size, field.sizeKind != SizeKind.expression.rawValue,
          field.kind != FieldKind.skip.rawValue
        {
          continue
        }
        deciding.formUnion(slots(of: expression))
      }
      guard field.kind == FieldKind.compute.rawValue else { continue }
      let used = field.copied != 0 ? [Int(field.copied) - 1] : slots(of: field.expression)
      if hasUnit(field) {
        measures.formUnion(used)
      } else if field.key != 0 || field.flags != 0 || field.cases != 0 {
        deciding.formUnion(used)
      }
    }
    for call in code.fields where call.kind == FieldKind.call.rawValue && hasUnit(call) {
      measures.formUnion(arguments(of: call))
    }
    // What is computed in between has no key.
    for _ in 0..<8 {
      let before = measures.count
      for field in code.fields where field.kind == FieldKind.compute.rawValue && field.key == 0 {
        guard measures.contains(Int(field.slot) - 1) else { continue }
        measures.formUnion(
          field.copied != 0 ? [Int(field.copied) - 1] : slots(of: field.expression))
      }
      if measures.count == before { break }
    }
  }

  func hasUnit(_ field: FieldCode) -> Bool {
    let key = Int(field.key) - 1
    return code.keys.indices.contains(key) && !code.string(code.keys[key].unit).isEmpty
  }

  private func arguments(of field: FieldCode) -> [Int] {
    let call = Int(field.invoked) - 1
    guard code.calls.indices.contains(call) else { return [] }
    return [code.calls[call].first, code.calls[call].second].flatMap { slots(of: $0) }
  }

  /// - expression: one higher than its place.
  private func slots(of expression: Int32) -> [Int] {
    var place = Int(expression) - 1
    var found: [Int] = []
    while code.code.indices.contains(place),
      let operation = ExpressionOperation(rawValue: code.code[place]), operation != .end
    {
      switch operation {
      case .name, .bit, .bits:
        if code.code.indices.contains(place + 1) {
          found.append(Int(truncatingIfNeeded: code.code[place + 1]))
        }
      default: break
      }
      place += 1 + operation.operands
    }
    return found
  }
}
