import ATTDissector
import Bytes

extension Harness {
  /// HCI packets and the records beside them, one at a time: the tree and the summary.
  static let hci = Harness("hci", maximumLength: 512) { input in
    var entries = EntryList(input)
    let choice = entries.byte()
    let bytes = entries.rest
    let span = bytes.rawBytes
    var tree = TreeWriter()
    var summary = ByteWriter(capacity: 256)
    switch choice & 7 {
    case 0:
      DissectionTree.command(span, into: &tree)
      var summaries = HCISummary()
      summaries.command(span, into: &summary)
      readCommand(span)
    case 1:
      DissectionTree.event(span, into: &tree)
      var summaries = HCISummary()
      summaries.event(span, into: &summary)
      readEvent(span)
    case 2: DissectionTree.acl(span, into: &tree)
    case 3: DissectionTree.sco(span, into: &tree)
    case 4: DissectionTree.iso(span, into: &tree)
    case 5: DissectionTree.monitor(opcode: UInt16(choice >> 3), bytes: span, into: &tree)
    case 6: DissectionTree.packetLogger(type: 0xE0 | choice >> 3, bytes: span, into: &tree)
    default:
      DissectionTree.serialTransport("H5", name: nil, type: choice >> 3, bytes: span, into: &tree)
    }
    try tree.check("hci \(choice)", octets: bytes.count)
    try TextRules.check(summary.bytes.copy(), "summary")
  }

  private static func readCommand(_ span: RawSpan) {
    var cursor = ByteCursor(span)
    guard (try? HCICommandHeader(&cursor)) != nil else { return }
    let parameters = cursor.takeRest()
    for isExtended in [false, true] {
      var cursor = ByteCursor(parameters)
      _ = try? ScanParameters(&cursor, extended: isExtended)
      cursor = ByteCursor(parameters)
      _ = try? AdvertisingParameters(&cursor, extended: isExtended)
      cursor = ByteCursor(parameters)
      _ = try? ScanEnable(&cursor, extended: isExtended)
      cursor = ByteCursor(parameters)
      _ = try? AdvertisingEnable(&cursor, extended: isExtended)
    }
    let creations: [HCIOpcode] = [
      .leCreateConnection, .leExtendedCreateConnection, .leExtendedCreateConnectionV2,
    ]
    for opcode in creations {
      var cursor = ByteCursor(parameters)
      _ = try? ConnectionTarget(&cursor, opcode)
    }
    cursor = ByteCursor(parameters)
    _ = try? CreateCIS(&cursor)
  }

  private static func readEvent(_ span: RawSpan) {
    var cursor = ByteCursor(span)
    guard let header = try? HCIEventHeader(&cursor) else { return }
    let parameters = cursor.takeRest()
    cursor = ByteCursor(parameters)
    _ = try? DisconnectionComplete(&cursor)
    cursor = ByteCursor(parameters)
    _ = try? EncryptionChange(&cursor, code: header.code)
    cursor = ByteCursor(parameters)
    _ = try? CommandComplete(&cursor)
    cursor = ByteCursor(parameters)
    guard let subevent = (try? cursor.uint8()).map(LESubevent.init(rawValue:)) else { return }
    let behind = cursor.takeRest()
    cursor = ByteCursor(behind)
    _ = try? LEConnectionComplete(&cursor, subevent: subevent)
    cursor = ByteCursor(behind)
    _ = try? PeriodicSyncEstablished(&cursor, subevent: subevent)
    cursor = ByteCursor(behind)
    _ = try? PeriodicReport(&cursor, subevent: subevent)
    cursor = ByteCursor(behind)
    _ = try? BIGInfoReport(&cursor)
    cursor = ByteCursor(behind)
    _ = try? BIGEstablished(&cursor, subevent: subevent)
    cursor = ByteCursor(behind)
    _ = try? CISEstablished(&cursor)
    cursor = ByteCursor(behind)
    _ = try? LEAdvertisingSetTerminated(&cursor)
    // As many reports as there are, until one does not fit.
    cursor = ByteCursor(behind)
    while (try? AdvertisingReport(legacy: &cursor)) != nil {}
    cursor = ByteCursor(behind)
    while (try? AdvertisingReport(extended: &cursor)) != nil {}
    cursor = ByteCursor(behind)
    while (try? AdvertisingReport(directed: &cursor)) != nil {}
  }
}
