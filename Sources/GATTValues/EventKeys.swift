import Vocabulary

/// All keys of the output: those of events and of decoded values.
package enum EventKeys {
  package static let table: KeyTable = {
    _ = (Keys.common, Keys.own, Keys.advertised)
    ValueRegistry.declareKeys()
    return KeyTable.current
  }()

  /// Keys that conditions can use, sorted.
  package static let all: [String] = sorted { $0.place != .frame }

  /// The keys of decoded values that are numbers, or lists of numbers; sorted.
  package static let decodedNumbers: [String] = sorted {
    $0.place == .decoded && $0.type.isNumeric
  }

  private static func sorted(where isMeant: (KeyRow) -> Bool) -> [String] {
    Set(table.rows.filter { !$0.kinds.isEmpty && isMeant($0) }.map(\.name)).sorted()
  }

  /// The rows of a key for a kind of event; `nil` for any kind.
  package static func rows(of key: String, in kind: EventKind? = nil) -> [KeyRow] {
    table.rows(of: key, in: kind)
  }

  /// Whether it is a list of fixed words or UUIDs: conditions test whether it contains some.
  package static func isSet(_ key: String) -> Bool { sets.contains(key) }

  private static let sets = Set(
    table.rows.filter { row in
      guard case .list(let element) = row.type else { return false }
      return switch element {
      case .choice, .uuid: true
      default: false
      }
    }.map(\.name))

  /// All possible words of the keys, without duplicates; `nil`: any.
  package static func words(of rows: [KeyRow]) -> [String]? {
    var all: [String] = []
    for row in rows {
      guard let words = row.type.words else { return nil }
      for word in words where !all.contains(word) { all.append(word) }
    }
    return all
  }
}
