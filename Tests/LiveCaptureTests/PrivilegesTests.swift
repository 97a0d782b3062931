import BTSnoop
import Bytes
import Foundation
import Glibc
import TestSupport
import Testing

@testable import LiveCapture
@testable import System

/// What the kernel says of this thread, in its own words.
private struct Status {
  private var lines: [String: String] = [:]

  init() {
    let text = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        lines[String(parts[0])] = parts[1].split { $0 == "\t" || $0 == " " }
          .joined(separator: " ")
      }
    }
  }

  subscript(name: String) -> String { lines[name] ?? "none" }

  func capabilities(_ set: String) -> UInt64? { UInt64(self[set], radix: 16) }
}

/// Ends the process of a test where something does not hold.
private func demand(_ condition: Bool, _ what: @autoclosure () -> String) {
  if condition { return }
  FileHandle.standardError.write(Data("not so: \(what())\n".utf8))
  exit(1)
}

private func demandNoCapabilities(but kept: UInt64 = 0) {
  let status = Status()
  for set in ["CapPrm", "CapEff"] {
    demand(status.capabilities(set) == kept, "\(set) \(status[set])")
  }
  for set in ["CapInh", "CapAmb"] {
    demand(status.capabilities(set) == 0, "\(set) \(status[set])")
  }
  demand(status["NoNewPrivs"] == "1", "NoNewPrivs \(status["NoNewPrivs"])")
}

/// Each in a process of its own: what is given up does not come back.
@Suite struct PrivilegesTests {
  private static let netRaw: UInt64 = 1 << 13

  @Test func whoeverItIsNothingIsLeft() async {
    await #expect(processExitsWith: .success) {
      setSudo(user: nil)
      try Privileges.drop()
      demandNoCapabilities()
    }
  }

  @Test func twiceIsNoError() async {
    await #expect(processExitsWith: .success) {
      setSudo(user: nil)
      try Privileges.drop()
      try Privileges.drop(keeping: .netRaw)
      demandNoCapabilities()
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func underSudoItIsTheUser() async {
    await #expect(processExitsWith: .success) {
      setSudo(user: "65534", group: "65533")
      try Privileges.drop()
      demandNoCapabilities()
      let status = Status()
      demand(status["Uid"] == "65534 65534 65534 65534", "Uid \(status["Uid"])")
      demand(status["Gid"] == "65533 65533 65533 65533", "Gid \(status["Gid"])")
      demand(!status["Groups"].split(separator: " ").contains("0"), "Groups \(status["Groups"])")
      demand(status.capabilities("CapBnd") == 0, "CapBnd \(status["CapBnd"])")
      demand(seteuid(0) != 0, "root again")
      demand(openFile("/etc/shadow", O_RDONLY) < 0, "reads what is root's alone")
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func aSourceKeepsWhatItNeeds() async {
    await #expect(processExitsWith: .success) {
      setSudo(user: "65534", group: "65534")
      try Privileges.drop(keeping: .netRaw)
      demandNoCapabilities(but: 1 << 13)
      demand(geteuid() == 65_534, "user \(geteuid())")
      // And later not even that.
      try Privileges.drop()
      demandNoCapabilities()
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func plainRootStaysRootAndPassesOverNothing() async {
    await #expect(processExitsWith: .success) {
      setSudo(user: nil)
      let path = "/tmp/bleinspect-privileges.\(getpid())"
      let file = openFile(path, O_CREAT | O_WRONLY)
      demand(file >= 0 && fchown(file, 65_534, 65_534) == 0, "a file of another")
      try Privileges.drop()
      demandNoCapabilities()
      demand(getuid() == 0 && geteuid() == 0, "user \(geteuid())")
      demand(openFile(path, O_RDONLY) < 0 && errno == EACCES, "opens what is another's alone")
      // What was open stays so.
      demand(writeByte(file), "writes on")
      let own = openFile(path + ".own", O_CREAT | O_WRONLY)
      demand(own >= 0, "makes files of its own")
      removeFile(path)
      removeFile(path + ".own")
    }
  }

  /// As a program with the right in its file, started by a user.
  @Test(.enabled(if: geteuid() == 0)) func aUserWithARight() async {
    await #expect(processExitsWith: .success) {
      setSudo(user: "65534", group: "65534")
      try Privileges.drop(keeping: [.netRaw, .netAdmin])
      demandNoCapabilities(but: 0b11 << 12)
      // The environment counts for nothing to one who is not root.
      setSudo(user: "65533")
      try Privileges.drop()
      demandNoCapabilities()
      demand(geteuid() == 65_534, "user \(geteuid())")
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func aProgramThatGivesRootsRightsToAll() async {
    await #expect(processExitsWith: .success) {
      setSudo(user: "65533", group: "65533")
      demand(setreuid(65_534, 0) == 0, "setreuid")
      try Privileges.drop()
      demandNoCapabilities()
      let status = Status()
      demand(status["Uid"] == "65534 65534 65534 65534", "Uid \(status["Uid"])")
    }
  }

  @Test(
    arguments: [
      (nil, nil), ("", ""), ("0", "0"), ("-1", "1"), ("1", nil), ("1", "x"), ("4294967295", "1"),
      ("1", "4294967295"), ("99999999999", "1"), ("1 ", "1"),
    ] as [(String?, String?)])
  func notEveryTextIsAUser(user: String?, group: String?) {
    expect(SudoUser(user: user, group: group) == nil)
  }

  @Test func aUserHasGroups() throws {
    // Of a number that nobody has, the one that is given.
    let nobody = try Privileges.identity(of: #require(SudoUser(user: "4000000000", group: "77")))
    expect(nobody, equals: Privileges.Identity(user: 4_000_000_000, group: 77, groups: [77]))
    let daemon = try Privileges.identity(of: #require(SudoUser(user: "1", group: "1")))
    expect(daemon.groups?.contains(1), equals: true)
  }

  @Test func capabilitiesAreThoseThatTheKernelTellsOf() throws {
    let status = Status()
    let own = try Capabilities.Sets.own()
    expect(own.effective.rawValue, equals: status.capabilities("CapEff"))
    expect(own.permitted.rawValue, equals: status.capabilities("CapPrm"))
    expect(own.inheritable.rawValue, equals: status.capabilities("CapInh"))
    expect(Capabilities.netRaw.rawValue, equals: Self.netRaw)
  }
}
