/// Files that one recorder has written one after the other, told by their names.
package enum RotatedSet {
  /// Where in the set a file stands.
  private enum Place: Equatable {
    case numbered(UInt32)
    /// Android's file of the run before.
    case last
    case current
  }

  /// The names from the oldest to the newest, where all of them belong to one set.
  ///
  /// - `x.0 x.1`: as BlueZ numbers them, the oldest first.
  /// - `x.2 x.1 x`: as logrotate does, where the file without a number is the newest.
  /// - `x.last x`: Android.
  /// - Returns: `nil` where the names say nothing, or nothing clear.
  package static func ordered(_ names: [String]) -> [String]? {
    guard names.count > 1, Set(names).count == names.count else { return nil }
    let splits = names.map(split)
    // A name with a suffix may be the stem itself: `x.0` of `x.0.last`.
    for stem in Set(splits.map(\.stem) + names) {
      var placed: [(name: String, place: Place)] = []
      for (name, split) in zip(names, splits) {
        if name == stem {
          placed.append((name, .current))
        } else if split.stem == stem {
          placed.append((name, split.place))
        }
      }
      if placed.count == names.count { return order(placed) }
    }
    return nil
  }

  private static func order(_ placed: [(name: String, place: Place)]) -> [String]? {
    var numbered: [(name: String, number: UInt32)] = []
    for case (let name, .numbered(let number)) in placed { numbered.append((name, number)) }
    let last = placed.filter { $0.place == .last }.map(\.name)
    let current = placed.filter { $0.place == .current }.map(\.name)
    guard Set(numbered.map(\.number)).count == numbered.count, last.count <= 1 else { return nil }
    if numbered.isEmpty { return last + current }
    // Both ways of counting, or two recorders: what came first is not to be told.
    guard last.isEmpty else { return nil }
    numbered.sort { $0.number < $1.number }
    if current.isEmpty { return numbered.map(\.name) }
    return numbered.first?.number == 0 ? nil : numbered.reversed().map(\.name) + current
  }

  private static func split(_ name: String) -> (stem: String, place: Place) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, .current) }
    let suffix = name[name.index(after: dot)...]
    let stem = String(name[..<dot])
    if suffix == "last" { return (stem, .last) }
    guard !suffix.isEmpty, suffix.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt32(suffix)
    else { return (name, .current) }
    return (stem, .numbered(number))
  }
}
