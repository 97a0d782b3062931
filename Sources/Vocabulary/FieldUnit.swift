/// The unit of a key: an index into the table of units. Rows write it as it is in the output.
package struct FieldUnit: Hashable, Sendable {
  package let index: UInt16

  /// The first row.
  package static let none = FieldUnit(index: 0)

  /// The units of this program, in the output and in ASCII, as the report needs it.
  static let rows: [(symbol: String, ascii: String)] = [
    ("", ""), ("bpm", "bpm"), ("°C", "C"), ("°F", ""), ("%", "%"), ("hPa", "hPa"), ("g", "g"),
    ("°/s", "dps"), ("µT", "uT"), ("lx", "lux"), ("s", "s"), ("ms", "ms"), ("µs", "us"),
    ("dBm", "dBm"), ("kJ", "kJ"), ("B", ""), ("m", ""), ("m/s", ""), ("1/min", ""),
  ]

  init(index: UInt16) { self.index = index }

  /// Adds a unit to the table, unless it is there.
  package init(declaring symbol: String, ascii: String) {
    self = Lexicon.declare(unit: symbol, ascii: ascii)
  }

  /// The unit in the output.
  package var symbol: String { Lexicon.current.symbol(of: self) }

  /// The unit in ASCII; empty if the report does not show it.
  package var ascii: String { Lexicon.current.ascii(of: self) }
}

extension FieldUnit: ExpressibleByStringLiteral {
  package init(stringLiteral symbol: StaticString) {
    self.init(declaring: symbol.description, ascii: "")
  }
}
