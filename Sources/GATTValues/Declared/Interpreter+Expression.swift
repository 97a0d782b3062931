import Bytes

/// Expressions: postfix code on a stack.
extension Interpreter {
  private enum Entry {
    case known(Int64)
    /// A name was not read.
    case absent
    /// Beyond 64 bits, or a division by zero.
    case over

    init(_ value: Int64?) { if let value { self = .known(value) } else { self = .absent } }
  }

  /// - place: one higher than that of the code.
  /// - isLenient: what was not read counts as 0.
  /// - Returns: `nil` where a name was not read, or the number is too large.
  mutating func evaluate(_ place: Int32, isLenient: Bool = false) -> Int64? {
    let start = Int(place) &- 1
    let steps = program.expressions
    guard start >= 0, start < steps.count else { return nil }
    switch steps[start].form {
    case .number: return number(steps[start], isLenient: isLenient)
    case .inverse: return number(steps[start], isLenient: isLenient).map { $0 == 0 ? 1 : 0 }
    case .pair:
      guard let x = number(steps[start], isLenient: isLenient) else { return nil }
      return result(of: steps[start].pairOperation, x, steps[start].pairConstant)
    case .numbers:
      guard let x = number(steps[start], isLenient: isLenient),
        let y = number(steps[steps[start].next], isLenient: isLenient)
      else { return nil }
      return result(of: steps[start].pairOperation, x, y)
    case .other: break
    }
    switch run(start, isLenient: isLenient) {
    case .known(let value): return value
    case .absent: return nil
    case .over:
      hasOverflowed = true
      return nil
    }
  }

  private mutating func result(
    of operation: ExpressionOperation, _ x: Int64, _ y: Int64
  ) -> Int64? {
    let result = operation.result(x, y)
    if result == nil { hasOverflowed = true }
    return result
  }

  @inline(__always)
  private mutating func number(_ step: ExpressionStep, isLenient: Bool) -> Int64? {
    guard step.slot >= 0 else { return other(step, isLenient: isLenient) }
    guard step.slot < scratch.slots.count, scratch.slots[step.slot].kind == .whole else {
      return isLenient ? 0 : nil
    }
    let raw = UInt64(bitPattern: scratch.slots[step.slot].raw)
    return Int64(bitPattern: raw >> UInt64(truncatingIfNeeded: step.b)) & step.mask
  }

  /// A number that is not in a slot.
  private mutating func other(_ step: ExpressionStep, isLenient: Bool) -> Int64? {
    switch step.operation {
    case .constant: return step.a
    case .element: return element
    case .length: return Int64(length)
    case .rest: return Int64(rest)
    case .written: return context.isWrite ? 1 : 0
    case .properties: return Int64(context.properties)
    case .truncated: return context.isCutStructure ?? context.isTruncated ? 1 : 0
    case .sender: return context.sender.map { Int64(clamping: $0) }
    case .opened: return context.isOpened ? 1 : 0
    case .mtu: return context.mtu == 0 ? nil : Int64(context.mtu)
    default: break
    }
    let slot = Int(truncatingIfNeeded: step.a)
    guard scratch.slots.indices.contains(slot), scratch.slots[slot].kind == .whole else {
      return isLenient ? 0 : nil
    }
    return scratch.slots[slot].extra == step.b ? 1 : 0
  }

  /// The parser bounds the stack.
  private mutating func run(_ start: Int, isLenient: Bool) -> Entry {
    let steps = program.expressions
    var stack = [17 of Entry](repeating: .absent)
    var top = 0
    var place = start
    while place < steps.count, top < 17 {
      let step = steps[place]
      switch step.operation {
      case .end: return top == 1 ? stack[0] : .absent
      case .jump: place &+= max(1, Int(clamping: step.a))
      case .branch:
        guard top > 0 else { return .absent }
        if case .known(let condition) = stack[top &- 1] {
          top &-= 1
          place &+= condition != 0 ? 3 : max(1, Int(clamping: step.a))
        } else {
          place &+= max(1, Int(clamping: step.b))
        }
      case .not, .negate, .complement:
        guard top > 0 else { return .absent }
        stack[top &- 1] = Self.unary(step.operation, stack[top &- 1])
        place = step.next
      case let operation where operation.isNumber:
        stack[top] = Entry(number(step, isLenient: isLenient))
        top &+= 1
        place = step.next
      default:
        guard top > 1 else { return .absent }
        top &-= 1
        stack[top &- 1] = Self.binary(step.operation, stack[top &- 1], stack[top])
        place = step.next
      }
    }
    return .absent
  }

  private static func unary(_ operation: ExpressionOperation, _ a: Entry) -> Entry {
    guard case .known(let value) = a else { return a }
    switch operation {
    case .not: return .known(value == 0 ? 1 : 0)
    case .negate: return value == .min ? .over : .known(-value)
    default: return .known(~value)
    }
  }

  private static func binary(_ operation: ExpressionOperation, _ a: Entry, _ b: Entry) -> Entry {
    if case .known(let x) = a, case .known(let y) = b {
      return operation.result(x, y).map(Entry.known) ?? .over
    }
    // One of the two may decide alone.
    switch (operation, a, b) {
    case (.both, .known(0), _), (.both, _, .known(0)): return .known(0)
    case (.either, .known(let value), _) where value != 0: return .known(1)
    case (.either, _, .known(let value)) where value != 0: return .known(1)
    case (_, .known, _): return b
    default: return a
    }
  }
}
