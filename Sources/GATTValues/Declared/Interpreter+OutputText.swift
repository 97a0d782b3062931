import ATTDissector
import Bytes
import Vocabulary

/// The text of a value that has none yet: it is a list of groups, or only flags, or its numbers are not known.
extension Interpreter {
  /// `name value unit` of each field of the output, the elements of a list of groups one after the other.
  /// Flags are named if they are set.
  mutating func outputText(to out: inout FieldBuffer) {
    let start = out.text.count
    let end = out.fields.count
    var index = firstField
    var written = 0
    // The groups that are in no other, and where the last one ends.
    var groups = 0
    var groupEnd = firstField
    var isAlone = members(firstField..<end, out: out) == 1
    while index < end {
      let field = out.fields[index]
      let next = endOfList(index, out: out)
      if case .object(let count) = field.value {
        if index >= groupEnd { (groups, groupEnd) = (groups &+ 1, next &+ count) }
        if field.shape == .element, written <= Self.fieldsInText {
          isAlone = members(next..<min(next &+ count, end), out: out) == 1
          if written > 0, written < Self.fieldsInText { out.text.append(";") }
        }
      } else if written <= Self.fieldsInText, !isImplied(index, out: out) {
        written &+= 1
        if written <= Self.fieldsInText {
          separate(from: start, to: &out)
          output(index..<next, isAlone: isAlone, to: &out)
        }
      }
      index = next
    }
    if written > Self.fieldsInText {
      if groups > 1 { rest(of: groups, to: &out) } else { out.text.append(" ..") }
    }
    // What is cut may have had more.
    if out.text.count == start, firstField < end, out.note.isEmpty { out.text.append("none") }
  }

  /// In a line about several structures, these are parts of one.
  private mutating func separate(from start: Int, to out: inout FieldBuffer) {
    guard out.text.count > start else {
      if !program.details[0].code.isElement { out.textGap() }
      return
    }
    let isNext = out.text.bytes.uint8(at: out.text.count &- 1) == 0x3B
    if isNext {
      out.text.append(" ")
    } else if !program.details[0].code.isElement {
      out.textGap()
    } else {
      out.text.append(", ")
    }
  }

  /// Fields that say something, up to two.
  private mutating func members(_ range: Range<Int>, out: borrowing FieldBuffer) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound, count < 2 {
      if !isImplied(index, out: out) { count &+= 1 }
      index = endOfList(index, out: out)
    }
    return count
  }

  /// After the elements of a list that are no groups, or after the field.
  private mutating func endOfList(_ index: Int, out: borrowing FieldBuffer) -> Int {
    let field = out.fields[index]
    var next = index &+ 1
    if case .object = field.value { return next }
    guard field.shape != .single else { return next }
    while next < out.fields.count, out.fields[next].key == field.key { next &+= 1 }
    return next
  }

  /// A flag that is not set, or the number of a word that is there.
  private mutating func isImplied(_ index: Int, out: borrowing FieldBuffer) -> Bool {
    let field = out.fields[index]
    switch field.value {
    case .boolean(let isSet): return !isSet
    case .hex(let octets): return octets.isEmpty
    case .integer:
      guard index > firstField, let code = step(of: field.key) else { return false }
      let step = program.steps[code]
      guard step.code.keys.code != 0, step.code.keys.code == program.index(of: field.key) else {
        return false
      }
      return program.index(of: out.fields[index &- 1].key) == step.code.keys.own
    default: return false
    }
  }

  /// The first field that gives a key.
  private mutating func step(of key: Key) -> Int? {
    guard let wanted = program.index(of: key) else { return nil }
    for index in program.steps.indices {
      let step = program.steps[index]
      if step.code.keys.own == wanted || step.code.keys.code == wanted
        || step.code.keys.status == wanted
      {
        return index
      }
    }
    return nil
  }

  // MARK: One field

  /// - range: its elements, if it is a list.
  /// - isAlone: only a number needs its name, and a check.
  private mutating func output(_ range: Range<Int>, isAlone: Bool, to out: inout FieldBuffer) {
    let first = out.fields[range.lowerBound]
    let key = program.index(of: first.key) ?? 0
    if case .boolean = first.value, first.shape == .single {
      return program.write(title: key, to: &out.text)
    }
    let isNumber: Bool
    switch first.value {
    case .integer, .number, .unsigned, .boolean: isNumber = true
    default: isNumber = false
    }
    let step = step(of: first.key)
    let isCheck = step.map { program.steps[$0].code.kind == .check } ?? false
    if !isAlone || isNumber || isCheck {
      program.write(title: key, to: &out.text)
      out.text.append(" ")
    }
    for index in range.prefix(Self.elementsInText) {
      if index > range.lowerBound { out.text.append(isNumber ? " " : ", ") }
      output(out.fields[index], step: step, into: &out)
    }
    if range.count > Self.elementsInText { rest(of: range.count, to: &out) }
    guard isNumber, step.map({ program.steps[$0].code.sense.temperature == 0 }) ?? true,
      first.unit != .none
    else { return }
    out.text.append(" ")
    program.write(unitOf: key, to: &out.text)
  }

  private mutating func output(_ field: Field, step: Int?, into out: inout FieldBuffer) {
    switch field.value {
    case .number(let number) where number.isNaN: out.text.append("?")
    case .integer(let number):
      output(Double(number), at: step, into: &out) { $0.append(decimal: number) }
    case .number(let number): output(number, at: step, into: &out) { $0.append(shown: number) }
    case .unsigned(let number): out.text.append(decimal: number)
    case .boolean(let isSet): out.text.append(isSet ? "true" : "false")
    case .word(let word): out.text.append(word)
    case .term(let word):
      if let step, let text = special(word, key: field.key, step: program.steps[step]) {
        program.write(literal: text, to: &out.text)
      } else {
        program.spell(word, to: &out.text)
      }
    case .uuid(let uuid): uuid.write(to: &out.text)
    case .hex(let range):
      let octets = out.storage.bytes.clamped(range).copy()
      out.text(hex: octets.rawBytes, in: context)
    case .text(let range):
      let isQuoted =
        step.map {
          program.steps[$0].code.number.type == .utf8
            || program.steps[$0].code.number.type == .utf16
        } ?? false
      if isQuoted { out.text.append("\"") }
      let characters = out.storage.bytes.clamped(range).copy()
      out.text.append(untrusted: characters.rawBytes, escaping: .plain)
      if isQuoted { out.text.append("\"") }
    case .object: break
    }
  }

  /// What a reader is told of a number that is no measurement, if that is not the word.
  private mutating func special(_ word: Word, key: Key, step: FieldStep) -> Int32? {
    guard step.code.keys.status != 0, step.code.keys.status == program.index(of: key) else {
      return nil
    }
    for index in program.rows(of: step.code.sense.special) {
      let row = program.ranges[index]
      if row.text != 0, row.word != 0, program.words[Int(row.word) &- 1].index == word.index {
        return row.text
      }
    }
    return nil
  }

  /// A number, a temperature in the reader's unit; what sets no flag has none.
  private mutating func output(
    _ number: Double, at index: Int?, into out: inout FieldBuffer,
    _ write: (inout ByteWriter) -> Void
  ) {
    if let index, program.steps[index].code.sense.temperature != 0 {
      return temperature(number, field: program.steps[index], part: TextCode(form: 4), to: &out)
    }
    if let index, number == 0, program.steps[index].code.sense.flags != 0 {
      out.text.append("none")
    } else {
      write(&out.text)
    }
  }
}
