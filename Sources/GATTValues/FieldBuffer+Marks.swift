import Bytes

/// A place in a buffer that holds the fields of many events, one after the other.
package struct FieldMark: Sendable {
  fileprivate var fields = 0
  fileprivate var storage = 0
  fileprivate var text = 0
  fileprivate var note = 0

  package init() {}
}

extension FieldBuffer {
  /// Its end.
  package var mark: FieldMark {
    var mark = FieldMark()
    mark.fields = fields.count
    mark.storage = storage.count
    mark.text = text.count
    mark.note = note.count
    return mark
  }

  /// Adds what another buffer has between two marks.
  package mutating func append(
    _ other: borrowing FieldBuffer, from start: FieldMark, to end: FieldMark
  ) {
    if start.fields < end.fields {
      if start.storage == end.storage {
        append(fieldsOf: other, range: start.fields..<end.fields)
      } else {
        let shift = storage.count &- start.storage
        for index in start.fields..<end.fields {
          append(other.fields[index], shift: shift)
        }
        storage.append(other.storage.bytes.clamped(start.storage..<end.storage))
      }
    }
    if start.text < end.text { text.append(other.text.bytes.clamped(start.text..<end.text)) }
    if start.note < end.note { note.append(other.note.bytes.clamped(start.note..<end.note)) }
  }

  /// - shift: how much further on in the storage its bytes are here.
  private mutating func append(_ field: Field, shift: Int) {
    switch field.value {
    case .text(let range):
      add(field.key, .text(range.lowerBound + shift..<range.upperBound + shift), shape: field.shape)
    case .hex(let range):
      add(field.key, .hex(range.lowerBound + shift..<range.upperBound + shift), shape: field.shape)
    default: add(field.key, field.value, shape: field.shape)
    }
  }
}
