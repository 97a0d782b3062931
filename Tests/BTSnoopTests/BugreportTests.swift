import Bytes
import Foundation
import TestSupport
import Testing

@testable import BTSnoop

@Suite struct BugreportTests {
  private let folder: Folder
  private static let logs = "FS/data/misc/bluetooth/logs/"

  init() throws { folder = try Folder() }

  /// Writes a zip archive with captures whose records carry their place in the list.
  /// - text: of the report itself; `nil`: an archive that somebody has made.
  private func report(
    _ members: [(name: String, second: Int64)], text: String? = "== dumpstate"
  ) throws -> String {
    var script = """
      import zipfile
      z = zipfile.ZipFile('bugreport.zip', 'w', 8)
      z.writestr('version.txt', '2.0')

      """
    if let text { script += "z.writestr('bugreport-phone-2026.txt', \(literal(text)))\n" }
    for (index, member) in members.enumerated() {
      let mark = UInt8(truncatingIfNeeded: index)
      _ = try folder.file("\(index)", capture(records: 1, from: member.second, mark: mark))
      script += "z.write('\(index)', \(literal(member.name)))\n"
    }
    try folder.python(script + "z.close()")
    return folder.path + "/bugreport.zip"
  }

  private func literal(_ text: String) -> String { "'\(text)'" }

  private func marks(_ outcome: Outcome) -> [UInt8] { outcome.records.map { $0.bytes[0] } }

