/// Files written by one recorder one after the other, recognized by their names.
package enum RotatedSet {
  /// The position of a file in the set.
  private enum Place: Equatable {
    case numbered(UInt32)
    /// Numbered by `bleinspect live`, which numbers a file when it is full.
    case recorded(UInt32)
    /// Android's file of the run before.
    case last
    case current
  }

  private struct Named {
    var name: String
    var place: Place
  }

  /// The names from the oldest to the newest, if all of them belong to one set.
  ///
  /// - `x.0 x.1`: as BlueZ numbers them, the oldest first.
  /// - `x.2 x.1 x`: as logrotate does, where the file without a number is the newest.
  /// - `x-00001.log x-00002.log x.log`: as by `bleinspect live`; the oldest first, too.
  /// - `x.last x`: Android.
  /// - Returns: `nil` if the names do not give a unique order.
  package static func ordered(_ names: [String]) -> [String]? {
    guard names.count > 1, Set(names).count == names.count else { return nil }
    let places = names.map(places)
    // A name with a suffix may itself be the stem: `x.0` of `x.0.last`. One that all share is among
    // those of the first.
    for stem in places[0].keys {
      let placed = zip(names, places).compactMap { name, places in
        places[stem].map { Named(name: name, place: $0) }
      }
      if placed.count == names.count, placed.contains(where: { $0.place != .current }) {
        return order(placed)
      }
    }
    return nil
  }

  private static func order(_ placed: [Named]) -> [String]? {
    let current = placed.filter { $0.place == .current }.map(\.name)
    let last = placed.filter { $0.place == .last }.map(\.name)
    let numbered = sorted(placed) { if case .numbered(let number) = $0 { number } else { nil } }
    let recorded = sorted(placed) { if case .recorded(let number) = $0 { number } else { nil } }
    guard let numbered, let recorded, last.count <= 1 else { return nil }
    // Two numbering schemes, or two recorders: the order is ambiguous.
    switch (numbered.isEmpty, recorded.isEmpty, last.isEmpty) {
    case (true, true, false): return last + current
    case (true, false, true): return recorded + current
    case (false, true, true):
      guard !current.isEmpty else { return numbered }
      return placed.contains { $0.place == .numbered(0) } ? nil : numbered.reversed() + current
    default: return nil
    }
  }

  /// The names that have a number, sorted by it; `nil` if two have the same.
  private static func sorted(_ placed: [Named], by number: (Place) -> UInt32?) -> [String]? {
    var found: [UInt32: String] = [:]
    for named in placed {
      guard let number = number(named.place) else { continue }
      guard found.updateValue(named.name, forKey: number) == nil else { return nil }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The sets that a name may belong to, by the name of the newest file of each.
  private static func places(_ name: String) -> [String: Place] {
    var places = [name: Place.current]
    let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    var ending = name.endIndex
    if let dot = name.lastIndex(of: "."), dot > start {
      ending = dot
      let stem = String(name[..<dot])
      let suffix = name[name.index(after: dot)...]
      if suffix == "last" { places[stem] = .last }
      if let number = number(suffix) { places[stem] = .numbered(number) }
    }
    if let dash = name[start..<ending].lastIndex(of: "-"), dash > start {
      let digits = name[name.index(after: dash)..<ending]
      // Recorders write at least five digits.
      if digits.utf8.count >= 5, let number = number(digits) {
        places[String(name[..<dash] + name[ending...])] = .recorded(number)
      }
    }
    return places
  }

  private static func number(_ text: Substring) -> UInt32? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt32(text)
  }
}
