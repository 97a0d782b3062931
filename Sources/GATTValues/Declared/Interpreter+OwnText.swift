import Bytes
import Vocabulary

/// The text of a value whose declaration has none.
extension Interpreter {
  /// Fields in a generated line.
  static let fieldsInText = 8

  /// `name value unit` of each field; the name only where there are several.
  mutating func ownText(_ value: RawSpan, to out: inout FieldBuffer) {
    let fields = program.details[0].code.root
    let shown = countShown(fields, withCases: false, upTo: 2)
    var written = 0
    ownText(
      fields, isOneOfSeveral: shown > 1, written: &written, value: value, to: &out)
    if written == Self.fieldsInText,
      countShown(fields, withCases: true, upTo: written &+ 1) > written
    {
      out.text.append(" ..")
    }
    if shown == 0, program.details[0].code.isElement { elementWords(to: &out) }
  }

  /// Counts the fields that are shown, with those of groups without a key; the depth is bounded by the
  /// compiler.
  /// - withCases: includes what follows because of a number, such as the parameters of an op code.
  /// - limit: where it may stop counting.
  private mutating func countShown(
    _ list: FieldList, withCases: Bool, upTo limit: Int
  ) -> Int {
    var shown = 0
    for index in list.indices where shown < limit {
      if let inner = innerFields(index) {
        shown &+= countShown(inner, withCases: withCases, upTo: limit)
        continue
      }
      if isShown(index) { shown &+= 1 }
      if withCases, let inner = caseFields(index) {
        shown &+= countShown(inner, withCases: true, upTo: limit)
      }
    }
    return shown
  }

  /// The fields that follow since this one was read with its number.
  @inline(__always)
  private mutating func caseFields(_ index: Int) -> FieldList? {
    let fields = program.steps
    return fields[index].code.sense.cases == 0 ? nil : fieldsOfCase(index)
  }

  private mutating func fieldsOfCase(_ index: Int) -> FieldList? {
    let field = program.steps[index]
    let slot = Int(field.code.slot) &- 1
    guard slot >= 0, Int(scratch.slots[slot].field) == index,
      let number = scratch.slots[slot].whole,
      let row = program.row(field.code.sense.cases, number: number),
      row.fields.count > 0
    else { return nil }
    return row.fields
  }

  /// The fields of a group that is only there to hold them.
  @inline(__always)
  private mutating func innerFields(_ index: Int) -> FieldList? {
    let fields = program.steps
    guard fields[index].isInner else { return nil }
    return fields[index].code.group.fields
  }

  private mutating func ownText(
    _ list: FieldList, isOneOfSeveral: Bool, written: inout Int, value: RawSpan,
    to out: inout FieldBuffer
  ) {
    for index in list.indices where written < Self.fieldsInText {
      if let inner = innerFields(index) {
        ownText(
          inner, isOneOfSeveral: isOneOfSeveral, written: &written,
          value: value, to: &out)
        continue
      }
      if isShown(index) {
        write(
          field: index, isOneOfSeveral: isOneOfSeveral, written: &written, value: value, to: &out)
      }
      // These have names: what they belong to does not say what they are.
      if let inner = caseFields(index) {
        ownText(
          inner, isOneOfSeveral: true, written: &written, value: value,
          to: &out)
      }
    }
  }

  private mutating func write(
    field index: Int, isOneOfSeveral: Bool, written: inout Int, value: RawSpan,
    to out: inout FieldBuffer
  ) {
    written += 1
    // No copy of the field.
    let fields = program.steps
    let isElement = program.details[0].code.isElement
    // In a line about several structures, these are parts of one.
    if !isElement {
      out.textGap()
    } else if written > 1 {
      out.text.append(", ")
    }
    let slot = scratch.slots[Int(fields[index].code.slot) &- 1]
    // Flags without a key: their names say it all.
    let key = fields[index].code.keys.own
    guard key != 0 else { return insert(slot, part: TextCode(form: 4), value: value, to: &out) }
    let unit = program.keys[Int(key) &- 1].unit
    // Among other structures, a mere number says nothing.
    let isMere =
      isElement && slot.kind == .whole && unit == .none
      && fields[index].code.sense.wordSource == .none
      && fields[index].code.sense.cases == 0 && fields[index].code.sense.words == 0
      && fields[index].code.sense.flags == 0
    // Nor does `true` where others could be there.
    let isFlag = fields[index].code.sense.isBoolean && program.details[0].code.root.count > 1
    // Nor does `bad` say what is.
    if isOneOfSeveral || isMere || isFlag || fields[index].code.kind == .check {
      program.write(title: key, to: &out.text)
      if !isOneOfSeveral, isFlag, slot.raw != 0 { return }
      out.text.append(" ")
    }
    let isSpecial = program.isSpecial(fields[index].code.sense.special, value: slot)
    insert(slot, part: TextCode(form: isSpecial ? 5 : 4), value: value, to: &out)
    if unit != .none, fields[index].code.sense.temperature == 0, slot.kind != .special, !isSpecial {
      out.text.append(" ")
      program.write(unitOf: key, to: &out.text)
    }
  }

  /// The first word of each element, for an advertisement that is nothing but a list of parts.
  private mutating func elementWords(to out: inout FieldBuffer) {
    var written = 0
    var isAwaited = false
    for index in firstField..<out.fields.count {
      switch out.fields[index].value {
      case .object: isAwaited = out.fields[index].shape == .element
      case .term(let word) where isAwaited:
        isAwaited = false
        written += 1
        if written > Self.fieldsInText {
          out.text.append(" ..")
          return
        }
        if written > 1 { out.text.append(", ") }
        program.spell(word, to: &out.text)
      default: break
      }
    }
  }

  /// Whether it is a field of the value itself that was read and has a key, or flags that are set.
  @inline(__always)
  private mutating func isShown(_ index: Int) -> Bool {
    let fields = program.steps
    guard fields[index].isInGeneratedText else { return false }
    let slot = Int(fields[index].code.slot) &- 1
    guard scratch.slots[slot].kind != .unset, Int(scratch.slots[slot].field) == index else {
      return false
    }
    let isSpecial = program.isSpecial(fields[index].code.sense.special, value: scratch.slots[slot])
    if fields[index].code.keys.own != 0, !isSpecial { return true }
    return isShown(index, slot: slot)
  }

  /// Whether flags without a key, or a value that may be no measurement, are shown.
  private mutating func isShown(_ index: Int, slot: Int) -> Bool {
    let fields = program.steps
    guard fields[index].code.keys.own != 0 else {
      return isAnySet(fields[index], slot: scratch.slots[slot])
    }
    guard let special = program.special(fields[index].code.sense.special, for: scratch.slots[slot])
    else {
      return true
    }
    // Not what is to be left out.
    let isSaid =
      special.word != 0 || special.hasText != 0
      || scratch.slots[slot].kind == .special && special.isStop == 0
    return isSaid && fields[index].code.keys.status != 0
  }

  private mutating func isAnySet(_ field: FieldStep, slot: SlotValue) -> Bool {
    guard let raw = slot.whole else { return false }
    for index in program.rows(of: field.code.sense.flags)
    where raw >> program.ranges[index].low & 1 != 0 {
      return true
    }
    return false
  }
}
