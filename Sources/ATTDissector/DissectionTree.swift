import Bytes

/// Receives the full dissection of a record, for people: a tree of labelled lines.
package protocol DissectionSink: ~Copyable {
  /// Opens a branch: a PDU, a structure, a list. `detail` may be empty.
  mutating func open(_ label: String, detail: String)
  mutating func close()
  /// One field. `value` is ready for display (numbers in the unit given by the name or the value);
  /// text from the air in it is already escaped.
  mutating func field(_ name: StaticString, _ value: String)

  /// The assigned name of a UUID, if the sink knows names.
  func name(of uuid: BluetoothUUID) -> String?
  /// The assigned name of a company identifier, if the sink knows names.
  func companyName(of company: UInt16) -> String?
  /// The assigned name of an appearance, if the sink knows names.
  func appearanceName(of appearance: UInt16) -> String?
}

extension DissectionSink where Self: ~Copyable {
  package func name(of uuid: BluetoothUUID) -> String? { nil }
  package func companyName(of company: UInt16) -> String? { nil }
  package func appearanceName(of appearance: UInt16) -> String? { nil }
}
