import EmbeddedTexts

/// The tables that `scripts/assigned-numbers` writes.
extension NameTable {
  /// Services of the SIG.
  static let services = NameTable(digits: 4, namesOfServices)
  /// 16-bit UUIDs of members and standards bodies: the service, else its owner.
  static let memberServices = NameTable(digits: 4, namesOfMemberServices)
  /// Services with 128-bit UUIDs.
  static let customServices = NameTable(digits: 32, namesOfCustomServices)
  /// Characteristics of the SIG.
  static let characteristics = NameTable(digits: 4, namesOfCharacteristics)
  /// Characteristics with 128-bit UUIDs.
  static let customCharacteristics = NameTable(digits: 32, namesOfCustomCharacteristics)
  /// Descriptors of the SIG.
  static let descriptors = NameTable(digits: 4, namesOfDescriptors)
  /// Company identifiers.
  static let companies = NameTable(digits: 4, namesOfCompanies)
  /// The upper 10 bits of an appearance.
  static let appearanceCategories = NameTable(digits: 4, namesOfAppearanceCategories)
  /// Appearances, category and subcategory.
  static let appearances = NameTable(digits: 4, namesOfAppearances)
}
