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
  /// A word of the lexicon.
  case term(Word)
  /// Bytes of the buffer that holds the field: untrusted text from the air.
  case text(Range<Int>)
  /// Bytes of the buffer that holds the field, shown as lower-case hex.
  case hex(Range<Int>)
  case uuid(BluetoothUUID)
  /// Larger than `integer` can hold.
  case unsigned(UInt64)
  /// The number of following fields that are its members, including those of nested objects.
  case object(members: Int)

  package static func == (a: FieldValue, b: FieldValue) -> Bool {
    switch (a, b) {
    case (.integer(let x), .integer(let y)): x == y
    case (.number(let x), .number(let y)): x == y
    case (.boolean(let x), .boolean(let y)): x == y
    case (.word(let x), .word(let y)): x.isSame(y)
    case (.term(let x), .term(let y)): x == y
    case (.text(let x), .text(let y)), (.hex(let x), .hex(let y)): x == y
    case (.uuid(let x), .uuid(let y)): x == y
    case (.unsigned(let x), .unsigned(let y)): x == y
    case (.object(let x), .object(let y)): x == y
    default: false
    }
  }
}

/// How a field is placed under its key.
@usableFromInline
package enum FieldShape: UInt8, Sendable {
  case single
  /// An element of a list; elements of one key are consecutive.
  case element
  /// An element of a list x, y, z.
  case axis

  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// One named value of a decoded PDU or attribute.
package struct Field: Sendable {
  package var key: Key
  package var shape: FieldShape
  package var value: FieldValue

  package var unit: FieldUnit { key.unit }
}

/// The fields of one event, filled by a decoder and read by renderers; reused for every event.
///
/// `text` is the same for a reader: one line, metric unless requested otherwise. `notes` are
/// remarks.
package struct FieldBuffer: ~Copyable {
  package private(set) var fields = PlainBuffer<Field>()
  package var storage = ByteWriter(capacity: 256)
  package var text = ByteWriter(capacity: 256)
  package var note = ByteWriter(capacity: 256)

  /// Memory of the interpreter of declarations, unless it runs.
  var scratch: DecodingScratch?

  /// The words of `note` that `text` already says: `remark` is what a reader is shown besides it.
  package var noteInText = 0..<0
  /// `text` says how far a message is of which the value is a part, and no more.
  package var isPart = false
  /// The value says that what was asked for was not done.
  package internal(set) var isRefusal = false
  /// What is wrong with the value.
  package internal(set) var faults: ValueFaults = []
  /// Bytes that the value has left over: what was decoded may be another's form.
  package internal(set) var extraBytes = 0

  package init() {}

  package borrowing func copied() -> FieldBuffer {
    var copy = FieldBuffer()
    for index in fields.indices { copy.fields.append(fields[index]) }
    copy.noteInText = noteInText
    copy.isPart = isPart
    copy.isRefusal = isRefusal
    copy.faults = faults
    copy.extraBytes = extraBytes
    copy.storage.append(storage.bytes)
    copy.text.append(text.bytes)
    copy.note.append(note.bytes)
    return copy
  }

  /// Whether it says no more than what the octets are.
  package borrowing func isOnly(_ value: RawSpan) -> Bool {
    guard fields.count == 1, case .hex(let place) = fields[0].value else { return false }
    return place.count == value.byteCount
  }

  package mutating func removeAll() {
    fields.removeAll()
    noteInText = 0..<0
    isPart = false
    isRefusal = false
    faults = []
    extraBytes = 0
    storage.removeAll()
    text.removeAll()
    note.removeAll()
  }

  package mutating func add(
    _ key: Key, _ value: FieldValue, shape: FieldShape = .single
  ) {
    fields.append(Field(key: key, shape: shape, value: value))
  }

  /// Adds fields of another buffer that have no bytes in it.
  mutating func append(fieldsOf other: borrowing FieldBuffer, range: Range<Int>) {
    fields.append(other.fields, in: range)
  }

  // Not one generic function: one of another module is not specialized.
  package mutating func add(_ key: Key, _ value: Int) {
    add(key, .integer(Int64(value)))
  }

  package mutating func add(_ key: Key, _ value: UInt8) {
    add(key, .integer(Int64(value)))
  }

  package mutating func add(_ key: Key, _ value: Int8) {
    add(key, .integer(Int64(value)))
  }

  package mutating func add(_ key: Key, _ value: UInt16) {
    add(key, .integer(Int64(value)))
  }

  package mutating func add(_ key: Key, _ value: Double) {
    add(key, .number(value))
  }

  package mutating func add(_ key: Key, _ value: Bool) {
    add(key, .boolean(value))
  }

  package mutating func add(_ key: Key, word: StaticString) {
    add(key, .word(word))
  }

  /// Text from the air; copied.
  package mutating func add(
    _ key: Key, text: RawSpan, shape: FieldShape = .single
  ) {
    let start = storage.count
    storage.append(text)
    add(key, .text(start..<storage.count), shape: shape)
  }

  /// Bytes to show as hex; copied.
  package mutating func add(
    _ key: Key, hex: RawSpan, shape: FieldShape = .single
  ) {
    let start = storage.count
    storage.append(hex)
    add(key, .hex(start..<storage.count), shape: shape)
  }

  /// Starts an object: what is added next are its members.
  /// - Returns: what `endObject` needs.
  package mutating func beginObject(_ key: Key, shape: FieldShape = .single) -> Int {
    add(key, .object(members: 0), shape: shape)
    return fields.count - 1
  }

  package mutating func endObject(_ object: Int) {
    guard fields.indices.contains(object) else { return }
    fields[object].value = .object(members: fields.count - object - 1)
  }

  /// Takes over what was found wrong with a value whose fields were copied.
  package mutating func add(_ faults: ValueFaults) { self.faults.formUnion(faults) }

  /// Drops the fields after the first `count`.
  package mutating func truncate(to count: Int) {
    if count < fields.count { fields.truncate(to: max(count, 0)) }
  }

  /// Starts another remark.
  package mutating func addNote(_ remark: StaticString) {
    if !note.isEmpty { note.append("; ") }
    note.append(remark)
  }

  /// Where `note` says what `text` does not: before, and after, what both say and what separates it.
  package var remark: (before: Range<Int>, after: Range<Int>) {
    let end = note.count
    let said = noteInText.clamped(to: 0..<end)
    guard !said.isEmpty else { return (0..<end, end..<end) }
    guard said.lowerBound >= 2 else { return (0..<0, min(said.upperBound &+ 2, end)..<end) }
    return (0..<said.lowerBound &- 2, said.upperBound..<end)
  }

  package var hasRemark: Bool { !remark.before.isEmpty || !remark.after.isEmpty }
}
