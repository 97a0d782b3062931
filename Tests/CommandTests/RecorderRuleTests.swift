import Foundation
import GATTSession
import TestSupport
import Testing

/// Each rule about what several recorders show together: a pair of recordings that must say it, and the same session
/// without the fault, which must not.
@Suite struct RecorderRuleTests {
  /// The captures of a session, by name.
  typealias Captures = [(name: String, bytes: [UInt8])]

  struct Scene: Sendable, CustomTestStringConvertible {
    let rule: String
    let what: String
    /// Rules of one host's log that the fault breaks, too.
    var others: Set<String> = []
    /// - isFaulty: `false`: the twin.
    let captures: @Sendable (_ isFaulty: Bool) -> Captures

    var testDescription: String { "\(rule): \(what)" }
  }

  private typealias Object = [String: Any]
  private typealias Clock = RecordedPair.Clock

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Recorders

  private static func phone(
    _ pair: RecordedPair, reports: Bool = false, updated: Double? = nil
  ) -> (name: String, bytes: [UInt8]) {
    (
      "phone.log",
      RecordedPair.btsnoop(
        pair.hostRecords(Clock(offset: 12.5, ppm: 10), reports: reports, updated: updated))
    )
  }

  private static func strap(
    _ pair: RecordedPair, updated: Double? = nil
  ) -> (name: String, bytes: [UInt8]) {
    (
      "strap.log",
      RecordedPair.btsnoop(
        pair.hostRecords(Clock(offset: -3, ppm: -10), isCentral: false, updated: updated))
    )
  }

  private static func air(
    _ pair: RecordedPair, loss: Double = 0
  ) -> (name: String, bytes: [UInt8]) {
    ("air.pcap", RecordedPair.pcap(pair.airRecords(Clock(offset: 0.25), loss: loss)))
  }

  // MARK: Scenes

  static let scenes: [Scene] = [
    Scene(rule: "lost-before-host", what: "heard on the air") { isFaulty in
      var pair = RecordedPair(seed: 61, seconds: 40)
      let air = air(pair)
      if isFaulty { pair.lose() }
      return [phone(pair), air]
    },
    Scene(rule: "lost-before-host", what: "reported as completed by the other host") { isFaulty in
      var pair = RecordedPair(seed: 62, seconds: 40)
      if isFaulty { pair.lose(isSent: true) }
      return [phone(pair, reports: true), strap(pair)]
    },
    Scene(rule: "never-on-air", what: "left in the controller", others: ["data-not-delivered"]) {
      isFaulty in
      var pair = RecordedPair(seed: 63, seconds: 40)
      if isFaulty { pair.keepLast() }
      return [phone(pair, reports: true), air(pair)]
    },
    Scene(rule: "held-by-controller", what: "what the host sent") { isFaulty in
      var pair = RecordedPair(seed: 64, seconds: 40)
      if isFaulty { pair.hold(6) }
      return [phone(pair), air(pair)]
    },
    Scene(rule: "held-by-controller", what: "what the host received") { isFaulty in
      var pair = RecordedPair(seed: 65, seconds: 40)
      pair.delay(isFaulty ? 250e6 : 60e6)
      return [phone(pair), air(pair)]
    },
    Scene(rule: "reordered", what: "by the central's controller") { isFaulty in
      var pair = RecordedPair(seed: 66, seconds: 40)
      pair.pairUp(isSwapped: isFaulty)
      return [phone(pair), air(pair)]
    },
    Scene(rule: "reordered", what: "between two hosts") { isFaulty in
      var pair = RecordedPair(seed: 67, seconds: 40)
      pair.pairUp(isSwapped: isFaulty)
      return [phone(pair), strap(pair)]
    },
    Scene(rule: "connection-events-missed", what: "by the peripheral") { isFaulty in
      var pair = RecordedPair(seed: 68, seconds: 60)
      let quiet = pair.quiet(8)
      pair.deaf = (isFaulty ? quiet : quiet.prefix(4), false)
      return [phone(pair), air(pair)]
    },
    Scene(rule: "connection-events-missed", what: "by the central") { isFaulty in
      var pair = RecordedPair(seed: 69, seconds: 60)
      let quiet = pair.quiet(8)
      pair.deaf = (isFaulty ? quiet : quiet.prefix(4), true)
      return [phone(pair), air(pair)]
    },
    Scene(rule: "clock-inaccurate", what: "an oscillator that is slow") { isFaulty in
      var pair = RecordedPair(seed: 70, seconds: 90)
      // It says at most 50 ppm, and the recorders may be wrong by as much.
      pair.drift = isFaulty ? 250 : 70
      return [phone(pair), air(pair)]
    },
    Scene(rule: "parameters-differ", what: "two hosts") { isFaulty in
      let pair = RecordedPair(seed: 71, seconds: 40)
      return [phone(pair, updated: 20), strap(pair, updated: isFaulty ? nil : 20.01)]
    },
    Scene(rule: "parameters-differ", what: "a host and the air") { isFaulty in
      let pair = RecordedPair(seed: 72, seconds: 40)
      // A sniffer that hears little proves nothing.
      return [phone(pair, updated: 20), air(pair, loss: isFaulty ? 0.1 : 0.97)]
    },
  ]

