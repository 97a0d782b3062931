/// The type of a key's value.
package indirect enum KeyType: Sendable {
  case integer
  /// With decimals.
  case number
  case boolean
  /// A name from an open list: assigned names, terms of other specifications.
  case word
  /// A name from a fixed list.
  case choice(@Sendable () -> [String])
  /// Text from the air, or for a reader.
  case text
  /// Octets in lower-case hex.
  case hex
  case uuid
  /// `AA:BB:CC:DD:EE:FF`
  case address
  case object
  /// An array.
  case list(KeyType)

  package static func one(of words: String...) -> KeyType { .choice { words } }

  package var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The element type of a list, else the type itself.
  package var element: KeyType {
    if case .list(let element) = self { element } else { self }
  }

  /// A number, or a list of numbers.
  package var isNumeric: Bool {
    switch element {
    case .integer, .number: true
    default: false
    }
  }

  /// All possible words; `nil`: any.
  package var words: [String]? {
    switch element {
    case .choice(let words): words()
    case .boolean: ["true", "false"]
    default: nil
    }
  }

  /// Whether both allow the same values.
  func isSame(as other: KeyType) -> Bool {
    switch (self, other) {
    case (.integer, .integer), (.number, .number), (.boolean, .boolean), (.word, .word),
      (.text, .text), (.hex, .hex), (.uuid, .uuid), (.address, .address), (.object, .object):
      true
    case (.choice(let a), .choice(let b)): a() == b()
    case (.list(let a), .list(let b)): a.isSame(as: b)
    default: false
    }
  }
}
