import Bytes
import GATTValues

/// A value that is not in its form, or a number in it that its quantity cannot have.
struct FaultyValue {
  let attribute: Attribute
  /// Either how it is malformed, or that it is implausible.
  let faults: ValueFaults
  let isWrite: Bool
  /// Who sent it, where that is this host.
  let sender: ATTParty?
  /// What is wrong with it; `nil`: something else with each of several.
  var note: String?
  let frame: UInt64

  var isMalformed: Bool { !faults.isDisjoint(with: .malformed) }

  var key: FindingFact.Key {
    .faulty(
      attribute.handle, byHost: sender != nil, isWrite: isWrite, isMalformed: isMalformed)
  }

  /// Without the frame.
  func write(_ text: inout ByteWriter) {
    attribute.describe(&text)
    if isWrite || sender != nil {
      text.append(isWrite ? ", written by " : " of ")
      text.append(sender?.words ?? "the peer")
    }
    text.append(isWrite ? ", is " : " is ")
    text.append(isMalformed ? "malformed" : "implausible")
    if let note {
      text.append(": ")
      text.append(string: note)
    } else {
      text.append(" in several ways, first")
    }
  }
}
