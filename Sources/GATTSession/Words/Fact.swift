import ATTDissector
import Bytes
import GATTValues

/// Something to be said: plain values, as the part of the session that learned them has them. Only this folder has
/// keys and English.
package protocol Fact {
  /// Writes the fields specific to the kind, and the members of `decoded` with text and note.
  func write(_ own: inout FieldBuffer, to out: inout FieldBuffer)
}

/// What an event says besides its device, connection and attribute.
package protocol EventFact: Fact {
  var content: EventContent { get }
}

extension EventFields {
  mutating func write(_ fact: some Fact) { fact.write(&own, to: &decoded) }
}

extension FieldBuffer {
  /// The name and the number of a status that gives the reason.
  mutating func add(reason: HCIStatus) {
    if let name = HCIStatusName.name(of: reason.rawValue) { add(.event.reason, word: name) }
    add(.event.reasonCode, reason.rawValue)
  }

  /// A list of numbers.
  mutating func add(_ key: Key, list: [UInt16]) {
    for element in list { add(key, .integer(Int64(element)), shape: .element) }
  }
}
