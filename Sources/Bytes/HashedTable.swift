/// A dictionary with numbers for keys inside, for types of keys that only one table has.
///
/// The runtime searches the conformances of all types in the program for each type of keys of a
/// `Dictionary`: a short run would spend a tenth of its time there.
@usableFromInline
package struct HashedTable<Key: Hashable, Value> {
  /// By hash; nearly always one.
  @usableFromInline var entries: [Int: [HashedEntry<Key, Value>]] = [:]
  @usableFromInline package internal(set) var count = 0

  @inlinable
  package init() {}

  @inlinable
  package subscript(key: Key) -> Value? {
    get {
      guard let found = entries[key.hashValue] else { return nil }
      for entry in found where entry.key == key { return entry.value }
      return nil
    }
    set {
      let hash = key.hashValue
      let place = entries[hash]?.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): entries[hash]?[place].value = value
      case (let place?, nil):
        entries[hash]?.remove(at: place)
        if entries[hash]?.isEmpty == true { entries[hash] = nil }
        count -= 1
      case (nil, let value?):
        entries[hash, default: []].append(HashedEntry(key: key, value: value))
        count += 1
      case (nil, nil): break
      }
    }
  }

  /// Changes a value where it is.
  /// - Returns: what `body` returns; `nil` if the key has no value.
  @inlinable
  package mutating func change<Outcome>(
    _ key: Key, _ body: (inout Value) -> Outcome
  ) -> Outcome? {
    guard let index = entries.index(forKey: key.hashValue),
      let place = entries.values[index].firstIndex(where: { $0.key == key })
    else { return nil }
    return body(&entries.values[index][place].value)
  }

  @inlinable
  package mutating func removeAll() {
    entries = [:]
    count = 0
  }
}

/// One of a table. Its parameters are not constrained: else the runtime would search the conformances
/// for it, too.
@usableFromInline
struct HashedEntry<Key, Value> {
  @usableFromInline let key: Key
  @usableFromInline var value: Value

  @inlinable
  init(key: Key, value: Value) {
    self.key = key
    self.value = value
  }
}
