import Foundation
import TestSupport
import Testing

/// Random lawful histories, written as captures: what the program tells of them must be what
/// happened.
///
/// `BLEINSPECT_MODEL_HISTORIES=10000` runs more of them, `BLEINSPECT_MODEL_SEED=n` only one (and
/// with `BLEINSPECT_MODEL_STEPS=n` only its first steps), `BLEINSPECT_MODEL_KEEP=folder` keeps the
/// captures of those that fail, `BLEINSPECT_MODEL_COUNTS=1` prints what they were made of, and
/// `BLEINSPECT_MODEL_WRITE=folder` writes the captures of all (`scripts/outputs` reads them).
struct ModelTests {
  private static let environment = ProcessInfo.processInfo.environment

  private static func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }

  private static let histories = number("BLEINSPECT_MODEL_HISTORIES") ?? 200
  /// Histories are run in parts, so that the machine's cores share the work.
  private static let parts = 8

  @Test(arguments: 0..<parts) func historiesAreReportedAsTheyWere(part: Int) {
    if let seed = Self.number("BLEINSPECT_MODEL_SEED") {
      if part == 0 { Self.check(UInt64(seed), steps: Self.number("BLEINSPECT_MODEL_STEPS")) }
      return
    }
    var failures = 0
    for seed in stride(from: part, to: Self.histories, by: Self.parts) where failures < 3 {
      let (_, isRight) = Self.check(UInt64(seed))
      if !isRight { failures += 1 }
    }
  }

  @Test(.enabled(if: environment["BLEINSPECT_MODEL_WRITE"] != nil))
  func historiesAreWritten() throws {
    let folder = URL(filePath: try #require(Self.environment["BLEINSPECT_MODEL_WRITE"]))
    for seed in 0..<Self.histories {
      let name = String(format: "%05d", seed)
      try Data(History(seed: UInt64(seed)).file.bytes).write(to: folder.appending(path: name))
    }
  }

  /// A live source lets time pass where a capture has nothing: both tell the same.
  @Test func passingTimeChangesNothing() async throws {
    let waits = try await withThrowingTaskGroup(of: Int.self) { group in
      for part in 0..<Self.parts { group.addTask { try Self.waits(part: part) } }
      return try await group.reduce(0, +)
    }
    // Not every history leaves time to pass, and a part of a short run may have none that does.
    expect(waits > 0)
  }

  /// How often time passed in a part of the histories, each read with and without.
  private static func waits(part: Int) throws -> Int {
    var waits = 0
    for seed in stride(from: part, to: histories / 2, by: parts) {
      let history = History(seed: UInt64(seed))
      let all = history.tellsAllAdvertisements
      let read = try Product(history.file.bytes, tellsAllAdvertisements: all)
      let live = try Product(
        history.file.bytes, tellsAllAdvertisements: all, passing: Draws(seed: UInt64(seed)))
      for (index, line) in read.timeline.enumerated() {
        let other = index < live.timeline.count ? live.timeline[index].written : "nothing"
        guard other == line.written else {
          Issue.record("seed \(seed), event \(index):\n  read \(line.written)\n  live \(other)")
          return waits
        }
      }
      expect(live.timeline.count, equals: read.timeline.count)
      waits += live.passed
    }
    return waits
  }

  /// What histories are made of, each thing often: else they prove nothing.
  @Test func historiesShowEverything() {
    var done: [String: Int] = [:]
    for seed in 0..<800 { done.merge(History(seed: UInt64(seed)).done) { $0 + $1 } }
    for thing in Self.things {
      expect(done[thing, default: 0] >= 20, "\(thing): \(done[thing, default: 0]) times")
    }
    expect(Set(done.keys), equals: Set(Self.things))
    if Self.environment["BLEINSPECT_MODEL_COUNTS"] != nil {
      for (thing, count) in done.sorted(by: { $0.key < $1.key }) { print("\(thing): \(count)") }
    }
  }

  private static let things: [String] = [
    "MTU exchanges",
    "PDUs never completed",
    "PHY updates",
    "adapters gone",
    "adapters powered",
    "adapters present",
    "adapters reset",
    "addresses changed",
    "advertisements",
    "advertising ended by a connection",
    "advertising chains",
    "advertising switched",
    "answers without request",
    "attempts without an answer",
    "begins inside a connection",
    "cancelled attempts",
    "changes of what was known",
    "channels",
    "channels closed",
    "channels ended with their connection",
    "connection updates",
    "credits",
    "connections as central",
    "connections as peripheral",
    "connections cut off",
    "data lengths",
    "disconnections",
    "devices met under several addresses before",
    "devices with two numbers",
    "discoveries",
    "encryptions without pairing",
    "errors",
    "failed attempts",
    "failed commands",
    "failed pairings",
    "forgotten requests",
    "fragments",
    "frames of SDUs in several",
    "handles used again",
    "hashes as before",
    "identities by pairing",
    "identities in resolving lists",
    "includes",
    "indications",
    "indications confirmed too late",
    "indications not confirmed",
    "long reads",
    "long reads above the least MTU",
    "names read",
    "notifications",
    "notifications of several values",
    "pairings",
    "pairings broken off",
    "parameter requests",
    "parameter requests of the link layer",
    "peers known by their identity only",
    "queued writes",
    "queued writes cancelled",
    "queued writes never executed",
    "reads",
    "reads by type",
    "reads of several",
    "reads of several with lengths",
    "refused channels",
    "SDUs never completed",
    "roles learned",
    "scans",
    "security requests",
    "servers changed",
    "services found by their type",
    "signed writes",
    "time-outs",
    "unanswered requests",
    "values named after a bonded reconnect",
    "values named by another address's discovery",
    "versions",
    "write commands",
    "writes",
  ]

  @discardableResult
  private static func check(_ seed: UInt64, steps: Int? = nil) -> (History, isRight: Bool) {
    let history = History(seed: seed, steps: steps ?? .max)
    guard let difference = Comparison(history).difference() else { return (history, true) }
    Issue.record("seed \(seed): \(difference)")
    if let folder = environment["BLEINSPECT_MODEL_KEEP"] {
      let ending = history.form.isPcap ? "pcap" : "btsnoop"
      let path = "\(folder)/model-\(seed).\(ending)"
      try? Data(history.file.bytes).write(to: URL(fileURLWithPath: path))
    }
    return (history, false)
  }
}
