import Bytes
import Foundation
import TestSupport
import Testing

@testable import BTSnoop

/// What an iPhone writes with Apple's logging profile.
@Suite struct SysdiagnoseTests {
  private let folder: Folder
  private static let logs = "sysdiagnose_2026.03.01_iPhone/logs/Bluetooth/"

  init() throws { folder = try Folder() }

  /// A `.tar.gz` with PacketLogger files, whose command has the number of its file.
  private func archive(_ members: [(name: String, second: UInt32)]) throws -> String {
    var script = """
      import tarfile
      t = tarfile.open('sysdiagnose.tar.gz', 'w:gz')

      """
    for (index, member) in members.enumerated() {
      var log = PacketLoggerBytes()
      for _ in 0..<3 {
        log.add(0x00, [UInt8(index), 0x0C, 0], seconds: PacketLoggerBytes.noon + member.second)
      }
      _ = try folder.file("\(index)", log.bytes)
      script += "t.add('\(index)', '\(member.name)')\n"
    }
    try folder.python(script + "t.close()")
    return folder.path + "/sysdiagnose.tar.gz"
  }

  private func order(_ outcome: Outcome) -> [UInt8] {
    outcome.records.map { $0.bytes[0] }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test func logsAreReadInTheirOrderAndTheOneInUseLast() throws {
    let path = try archive([
      (Self.logs + "bluetoothd-hci-latest.pklg", 5),
      (Self.logs + "bluetoothd-hci-2026-03-01_12-20-00.pklg", 20),
      (Self.logs + "bluetoothd-hci-2026-03-01_12-10-00.pklg", 10),
    ])
    let outcome = readAll([path])
    expect(outcome.error == nil, "\(String(describing: outcome.error))")
    expect(order(outcome), equals: [2, 1, 0])
    expect(outcome.notes.isEmpty, "\(outcome.notes)")
    // One of them by its name.
    expect(order(readAll([path + ":bluetoothd-hci-latest.pklg"])), equals: [0])
  }

  @Test func anotherCaptureBesideThemIsTold() throws {
    let path = try archive([
      (Self.logs + "bluetoothd-hci-latest.pklg", 5), ("mine/walk.pklg", 1),
    ])
    let outcome = readAll([path])
    expect(order(outcome), equals: [0])
    expect(outcome.notes.map(\.kind), equals: [.otherCaptures(member: "mine/walk.pklg", count: 1)])
  }

  /// The log in use may be empty, or damaged from its first byte.
  @Test func aLogThatIsNoneIsTold() throws {
    let log = Self.logs + "bluetoothd-hci-2026-03-01_12-10-00.pklg"
    let path = try archive([(Self.logs + "bluetoothd-hci-latest.pklg", 5)])
    try folder.python(
      """
      import gzip, io, tarfile
      old = gzip.open('sysdiagnose.tar.gz').read()
      t = tarfile.open('sysdiagnose.tar.gz', 'w:gz')
      for m in tarfile.open(fileobj=io.BytesIO(old)):
          t.addfile(m, tarfile.open(fileobj=io.BytesIO(old)).extractfile(m.name))
      t.addfile(tarfile.TarInfo('\(log)'))
      t.close()
      """)
    let outcome = readAll([path])
    expect(order(outcome), equals: [0])
    expect(outcome.notes.map(\.kind), equals: [.unreadLog(member: log)])
  }

  /// An error in one log says that those after it were not read.
  @Test func logsAfterADamagedOneAreTold() throws {
    try folder.python(
      """
      import io, struct, tarfile
      def log(octets):
          return struct.pack('>IIIB', 9 + octets, 1772366400, 0, 0) + bytes(octets)
      t = tarfile.open('sysdiagnose.tar.gz', 'w:gz')
      for name, bytes_ in (('2026-03-01_12-10-00', log(3) * 5000 + struct.pack('>III', 2, 0, 0) + log(3)), ('latest', log(3))):
          member = tarfile.TarInfo('\(Self.logs)bluetoothd-hci-' + name + '.pklg')
          member.size = len(bytes_)
          t.addfile(member, io.BytesIO(bytes_))
      t.close()
      """)
    let error = try #require(readAll([folder.path + "/sysdiagnose.tar.gz"]).error)
    expect(error.message.contains("1 capture after it not read"), "\(error)")
  }

  /// Nobody knows which is meant, nor how their clocks differ.
  @Test func twoPhonesAreNotOne() throws {
    let path = try archive([
      ("a/logs/Bluetooth/bluetoothd-hci-latest.pklg", 5),
      ("b/logs/Bluetooth/bluetoothd-hci-latest.pklg", 1),
    ])
    let error = try #require(readAll([path]).error)
    expect(error.message.contains("2 captures in it"), "\(error)")
  }
}
