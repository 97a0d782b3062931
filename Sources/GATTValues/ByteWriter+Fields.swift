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
    _ value: FieldValue, of buffer: borrowing FieldBuffer, lexicon: Lexicon
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
    members buffer: borrowing FieldBuffer, comma: Bool, lexicon: Lexicon
  ) {
    append(members: 0..<buffer.fields.count, of: buffer, comma: comma, lexicon: lexicon)
  }

  private mutating func append(
    members range: Range<Int>, of buffer: borrowing FieldBuffer, comma: Bool, lexicon: Lexicon
  ) {
    var isFirst = !comma
    var list = OpenList()
    var place = range.lowerBound
    while place < range.upperBound {
      let field = buffer.fields[place]
      place &+= 1
      begin(field, in: &list, isFirst: isFirst, lexicon: lexicon)
      isFirst = false
      guard case .object(let count) = field.value else {
        append(field.value, of: buffer, lexicon: lexicon)
        continue
      }
      let end = min(place + count, range.upperBound)
      append(byte: 0x7B)
      append(members: place..<end, of: buffer, comma: false, lexicon: lexicon)
      append(byte: 0x7D)
      place = end
    }
    if list.isOpen { append(byte: 0x5D) }
  }

  /// The key of a member, or the comma before a further element of its list.
  @inline(__always)
  private mutating func begin(
    _ field: Field, in list: inout OpenList, isFirst: Bool, lexicon: Lexicon
  ) {
    let ends = list.isOpen
    if list.takes(field) { return append(byte: 0x2C) }
    let begins = list.isOpen
    var isWritten = false
    run(atMost: 2 + 32) {
      if ends { $0.append(byte: 0x5D) }
      isWritten = lexicon.append(field.key, comma: !isFirst, to: &$0)
      if begins, isWritten { $0.append(byte: 0x5B) }
    }
    if isWritten { return }
    lexicon.append(field.key, comma: !isFirst, to: &self)
    if begins { append(byte: 0x5B) }
  }
}

extension FieldBuffer {
  /// The fields as `decoded` has them in NDJSON.
  package var decodedJSON: String {
    var out = ByteWriter(capacity: 256)
    out.append("{")
    out.append(members: self, comma: false, lexicon: Lexicon.current)
    out.append("}")
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}
