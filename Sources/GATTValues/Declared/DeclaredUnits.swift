import Vocabulary

/// The units that declarations can use. The list is fixed, since scripts read it.
enum DeclaredUnits {
  static func has(_ symbol: String) -> Bool { FieldUnit.table.contains { $0.symbol == symbol } }

  static let list: String =
    FieldUnit.table.map(\.symbol).filter { !$0.isEmpty }.joined(separator: " ")

  static func unit(_ symbol: String) -> FieldUnit {
    // Those of the list have their ASCII in the table.
    symbol.isEmpty ? .none : FieldUnit(declaring: symbol, ascii: symbol)
  }
}
