import Bytes

/// What an event has under a key; of several fields of one key, the first.
extension FieldBuffer {
  package borrowing func has(_ key: Key) -> Bool { value(key) != nil }

  package borrowing func number(_ key: Key) -> Double? {
    switch value(key) {
    case .number(let number)?: number
    case .integer(let number)?: Double(number)
    default: nil
    }
  }

  private borrowing func value(_ key: Key) -> FieldValue? {
    for index in fields.indices where fields[index].key == key { return fields[index].value }
    return nil
  }
}
