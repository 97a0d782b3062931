/// An expression of a declaration as one of Lua, in which `nil` is what is not known.
struct LuaExpression {
  private let code: [Int64]
  /// The names that it asks for.
  private(set) var names: Set<Int32> = []

  init(_ code: [Int64]) { self.code = code }

  /// - Returns: `nil` for what the script cannot know.
  mutating func text(_ start: Int) -> String? {
    var place = start
    var stack: [String] = []
    while place < code.count, let operation = ExpressionOperation(rawValue: code[place]) {
      if operation == .end { return stack.count == 1 ? stack[0] : nil }
      guard let next = step(operation, place: place, stack: &stack) else { return nil }
      place = next
    }
    return nil
  }

  /// Up to a place, where one value must be left.
  private mutating func part(_ start: Int, end: Int) -> String? {
    var place = start
    var stack: [String] = []
    while place < end, code.indices.contains(place),
      let operation = ExpressionOperation(rawValue: code[place]),
      let next = step(operation, place: place, stack: &stack)
    {
      place = next
    }
    return place == end && stack.count == 1 ? stack[0] : nil
  }

  /// - Returns: the place of the next operation.
  private mutating func step(
    _ operation: ExpressionOperation, place: Int, stack: inout [String]
  ) -> Int? {
    let code = code
    func operand(_ index: Int) -> Int { Int(clamping: code[place + index]) }
    guard place + operation.operands < code.count else { return nil }
    let next = place + 1 + operation.operands
    switch operation {
    case .constant:
      guard code[place + 1].magnitude < 1 << 53 else { return nil }
      stack.append("(\(code[place + 1]))")
    case .name: stack.append(name(of: operand(1)))
    case .bit: stack.append("bits(\(name(of: operand(1))), \(operand(2)), 1)")
    case .bits: stack.append("bits(\(name(of: operand(1))), \(operand(2)), \(operand(3)))")
    case .element: stack.append("it")
    case .length: stack.append("r.length()")
    case .rest: stack.append("r.rest()")
    case .written: stack.append("written")
    case .not, .negate, .complement:
      guard let a = stack.popLast() else { return nil }
      let name = operation == .not ? "no" : operation == .negate ? "negative" : "complement"
      stack.append("\(name)(\(a))")
    case .branch:
      guard let condition = stack.popLast() else { return nil }
      let second = place + operand(1)
      let end = place + operand(2)
      guard second > next + 1, end >= second,
        let first = part(next, end: second - 2), let other = part(second, end: end)
      else { return nil }
      stack.append(
        "choose(\(condition), function() return \(first) end, function() return \(other) end)")
      return end
    case .multiply, .divide, .remainder, .add, .subtract, .shiftLeft, .shiftRight, .less,
      .lessOrEqual, .greater, .greaterOrEqual, .equal, .unequal, .and, .exclusiveOr, .or, .both,
      .either:
      guard let b = stack.popLast(), let a = stack.popLast(), let name = Self.name(of: operation)
      else {
        return nil
      }
      stack.append("\(name)(\(a), \(b))")
    // What only a session knows.
    case .end, .jump, .properties, .truncated, .source, .sender, .opened, .mtu: return nil
    }
    return next
  }

  private mutating func name(of index: Int) -> String {
    names.insert(Int32(clamping: index + 1))
    return "s[\(index + 1)]"
  }

  private static func name(of operation: ExpressionOperation) -> String? {
    switch operation {
    case .multiply: "multiply"
    case .divide: "divide"
    case .remainder: "remainder"
    case .add: "add"
    case .subtract: "subtract"
    case .shiftLeft: "left"
    case .shiftRight: "right"
    case .less: "less"
    case .lessOrEqual: "most"
    case .greater: "greater"
    case .greaterOrEqual: "least"
    case .equal: "equal"
    case .unequal: "unequal"
    case .and: "band"
    case .exclusiveOr: "bxor"
    case .or: "bor"
    case .both: "both"
    case .either: "either"
    default: nil
    }
  }
}
