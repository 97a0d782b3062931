import Synchronization

/// Keys with their rows. A key has a row in each group that declares it: its type may differ by the
/// kind of event, its unit may not.
package struct KeyTable: Sendable {
  package private(set) var rows: [KeyRow] = []
  /// By the index of the key.
  private var names: [String] = []
  private var keys: [String: Key] = [:]
  /// By the index of the key: the indexes of its rows.
  private var places: [[Int]] = []

  private static let declared = Mutex(KeyTable())

  /// All keys declared so far: those of the groups that have been accessed.
  package static var current: KeyTable { declared.withLock { $0 } }

  static func declare(
    _ name: StaticString, _ type: KeyType, _ unit: FieldUnit, _ limits: ClosedRange<Double>?,
    _ place: KeyRow.Place, _ kinds: KindSet, _ recall: KeyRecall,
    _ meaning: StaticString
  ) -> Key {
    declared.withLock { table in
      let key = table.key(naming: name.description)
      table.places[Int(key.index)].append(table.rows.count)
      table.rows.append(
        KeyRow(
          name: name.description, key: key, type: type, unit: unit, limits: limits, place: place,
          kinds: kinds, recall: recall, meaning: meaning.description))
      return key
    }
  }

  private mutating func key(naming name: String) -> Key {
    if let key = keys[name] { return key }
    let key = Key(index: UInt16(clamping: names.count))
    keys[name] = key
    names.append(name)
    places.append([])
    return key
  }

  /// The rows of a key for a kind of event; `nil` for any kind.
  package func rows(of name: String, in kind: EventKind? = nil) -> [KeyRow] {
    guard let key = keys[name] else { return [] }
    return places[Int(key.index)].map { rows[$0] }.filter { row in
      kind.map { row.kinds.contains($0) } ?? true
    }
  }
}
