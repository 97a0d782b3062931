/// The names of companies and services that are in every advertisement. A search of the tables
/// costs as much as all other work on the advertisement.
///
/// Each number has one slot, shared with others, which holds the last one used: the size never
/// grows, and a sender of many numbers only costs the search.
package struct NameCache {
  private struct Entry {
    var key: UInt128
    var name: AssignedName?
  }

  private static let size = 128
  private var companies: [(code: UInt16, name: AssignedName?)?] = []
  private var attributes: [Entry?] = []
  private var services: [Entry?] = []

  package init() {}

  package mutating func company(_ code: UInt16) -> AssignedName? {
    if companies.isEmpty { companies = Array(repeating: nil, count: Self.size) }
    let place = Int(code) & (Self.size - 1)
    if let entry = companies[place], entry.code == code { return entry.name }
    let name = AssignedNumbers.companyName(code)
    companies[place] = (code, name)
    return name
  }

  /// The type of any attribute.
  package mutating func attribute(_ uuid: UInt128) -> AssignedName? {
    Self.find(uuid, in: &attributes) { AssignedNumbers.attributeName($0) }
  }

  /// A service: the number of one may have another name as a characteristic.
  package mutating func service(_ uuid: UInt128) -> AssignedName? {
    Self.find(uuid, in: &services) { AssignedNumbers.serviceName($0) }
  }

  private static func find(
    _ uuid: UInt128, in entries: inout [Entry?], search: (UInt128) -> AssignedName?
  ) -> AssignedName? {
    if entries.isEmpty { entries = Array(repeating: nil, count: size) }
    // The short forms differ in the highest 32 bits, others anywhere.
    let folded = UInt64(truncatingIfNeeded: uuid >> 64) ^ UInt64(truncatingIfNeeded: uuid)
    let place = Int(truncatingIfNeeded: (folded &* 0x9E37_79B9_7F4A_7C15) >> 57)
    if let entry = entries[place], entry.key == uuid { return entry.name }
    let name = search(uuid)
    entries[place] = Entry(key: uuid, name: name)
    return name
  }
}
