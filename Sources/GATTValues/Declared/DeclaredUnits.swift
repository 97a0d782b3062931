import Vocabulary

/// The units that declarations can use. The list is fixed, since scripts read it.
enum DeclaredUnits {
  /// In the output, and in the ASCII of texts.
  static let ascii: [String: String] = Dictionary(
    FieldUnit.table.map { ($0.symbol, $0.ascii) }, uniquingKeysWith: { first, _ in first })

  static let list: String =
    FieldUnit.table.map(\.symbol).filter { !$0.isEmpty }.joined(separator: " ")

  static func unit(_ symbol: String) -> FieldUnit {
    symbol.isEmpty ? .none : FieldUnit(declaring: symbol, ascii: ascii[symbol] ?? symbol)
  }
}
