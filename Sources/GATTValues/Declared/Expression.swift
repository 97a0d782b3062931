/// The operations of a compiled expression, in postfix order; operands follow in the same array.
enum ExpressionOperation: Int64 {
  case end = 0
  /// The number that follows.
  case constant
  /// A slot.
  case name
  /// A slot and a bit of it.
  case bit
  /// A slot, the lowest bit, and how many.
  case bits
  case element, length, rest, written, properties
  case not, negate, complement
  case multiply, divide, remainder, add, subtract, shiftLeft, shiftRight
  case less, lessOrEqual, greater, greaterOrEqual, equal, unequal
  case and, exclusiveOr, or, both, either
  /// Takes the condition; to the second value unless it holds, by so many entries. What is not
  /// known is the result, by so many.
  case branch
  /// Over the second value.
  case jump
  case truncated
  /// A slot, and the index in `Program.sources` that its source is compared with.
  case source
  /// In advertisements, the sender's address, and whether a key has opened what was encrypted.
  case sender, opened
  /// The ATT_MTU, if it is known.
  case mtu

  var operands: Int {
    switch self {
    case .constant, .name, .jump: 1
    case .bit, .source, .branch: 2
    case .bits: 3
    default: 0
    }
  }
}

/// What the parser of an expression knows of a name.
struct ExpressionName {
  var slot: Int
  var isBoolean = false
  /// Bits of a number as it was read.
  var bits = 64
  /// What it can be, where that is less than 64 bits.
  var bounds: ClosedRange<Int64>?
  /// It comes from another attribute: it was read, written or notified, or is assumed.
  var hasSource = false
}

/// Parses an expression into postfix code.
///
/// Numbers have 64 bits. Precedence is that of C. The depth of the stack is bounded at this point,
/// so that evaluation needs neither a check nor memory.
struct ExpressionParser {
  /// The evaluator has one more.
  static let stackLimit = 16
  private static let lengthLimit = 1000
  private static let nestingLimit = 64

  /// What is wrong, and at which character.
  struct SyntaxError: Error, Equatable { var reason: String }

  private let text: [UInt8]
  private var offset = 0
  private var depth = 0
  private var nesting = 0
  private let find: (String) -> ExpressionName?
  private(set) var code: [Int64] = []
  /// The slots that it reads.
  private(set) var slots: [Int] = []

  /// Whether the result is true or false.
  private(set) var isBoolean = false
  /// Whether the result depends on nothing.
  private(set) var isConstant = true
  /// What the operand can be that was parsed last; `nil`: anything.
  private var bounds: ClosedRange<Int64>?

  /// A comparison of two constants.
  private var foregone: SyntaxError?

  /// The result, where it depends on nothing.
  var constant: Int64? {
    guard isConstant, let bounds, bounds.lowerBound == bounds.upperBound else { return nil }
    return bounds.lowerBound
  }

  init(
    _ text: String, _ find: @escaping (String) -> ExpressionName?
  ) throws(SyntaxError) {
    self.text = Array(text.utf8)
    self.find = find
    guard self.text.count <= Self.lengthLimit else {
      throw SyntaxError(reason: "an expression of more than \(Self.lengthLimit) characters")
    }
    isBoolean = try choice()
    skipSpace()
    guard offset == self.text.count else {
      throw SyntaxError(reason: "expected an operator at '\(left)'")
    }
    if let foregone, !isConstant { throw foregone }
    emit(.end)
  }

  private var left: String { String(decoding: text[offset...].prefix(12), as: UTF8.self) }

  private mutating func emit(_ operation: ExpressionOperation, _ operands: Int64...) {
    code.append(operation.rawValue)
    code += operands
  }

  private mutating func push() throws(SyntaxError) {
    depth += 1
    if depth > Self.stackLimit { throw SyntaxError(reason: "too complex an expression") }
  }

  private mutating func nest() throws(SyntaxError) {
    nesting += 1
    if nesting > Self.nestingLimit { throw SyntaxError(reason: "too complex an expression") }
  }

  private mutating func skipSpace() {
    while offset < text.count, text[offset] == 0x20 || text[offset] == 0x09 { offset += 1 }
  }

  private mutating func accept(_ token: StaticString) -> Bool {
    skipSpace()
    let wanted = Array(token.description.utf8)
    guard text[offset...].starts(with: wanted) else { return false }
    offset += wanted.count
    return true
  }