  // MARK: Tests

  /// The session has no subscription, which some of its values hide and some do not.
  private static let unrelated: Set<String> = ["values-without-subscription"]

  private func files(_ captures: Captures) throws -> [String] {
    try captures.map { try folder.file($0.name, $0.bytes) }
  }

  private func rules(_ arguments: [String]) throws -> [String] {
    let outcome = try Program.run(arguments)
    expect(outcome.status, equals: 0, outcome.errors)
    let document = try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    return (document["findings"] as? [Object] ?? []).compactMap { $0["rule"] as? String }
      .filter { !Self.unrelated.contains($0) }
  }

  @Test(arguments: scenes) func theFaultIsFound(_ scene: Scene) throws {
    let files = try files(scene.captures(true))
    let all = try rules(["stats", "--align", "--format", "json"] + files)
    expect(all.count { $0 == scene.rule }, equals: 1, "\(all)")
    expect(Set(all), equals: scene.others.union([scene.rule]))
    let paths = try rules(["stats", "--align", "--path", "--format", "json"] + files)
    expect(paths, equals: [scene.rule])
    // Wherever findings are.
    let report = try Program.run(["--align"] + files)
    expect(report.output.contains(scene.rule), report.output)
    let severity = try #require(FindingRule.named(scene.rule)).severity.rawValue
    let check = try Program.run(
      ["check", "--align"] + files + ["no finding:\(scene.rule)", "notification count>=1"])
    expect(check.status, equals: 1, check.errors + check.output)
    expect(check.output.contains(severity), check.output)
  }

  @Test(arguments: scenes) func nothingIsFoundWithoutIt(_ scene: Scene) throws {
    let captures = scene.captures(false)
    let files = try files(captures)
    let outcome = try Program.run(["stats", "--align", "--format", "json"] + files)
    // What is so little that it is not aligned says nothing, either.
    if outcome.status == 1, outcome.errors.contains("is not aligned") { return }
    let all = try rules(["stats", "--align", "--format", "json"] + files)
    expect(all, equals: [])
    expect(try rules(["stats", "--align", "--path", "--format", "json"] + files), equals: [])
    let check = try Program.run(["check", "--align"] + files + ["no finding:\(scene.rule)"])
    expect(check.status, equals: 0, check.errors + check.output)
  }

  @Test func everyRuleHasAScene() {
    expect(
      Set(Self.scenes.map(\.rule)), equals: Set(FindingRule.recorders.map(\.identifier)))
  }

  /// A sniffer that misses packets makes silent, not wrong.
  @Test(arguments: [0.1, 0.3, 0.5], [false, true])
  func lossesAreNoFaults(loss: Double, isCentral: Bool) throws {
    for seed in 80...83 as ClosedRange<UInt64> {
      let pair = RecordedPair(seed: seed, seconds: 60)
      let host = RecordedPair.btsnoop(
        pair.hostRecords(Clock(offset: 7, ppm: 40), isCentral: isCentral, reports: true))
      let files = try files([("host.log", host), Self.air(pair, loss: loss)])
      expect(
        try rules(["stats", "--align", "--path", "--format", "json"] + files), equals: [],
        "seed \(seed)")
    }
  }

  /// What is likely is said so.
  @Test func theVerdictIsNotCertain() throws {
    let scene = try #require(Self.scenes.first)
    let files = try files(scene.captures(true))
    let outcome = try Program.run(["stats", "--align", "--format", "json"] + files)
    let document = try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let verdict = try #require(document["verdict"] as? [Object])
    let said = verdict.first { $0["rule"] as? String == scene.rule }
    expect(said?["certainty"] as? String, equals: "likely", "\(verdict)")
  }

  /// Records of the captures, in their order.
  @Test func findingsStandWithTheirConnection() throws {
    let scene = try #require(Self.scenes.first)
    let files = try files(scene.captures(true))
    let outcome = try Program.run(["stats", "--align", "--format", "json"] + files)
    let document = try #require(try JSONSerialization.jsonObject(with: outcome.bytes) as? Object)
    let finding = try #require(
      (document["findings"] as? [Object])?.first { $0["rule"] as? String == scene.rule })
    expect(finding["connection"] as? Int, equals: 1)
    let path = try Program.run(["stats", "--align", "--path", "--format", "json"] + files)
    let other = try #require(try JSONSerialization.jsonObject(with: path.bytes) as? Object)
    let own = try #require((other["findings"] as? [Object])?.first)
    expect(own["capture"] as? String, equals: files[1])
    // Numbers count over the captures in the order given.
    let first = try Program.run(["align", "--format", "json"] + files)
    let document2 = try #require(try JSONSerialization.jsonObject(with: first.bytes) as? Object)
    let records = try #require((document2["captures"] as? [Object])?.first?["records"] as? Int)
    expect(finding["frame"] as? Int, equals: (own["frame"] as? Int).map { $0 + records })
  }
}
