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
      let number = (Int(head) | (bytes.count & 3) << 8) % valueTypes.count
      let type = valueTypes[number]
      // The context.
      let way = (Int(head) / 64 + bytes.count / 4) % 4
      let context = DecodingContext(
        state: state, isTruncated: way == 1, isWrite: way == 2, units: way == 3 ? .us : .metric,
        properties: bytes.first ?? 0)
      buffer.removeAll()
      guard let decoder = valueDecoders[number] else { continue }
      ValueRegistry.decode(decoder, value: bytes.rawBytes, in: context, into: &buffer)
      try check(buffer, "\(type)")
      let kinds: [ValueKind] = [.read, .written, .notified, .read]
      if case .characteristic(let uuid) = type {
        state.observe(characteristic: uuid, value: bytes.rawBytes, kind: kinds[way])
        state.observe(service: uuid)
      } else {
        state.observe(name: bytes.rawBytes)
      }
    }
  }

  /// Those that depend on what was seen before, then all others: most entries are of the first.
  private static let valueTypes: [DeclarationTarget] =
    BuiltInDeclarations.targets.filter(isOfSensorTag)
    + BuiltInDeclarations.targets.filter { !isOfSensorTag($0) && decoder($0) != nil }

  private static func isOfSensorTag(_ target: DeclarationTarget) -> Bool {
    if case .characteristic(let uuid) = target { uuid.sensorTagNumber != nil } else { false }
  }

  private static let valueDecoders: [DecoderID?] = valueTypes.map(decoder)

  private static func decoder(_ target: DeclarationTarget) -> DecoderID? {
    switch target {
    case .characteristic(let uuid): ValueRegistry.decoder(characteristic: uuid, service: nil)
    case .descriptor(let uuid): ValueRegistry.decoder(descriptor: uuid)
    default: nil
    }
  }

  private static func check(_ buffer: borrowing FieldBuffer, _ name: String) throws {
    var out = ByteWriter(capacity: 256)
    let fields = buffer.fields.copied()
    let isFlat = !fields.contains {
      if case .object = $0.value { true } else { false }
    }
    for (index, field) in fields.enumerated() {
      // Elements of one list follow one another.
      let key = field.key
      let follows =
        index > 0 && field.shape != .single && fields[index - 1].key == key
      try require(
        follows || !isFlat || !fields[..<index].contains { $0.key == key },
        "\(name): \(key) twice")
      switch field.value {
      case .number(let value):
        // An element of a list that is not known is `null`; its neighbours keep their places.
        let isUnknownElement = value.isNaN && field.shape != .single
        try require(value.isFinite || isUnknownElement, "\(name): \(field.key) is \(value)")
        out.append(number: value)
      case .integer(let value): out.append(decimal: value)
      case .boolean: break
      case .word(let word): out.append(word)
      case .term(let word): out.append(string: word.description)
      case .text(let range), .hex(let range):
        try require(
          range.lowerBound >= 0 && range.upperBound <= buffer.storage.count,
          "\(name): \(field.key) behind its bytes")
        out.append(untrusted: buffer.storage.bytes.extracting(range), escaping: .plain)
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
