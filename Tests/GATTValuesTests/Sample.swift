import ATTDissector
import Bytes
import GATTValues

/// A value and what is to come out of it.
///
/// Fields are written `key=value unit`, numbers in the shortest form that reads back; `key~value unit`
/// compares to the last digit that is written, for figures given in print.
struct Sample: Sendable, CustomStringConvertible {
  var type: DeclarationTarget
  var bytes: [UInt8]
  var context: DecodingContext
  var fields: [String]
  var text: String
  var note: String

  init(
    _ type: DeclarationTarget, _ hex: String, given context: DecodingContext = DecodingContext(),
    _ fields: [String], text: String, note: String = ""
  ) {
    self.type = type
    self.bytes = bytesOf(hex)
    self.context = context
    self.fields = fields
    self.text = text
    self.note = note
  }

  init(
    _ characteristic: UInt16, _ hex: String, given context: DecodingContext = DecodingContext(),
    _ fields: [String], text: String, note: String = ""
  ) {
    self.init(
      .characteristic(BluetoothUUID(characteristic)), hex, given: context, fields, text: text,
      note: note)
  }

  init(
    descriptor: UInt16, _ hex: String, given context: DecodingContext = DecodingContext(),
    _ fields: [String], text: String, note: String = ""
  ) {
    self.init(
      .descriptor(BluetoothUUID(descriptor)), hex, given: context, fields, text: text, note: note)
  }

  init(
    sensorTag: UInt16, _ hex: String, given context: DecodingContext = DecodingContext(),
    _ fields: [String], text: String, note: String = ""
  ) {
    self.init(
      .characteristic(BluetoothUUID(sensorTag: sensorTag)), hex, given: context, fields, text: text,
      note: note)
  }

  var description: String { "\(type) \(bytes)" }

  static let all: [Sample] =
    heartRateSamples + batterySamples + deviceInformationSamples + genericAccessSamples
    + descriptorSamples + environmentSamples + healthThermometerSamples + fitnessSamples
    + temperatureSamples + accelerometerSamples + humiditySamples + barometerSamples
    + gyroscopeSamples + movementSamples + lightSamples + switchSamples + periodSamples
}

/// What a decoder made of a value.
struct Decoded: Equatable {
  var fields: [String] = []
  var text = ""
  var note = ""
}

extension Decoded {
  init(_ buffer: borrowing FieldBuffer) {
    for field in buffer.fields.copied() {
      var out = ByteWriter(capacity: 64)
      out.append(string: field.key.description)
      out.append("=")
      switch field.value {
      case .integer(let value): out.append(decimal: value)
      case .number(let value): out.append(number: value)
      case .boolean(let value): out.append(value ? "true" : "false")
      case .word(let word): out.append(word)
      case .term(let word): out.append(string: word.description)
      case .text(let range):
        out.append("\"")
        out.append(untrusted: buffer.storage.bytes.extracting(range), escaping: .plain)
        out.append("\"")
      case .hex(let range): out.append(hex: buffer.storage.bytes.extracting(range))
      case .uuid(let uuid): uuid.write(to: &out)
      case .unsigned(let value): out.append(decimal: value)
      case .object: out.append("{}")
      }
      if field.unit != .none { out.append(string: " " + field.unit.symbol) }
      fields.append(String(decoding: out.bytes.copy(), as: UTF8.self))
    }
    text = String(decoding: buffer.text.bytes.copy(), as: UTF8.self)
    note = String(decoding: buffer.note.bytes.copy(), as: UTF8.self)
  }
}

extension DeclarationTarget {
  var uuid: BluetoothUUID? {
    switch self {
    case .characteristic(let uuid), .descriptor(let uuid): uuid
    default: nil
    }
  }
}

func decoderID(_ type: DeclarationTarget) -> DecoderID? {
  switch type {
  case .characteristic(let uuid): ValueRegistry.decoder(characteristic: uuid, service: nil)
  case .descriptor(let uuid): ValueRegistry.decoder(descriptor: uuid)
  default: nil
  }
}

func decode(
  _ type: DeclarationTarget, _ bytes: [UInt8], _ context: DecodingContext = DecodingContext()
) -> Decoded {
  guard let id = decoderID(type) else { return Decoded(text: "no decoder") }
  var buffer = FieldBuffer()
  ValueRegistry.decode(id, value: bytes.rawBytes, in: context, into: &buffer)
  return Decoded(buffer)
}

func decode(
  _ characteristic: UInt16, _ hex: String, _ context: DecodingContext = DecodingContext()
) -> Decoded {
  decode(.characteristic(BluetoothUUID(characteristic)), bytesOf(hex), context)
}

func decode(
  sensorTag: UInt16, _ hex: String, _ context: DecodingContext = DecodingContext()
) -> Decoded {
  decode(.characteristic(BluetoothUUID(sensorTag: sensorTag)), bytesOf(hex), context)
}

/// `1e 50`, with or without spaces.
func bytesOf(_ hex: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var high: UInt8?
  for digit in hex where digit != " " {
    let value = UInt8(digit.hexDigitValue ?? 0)
    if let first = high {
      bytes.append(first << 4 | value)
      high = nil
    } else {
      high = value
    }
  }
  return bytes
}

/// Whether a decoded field is the expected one; see `Sample`.
func agrees(_ actual: String, _ expected: String) -> Bool {
  guard let tilde = expected.firstIndex(of: "~") else { return actual == expected }
  let key = expected[..<tilde]
  let words = expected[expected.index(after: tilde)...].split(separator: " ")
  guard let number = words.first, actual.hasPrefix(key + "=") else { return false }
  let rest = actual.dropFirst(key.count + 1).split(separator: " ")
  guard rest.dropFirst().elementsEqual(words.dropFirst()), let first = rest.first,
    let a = Double(first), let b = Double(number)
  else { return false }
  let decimals = number.split(separator: ".").dropFirst().first?.count ?? 0
  var unit = 1.0
  for _ in 0..<decimals { unit /= 10 }
  return (a - b).magnitude <= unit * 0.51
}

extension DecodingContext {
  static let truncated = DecodingContext(isTruncated: true)
  static let us = DecodingContext(units: .us)
  static let write = DecodingContext(isWrite: true)

  static let cc2541 = DecodingContext(state: .cc2541)
  static let cc2650 = DecodingContext(state: .cc2650)
}

extension DeviceState {
  static var cc2541: DeviceState {
    var state = DeviceState()
    state.observe(service: BluetoothUUID(sensorTag: 0xAA10))
    return state
  }

  static var cc2650: DeviceState {
    var state = DeviceState()
    state.observe(service: BluetoothUUID(sensorTag: 0xAA80))
    return state
  }

  func observing(_ number: UInt16, _ hex: String, _ kind: ValueKind = .read) -> DeviceState {
    var state = self
    let uuid =
      number >> 8 == 0xAA ? BluetoothUUID(sensorTag: number) : BluetoothUUID(number)
    state.observe(characteristic: uuid, value: bytesOf(hex).rawBytes, kind: kind)
    return state
  }

  /// With a firmware revision string that was read.
  func firmware(_ text: String) -> DeviceState {
    var state = self
    state.observe(characteristic: 0x2A26, value: text.rawBytes, kind: .read)
    return state
  }

  var context: DecodingContext { DecodingContext(state: self) }
}
