import ATTDissector
import Bytes
import GATTValues

/// Decoded fields, a line each; elements of a list on one line, members of an object below it.
extension TreePrinter {
  mutating func members(_ range: Range<Int>, _ buffer: borrowing FieldBuffer) {
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      indent()
      line.append(string: field.key.description)
      place += 1
      if case .object(let count) = field.value {
        line.append("\n")
        let end = min(place + max(count, 0), range.upperBound)
        depth += 1
        members(place..<end, buffer)
        depth -= 1
        place = end
        continue
      }
      line.append(": ")
      value(field.value, buffer)
      while field.shape != .single, place < range.upperBound,
        buffer.fields[place].key == field.key, buffer.fields[place].shape == field.shape
      {
        line.append(", ")
        value(buffer.fields[place].value, buffer)
        place += 1
      }
      let unit = field.unit.ascii.isEmpty ? field.unit.symbol : field.unit.ascii
      if !unit.isEmpty {
        line.append(" ")
        line.append(string: unit)
      }
      line.append("\n")
    }
  }

  private mutating func value(_ value: FieldValue, _ buffer: borrowing FieldBuffer) {
    switch value {
    case .integer(let number): line.append(decimal: number)
    case .unsigned(let number): line.append(decimal: number)
    case .number(let number):
      // An element that is not known keeps its place.
      if number.isFinite { line.append(number: number) } else { line.append("?") }
    case .boolean(let truth): line.append(truth ? "true" : "false")
    case .word(let word): line.append(word)
    case .term(let word): line.append(untrusted: word.description, .plain)
    case .text(let range): line.append(untrusted: buffer.storage.bytes.clamped(range), .plain)
    case .hex(let range): line.append(hex: buffer.storage.bytes.clamped(range))
    case .uuid(let uuid): uuid.write(to: &line)
    case .object: break
    }
  }
}
