import JSONText

/// Functions.
extension DeclarationCompiler {
  private func named(_ node: DeclarationNode) throws(JSONError) -> DeclaredFunction {
    let name = try node.string()
    guard let function = DeclaredFunction(named: name) else {
      throw node.problem("unknown function '\(name)'")
    }
    return function
  }

  /// The function for what a field reads.
  func function(
    _ node: DeclarationNode, of type: ScalarType, isList: Bool, field: DeclarationMembers
  ) throws(JSONError) -> DeclaredFunction {
    let function = try named(node)
    if let arguments = field["args"] {
      throw arguments.problem("a function of what is read has no arguments")
    }
    switch function.operand {
    case .number:
      guard type.isNumber, !isList else { throw node.problem("this is not a number") }
    case .octets:
      guard type == .hex, !isList else { throw node.problem("the type must be hex") }
    case .arguments: throw node.problem("'\(try node.string())' does not take what is read")
    }
    return function
  }

  /// A field that is what a function gives.
  mutating func call(
    _ node: DeclarationNode, field: DeclarationMembers, into code: inout FieldCode
  ) throws(JSONError) {
    let function = try named(node)
    guard function.operand == .arguments else {
      throw node.problem("'\(try node.string())' needs a 'type'")
    }
    let arguments = try field["args"]?.elements() ?? []
    guard function.argumentCounts.contains(arguments.count) else {
      throw (field["args"] ?? node).problem("another number of arguments is needed")
    }
    guard code.repetition.kind == .none else { throw node.problem("a call does not repeat") }
    if function.hasOwnKeys, let name = field["key"] ?? field["as"] {
      throw name.problem("'\(try node.string())' has keys of its own")
    }
    var call = CallCode(function: function.rawValue)
    if arguments.count > 0 { call.first = try expression(arguments[0]).place }
    if arguments.count > 1 { call.second = try expression(arguments[1]).place }
    program.calls.append(call)
    code.kind = .call
    code.invoked = Int32(clamping: program.calls.count)
    try show(field, into: &code, type: .signed)
    if function.hasSource, let name = field["as"] ?? field["key"] {
      markSource(try name.string())
    }
  }

  /// Whether what a field calls gives a measure.
  func givesMeasure(_ code: FieldCode) -> Bool {
    guard code.invoked > 0 else { return false }
    let call = program.calls[Int(code.invoked) - 1]
    return DeclaredFunction(rawValue: call.function)?.givesMeasure(call.count) ?? false
  }
}