  @Test func lastComesFirst() throws {
    let zip = try report([
      (Self.logs + "btsnoop_hci.log", 2000), (Self.logs + "btsnoop_hci.log.last", 3000),
    ])
    let outcome = readAll([zip])
    expect(outcome.error == nil)
    expect(marks(outcome), equals: [1, 0])
    expect(outcome.records.map(\.frame), equals: [1, 2])
    expect(outcome.records.map(\.file), equals: [0, 1])
    expect(
      outcome.infos.map(\.name),
      equals: [
        zip + ":" + Self.logs + "btsnoop_hci.log.last", zip + ":" + Self.logs + "btsnoop_hci.log",
      ])
    expect(outcome.notes.isEmpty)
    // The same through a pipe.
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: zip)))
    expect(read(bytes).records, equals: outcome.records)
    // One of them by its name.
    expect(marks(readAll([zip + ":btsnoop_hci.log"])), equals: [0])
  }

  @Test func filteredLogsAreReadWhereTheyStandAlone() throws {
    let zip = try report([
      (Self.logs + "btsnoop_hci.log.filtered", 2), (Self.logs + "btsnoop_hci.log.filtered.last", 1),
    ])
    expect(marks(readAll([zip])), equals: [1, 0])
  }

  @Test func aFilteredLogBesideAWholeOneIsLeftOutAndTold() throws {
    let zip = try report([
      (Self.logs + "btsnoop_hci.log.filtered", 1), (Self.logs + "btsnoop_hci.log", 2),
    ])
    let outcome = readAll([zip])
    expect(marks(outcome), equals: [1])
    expect(
      outcome.notes.map(\.kind), equals: [.leftOut(member: Self.logs + "btsnoop_hci.log.filtered")])
  }

  @Test func foldersAndUnknownNamesGoByTime() throws {
    let zip = try report([
      (Self.logs + "btsnoop_hci.log", 300), ("FS/data/log/bt/btsnoop_hci_20260102.log", 200),
      ("FS/data/log/bt/btsnoop_hci_20260101.log", 100),
    ])
    expect(marks(readAll([zip])), equals: [2, 1, 0])
  }

  @Test func theLogInMemoryIsReadWhereThereIsNoOther() throws {
    let both = [
      (Self.logs + "btsnooz_hci.log", Int64(2)), (Self.logs + "btsnooz_hci.log.last", 1),
    ]
    expect(marks(readAll([try report(both)])), equals: [1, 0])
    expect(marks(readAll([try report(both + [(Self.logs + "btsnoop_hci.log", 9)])])), equals: [2])
  }

  /// What stands in the text is for the detection of formats to say.
  @Test func theTextIsOfferedWhereThereIsNoLog() throws {
    let zip = try report([], text: "== dumpstate: 2026")
    let error = try #require(readAll([zip]).error)
    expect(error.kind, equals: .unusable)
    expect(error.file, equals: zip + ":bugreport-phone-2026.txt")
  }

  /// On from the last one, and from the start again for one before it.
  @Test(arguments: ["zip", "tgz"]) func anyOrderOfManyMembers(kind: String) throws {
    let seconds: [Int64] = [3, 1, 2, 8, 4, 7, 5, 6]
    var path = try report(
      seconds.enumerated().map { index, second in
        (name: "\(Self.logs)btsnoop_hci_\(index).log", second: second)
      })
    if kind == "tgz" {
      try folder.python(
        """
        import tarfile
        t = tarfile.open('bugreport.tgz', 'w:gz')
        for i in range(\(seconds.count)): t.add(str(i), '\(Self.logs)btsnoop_hci_%d.log' % i)
        t.close()
        """)
      path = folder.path + "/bugreport.tgz"
    }
    let outcome = readAll([path])
    expect(outcome.error == nil)
    expect(marks(outcome), equals: [1, 2, 0, 4, 6, 7, 5, 3])
    expect(outcome.notes.isEmpty)
  }

  /// A made-up archive could else be passed as often as it has members.
  @Test func logsInTheReverseOrderAreBounded() throws {
    func outcome(_ second: (Int64) -> Int64) throws -> Outcome {
      let members = (0..<300 as Range<Int64>).map { number in
        (name: "\(Self.logs)btsnoop_hci_\(number).log", second: second(number))
      }
      return readAll([try report(members)])
    }
    let ordered = try outcome { $0 }
    expect(ordered.records.count, equals: 300)
    expect(ordered.notes.isEmpty)
    let reversed = try outcome { 1000 - $0 }
    expect(reversed.error == nil)
    expect(marks(reversed), equals: (44..<300).reversed().map { UInt8(truncatingIfNeeded: $0) })
    expect(
      reversed.notes.map(\.kind),
      equals: [
        .unorderedLogs(member: Self.logs + "btsnoop_hci_43.log", count: 44)
      ])
    expect(reversed.notes.first?.isUnreadPart, equals: true)
    expect(
      reversed.notes.first?.message,
      equals: Self.logs
        + "btsnoop_hci_43.log and 43 more logs not read: too many logs are in another "
        + "order than in the archive")
  }

  // MARK: Other captures

  @Test func aLogBesideACaptureIsNotChosenSilently() throws {
    let zip = try report(
      [("walk/btsnoop_hci.log", 2), ("walk/sniffer.btsnoop", 1)], text: nil)
    let outcome = readAll([zip])
    expect(outcome.records.isEmpty)
    let error = try #require(outcome.error)
    expect(error.kind, equals: .unusable)
    expect(
      error.message,
      equals: """
        2 captures in it; name one, as in '\(zip):walk/btsnoop_hci.log'
          walk/btsnoop_hci.log
          walk/sniffer.btsnoop
        """)
    expect(marks(readAll([zip + ":sniffer.btsnoop"])), equals: [1])
    // Logs of one phone are one sequence.
    let logs = try report([("btsnoop_hci.log", 2), ("btsnoop_hci.log.last", 1)], text: nil)
    expect(marks(readAll([logs])), equals: [1, 0])
  }

  @Test func theReportOfAPhoneIsReadAndOtherCapturesInItAreTold() throws {
    let zip = try report([
      ("FS/data/wlan.btsnoop", 1), (Self.logs + "btsnoop_hci.log", 2), ("FS/data/b.btsnoop", 3),
    ])
    let outcome = readAll([zip])
    expect(outcome.error == nil)
    expect(marks(outcome), equals: [1])
    expect(
      outcome.notes.map(\.kind), equals: [.otherCaptures(member: "FS/data/wlan.btsnoop", count: 2)])
    expect(
      outcome.notes.first?.message,
      equals: "FS/data/wlan.btsnoop and 1 more capture not read: only the phone's own log is; name "
        + "another to read it")
  }
}
