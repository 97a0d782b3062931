import Vocabulary

/// Every key that an output may have: the events' own, and those of decoded values.
package enum EventKeys {
  package static let table: KeyTable = {
    _ = (Keys.common, Keys.own, Keys.advertised)
    ValueRegistry.declareKeys()
    return KeyTable.current
  }()

  /// Those that an event can be asked for, sorted.
  package static let all: [String] = sorted { $0.place != .frame }

  /// The keys of decoded values that are numbers, or lists of numbers; sorted.
  package static let decodedNumbers: [String] = sorted {
    $0.place == .decoded && $0.type.isNumeric
  }

  private static func sorted(where isMeant: (KeyRow) -> Bool) -> [String] {
    Set(table.rows.filter { !$0.kinds.isEmpty && isMeant($0) }.map(\.name)).sorted()
  }

  /// The rows of a key, of events of a kind; of any kind, for `nil`.
  package static func rows(of key: String, in kind: EventKind? = nil) -> [KeyRow] {
    table.rows(of: key, in: kind)
  }

  /// Whether it is a list of words that are no names: what is asked of it is whether it has some.
  package static func isSet(_ key: String) -> Bool { sets.contains(key) }

  private static let sets = Set(
    table.rows.filter { row in
      guard case .list(let element) = row.type else { return false }
      return switch element {
      case .choice, .uuid: true
      default: false
      }
    }.map(\.name))

  /// All words that there are under the keys, each once; `nil`: any.
  package static func words(of rows: [KeyRow]) -> [String]? {
    var all: [String] = []
    for row in rows {
      guard let words = row.type.words else { return nil }
      for word in words where !all.contains(word) { all.append(word) }
    }
    return all
  }
}