  private mutating func choice() throws(SyntaxError) -> Bool {
    try nest()
    defer { nesting -= 1 }
    let condition = try binary(0)
    guard accept("?") else { return condition }
    let branch = code.count
    emit(.branch, 0, 0)
    depth -= 1
    let first = try choice()
    guard accept(":") else { throw SyntaxError(reason: "expected ':' at '\(left)'") }
    let jump = code.count
    emit(.jump, 0)
    depth -= 1
    let second = try choice()
    bounds = nil
    code[branch + 1] = Int64(jump + 2 - branch)
    code[branch + 2] = Int64(code.count - branch)
    code[jump + 1] = Int64(code.count - jump)
    return first && second
  }

  /// The binary operators, the loosest first; longer ones before those that they begin with.
  private static let levels: [[(token: StaticString, operation: ExpressionOperation)]] = [
    [("||", .either)], [("&&", .both)], [("|", .or)], [("^", .exclusiveOr)], [("&", .and)],
    [("==", .equal), ("!=", .unequal)],
    [("<=", .lessOrEqual), (">=", .greaterOrEqual), ("<", .less), (">", .greater)],
    [("<<", .shiftLeft), (">>", .shiftRight)], [("+", .add), ("-", .subtract)],
    [("*", .multiply), ("/", .divide), ("%", .remainder)],
  ]

  private mutating func binary(_ level: Int) throws(SyntaxError) -> Bool {
    guard level < Self.levels.count else { return try unary() }
    skipSpace()
    let start = offset
    var isBoolean = try binary(level + 1)
    while let operation = acceptOperator(level) {
      let left = bounds
      _ = try binary(level + 1)
      let right = bounds
      emit(operation)
      try judge(
        operation, left: left, right: right,
        text: String(decoding: text[start..<offset].prefix(60), as: UTF8.self))
      bounds = Self.bounds(of: operation, left: left, right: right)
      depth -= 1
      switch operation {
      case .either, .both, .equal, .unequal, .lessOrEqual, .greaterOrEqual, .less, .greater:
        isBoolean = true
      default: isBoolean = false
      }
    }
    return isBoolean
  }

  /// A comparison whose result is always the same is a mistake, and so is a division by zero.
  private mutating func judge(
    _ operation: ExpressionOperation, left: ClosedRange<Int64>?, right: ClosedRange<Int64>?,
    text: String
  ) throws(SyntaxError) {
    if operation == .divide || operation == .remainder, right == 0...0 {
      throw SyntaxError(reason: "'\(text)' divides by zero")
    }
    guard let left, let right else { return }
    let (isBelow, isAbove) =
      (left.upperBound < right.lowerBound, left.lowerBound > right.upperBound)
    let isNotAbove = left.upperBound <= right.lowerBound
    let isNotBelow = left.lowerBound >= right.upperBound
    let isOne = isNotAbove && isNotBelow
    let result: Bool? =
      switch operation {
      case .equal: isBelow || isAbove ? false : isOne ? true : nil
      case .unequal: isBelow || isAbove ? true : isOne ? false : nil
      case .less: isBelow ? true : isNotBelow ? false : nil
      case .lessOrEqual: isNotAbove ? true : isAbove ? false : nil
      case .greater: isAbove ? true : isNotAbove ? false : nil
      case .greaterOrEqual: isNotBelow ? true : isBelow ? false : nil
      default: nil
      }
    guard let result else { return }
    let wider = left.lowerBound == left.upperBound ? right : left
    let reason = "'\(text)' is always \(result)"
    guard wider.lowerBound == wider.upperBound else {
      throw SyntaxError(
        reason: reason + ": the number is from \(wider.lowerBound) to \(wider.upperBound)")
    }
    // `1 == 1` is how to say true, `flags & 1 == 1` is not what it looks like.
    if foregone == nil {
      foregone = SyntaxError(reason: reason + ": brackets or a name may be missing")
    }
  }

  /// What an operation can give.
  private static func bounds(
    of operation: ExpressionOperation, left: ClosedRange<Int64>?, right: ClosedRange<Int64>?
  ) -> ClosedRange<Int64>? {
    switch operation {
    case .either, .both, .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return 0...1
    case .and:
      // With a number that is not negative, no more than that.
      let most = [left, right].compactMap { $0 }.filter { $0.lowerBound >= 0 }.map(\.upperBound)
      return most.min().map { 0...$0 }
    default: break
    }
    guard let left, let right, left.lowerBound == left.upperBound,
      right.lowerBound == right.upperBound
    else { return nil }
    let (a, b) = (left.lowerBound, right.lowerBound)
    let (result, isBeyond) =
      switch operation {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      default: (0 as Int64, true)
      }
    return isBeyond ? nil : result...result
  }

