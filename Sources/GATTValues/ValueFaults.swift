/// What is wrong with a value as it stands, whatever it is used for.
package struct ValueFaults: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It has fewer octets than its form.
  static let short = ValueFaults(rawValue: 1)
  static let checksum = ValueFaults(rawValue: 2)
  /// A date or a time that no calendar has.
  static let date = ValueFaults(rawValue: 4)
  /// A number is beyond what its quantity can be.
  package static let implausible = ValueFaults(rawValue: 8)
  /// It is not in its form.
  package static let malformed: ValueFaults = [.short, .checksum, .date]
}

extension FieldBuffer {
  package var isMalformed: Bool { !faults.isDisjoint(with: .malformed) }
}
