import ATTDissector
import Bytes
// The unit of a field is part of its API.
@_exported import Vocabulary

/// The value of one field, in a form that needs no allocation.
package enum FieldValue: Equatable, Sendable {
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  /// A fixed word of this program, or an assigned name.
  case word(StaticString)
  /// Bytes of the buffer that holds the field: untrusted text from the air.
  case text(Range<Int>)
  /// Bytes of the buffer that holds the field, shown as lower-case hex.
  case hex(Range<Int>)
  case uuid(BluetoothUUID)
  /// Larger than `integer` can hold.
  case unsigned(UInt64)
  /// The next so many fields are its members, including those of nested objects.
  case object(members: Int)

  package static func == (a: FieldValue, b: FieldValue) -> Bool {
    switch (a, b) {
    case (.integer(let x), .integer(let y)): x == y
    case (.number(let x), .number(let y)): x == y
    case (.boolean(let x), .boolean(let y)): x == y
    case (.word(let x), .word(let y)): x.description == y.description
    case (.text(let x), .text(let y)), (.hex(let x), .hex(let y)): x == y
    case (.uuid(let x), .uuid(let y)): x == y
    case (.unsigned(let x), .unsigned(let y)): x == y
    case (.object(let x), .object(let y)): x == y
    default: false
    }
  }
}

/// How a field is placed under its key.
package enum FieldShape: Sendable {
  case single
  /// An element of a list; elements of one key are consecutive.
  case element
  /// An element of a list x, y, z.
  case axis
}

/// One named value of a decoded PDU or attribute.
package struct Field: Sendable {
  /// `snake_case`, ending in its unit.
  package var key: StaticString
  package var value: FieldValue
  package var unit: FieldUnit
  package var shape: FieldShape
}

/// The fields of one event, filled by a decoder and read by renderers; reused for every event.
///
/// `text` is the same for a reader: one line, metric unless requested otherwise. `notes` are
/// remarks.
package struct FieldBuffer: ~Copyable {
  package private(set) var fields: [Field] = []
  package var storage = ByteWriter(capacity: 256)
  package var text = ByteWriter(capacity: 256)
  package var note = ByteWriter(capacity: 256)

  /// `text` already says what `note` says: do not show both to a reader.
  package var textTellsNote = false

  package init() {}

  package borrowing func copied() -> FieldBuffer {
    var copy = FieldBuffer()
    copy.fields = fields
    copy.textTellsNote = textTellsNote
    copy.storage.append(storage.bytes)
    copy.text.append(text.bytes)
    copy.note.append(note.bytes)
    return copy
  }

  package mutating func removeAll() {
    if !fields.isEmpty { fields.removeAll(keepingCapacity: true) }
    textTellsNote = false
    storage.removeAll()
    text.removeAll()
    note.removeAll()
  }

  package mutating func add(
    _ key: StaticString, _ value: FieldValue, _ unit: FieldUnit = .none,
    _ shape: FieldShape = .single
  ) {
    fields.append(Field(key: key, value: value, unit: unit, shape: shape))
  }

  package mutating func add(
    _ key: StaticString, _ value: some BinaryInteger, _ unit: FieldUnit = .none
  ) {
    if let value = Int64(exactly: value) {
      add(key, .integer(value), unit)
    } else if let value = UInt64(exactly: value) {
      add(key, .unsigned(value), unit)
    } else {
      add(key, .integer(Int64(clamping: value)), unit)
    }
  }

  // A non-generic overload for the common case: a generic function of another module is not
  // specialized.
  package mutating func add(_ key: StaticString, _ value: Int, _ unit: FieldUnit = .none) {
    add(key, .integer(Int64(value)), unit)
  }

  package mutating func add(_ key: StaticString, _ value: UInt8, _ unit: FieldUnit = .none) {
    add(key, .integer(Int64(value)), unit)
  }

  package mutating func add(_ key: StaticString, _ value: Int8, _ unit: FieldUnit = .none) {
    add(key, .integer(Int64(value)), unit)
  }

  package mutating func add(_ key: StaticString, _ value: UInt16, _ unit: FieldUnit = .none) {
    add(key, .integer(Int64(value)), unit)
  }

  package mutating func add(_ key: StaticString, _ value: Double, _ unit: FieldUnit = .none) {
    add(key, .number(value), unit)
  }

  package mutating func add(_ key: StaticString, _ value: Bool) {
    add(key, .boolean(value))
  }

  package mutating func add(_ key: StaticString, word: StaticString) {
    add(key, .word(word))
  }

  /// Text from the air; copied.
  package mutating func add(
    _ key: StaticString, text: RawSpan, _ shape: FieldShape = .single
  ) {
    let start = storage.count
    storage.append(text)
    add(key, .text(start..<storage.count), .none, shape)
  }

  /// Bytes to show as hex; copied.
  package mutating func add(
    _ key: StaticString, hex: RawSpan, _ shape: FieldShape = .single
  ) {
    let start = storage.count
    storage.append(hex)
    add(key, .hex(start..<storage.count), .none, shape)
  }

  /// An object; `body` adds its members.
  package mutating func add(
    _ key: StaticString, _ shape: FieldShape = .single, members body: (inout FieldBuffer) -> Void
  ) {
    let place = fields.count
    add(key, .object(members: 0), .none, shape)
    body(&self)
    fields[place].value = .object(members: fields.count - place - 1)
  }

  /// Starts another remark.
  package mutating func addNote(_ remark: StaticString) {
    if !note.isEmpty { note.append("; ") }
    note.append(remark)
  }
}
