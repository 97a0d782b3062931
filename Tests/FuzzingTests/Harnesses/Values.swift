import ATTDissector
import Bytes
import GATTValues

extension Harness {
  /// Values of any attribute, one after the other from one device: what is learned from the first
  /// ones is used for the next.
  static let values = Harness("values", maximumLength: 512) { input in
    var entries = EntryList(input)
    var state = DeviceState()
    if entries.byte() & 1 == 1 { state.thermopileFactor = .wiki }
    var buffer = FieldBuffer()
    while let (head, bytes) = entries.next() {
      let decoder = ValueRegistry.all[Int(head) % ValueRegistry.all.count]
      // The rest of the number says in what context.
      let way = (Int(head) / ValueRegistry.all.count + bytes.count) % 4
      let context = DecodingContext(
        state: state, isTruncated: way == 1, isWrite: way == 2, units: way == 3 ? .us : .metric,
        properties: bytes.first ?? 0)
      buffer.removeAll()
      decoder.decode(bytes.rawBytes, context, &buffer)
      try check(buffer, decoder.name)
      let kinds: [ValueKind] = [.read, .written, .notified, .read]
      switch decoder.type {
      case .characteristic(let uuid), .characteristicOf(let uuid, _):
        state.observe(characteristic: uuid, value: bytes.rawBytes, kind: kinds[way])
        state.observe(service: uuid)
      case .descriptor: state.observe(name: bytes.rawBytes)
      }
    }
  }

  private static func check(_ buffer: borrowing FieldBuffer, _ name: StaticString) throws {
    var out = ByteWriter(capacity: 256)
    for (index, field) in buffer.fields.enumerated() {
      // Elements of one list follow one another.
      let key = field.key
      let follows =
        index > 0 && field.shape != .single && buffer.fields[index - 1].key == key
      try require(
        follows || !buffer.fields[..<index].contains { $0.key == key },
        "\(name): \(key) twice")
      switch field.value {
      case .number(let value):
        try require(value.isFinite, "\(name): \(field.key) is \(value)")
        out.append(number: value)
      case .integer(let value): out.append(decimal: value)
      case .boolean: break
      case .word(let word): out.append(word)
      case .term(let word): out.append(string: word.description)
      case .text(let range), .hex(let range):
        try require(
          range.lowerBound >= 0 && range.upperBound <= buffer.storage.count,
          "\(name): \(field.key) behind its bytes")
        out.append(untrusted: buffer.storage.bytes.extracting(range), .plain)
      case .uuid(let uuid): uuid.write(to: &out)
      case .unsigned(let value): out.append(decimal: value)
      case .object(let count):
        try require(
          index + count < buffer.fields.count, "\(name): \(field.key) lacks members")
      }
    }
    try TextRules.check(out.bytes.copy(), "\(name): fields")
    try TextRules.check(buffer.text.bytes.copy(), "\(name): text")
    try TextRules.check(buffer.note.bytes.copy(), "\(name): note")
  }
}
