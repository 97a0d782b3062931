/// An operation of an expression with its operands, ready to run.
struct ExpressionStep: Sendable {
  /// Most conditions are short: they need no stack.
  enum Form: UInt8, Sendable {
    case other
    /// A number, and nothing else.
    case number
    /// `!` and a number.
    case inverse
    /// A number, a constant, and an operator.
    case pair
    /// Two numbers, and an operator.
    case numbers
  }

  let operation: ExpressionOperation
  private(set) var form = Form.other
  /// The operator of a pair or of two numbers, and the constant.
  private(set) var pairOperation = ExpressionOperation.end
  private(set) var pairConstant: Int64 = 0
  /// The slot whose bits are the number; -1: it is another number.
  let slot: Int
  let a: Int64
  let b: Int64
  /// Mask of the bits, after a shift by `b`.
  let mask: Int64
  /// The place of the next operation.
  let next: Int

  private init(_ code: [Int64], at place: Int) {
    operation = ExpressionOperation(rawValue: code[place]) ?? .end
    func operand(_ index: Int) -> Int64 {
      place + index < code.count ? code[place + index] : 0
    }
    a = operand(1)
    let slot = Int(truncatingIfNeeded: a)
    switch operation {
    case .name: (self.slot, b, mask) = (slot, 0, -1)
    case .bit: (self.slot, b, mask) = (slot, operand(2) & 63, 1)
    case .bits:
      let count = operand(3)
      (self.slot, b) = (slot, operand(2) & 63)
      mask = count >= 64 ? -1 : 1 << max(0, count) &- 1
    case .branch: (self.slot, b, mask) = (-1, operand(2), 0)
    default: (self.slot, b, mask) = (-1, operand(2) & 63, 0)
    }
    next = place + 1 + operation.operands
  }

  /// At each place what would run from there.
  static func steps(of code: [Int64]) -> [ExpressionStep] {
    var steps = code.indices.map { ExpressionStep(code, at: $0) }
    func operation(_ place: Int) -> ExpressionOperation? {
      steps.indices.contains(place) ? steps[place].operation : nil
    }
    for place in steps.indices where steps[place].operation.isNumber {
      let second = steps[place].next
      switch operation(second) {
      case .end: steps[place].form = .number
      case .not where operation(second + 1) == .end: steps[place].form = .inverse
      case .constant:
        guard let third = operation(second + 2), third.isPlainBinary,
          operation(second + 3) == .end
        else { continue }
        steps[place].form = .pair
        steps[place].pairOperation = third
        steps[place].pairConstant = steps[second].a
      case let other? where other.isNumber:
        let third = steps[second].next
        guard let last = operation(third), last.isPlainBinary, operation(third + 1) == .end else {
          continue
        }
        steps[place].form = .numbers
        steps[place].pairOperation = last
      default: break
      }
    }
    return steps
  }
}

extension ExpressionOperation {
  /// It gives a number without taking one.
  var isNumber: Bool {
    switch self {
    case .constant, .name, .bit, .bits, .source, .element, .length, .rest, .written, .properties,
      .truncated, .sender, .opened, .mtu:
      true
    default: false
    }
  }

  /// It takes two numbers that are both known.
  fileprivate var isPlainBinary: Bool {
    switch self {
    case .end, .not, .negate, .complement, .both, .either, .branch, .jump: false
    default: !isNumber
    }
  }

  /// The result for two known numbers; `nil` beyond 64 bits.
  func result(_ x: Int64, _ y: Int64) -> Int64? {
    func whole(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
      result.overflow ? nil : result.partialValue
    }
    switch self {
    case .multiply: return whole(x.multipliedReportingOverflow(by: y))
    case .divide: return y == 0 ? nil : whole(x.dividedReportingOverflow(by: y))
    case .remainder: return y == 0 ? nil : whole(x.remainderReportingOverflow(dividingBy: y))
    case .add: return whole(x.addingReportingOverflow(y))
    case .subtract: return whole(x.subtractingReportingOverflow(y))
    case .shiftLeft:
      guard 0...63 ~= y else { return nil }
      let shifted = x << y
      return shifted >> y == x ? shifted : nil
    case .shiftRight: return 0...63 ~= y ? x >> y : nil
    case .less: return x < y ? 1 : 0
    case .lessOrEqual: return x <= y ? 1 : 0
    case .greater: return x > y ? 1 : 0
    case .greaterOrEqual: return x >= y ? 1 : 0
    case .equal: return x == y ? 1 : 0
    case .unequal: return x != y ? 1 : 0
    case .and: return x & y
    case .exclusiveOr: return x ^ y
    case .or: return x | y
    case .both: return x != 0 && y != 0 ? 1 : 0
    case .either: return x != 0 || y != 0 ? 1 : 0
    default: return nil
    }
  }
}
