/// Lists, groups and checksums.
extension LuaFieldWriter {
  mutating func list(_ field: FieldCode, reading: String) -> Bool {
    guard field.number.width > 0, field.sense.flags + field.sense.cases == 0 else {
      return stop(field, why: "a repeat")
    }
    let isRest = field.repetition.kind == .rest
    let count = isRest ? "4096" : expression(field.repetition.count)
    guard let count else { return stop(field, why: "how often it repeats") }
    open()
    // Three or none, and what is not there is counted all the same.
    if field.repetition.isAxes {
      line("if r.rest() < \(3 * field.number.width) then r.skip(\(3 * field.number.width)) else")
      depth += 1
    }
    line("local list = {}")
    line("for _ = 1, math.min(\(count) or 0, 4096) do")
    depth += 1
    line("if \(isRest ? "r.rest() < \(field.number.width) or " : "")not r.step() then break end")
    line("local x = \(reading)")
    element(field)
    depth -= 1
    line("end")
    remember(field)
    if field.keys.code != 0 {
      line("for _, x in ipairs(list) do")
      depth += 1
      put(field.keys.code, kind: .number, value: "x")
      close()
    }
    if field.repetition.isAxes {
      depth -= 1
      line("end")
    }
    if isRest { line("r.skip(r.rest())") }
    close()
    return true
  }

  /// What is computed of each element of another list.
  mutating func listOfList(_ field: FieldCode) -> Bool {
    guard field.sense.flags + field.sense.cases == 0,
      let value = field.source.copied != 0 ? "element" : expression(field.source.expression)
    else { return leaveOutValue(field, why: "its expression") }
    open()
    line("local list, source = {}, s[\(field.source.list)]")
    line("for _, element in ipairs(source or {}) do")
    depth += 1
    line("if not r.step() then break end")
    line("s[\(field.source.list)] = element")
    line("local x = \(value)")
    element(field)
    depth -= 1
    line("end")
    line("s[\(field.source.list)] = source")
    remember(field)
    close()
    return true
  }

  private mutating func element(_ field: FieldCode) {
    line("if x ~= nil then")
    depth += 1
    line("list[#list + 1] = x")
    show(field)
    depth -= 1
    line("end")
  }

  private mutating func remember(_ field: FieldCode) {
    if field.slot != 0 { line("if #list > 0 then s[\(field.slot)] = list end") }
  }

  // MARK: Groups

  /// The fields of an object, of a repetition, or of octets of their own.
  mutating func group(_ field: FieldCode) -> Bool {
    let isRepeated = field.repetition.kind != .none
    let isRest = field.repetition.kind == .rest
    let times = isRest ? "\"rest\"" : expression(field.repetition.count)
    if isRepeated, times == nil { return stop(field, why: "how often it repeats") }
    let hasWindow =
      field.extent.kind != .rest || field.position.isGiven || field.group.reserved != 0
    let size = hasWindow ? size(of: field, isOfWindow: true) : "nil"
    guard let size else { return stop(field, why: "its size") }
    let around = path
    let key = field.keys.own > 0 ? path + name(of: field) : ""
    if field.keys.own != 0 {
      guard fields.declare(key, kind: .group) else {
        return stop(field, why: "a key that is also a value")
      }
      path = key + "."
    }
    open()
    line("local function body()")
    depth += 1
    let goesOn = write(field.group.fields)
    depth -= 1
    line("end")
    path = around
    line("local function once()")
    depth += 1
    if field.keys.own != 0 { line("out.open(\"\(key)\")") }
    let place = field.position.isGiven ? "\(field.position.offset)" : "nil"
    line(
      hasWindow
        ? "local ended = r.window(function() return \(size) end, \(place), \(field.group.reserved), body)"
        : "local ended = body()")
    if field.keys.own != 0 {
      line("local shown = out.close()")
      if field.slot != 0 { line("if shown then s[\(field.slot)] = shown end") }
    }
    line("return ended")
    depth -= 1
    line("end")
    line(
      isRepeated
        ? "local ended = again(r, s, \(times ?? "0"), \(field.group.firstSlot + 1), \(field.group.endSlot), once)"
        : "local ended = once()")
    line("if ended ~= nil then return ended end")
    close()
    return goesOn
  }

  // MARK: Checksums

  mutating func check(_ field: FieldCode) {
    guard let sum = checksum(code.checks[Int(field.detail) - 1], octets: Int(field.number.width))
    else {
      forget(field)
      leaveOut(name(of: field), why: "a checksum")
      if !field.position.isGiven { line("r.skip(\(field.number.width))") }
      return
    }
    let place = field.position.isGiven ? "\(field.position.offset)" : "nil"
    open()
    line(
      "local x = r.check(\(field.number.width), \(sum.isBig), \(place), \(sum.function), \(sum.over))"
    )
    line("if x ~= nil then")
    depth += 1
    if field.slot != 0 { line("s[\(field.slot)] = x") }
    put(field.keys.own, kind: .text, value: "x == 1 and \"ok\" or \"bad\"")
    close()
    close()
  }

  /// What computes a checksum; `nil` for one that the numbers of Lua are too narrow for.
  private func checksum(
    _ check: CheckCode, octets: Int
  ) -> (function: String, over: String, isBig: Bool)? {
    let numbers = [check.initial, check.final, check.polynomial]
    guard 8...32 ~= check.width, octets <= 4, numbers.allSatisfy({ 0...0xFFFF_FFFF ~= $0 }) else {
      return nil
    }
    let common = "\(check.width), \(check.initial), \(check.final)"
    let made =
      switch CheckCode.Kind(rawValue: check.kind) {
      case .exclusiveOr: "xor_sum(\(common))"
      case .sum: "plain_sum(\(common))"
      default: "cyclic_sum(\(common), \(check.polynomial), \(check.isReflected != 0))"
      }
    let last = check.hasLast != 0 ? ", last = \(check.last)" : ""
    return (
      "checksum(\(LuaText.quoted(made)), function() return \(made) end)",
      "{ first = \(check.first)\(last) }", check.isBig != 0
    )
  }
}
