import Vocabulary

/// All keys of the output: those of events and of decoded values.
package enum EventKeys {
  /// With all keys of this program, and those of the files loaded so far. For each record, use one
  /// that was taken before.
  package static var lexicon: Lexicon {
    builtIn
    return Lexicon.current
  }

  /// Declares the keys of this program, those of declarations excepted.
  static func declare() { builtIn }

  private static let builtIn: Void = {
    _ = (
      Keys.common, Keys.own, Keys.advertised, Keys.shared, Key.furtherMessages, HIDDecoding.keys
    )
    PresentationFormat.declareKeys()
  }()

  /// With the keys of all declarations of this program, too, which only names need.
  package static var complete: Lexicon {
    builtIn
    declared
    return Lexicon.current
  }

  private static let declared: Void = BuiltInDeclarations.declareKeys()

  /// Keys that conditions can use, sorted.
  package static var all: [String] { sorted(where: isOfConditions) }

  /// Keys that a mistyped word may mean: of one kind of event, or of any.
  /// - others: what else it may be.
  package static func similar(
    to word: String, in kind: EventKind? = nil, or others: [String] = []
  ) -> [String] {
    guard let kind else { return Suggestion.keys(for: word, among: others + all) }
    let own = sorted { isOfConditions($0) && $0.kinds.contains(kind) }
    let near = Suggestion.keys(for: word, among: others + own)
    return near.isEmpty ? similar(to: word, or: others) : near
  }

  /// Whether conditions can use the key.
  package static func has(_ key: String) -> Bool { rows(of: key).contains(where: isOfConditions) }

  private static func isOfConditions(_ row: KeyRow) -> Bool {
    row.place != .frame && !row.kinds.isEmpty
  }

  /// The keys of decoded values that are numbers, or lists of numbers; sorted.
  package static var decodedNumbers: [String] {
    sorted { $0.place == .decoded && $0.type.isNumeric && !$0.kinds.isEmpty }
  }

  /// The keys of all numbers that events have of their own or in values, or lists of such; sorted.
  package static var numbers: [String] {
    sorted { isOfConditions($0) && $0.place != .common && $0.type.isNumeric }
  }

  private static func sorted(where isMeant: (KeyRow) -> Bool) -> [String] {
    Set(complete.rows.filter(isMeant).map(\.name)).sorted()
  }

  /// The rows of a key for a kind of event; `nil` for any kind.
  package static func rows(of key: String, in kind: EventKind? = nil) -> [KeyRow] {
    complete.rows(of: key, in: kind)
  }

  /// Whether it is a list of fixed words or UUIDs: conditions test whether it contains some.
  package static func isSet(_ key: String) -> Bool {
    rows(of: key).contains { row in
      guard case .list(let element) = row.type else { return false }
      return switch element {
      case .choice, .uuid: true
      default: false
      }
    }
  }

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
