import AssignedNumbers
import ATTDissector
import Vocabulary

extension Program {
  /// Where the value of a state may be from; all but the first is what another attribute has.
  static let sourceNames = ["assumed", "read", "written", "notified"]
  static let sources = sourceNames.map { Word($0) }
  static let good = Word("ok")
  static let bad = Word("bad")
  static let unknown = Word("unknown")

  /// An assigned name.
  static func assigned(_ source: WordSource, number: Int64) -> String? {
    guard let code = UInt16(exactly: number) else { return nil }
    switch source {
    case .company: return AssignedNumbers.company(code)
    case .appearance: return AppearanceNames.name(of: code)
    case .uuid: return AssignedNumbers.attribute(BluetoothUUID(code).value)
    case .unit: return AssignedNumbers.unit(code)
    case .attributeError:
      guard let octet = UInt8(exactly: code) else { return nil }
      return ATTErrorName.name(of: octet)?.description
    default: return nil
    }
  }
}
