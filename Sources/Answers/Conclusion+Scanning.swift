import BTSnoop
import Bytes
import GATTSession

extension Conclusion {
  /// How long a device advertises before it is missed, in nanoseconds: 10 s.
  private static let patience: Int64 = 10_000_000_000

  /// What a host that scans does not hear of devices, since it does not ask for it.
  static func scanned(_ answers: Answers, to text: inout ByteWriter) {
    let scanning = answers.session.adapters.reduce(into: ScanSummary()) {
      $0.add($1.controller.scanning.summary)
    }
    let heard = answers.devices.filter { $0.advertisements > 0 }
    guard !heard.isEmpty else {
      guard scanning.isOfList else { return }
      text.append("; this host scanned for devices of its accept list only")
      if scanning.isOfEmptyList { text.append(", and the list was empty") }
      return
    }
    if scanning.isPassive, heard.allSatisfy({ $0.peer?.name == nil }) {
      text.append(
        "; none tells its name: this host scanned passively, without asking for the scan ")
      text.append("responses that may have it")
    }
    // An advertisement and its scan response.
    if scanning.leavesOutDuplicates,
      heard.allSatisfy({ $0.advertisements <= 2 * scanning.scans }),
      let end = answers.captureEnd,
      heard.contains(where: {
        $0.heard.map { end.nanoseconds(since: $0.first) >= patience } == true
      })
    {
      text.append(
        "; this host had its controller leave out duplicates: each is reported once in a scan")
    }
  }
}
