import ATTDissector
import Bytes
import JSONText
import Vocabulary

extension ByteWriter {
  package mutating func append(json uuid: BluetoothUUID) {
    append("\"")
    uuid.write(to: &self)
    append("\"")
  }

  package mutating func append(json address: BluetoothAddress) {
    append("\"")
    address.write(to: &self)
    append("\"")
  }

  private mutating func append(
    _ value: FieldValue, of buffer: borrowing FieldBuffer, _ lexicon: Lexicon
  ) {
    switch value {
    case .integer(let number): append(decimal: number)
    case .unsigned(let number): append(decimal: number)
    case .number(let number): append(number: number)
    case .boolean(let truth): append(truth ? "true" : "false")
    case .word(let word): append(jsonWord: word)
    case .term(let word): lexicon.append(word, to: &self)
    case .text(let range): append(json: buffer.storage.bytes.clamped(range))
    case .hex(let range):
      append("\"")
      append(hex: buffer.storage.bytes.clamped(range))
      append("\"")
    case .uuid(let uuid): append(json: uuid)
    case .object: break
    }
  }

  /// The members of an object, without its braces. Elements of one key form an array.
  /// - Parameter comma: whether to write a comma before the first.
  package mutating func append(
    members buffer: borrowing FieldBuffer, comma: Bool, _ lexicon: Lexicon
  ) {
    append(members: 0..<buffer.fields.count, of: buffer, comma: comma, lexicon)
  }

  private mutating func append(
    members range: Range<Int>, of buffer: borrowing FieldBuffer, comma: Bool, _ lexicon: Lexicon
  ) {
    var isFirst = !comma
    var open: Key?
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      place &+= 1
      let isElement: Bool
      switch field.shape {
      case .single: isElement = false
      case .element, .axis: isElement = true
      }
      if let key = open, isElement, key == field.key {
        append(byte: 0x2C)
      } else {
        if open != nil { append(byte: 0x5D) }
        open = isElement ? field.key : nil
        lexicon.append(field.key, comma: !isFirst, to: &self)
        if isElement { append(byte: 0x5B) }
      }
      isFirst = false
      guard case .object(let count) = field.value else {
        append(field.value, of: buffer, lexicon)
        continue
      }
      let end = min(place + count, range.upperBound)
      append("{")
      append(members: place..<end, of: buffer, comma: false, lexicon)
      append("}")
      place = end
    }
    if open != nil { append("]") }
  }
}

extension FieldBuffer {
  /// The fields as `decoded` has them in NDJSON.
  package var decodedJSON: String {
    var out = ByteWriter(capacity: 256)
    out.append("{")
    out.append(members: self, comma: false, Lexicon.current)
    out.append("}")
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}
