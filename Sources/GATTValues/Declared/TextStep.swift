/// A part of a template that runs.
struct TextStep: BitwiseCopyable, Sendable {
  let code: TextCode
  let kind: TextCode.Kind?
  /// The slot of a value or a choice. Of an open bracket: the only one in it, without which it is
  /// left out. -1: none.
  let slot: Int
  /// What follows a bracket.
  let next: Int

  /// - parts: the first and the count of the parts of each text.
  static func steps(of codes: [TextCode], parts: [Int32]) -> [TextStep] {
    var steps = codes.map { TextStep(code: $0, slot: Int($0.index) - 1, next: 0) }
    for place in stride(from: 0, to: parts.count - 1, by: 2) {
      let last = min(Int(parts[place]) + Int(parts[place + 1]), codes.count)
      for open in Int(parts[place])..<max(last, Int(parts[place]))
      where steps[open].kind == .open {
        steps[open] = bracket(codes, open: open, last: last)
      }
    }
    return steps
  }

  private init(code: TextCode, slot: Int, next: Int) {
    self.code = code
    kind = TextCode.Kind(rawValue: code.kind)
    self.slot = slot
    self.next = next
  }

  private static func bracket(_ codes: [TextCode], open: Int, last: Int) -> TextStep {
    var only: Int32?
    var isOnly = true
    var depth = 0
    for index in open..<last {
      switch TextCode.Kind(rawValue: codes[index].kind) {
      case .open: depth += 1
      case .value, .choice:
        isOnly = isOnly && (only ?? codes[index].index) == codes[index].index
        only = codes[index].index
      case .close:
        depth -= 1
        guard depth == 0 else { continue }
        let slot = isOnly ? only.map { Int($0) - 1 } : nil
        return TextStep(code: codes[open], slot: slot ?? -1, next: index + 1)
      case .literal, nil: break
      }
    }
    return TextStep(code: codes[open], slot: -1, next: last)
  }
}
