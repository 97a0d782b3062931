import Bytes

/// What an event has under a key; of several fields of one key, the first.
extension FieldBuffer {
  package borrowing func has(_ key: Key) -> Bool { value(key) != nil }

  package borrowing func value(_ key: Key) -> FieldValue? {
    for index in fields.indices where fields[index].key == key { return fields[index].value }
    return nil
  }

  package borrowing func integer(_ key: Key) -> Int64? {
    if case .integer(let number)? = value(key) { number } else { nil }
  }

  package borrowing func number(_ key: Key) -> Double? {
    switch value(key) {
    case .number(let number)?: number
    case .integer(let number)?: Double(number)
    default: nil
    }
  }

  package borrowing func boolean(_ key: Key) -> Bool? {
    if case .boolean(let truth)? = value(key) { truth } else { nil }
  }

  /// A word of this program, not one that a declaration has.
  package borrowing func word(_ key: Key) -> StaticString? {
    if case .word(let word)? = value(key) { word } else { nil }
  }

  /// Bytes that are shown as hex.
  package borrowing func octets(_ key: Key) -> [UInt8]? {
    if case .hex(let range)? = value(key) { storage.bytes.clamped(range).copy() } else { nil }
  }
}
