import Bytes

/// What the fields of a program are to those that hide values.
struct FieldContents: Sendable {
  enum Kind: Equatable, Sendable {
    case measure, number, status, date, text, octets, address, uuid, checksum
    /// A number of which these bits decide what is read, or are shown as words and flags.
    case packed(UInt64)
    /// A wide number of which these bits are flags.
    case flags(UInt64)
    /// A wide number that says what the rest is only where the declaration knows it.
    case code
  }

  let kinds: [Kind]
  let names: [String]
  let personal: [Bool]
  /// The numbers that decide something, of each field that is compared with them.
  private let deciding: [Set<Int64>]

  init(_ code: ProgramCode) {
    let uses = SlotUses(code)
    kinds = code.fields.map { Self.kind(of: $0, uses: uses, in: code) }
    names = code.fields.indices.map { Self.name(of: $0, in: code) }
    personal = code.fields.map { $0.isPersonal || Self.isAddress($0) }
    deciding = code.fields.map { uses.compared[Int($0.slot) - 1] ?? [] }
  }

  var hasPersonal: Bool { personal.contains(true) }
  var hasOwnParts: Bool { hasPersonal || kinds.contains(.checksum) }

  private static func isAddress(_ field: FieldCode) -> Bool {
    field.kind == .read && field.number.type == .address
  }

  /// What is shown under one key is one quantity; what has none is one by itself.
  private static func name(of index: Int, in code: ProgramCode) -> String {
    let field = code.fields[index]
    if code.keys.indices.contains(Int(field.keys.own) - 1) {
      return code.string(code.keys[Int(field.keys.own) - 1].name)
    }
    return "\(code.string(code.name))#\(index)"
  }

  /// Wide enough to be of one device, or of one moment.
  private static func isWide(_ field: FieldCode) -> Bool { field.number.width > 2 }

  private static func kind(of field: FieldCode, uses: SlotUses, in code: ProgramCode) -> Kind {
    if field.kind == .check { return .checksum }
    guard field.kind == .read else { return .status }
    let scalar = field.number.type
    switch scalar {
    case .utf8, .utf16: return .text
    case .hex, .reversedHex: return .octets
    case .address: return .address
    case .uuid: return .uuid
    case .dateTime: return .date
    case .boolean: return .status
    default: break
    }
    if field.detail != 0 { return .date }
    let slot = Int(field.slot) - 1
    let isWhole = scalar == .unsigned || scalar == .signed
    let bits = uses.deciding[slot] ?? 0
    if field.sense.flags != 0 {
      guard isWide(field), isWhole else { return .status }
      return .flags(
        code.rows(of: field.sense.flags).reduce(bits) { $0 | UInt64(1) << UInt64($1.low & 63) })
    }
    if field.sense.cases != 0 || field.sense.wordSource != .none || field.bounds.success != 0 {
      return isWide(field) ? .code : .status
    }
    if uses.hasUnit(field) || uses.measures.contains(slot) { return .measure }
    if uses.dates.contains(slot) { return .date }
    if uses.sizes.contains(slot) { return .status }
    switch bits {
    case 0: return .number
    case .max: return isWide(field) ? .code : .status
    default:
      guard isWhole else { return .status }
      return uses.numbers.contains(slot) || isWide(field) ? .packed(bits) : .status
    }
  }

  /// Whether the declaration knows the number of a code.
  func isKnown(_ octets: RawSpan, ofField index: Int, in code: ProgramCode) -> Bool {
    let field = code.fields[index]
    guard field.source.expression == 0, let type = field.number.type, type.isNumber,
      1...8 ~= octets.byteCount, type != .decimal,
      let number = octets.scalar(
        type, at: 0, width: octets.byteCount, isBig: field.number.isBig
      ).whole
    else { return false }
    let tables = [
      field.sense.cases, field.sense.wordSource == .table ? field.sense.words : 0,
      field.bounds.success,
    ]
    return deciding[index].contains(number)
      || tables.contains { table in
        code.rows(of: table).contains {
          $0.isRest == 0 && $0.low <= number && number <= $0.high
        }
      }
  }
}

/// What the names of a program's fields are used for.
private struct SlotUses {
  /// Fields that numbers with units are computed of, times, and other numbers that are shown.
  private(set) var measures: Set<Int> = []
  private(set) var dates: Set<Int> = []
  private(set) var numbers: Set<Int> = []
  /// Fields that say how many octets or elements follow.
  private(set) var sizes: Set<Int> = []
  /// Which bits decide what is read, or are shown as words and flags.
  private(set) var deciding: [Int: UInt64] = [:]
  /// The numbers that a field is compared with.
  private(set) var compared: [Int: Set<Int64>] = [:]
  private let code: ProgramCode

