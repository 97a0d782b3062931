import Bytes

/// The members of an iPhone's sysdiagnose that hold its Bluetooth log, in order.
///
/// With Apple's logging profile, bluetoothd writes PacketLogger files to `logs/Bluetooth` of the archive: one after the
/// other, each named by the time at which it was full, and the one in use `bluetoothd-hci-latest.pklg`.
enum Sysdiagnose {
  private static let folder = "logs/Bluetooth"
  private static let ending = ".pklg"

  static func isLog(_ name: String) -> Bool {
    guard name.baseName.lowercased().hasSuffix(ending) else { return false }
    return name.folder == folder || name.folder.hasSuffix("/" + folder)
  }

  /// - members: captures, with the time of the first record if known.
  /// - Returns: `nil` if there are no logs, or if they are from several phones.
  static func choose(_ members: [ArchiveListing.Member]) -> [ArchiveListing.Member]? {
    let logs = members.filter { isLog($0.name) }
    guard let first = logs.first, logs.allSatisfy({ $0.name.folder == first.name.folder }) else {
      return nil
    }
    return logs.sorted { one, other in
      order(one) == order(other) ? one.index < other.index : order(one) < order(other)
    }
  }

  /// The one in use is the newest, whatever its clock says; the others go by time, those without one by their names.
  private static func order(_ member: ArchiveListing.Member) -> (Int, Int64, String) {
    let isLatest = member.name.baseName.lowercased().includes("latest")
    return (isLatest ? 1 : 0, member.start ?? .max, member.name)
  }
}
