import Foundation
import GATTSession
import TestSupport
import Testing

/// Each rule of `explain` by a recording of what it is about, and what all other recordings in
/// `Captures/` show: nothing that is not there. What the specification forbids, no host that can be had does:
/// those rules have scenes in `Tests/Questions`.
@Suite struct RecordedRuleTests {
  struct Recording: Sendable, CustomTestStringConvertible {
    let rule: String
    /// Of its finding.
    let frame: Int
    /// What else is found.
    let others: Set<String>
    /// Where it is not `rules/RULE.btsnoop`.
    let file: String

    init(_ rule: String, frame: Int, others: Set<String> = [], file: String? = nil) {
      self.rule = rule
      self.frame = frame
      self.others = others
      self.file = file ?? "rules/\(rule).btsnoop"
    }

    var testDescription: String { rule }
  }

  /// The hosts and virtual controllers of Bumble have played those in `rules/` and `passkeys/`. They
  /// have no air, and only keys of 16 octets: three rules have recordings of the air, which
  /// `scenes/link_layer.py` and `scenes/pairing.py` compute.
  static let recordings = [
    Recording("link-lost", frame: 71),
    Recording("never-established", frame: 32),
    Recording("instant-passed", frame: 71),
    Recording("procedure-timeout", frame: 71, others: ["never-subscribed"]),
    Recording("ended-by-error", frame: 71),
    Recording("connect-failed", frame: 31),
    Recording("disconnects-repeat", frame: 40, others: ["ends-after-fixed-time", "link-lost"]),
    Recording(
      "events-missing", frame: 263, others: ["answer-damaged"], file: "polar-h7-ll.pcap"),
    Recording("timeout-too-short", frame: 70),
    Recording("timeout-fragile", frame: 70),
    Recording("interval-refused", frame: 69),
    Recording("update-failed", frame: 70),
    Recording("interval-too-long", frame: 31),
    Recording("interval-too-short", frame: 31),
    Recording("data-not-delivered", frame: 73, others: ["link-lost"]),
    Recording("command-failed", frame: 32),
    Recording("hardware-error", frame: 71),
    Recording("slow-answers", frame: 68),
    Recording("request-unanswered", frame: 72),
    Recording("request-timed-out", frame: 70, others: ["never-subscribed"]),
    Recording("request-refused", frame: 70),
    Recording("operation-failed", frame: 89),
    Recording("wrong-write", frame: 77),
    Recording("request-too-early", frame: 69),
    Recording("answer-not-heard", frame: 98, file: "encrypted/two-links-plain.pcap"),
    Recording(
      "answer-damaged", frame: 130, others: ["events-missing"], file: "polar-h7-ll.pcap"),
    Recording("mtu-left-at-minimum", frame: 68),
    Recording("silent-subscription", frame: 73),
    Recording("values-stop", frame: 105),
    Recording("wrong-subscription", frame: 70),
    Recording("values-without-subscription", frame: 68),
    Recording("bonding-lost", frame: 76),
    Recording("mic-failure", frame: 99),
    Recording("encryption-failed", frame: 76),
    Recording("pairing-failed", frame: 49),
    Recording("ended-while-pairing", frame: 44),
    Recording("pairings-repeat", frame: 137),
    Recording("just-works-avoidable", frame: 32),
    Recording("legacy-pairing", frame: 32),
    Recording(
      "short-key", frame: 65, others: ["legacy-pairing", "pairings-repeat"],
      file: "encrypted/pairings.pcap"),
    Recording("passkey-repeated", frame: 214, file: "passkeys/repeated.btsnoop"),
    Recording("address-kept", frame: 33),
    Recording("channel-refused", frame: 34),
    Recording("channel-fault", frame: 36),
    Recording("signal-unanswered", frame: 36),
    Recording("stream-failed", frame: 36),
    Recording("sync-lost", frame: 38),
    Recording("nonce-reused", frame: 41),
  ]