  init(_ code: ProgramCode) {
    self.code = code
    for field in code.fields {
      for use in uses(in: field.condition) { note(deciding: use) }
      // A size may be the width of a length in front.
      let hasSize =
        field.extent.kind == .expression || field.kind == .skip
      for use in (hasSize ? uses(in: field.extent.value) : []) + uses(in: field.repetition.count) {
        if use.bits == .max { sizes.insert(use.slot) } else { note(deciding: use) }
      }
      switch field.kind {
      case .compute: compute(field)
      case .call where hasUnit(field): measures.formUnion(arguments(of: field))
      default: break
      }
    }
    // What is computed in between has no key.
    let between = code.fields.filter { $0.kind == .compute && $0.keys.own == 0 }
    for _ in 0..<8 {
      let before = (measures.count, dates.count, numbers.count)
      for field in between {
        let (slot, used) = (Int(field.slot) - 1, sources(of: field).map(\.slot))
        if measures.contains(slot) { measures.formUnion(used) }
        if dates.contains(slot) { dates.formUnion(used) }
        if numbers.contains(slot) { numbers.formUnion(used) }
      }
      if before == (measures.count, dates.count, numbers.count) { break }
    }
  }

  private mutating func compute(_ field: FieldCode) {
    let used = sources(of: field)
    if hasUnit(field) {
      measures.formUnion(used.map(\.slot))
    } else if field.detail != 0 {
      dates.formUnion(used.map(\.slot))
    } else if field.sense.flags != 0 || field.sense.cases != 0 || field.sense.wordSource != .none
      || field.bounds.success != 0 || field.keys.own != 0 && field.sense.isBoolean
    {
      used.forEach { note(deciding: $0) }
    } else if field.keys.own != 0 {
      numbers.formUnion(used.map(\.slot))
    }
  }

  private mutating func note(deciding use: Use) {
    deciding[use.slot, default: 0] |= use.bits
    if let other = use.other { compared[use.slot, default: []].insert(other) }
  }

  func hasUnit(_ field: FieldCode) -> Bool {
    let key = Int(field.keys.own) - 1
    return code.keys.indices.contains(key) && !code.string(code.keys[key].unit).isEmpty
  }

  private func sources(of field: FieldCode) -> [Use] {
    field.source.copied != 0
      ? [Use(slot: Int(field.source.copied) - 1, bits: .max)] : uses(in: field.source.expression)
  }

  private func arguments(of field: FieldCode) -> [Int] {
    let call = Int(field.invoked) - 1
    guard code.calls.indices.contains(call) else { return [] }
    return [code.calls[call].first, code.calls[call].second].flatMap { uses(in: $0) }.map(\.slot)
  }

  /// What an expression makes of a name.
  private struct Use {
    let slot: Int
    /// The bits that it looks at.
    var bits: UInt64
    /// The number that it is compared with for equality.
    var other: Int64?
  }

  /// - expression: one higher than its place.
  private func uses(in expression: Int32) -> [Use] {
    var place = Int(expression) - 1
    var steps: [Step] = []
    while code.code.indices.contains(place),
      let operation = ExpressionOperation(rawValue: code.code[place]), operation != .end
    {
      let operands = (1..<1 + operation.operands).map { offset in
        code.code.indices.contains(place + offset) ? code.code[place + offset] : 0
      }
      steps.append(Step(operation: operation, operands: operands))
      place += 1 + operation.operands
    }
    return steps.indices.compactMap { Self.use(at: $0, in: steps) }
  }

  private struct Step {
    let operation: ExpressionOperation
    let operands: [Int64]

    /// The number, where it is one.
    var constant: Int64? { operation == .constant ? operands[0] : nil }
  }

  private static func use(at index: Int, in steps: [Step]) -> Use? {
    let step = steps[index]
    guard let slot = step.operands.first.map({ Int(truncatingIfNeeded: $0) }) else { return nil }
    func mask(_ count: Int64) -> UInt64 { 0..<64 ~= count ? 1 << UInt64(count) - 1 : .max }
    switch step.operation {
    case .bit: return Use(slot: slot, bits: 1 << UInt64(step.operands[1] & 63))
    case .bits:
      return Use(slot: slot, bits: mask(step.operands[2]) << UInt64(step.operands[1] & 63))
    case .name: break
    default: return nil
    }
    var use = Use(slot: slot, bits: .max)
    func operation(_ place: Int) -> ExpressionOperation? {
      steps.indices.contains(place) ? steps[place].operation : nil
    }
    func constant(_ place: Int) -> Int64? {
      steps.indices.contains(place) ? steps[place].constant : nil
    }
    if let other = constant(index + 1) {
      switch operation(index + 2) {
      case .and: use.bits = UInt64(bitPattern: other)
      case .shiftRight where 0..<64 ~= other:
        use.bits = .max << UInt64(other)
        if let kept = constant(index + 3), operation(index + 4) == .and {
          use.bits = UInt64(bitPattern: kept) << UInt64(other)
        }
      case .equal, .unequal: use.other = other
      default: break
      }
    } else if let other = constant(index - 1) {
      // The operation after a name and a number in front of it takes these two.
      switch operation(index + 1) {
      case .and: use.bits = UInt64(bitPattern: other)
      case .equal, .unequal: use.other = other
      default: break
      }
    }
    return use
  }
}
