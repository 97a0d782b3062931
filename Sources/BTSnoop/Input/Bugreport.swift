import Bytes

/// The members of an Android bugreport that hold its Bluetooth log, in order.
///
/// Android writes `btsnoop_hci.log`, renames it to `.last` when it restarts the log, and adds
/// `.filtered` if it omits contents (system/gd/hal/snoop_logger.cc); vendors use other folders. The
/// log kept in memory is `btsnooz_hci.log`, for when no log was switched on.
enum Bugreport {
  /// Parts of the names, the best source first.
  private static let marks = ["btsnoop_hci", "btsnooz_hci"]

  struct Choice: Equatable {
    var members: [ArchiveListing.Member]
    /// Logs of the same time with less content.
    var leftOut: [ArchiveListing.Member]
  }

  /// - members: captures, with the time of the first record if known.
  /// - Returns: `nil` if no name is that of a log.
  static func choose(_ members: [ArchiveListing.Member]) -> Choice? {
    for mark in marks {
      let logs = members.filter { $0.name.baseName.includes(mark) }
      if !logs.isEmpty { return choose(among: logs) }
    }
    return nil
  }

  private static func choose(among logs: [ArchiveListing.Member]) -> Choice {
    let full = logs.filter { !isFiltered($0) }
    let filtered = logs.filter(isFiltered)
    // The phone removes one kind when it is set to write the other: a filtered log beside a full
    // one in the same folder covers the same time.
    let folders = Set(full.map(\.name.folder))
    let kept = full + filtered.filter { !folders.contains($0.name.folder) }
    let leftOut = filtered.filter { folders.contains($0.name.folder) }

    var groups: [String: [ArchiveListing.Member]] = [:]
    for log in kept { groups[log.name.folder, default: []].append(log) }
    let ordered = groups.values.map(inOrder).sorted { first, second in
      guard let first = first.first, let second = second.first else { return false }
      return isEarlier(first, second: second)
    }
    return Choice(members: Array(ordered.joined()), leftOut: leftOut)
  }

  /// Sorts logs by name, otherwise by the times of their first records.
  private static func inOrder(_ logs: [ArchiveListing.Member]) -> [ArchiveListing.Member] {
    if let names = RotatedSet.ordered(logs.map(\.name)) {
      let byName = Dictionary(logs.map { ($0.name, $0) }) { first, _ in first }
      return names.compactMap { byName[$0] }
    }
    return logs.sorted(by: isEarlier)
  }

  private static func isEarlier(
    _ first: ArchiveListing.Member, second: ArchiveListing.Member
  ) -> Bool {
    let times = (first.start ?? .max, second.start ?? .max)
    return times.0 == times.1 ? first.index < second.index : times.0 < times.1
  }

  private static func isFiltered(_ member: ArchiveListing.Member) -> Bool {
    member.name.baseName.includes(".filtered")
  }

  static func isLog(_ name: String) -> Bool {
    marks.contains { name.baseName.includes($0) }
  }

  /// The report itself, which may contain the log as btsnooz text.
  static func isText(_ name: String) -> Bool {
    let base = name.baseName
    return base.hasPrefix("bugreport") && base.hasSuffix(".txt")
  }
}

extension String {
  /// The part after the last slash.
  var baseName: Substring { self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...] }

  /// The part before the last slash.
  var folder: String { String(self[..<(lastIndex(of: "/") ?? startIndex)]) }
}
