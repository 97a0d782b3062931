import ATTDissector
import Bytes
import GATTValues

/// What an event tells beside its device, connection and attribute: plain values, as the part of the
/// session that learned them has them. Keys and English stand in this folder only.
protocol Fact {
  /// Writes the kind's own fields, and what stands under `decoded` with its text and note.
  func write(_ own: inout FieldBuffer, _ out: inout FieldBuffer)
}

extension EventFields {
  mutating func write(_ fact: some Fact) { fact.write(&own, &decoded) }
}

extension FieldBuffer {
  /// The name and the number of a status that says why.
  mutating func add(reason: HCIStatus) {
    if let name = HCIStatusName.name(reason.rawValue) { add("reason", word: name) }
    add("reason_code", reason.rawValue)
  }

  /// Numbers under one key.
  mutating func add(_ key: StaticString, list: [UInt16]) {
    for element in list { add(key, .integer(Int64(element)), .none, .element) }
  }
}
