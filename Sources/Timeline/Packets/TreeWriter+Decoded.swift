import ATTDissector
import Bytes
import GATTValues
import Vocabulary

/// Decoded fields, a line each; elements of a list on one line, members of an object below it.
extension TreeWriter {
  mutating func members(
    _ range: Range<Int>, in buffer: borrowing FieldBuffer, lexicon: Lexicon
  ) {
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      begin()
      lexicon.append(name: field.key, to: &text)
      place += 1
      if case .object(let count) = field.value {
        let last = min(place + max(count, 0), range.upperBound)
        endBranch()
        members(place..<last, in: buffer, lexicon: lexicon)
        close()
        place = last
        continue
      }
      text.append(": ")
      value(field.value, in: buffer, lexicon: lexicon)
      while field.shape != .single, place < range.upperBound,
        buffer.fields[place].key == field.key, buffer.fields[place].shape == field.shape
      {
        text.append(", ")
        value(buffer.fields[place].value, in: buffer, lexicon: lexicon)
        place += 1
      }
      if field.unit != .none { unit(field.unit, lexicon: lexicon) }
      end()
    }
  }

  private mutating func unit(_ unit: FieldUnit, lexicon: Lexicon) {
    let ascii = lexicon.ascii(of: unit)
    let shown = ascii.isEmpty ? lexicon.symbol(of: unit) : ascii
    guard !shown.isEmpty else { return }
    text.append(" ")
    text.append(string: shown)
  }

  private mutating func value(
    _ value: FieldValue, in buffer: borrowing FieldBuffer, lexicon: Lexicon
  ) {
    switch value {
    case .integer(let number): text.append(decimal: number)
    case .unsigned(let number): text.append(decimal: number)
    case .number(let number):
      // An element that is not known keeps its place.
      if number.isFinite { text.append(number: number) } else { text.append("?") }
    case .boolean(let truth): text.append(truth ? "true" : "false")
    case .word(let word): text.append(word)
    case .term(let word): text.append(untrusted: lexicon.text(of: word), escaping: .plain)
    case .text(let range):
      text.append(untrusted: buffer.storage.bytes.clamped(range), escaping: .plain)
    case .hex(let range): text.append(hex: buffer.storage.bytes.clamped(range))
    case .uuid(let uuid): uuid.write(to: &text)
    case .object: break
    }
  }
}
