import Foundation
import TestSupport
import Testing

/// The order in which data flows: a target may know only those before it.
private let flow = [
  "Bytes", "System", "Cryptography", "JSONText", "BTSnoop", "ATTDissector", "AssignedNumbers",
  "Vocabulary", "GATTValues", "GATTSession", "PacketList", "CommonClock", "Timeline", "Redaction",
  "Learning", "Answers", "Regression", "BLECaptures", "WebReport", "LiveCapture", "MockPeripheral",
  "bleinspect",
]

/// What stands at the top of the repository.
private let top = [
  ".ci", ".gitignore", ".swift-format", "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "Captures",
  "Conformance", "Examples", "Fleet", "Fuzzing", "LICENSE", "Makefile", "Package.swift", "Python",
  "README.md", "Sources", "Tests", "action.yml", "docs", "scripts", "templates",
]

/// What tests share; it stands with them.
private let testSupport = "TestSupport"

@Suite struct TargetTests {
  private let package: PackageDump

  init() throws { package = try PackageDump.read() }

  @Test func everyTargetHasItsPlace() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Sources").path)
    let systemLibraries = package.targets.filter { !$0.isSwift }.map(\.name)
    let targets = package.targets.filter { $0.isSwift && $0.type != "test" }.map(\.name)
    expect(targets.sorted(), equals: (flow + [testSupport]).sorted())
    expect(folders.sorted(), equals: (flow + systemLibraries).sorted())
  }

  /// What is written there by mistake does not become a part of it.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: root.appending(path: ".git").path)))
  func theTopHasWhatItShould() throws {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "-C", root.path, "ls-tree", "--name-only", "HEAD"]
    let output = Pipe()
    git.standardOutput = output
    try git.run()
    let names = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    git.waitUntilExit()
    expect(names.split(separator: "\n").map(String.init), equals: top)
  }

  @Test func noDependencyGoesBackwards() throws {
    var arrows = 0
    for target in package.targets {
      guard let place = flow.firstIndex(of: target.name) else { continue }
      for dependency in target.dependencyNames {
        guard let earlier = flow.firstIndex(of: dependency) else { continue }
        expect(earlier < place, "\(target.name) knows \(dependency)")
        arrows += 1
      }
    }
    expect(arrows >= flow.count - 1)
  }

  @Test func nothingDependsOnTests() {
    let tests = Set(package.targets.filter { $0.type == "test" }.map(\.name))
    for target in package.targets {
      expect(tests.isDisjoint(with: target.dependencyNames))
      if flow.contains(target.name) { expect(!target.dependencyNames.contains(testSupport)) }
    }
  }

  @Test func aSystemLibraryHasOneUser() {
    for library in package.targets where library.type == "system" {
      let users = package.targets.filter {
        $0.type != "test" && $0.dependencyNames.contains(library.name)
      }
      expect(users.count, equals: 1, "\(library.name): \(users.map(\.name))")
    }
  }

  @Test func strictMemorySafetyIsAnErrorEverywhere() {
    let on = PackageDump.Setting(tool: "swift", kind: ["strictMemorySafety": [:]])
    let asError = PackageDump.Setting(
      tool: "swift", kind: ["treatWarning": ["_0": "StrictMemorySafety", "_1": "error"]])
    let languageMode = PackageDump.Setting(tool: "swift", kind: ["swiftLanguageMode": ["_0": "6"]])
    for target in package.targets where target.isSwift {
      for setting in [on, asError, languageMode] {
        expect(target.settings.contains(setting), "\(target.name): \(setting.kind)")
      }
    }
  }

  /// What is used many times a record trusts in release that access is exclusive; where faults are looked for, it is
  /// checked.
  @Test func exclusiveAccessIsCheckedWhereFaultsAreLookedFor() throws {
    let trusting = package.targets.filter { target in
      target.settings.contains { setting in
        setting.kind.values.contains { words in
          words.values.contains { $0.words.contains("-enforce-exclusivity=unchecked") }
        }
      }
    }
    expect(trusting.map(\.name).sorted(), equals: ["GATTSession", "PacketList", "Timeline"])
    let makefile = try String(contentsOf: root.appending(path: "Makefile"), encoding: .utf8)
    expect(makefile.contains("CHECKED := -Xswiftc -enforce-exclusivity=checked\n"))
    // The program is what is measured and installed; everything else that is optimised is for tests.
    for line in makefile.split(separator: "\n") where line.contains("-c release") {
      expect(line.contains("-c release $(CHECKED)") || line.hasPrefix("BUILD"), "\(line)")
    }
    for source in try SwiftSource.all(under: "Sources") {
      expect(!source.code.contains("@exclusivity"), "\(source)")
    }
  }

  /// A cursor over bytes, and the interpreter over the tables of its program.
  @Test func onlyTheseStoreBorrowedMemory() {
    let users = package.targets.filter { target in
      target.settings.contains { $0.kind["enableExperimentalFeature"] != nil }
    }
    expect(users.map(\.name), equals: ["Bytes", "GATTValues"])
  }
}
