import BTSnoop
import Bytes
import Glibc
import System
import TestSupport
import Testing

@testable import LiveCapture

@Suite struct BluetoothProblemTests {
  @Test func aMissingRightNamesBothWays() {
    let words = BluetoothProblem.missingRight(program: "/opt/my tools/bleinspect", held: .netAdmin)
    expect(words.contains("CAP_NET_RAW is missing"))
    expect(words.contains("`sudo`"))
    expect(words.contains("`sudo setcap cap_net_raw+ep '/opt/my tools/bleinspect'`"))
  }

  @Test func aRightOfANamespaceIsNone() {
    let words = BluetoothProblem.missingRight(program: "/bleinspect", held: [.netAdmin, .netRaw])
    expect(words.contains("user namespace"))
    expect(!words.contains("setcap"))
  }

  @Test(arguments: [
    ("/usr/bin/x", "/usr/bin/x"), ("/a b", "'/a b'"), ("/it's", #"'/it'\''s'"#), ("", "''"),
    ("/$(x)", "'/$(x)'"),
  ])
  func pathsAreAsAShellTakesThem(path: String, quoted: String) {
    expect(BluetoothProblem.quoted(path), equals: quoted)
  }

  @Test(arguments: [EAFNOSUPPORT, EPROTONOSUPPORT])
  func noBluetoothHasTwoCauses(code: Int32) {
    let words = BluetoothProblem.words(for: SystemError(code: code))
    expect(words.contains("module `bluetooth`"))
    expect(words.contains("network namespace"))
  }

  @Test func otherErrorsAreTheSystemsWords() {
    let error = BluetoothProblem.unusable("monitor", error: SystemError(code: EMFILE))
    expect(error.description, equals: "monitor: Too many open files")
    expect(error.kind, equals: .unusable)
  }

  @Test func anAdapterThatIsNotThereNamesThoseThatAre() {
    expect(BluetoothProblem.noAdapter(3, of: []), equals: "no adapter hci3: there are no adapters")
    let there = [0, 2].map {
      HCIAdapter(index: $0, name: "hci\($0)", address: 0xAA01_0000_0010, flags: UInt32(1 - $0 / 2))
    }
    expect(
      BluetoothProblem.noAdapter(3, of: there),
      equals: "no adapter hci3, only hci0 (AA:01:00:00:00:10, up), hci2 (AA:01:00:00:00:10, down)")
  }

  @Test func theProgramKnowsItsPath() throws {
    let path = try #require(ProgramPath.own)
    expect(path.hasPrefix("/"))
    expect(FileStatus(path: path) != nil)
  }
}
