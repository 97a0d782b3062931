import Bytes
import Vocabulary

/// What is known of the device, and octets that are compared instead of shown.
extension Interpreter {
  mutating func state(
    _ field: FieldStep, index: Int, value: RawSpan, to out: inout FieldBuffer
  ) {
    let state = program.details[0].code.states[Int(field.code.detail) &- 1]
    let known =
      context.state.declared.isEmpty
      ? nil
      : context.state.declared.value(
        of: state, named: program.details[0].code.string(state.key))
    guard let raw = known?.value ?? (state.hasDefault != 0 ? state.assumed : nil) else { return }
    finish(
      SlotValue(.whole, .signed, raw, Int64(known?.source ?? 0)), field: field, at: index,
      value: value, into: &out)
  }

  mutating func source(_ field: FieldStep, to out: inout FieldBuffer) {
    let slot = scratch.slots[Int(field.code.source.copied) &- 1]
    guard slot.kind == .whole, field.code.keys.own != 0, let key = nextKey(field.code.keys.own)
    else { return }
    out.add(key, .term(Program.sources[Int(min(max(slot.extra, 0), 3))]))
  }

  mutating func constant(
    _ field: FieldStep, index: Int, value: RawSpan, to out: inout FieldBuffer
  ) {
    let expected = program.details[0].constants[index]
    guard let offset = take(field, width: expected.count) else { return }
    guard value.clamped(offset, count: expected.count).equals(expected.rawBytes) else {
      // What stands there instead has no declaration.
      out.addNote("not ")
      return out.note.append(hex: expected.rawBytes)
    }
    if context.findsPlaces { note(index, from: offset, to: offset &+ expected.count) }
  }

  mutating func check(
    _ field: FieldStep, index: Int, value: RawSpan, to out: inout FieldBuffer
  ) {
    guard let offset = take(field, width: Int(field.code.number.width)) else { return }
    let check = program.details[0].code.checks[Int(field.code.detail) &- 1]
    func place(_ octet: Int32) -> Int { (octet < 0 ? end : start) &+ Int(octet) }
    let first = place(check.first)
    let last = check.hasLast != 0 ? place(check.last) : offset &- 1
    guard first >= 0, last < value.byteCount, first >= start || check.first < 0 else { return }
    let octets =
      first <= last ? value.clamped(first, count: last &- first &+ 1) : value.clamped(0, count: 0)
    let computed = Checksum.value(of: octets, by: check)
    let found = value.number(
      at: offset, width: Int(field.code.number.width), isBig: check.isBig != 0)
    let isGood = computed == found
    if context.findsPlaces {
      note(
        index, from: offset, to: offset &+ Int(field.code.number.width),
        over: first..<max(first, last &+ 1))
    }
    var result = SlotValue(.whole, .signed, isGood ? 1 : 0)
    result.field = Int32(truncatingIfNeeded: index)
    if field.code.slot != 0 { scratch.slots[Int(field.code.slot) &- 1] = result }
    if field.code.keys.own != 0, let key = nextKey(field.code.keys.own) {
      out.add(key, .term(isGood ? Program.good : Program.bad))
      if !isGood { out.faults.insert(.checksum) }
    } else if !isGood, field.code.slot == 0 {
      // One with a name in expressions decides what is read: where it is wrong, the value may be
      // something else.
      out.addNote("the checksum is wrong")
      out.faults.insert(.checksum)
    }
  }
}