  private mutating func acceptOperator(_ level: Int) -> ExpressionOperation? {
    skipSpace()
    for (token, operation) in Self.levels[level] {
      let wanted = Array(token.description.utf8)
      guard text[offset...].starts(with: wanted) else { continue }
      let next = offset + wanted.count < text.count ? text[offset + wanted.count] : 0
      // `|` is not the start of `||`, nor `<` that of `<<`.
      if wanted.count == 1, "|&<>".utf8.contains(wanted[0]), next == wanted[0] { continue }
      offset += wanted.count
      return operation
    }
    return nil
  }

  private mutating func unary() throws(SyntaxError) -> Bool {
    try nest()
    defer { nesting -= 1 }
    if accept("!") {
      _ = try unary()
      emit(.not)
      bounds = 0...1
      return true
    }
    if accept("-") {
      _ = try unary()
      emit(.negate)
      // Not of the lowest number, which has no opposite.
      bounds = bounds.flatMap {
        $0.lowerBound == .min ? nil : -$0.upperBound ... -$0.lowerBound
      }
      return false
    }
    if accept("~") {
      _ = try unary()
      emit(.complement)
      bounds = nil
      return false
    }
    if accept("(") {
      let isBoolean = try choice()
      guard accept(")") else { throw SyntaxError(reason: "expected ')' at '\(left)'") }
      return isBoolean
    }
    skipSpace()
    guard offset < text.count else { throw SyntaxError(reason: "an expression that ends early") }
    if 0x30...0x39 ~= text[offset] {
      try push()
      let number = try number()
      emit(.constant, number)
      bounds = number...number
      return false
    }
    return try name()
  }

  private mutating func number() throws(SyntaxError) -> Int64 {
    let start = offset
    while offset < text.count, Self.isWord(text[offset]) { offset += 1 }
    let digits = String(decoding: text[start..<offset], as: UTF8.self)
    let value =
      digits.hasPrefix("0x") ? Int64(digits.dropFirst(2), radix: 16) : Int64(digits)
    guard let value else { throw SyntaxError(reason: "'\(digits)' is not a number of 64 bits") }
    return value
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte == 0x5F
  }

  private mutating func word() -> String {
    let start = offset
    while offset < text.count, Self.isWord(text[offset]) { offset += 1 }
    return String(decoding: text[start..<offset], as: UTF8.self)
  }

  private mutating func name() throws(SyntaxError) -> Bool {
    let name = word()
    guard !name.isEmpty else {
      throw SyntaxError(reason: "expected a number or a name at '\(left)'")
    }
    try push()
    isConstant = false
    bounds = nil
    switch name {
    case "length": emit(.length)
    case "rest": emit(.rest)
    case "written":
      emit(.written)
      bounds = 0...1
      return true
    case "truncated":
      emit(.truncated)
      bounds = 0...1
      return true
    case "properties": emit(.properties)
    // A field of this name counts first: files were written before these were there.
    case "sender" where find(name) == nil: emit(.sender)
    case "opened" where find(name) == nil:
      emit(.opened)
      bounds = 0...1
      return true
    case "mtu" where find(name) == nil: emit(.mtu)
    default:
      guard let found = find(name) else {
        throw SyntaxError(reason: "nothing before this is called '\(name)'")
      }
      return try part(of: found, called: name)
    }
    return false
  }

  /// `name`, `name.3`, `name.4..7`, `name.assumed`.
  private mutating func part(
    of found: ExpressionName, called name: String
  ) throws(SyntaxError) -> Bool {
    slots.append(found.slot)
    guard offset < text.count, text[offset] == 0x2E else {
      if found.slot < 0 { emit(.element) } else { emit(.name, Int64(found.slot)) }
      bounds = found.bounds
      return found.isBoolean
    }
    guard found.slot >= 0 else { throw SyntaxError(reason: "'it' has no bits; use & and >>") }
    offset += 1
    let part = word()
    if let source = Program.sourceNames.firstIndex(of: part) {
      guard found.hasSource else { throw SyntaxError(reason: "'\(name)' has no source") }
      emit(.source, Int64(found.slot), Int64(source))
      bounds = 0...1
      return true
    }
    guard let low = Int(part), 0..<found.bits ~= low else {
      throw SyntaxError(reason: "expected a bit from 0 to \(found.bits - 1) after '\(name).'")
    }
    guard offset + 1 < text.count, text[offset] == 0x2E, text[offset + 1] == 0x2E else {
      emit(.bit, Int64(found.slot), Int64(low))
      bounds = 0...1
      return true
    }
    offset += 2
    guard let high = Int(word()), low...(found.bits - 1) ~= high else {
      throw SyntaxError(
        reason: "expected a bit from \(low) to \(found.bits - 1) after '\(name).\(low)..'")
    }
    emit(.bits, Int64(found.slot), Int64(low), Int64(high - low + 1))
    bounds = high - low < 62 ? 0...(1 << Int64(high - low + 1)) - 1 : nil
    return false
  }
}
