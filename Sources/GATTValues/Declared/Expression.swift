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
  /// Of a number as it was read.
  var bits = 64
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
  struct Problem: Error, Equatable { var reason: String }

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

  init(
    _ text: String, _ find: @escaping (String) -> ExpressionName?
  ) throws(Problem) {
    self.text = Array(text.utf8)
    self.find = find
    guard self.text.count <= Self.lengthLimit else {
      throw Problem(reason: "an expression of more than \(Self.lengthLimit) characters")
    }
    isBoolean = try choice()
    skipSpace()
    guard offset == self.text.count else {
      throw Problem(reason: "expected an operator at '\(left)'")
    }
    emit(.end)
  }

  private var left: String { String(decoding: text[offset...].prefix(12), as: UTF8.self) }

  private mutating func emit(_ operation: ExpressionOperation, _ operands: Int64...) {
    code.append(operation.rawValue)
    code += operands
  }

  private mutating func push() throws(Problem) {
    depth += 1
    if depth > Self.stackLimit { throw Problem(reason: "too complex an expression") }
  }

  private mutating func nest() throws(Problem) {
    nesting += 1
    if nesting > Self.nestingLimit { throw Problem(reason: "too complex an expression") }
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

  private mutating func choice() throws(Problem) -> Bool {
    try nest()
    defer { nesting -= 1 }
    let condition = try binary(0)
    guard accept("?") else { return condition }
    let branch = code.count
    emit(.branch, 0, 0)
    depth -= 1
    let first = try choice()
    guard accept(":") else { throw Problem(reason: "expected ':' at '\(left)'") }
    let jump = code.count
    emit(.jump, 0)
    depth -= 1
    let second = try choice()
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

  private mutating func binary(_ level: Int) throws(Problem) -> Bool {
    guard level < Self.levels.count else { return try unary() }
    var isBoolean = try binary(level + 1)
    while let operation = acceptOperator(level) {
      _ = try binary(level + 1)
      emit(operation)
      depth -= 1
      switch operation {
      case .either, .both, .equal, .unequal, .lessOrEqual, .greaterOrEqual, .less, .greater:
        isBoolean = true
      default: isBoolean = false
      }
    }
    return isBoolean
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

  private mutating func unary() throws(Problem) -> Bool {
    try nest()
    defer { nesting -= 1 }
    if accept("!") {
      _ = try unary()
      emit(.not)
      return true
    }
    if accept("-") {
      _ = try unary()
      emit(.negate)
      return false
    }
    if accept("~") {
      _ = try unary()
      emit(.complement)
      return false
    }
    if accept("(") {
      let isBoolean = try choice()
      guard accept(")") else { throw Problem(reason: "expected ')' at '\(left)'") }
      return isBoolean
    }
    skipSpace()
    guard offset < text.count else { throw Problem(reason: "an expression that ends early") }
    if 0x30...0x39 ~= text[offset] {
      try push()
      emit(.constant, try number())
      return false
    }
    return try name()
  }

  private mutating func number() throws(Problem) -> Int64 {
    let start = offset
    while offset < text.count, Self.isWord(text[offset]) { offset += 1 }
    let digits = String(decoding: text[start..<offset], as: UTF8.self)
    let value =
      digits.hasPrefix("0x") ? Int64(digits.dropFirst(2), radix: 16) : Int64(digits)
    guard let value else { throw Problem(reason: "'\(digits)' is not a number of 64 bits") }
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

  private mutating func name() throws(Problem) -> Bool {
    let name = word()
    guard !name.isEmpty else {
      throw Problem(reason: "expected a number or a name at '\(left)'")
    }
    try push()
    switch name {
    case "length": emit(.length)
    case "rest": emit(.rest)
    case "written":
      emit(.written)
      return true
    case "truncated":
      emit(.truncated)
      return true
    case "properties": emit(.properties)
    default:
      guard let found = find(name) else {
        throw Problem(reason: "nothing before this is called '\(name)'")
      }
      return try part(of: found, called: name)
    }
    return false
  }

  /// `name`, `name.3`, `name.4..7`, `name.assumed`.
  private mutating func part(
    of found: ExpressionName, called name: String
  ) throws(Problem) -> Bool {
    slots.append(found.slot)
    guard offset < text.count, text[offset] == 0x2E else {
      if found.slot < 0 { emit(.element) } else { emit(.name, Int64(found.slot)) }
      return found.isBoolean
    }
    guard found.slot >= 0 else { throw Problem(reason: "'it' has no bits; use & and >>") }
    offset += 1
    let part = word()
    if let source = Program.sourceNames.firstIndex(of: part) {
      guard found.hasSource else { throw Problem(reason: "'\(name)' has no source") }
      emit(.source, Int64(found.slot), Int64(source))
      return true
    }
    guard let low = Int(part), 0..<found.bits ~= low else {
      throw Problem(reason: "expected a bit from 0 to \(found.bits - 1) after '\(name).'")
    }
    guard offset + 1 < text.count, text[offset] == 0x2E, text[offset + 1] == 0x2E else {
      emit(.bit, Int64(found.slot), Int64(low))
      return true
    }
    offset += 2
    guard let high = Int(word()), low...(found.bits - 1) ~= high else {
      throw Problem(
        reason: "expected a bit from \(low) to \(found.bits - 1) after '\(name).\(low)..'")
    }
    emit(.bits, Int64(found.slot), Int64(low), Int64(high - low + 1))
    return false
  }
}