  /// What further recordings show, by the beginnings of their names; all others show nothing.
  static let faults: [(beginning: String, rules: Set<String>)] = [
    ("air/ends.pcap", ["link-lost"]),
    ("att-kinds.", ["request-refused"]),
    // Encryption is taken out, and what begins it.
    ("encrypted/pairings-plain.", ["ended-while-pairing", "pairings-repeat"]),
    ("enhanced-att.", ["channel-refused"]),
    ("formats/ll-decrypted.", ["answer-not-heard", "events-missing"]),
    ("formats/ll-", ["answer-damaged", "events-missing"]),
    ("passkeys/legacy-fresh.", ["legacy-pairing"]),
    ("passkeys/legacy-repeated.", ["legacy-pairing", "passkey-repeated"]),
    ("passkeys/strap-side.", ["legacy-pairing", "pairings-repeat", "passkey-repeated"]),
    ("peripheral-side.", ["request-refused"]),
    ("polar-h7-nrf.", ["answer-damaged", "events-missing"]),
    ("variations/bonded-again.", []),
    ("variations/ended-by-timeout.", ["link-lost", "request-refused"]),
    // With radio delays of over 26 ms.
    ("variations/heart/17.", ["request-refused", "slow-answers"]),
    ("variations/heart/18.", ["request-refused", "slow-answers"]),
    ("variations/heart/19.", ["request-refused", "slow-answers"]),
    ("variations/heart/20.", ["request-refused", "slow-answers"]),
    // The strap takes 01 and refuses 02.
    ("variations/value.", ["request-refused", "value-implausible"]),
    ("variations/", ["request-refused"]),
    ("vm-central.", ["slow-answers"]),
    ("vm-gatt-server.", ["request-refused"]),
  ]

  static let others: [String] = {
    let known = Set(recordings.map(\.file))
    let folder = Program.root.appending(path: "Captures").path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      [".btsnoop", ".pcap", ".pcapng"].contains { name.hasSuffix($0) } && !known.contains(name)
        // It has no packet, only what its sniffer says of itself.
        && name != "air/messages.pcap"
    }.sorted()
  }()

  private struct Document: Decodable {
    struct Finding: Decodable {
      let rule: String
      let frame: Int
    }

    let findings: [Finding]
  }

  private static func findings(_ capture: String) throws -> [Document.Finding] {
    let outcome = try Program.run(
      ["stats", "--quiet", "--format", "json", Program.capture(capture)])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Document.self, from: outcome.bytes).findings
  }

  @Test(arguments: recordings) func theRecordingHasIt(_ recording: Recording) throws {
    let findings = try Self.findings(recording.file)
    let places = findings.filter { $0.rule == recording.rule }.map(\.frame)
    expect(places.contains(recording.frame), "\(places)")
    expect(Set(findings.map(\.rule)), equals: recording.others.union([recording.rule]))
  }

  @Test func everyRuleHasOne() {
    let recorded = Self.recordings.map(\.rule)
    // Of the others there are questions, and twins or scenes in which they must not be found.
    let clean = QuestionRules.excluded.union(RuleSceneTests.scenes.map(\.rule))
    let others = QuestionRules.shown.intersection(clean).subtracting(recorded)
      // One recording does not show them.
      .union(FindingRule.recorders.map(\.identifier))
    let rules = FindingRule.all.map(\.identifier).filter { !others.contains($0) }
    expect(
      Set(rules).symmetricDifference(recorded), equals: [],
      "a rule needs a recording, or a question whose twins must not have it")
    expect(
      recorded.filter(rules.contains), equals: rules.filter(recorded.contains),
      "another order than that of `explain`")
  }

  @Test(arguments: others) func othersHaveOnlyTheirs(_ capture: String) throws {
    let expected = Self.faults.first { capture.hasPrefix($0.beginning) }?.rules ?? []
    expect(Set(try Self.findings(capture).map(\.rule)), equals: expected)
  }
}
