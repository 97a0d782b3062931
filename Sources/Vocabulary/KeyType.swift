/// What the value of a key is.
package indirect enum KeyType: Sendable {
  case integer
  /// With decimals.
  case number
  case boolean
  /// A name out of a list that is not fixed: assigned names, words of other specifications.
  case word
  /// One of these and no other.
  case choice(@Sendable () -> [String])
  /// Words from the air or for a reader.
  case text
  /// Octets in lower-case hex.
  case hex
  case uuid
  /// `AA:BB:CC:DD:EE:FF`
  case address
  case object
  /// An array of them.
  case list(KeyType)

  package static func one(of words: String...) -> KeyType { .choice { words } }

  package var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The type of its elements, for a list.
  package var element: KeyType {
    if case .list(let element) = self { element } else { self }
  }

  /// A number, or numbers.
  package var isNumeric: Bool {
    switch element {
    case .integer, .number: true
    default: false
    }
  }

  package var isBoolean: Bool {
    if case .boolean = element { true } else { false }
  }

  /// All words that there are; `nil`: any.
  package var words: [String]? {
    switch element {
    case .choice(let words): words()
    case .boolean: ["true", "false"]
    default: nil
    }
  }
}
