import Bytes
import GATTSession

/// What a tree has from outside the capture, in one sentence.
enum GivenNames {
  /// `14 attributes are given by strap.json; the capture contradicts 3 others`; nothing without any.
  static func write(_ database: AttributeDatabase, to out: inout ByteWriter) {
    let lists = [
      database.services, database.characteristics, database.descriptors, database.unknowns,
    ]
    let given = lists.reduce(0) { $0 + $1.count { $0.isKnown && !$0.isStale } }
    guard given > 0 || database.contradicted > 0 else { return }
    if given > 0 {
      out.append(given, "attribute")
      out.append(given == 1 ? " is given" : " are given")
    } else {
      out.append("given")
    }
    for (index, name) in database.treeNames.enumerated() {
      out.append(index == 0 ? " by " : " and ")
      out.append(untrusted: name, escaping: .plain)
    }
    guard database.contradicted > 0 else { return }
    out.append(given > 0 ? "; the capture contradicts " : ", and contradicted by the capture: ")
    out.append(decimal: database.contradicted)
    guard given > 0 else { return }
    out.append(database.contradicted == 1 ? " other" : " others")
  }
}
