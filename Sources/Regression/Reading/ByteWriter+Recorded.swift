import ATTDissector
import Bytes
import GATTValues

/// Writes values in the form that `RecordedReader` reads.
extension ByteWriter {
  mutating func append(recorded key: Key) { append(packed: UInt64(key.index) + 1) }

  mutating func append(tag: RecordedTag) { append(byte: tag.rawValue) }

  mutating func append(recorded truth: Bool) { append(tag: truth ? .yes : .no) }

  mutating func append(recorded number: Int64) {
    append(tag: .integer)
    append(packed: UInt64(bitPattern: number &<< 1 ^ number &>> 63))
  }

  mutating func append(recorded number: Double) {
    if number.magnitude < 1e15, number == number.rounded() {
      append(recorded: Int64(number))
    } else if number.isFinite {
      append(tag: .number)
      for shift in 0..<UInt64(8) {
        append(byte: UInt8(truncatingIfNeeded: number.bitPattern >> (shift * 8)))
      }
    } else {
      append(("null" as StaticString).rawBytes, as: .written)
    }
  }

  /// Text that is UTF-8.
  mutating func append(recorded text: RawSpan) { append(text, as: .text) }

  mutating func append(_ bytes: RawSpan, as tag: RecordedTag) {
    append(tag: tag)
    append(packed: UInt64(bytes.byteCount))
    append(bytes)
  }

  private mutating func append(packed number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  // MARK: Fields

  /// The members that the fields are in JSON.
  mutating func append(recorded fields: borrowing FieldBuffer, lexicon: Lexicon) {
    append(recorded: 0..<fields.fields.count, of: fields, lexicon: lexicon)
  }

  private mutating func append(
    recorded range: Range<Int>, of buffer: borrowing FieldBuffer, lexicon: Lexicon
  ) {
    var list = OpenList()
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      place &+= 1
      let ends = list.isOpen
      if !list.takes(field) {
        if ends { append(tag: .end) }
        append(recorded: field.key)
        if list.isOpen { append(tag: .list) }
      }
      switch field.value {
      case .integer(let number): append(recorded: number)
      case .unsigned(let number):
        let digits = String(number)
        append(digits.rawBytes, as: .written)
      case .number(let number): append(recorded: number)
      case .boolean(let truth): append(recorded: truth)
      case .word(let word): append(recorded: word.rawBytes)
      case .term(let word):
        let text = lexicon.text(of: word)
        append(recorded: text.rawBytes)
      case .uuid(let uuid):
        // Written twice, since its length goes before it.
        let start = count
        uuid.write(to: &self)
        let length = count - start
        truncate(to: start)
        append(tag: .text)
        append(packed: UInt64(length))
        uuid.write(to: &self)
      case .text(let range): append(untrusted: buffer.storage.bytes.clamped(range))
      case .hex(let range):
        append(tag: .text)
        append(packed: UInt64(range.count) * 2)
        append(hex: buffer.storage.bytes.clamped(range))
      case .object(let count):
        let end = min(place + count, range.upperBound)
        append(tag: .object)
        append(recorded: place..<end, of: buffer, lexicon: lexicon)
        append(tag: .end)
        place = end
      }
    }
    if list.isOpen { append(tag: .end) }
  }

  private mutating func append(untrusted text: RawSpan) {
    guard !text.isUTF8 else { return append(recorded: text) }
    var valid = ByteWriter(capacity: text.byteCount)
    valid.append(validUTF8: text)
    append(recorded: valid.bytes)
  }
}
