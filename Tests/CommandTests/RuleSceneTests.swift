import Foundation
import GATTSession
import TestSupport
import Testing

/// Each rule of `explain` by the traffic that it is about: with the fault it is found, and in the
/// same traffic without the fault nothing is. `RecordedRuleTests` has a recording for each.
@Suite struct RuleSceneTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    let rule: String
    /// Of the finding.
    let frame: Int
    /// What is found before it.
    var others: [String] = []
    /// How many variants without the fault there are.
    var clean = 1
    /// The capture of a variant: 0 has the fault, those from 1 have not.
    let bytes: @Sendable (Int) -> [UInt8]

    var testDescription: String { rule }
  }

  private struct Document: Decodable {
    struct Finding: Decodable {
      let rule: String
      let frame: Int
    }

    let findings: [Finding]
  }

  private static func findings(_ bytes: [UInt8]) throws -> [Document.Finding] {
    let outcome = try Program.run(["stats", "--format", "json", "-"], input: Data(bytes))
    expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return try JSONDecoder().decode(Document.self, from: outcome.bytes).findings
  }

  // MARK: Tests

  @Test(arguments: scenes) func theFaultIsFound(_ scene: Scene) throws {
    let findings = try Self.findings(scene.bytes(0))
    expect(findings.map(\.rule), equals: scene.others + [scene.rule])
    expect(findings.last?.frame, equals: scene.frame)
  }

  @Test(arguments: scenes) func nothingIsFoundWithoutIt(_ scene: Scene) throws {
    for variant in 1...scene.clean {
      let rules = try Self.findings(scene.bytes(variant)).map(\.rule)
      expect(rules.isEmpty, "\(variant): \(rules)")
    }
  }

  @Test func everyRuleHasAScene() {
    let missing = Set(FindingRule.all.map(\.identifier)).subtracting(Self.scenes.map(\.rule))
      .subtracting(QuestionRules.shown.intersection(QuestionRules.excluded))
      // `RecorderRuleTests` has those.
      .subtracting(FindingRule.recorders.map(\.identifier))
    expect(missing, equals: ["passkey-repeated"])
  }

  // MARK: Scenes

  /// All rules but `passkey-repeated`, which the recordings in `Captures/passkeys` are about.
  static let scenes: [Scene] =
    ends + links + requests + subscriptions + securities + channels + protocols

  /// What a host records, after a connection has begun in frame 1.
  private static func connected(
    _ rule: String, frame: Int, clean: Int = 1,
    _ records: @escaping @Sendable (inout SituationCapture, Int) -> Void
  ) -> Scene {
    Scene(rule: rule, frame: frame, clean: clean) { variant in
      var capture = SituationCapture(.h4)
      capture.connected(1)
      records(&capture, variant)
      return capture.bytes
    }
  }

  /// What a host records.
  private static func recorded(
    _ rule: String, frame: Int, others: [String] = [], clean: Int = 1,
    _ records: @escaping @Sendable (inout SituationCapture, Int) -> Void
  ) -> Scene {
    Scene(rule: rule, frame: frame, others: others, clean: clean) { variant in
      var capture = SituationCapture(.h4)
      records(&capture, variant)
      return capture.bytes
    }
  }

  /// What a sniffer records, after CONNECT_IND in frame 1.
  private static func onAir(
    _ rule: String, frame: Int, clean: Int = 1,
    _ packets: @escaping @Sendable (inout Air, Int) -> Void
  ) -> Scene {
    Scene(rule: rule, frame: frame, clean: clean) { variant in
      var air = Air()
      packets(&air, variant)
      return air.capture.bytes
    }
  }

  // MARK: Ends

  private static func end(_ rule: String, _ reason: UInt8) -> Scene {
    connected(rule, frame: 2) { capture, variant in
      capture.ended(variant == 0 ? reason : 0x16)
    }
  }

  private static let ends: [Scene] = [
    end("link-lost", 0x08), end("never-established", 0x3E), end("instant-passed", 0x28),
    end("procedure-timeout", 0x22), end("ended-by-error", 0x1F), end("ended-at-once", 0x13),
    // Connection Limit Exceeded; success; the host has cancelled it.
    recorded("connect-failed", frame: 3, clean: 2) { capture, variant in
      let statuses: [UInt8] = [0x09, 0, 0x02]
      let status = statuses[variant]
      capture.add(
        .command,
        [
          0x0D, 0x20, 25, 96, 0, 96, 0, 0, 1, 1, 0x44, 0x33, 0x22, 0x11, 0xD0, 0, 24, 0, 24, 0, 0,
          0, 72, 0, 0, 0, 0, 0,
        ])
      capture.add(.event, [0x0F, 4, 0, 1, 0x0D, 0x20])
      capture.add(
        .event,
        [
          0x3E, 19, 1, status, 1, 0, 0, 1, 1, 0x44, 0x33, 0x22, 0x11, 0xD0, 24, 0, 0, 0, 72, 0, 0,
        ])
    },
    recorded(
      "disconnects-repeat", frame: 6, others: ["link-lost", "link-lost", "link-lost"]
    ) { capture, variant in
      for _ in 0..<3 {
        capture.connected(1)
        capture.ended(variant == 0 ? 0x08 : 0x16)
      }
    },
    onAir("events-missing", frame: 4) { air, variant in
      air.read()
      if variant == 0 { air.time += 120_000 }
      air.read()
    },
  ]

  // MARK: Links

  private static let links: [Scene] = [
    // 100 ms, and 200 ms, 500 ms or 600 ms.
    connected("timeout-too-short", frame: 2) { capture, variant in
      capture.updated(interval: 80, timeout: variant == 0 ? 20 : 60)
    },
    // 100 ms at one event in four, and 600 ms or 3 s.
    connected("timeout-too-short", frame: 3) { capture, variant in
      capture.updated(interval: 80, timeout: 60)
      capture.subrated(factor: 4, timeout: variant == 0 ? 60 : 300)
    },
    connected("timeout-fragile", frame: 2) { capture, variant in
      capture.updated(interval: 80, timeout: variant == 0 ? 50 : 60)
    },
    connected("interval-refused", frame: 3) { capture, variant in
      capture.signal([0x12, 1, 8, 0, 24, 0, 24, 0, 0, 0, 200, 0], isSent: false)
      capture.signal([0x13, 1, 2, 0, variant == 0 ? 1 : 0, 0], isSent: true)
    },
    // Unsupported Remote Feature.
    connected("update-failed", frame: 2) { capture, variant in
      capture.updated(interval: 24, status: variant == 0 ? 0x1A : 0)
    },
    // 150 ms, and 40 answers of 140 ms; 50 ms, and 70 ms.
    connected("interval-too-long", frame: 2) { capture, variant in
      capture.updated(interval: variant == 0 ? 120 : 40)
      for _ in 0..<40 { capture.read(after: variant == 0 ? 130_000 : 60_000) }
    },
    // 7.5 ms for a minute; with latency; for less than a minute; at one event in ten.
    connected("interval-too-short", frame: 2, clean: 3) { capture, variant in
      capture.updated(interval: 6, latency: variant == 1 ? 4 : 0)
      if variant == 3 { capture.subrated(factor: 10, timeout: 72) }
      capture.att([0x52, 3, 0, 1], isSent: true)
      capture.time += variant == 2 ? 59_000_000 : 61_000_000
      capture.att([0x52, 3, 0, 2], isSent: true)
    },
    // The last one writes; all are sent; the last one only cancels what was prepared.
    connected("data-not-delivered", frame: 6, clean: 2) { capture, variant in
      for _ in 0..<2 { capture.att([0x52, 3, 0, 1], isSent: true) }
      capture.att(variant == 2 ? [0x18, 0] : [0x52, 3, 0, 1], isSent: true)
      capture.add(.event, [0x13, 5, 1, 1, 0, [1, 3, 2][variant], 0])
      capture.ended(variant == 2 ? 0x16 : 0x13)
    },
    // LE Set Scan Enable: Command Disallowed; success; of what is off, to be switched off, Unknown HCI Command.
    recorded("command-failed", frame: 2, clean: 2) { capture, variant in
      capture.add(.command, [0x0C, 0x20, 2, variant == 2 ? 0 : 1, 0])
      capture.add(.event, [0x0E, 4, 1, 0x0C, 0x20, [0x0C, 0, 0x01][variant]])
    },
    // Another event of the controller: Data Buffer Overflow.
    recorded("hardware-error", frame: 1) { capture, variant in
      capture.add(.event, [variant == 0 ? 0x10 : 0x1A, 1, 0x42])
    },
  ]

  // MARK: Requests

  private static let requests: [Scene] = [
    connected("slow-answers", frame: 2) { capture, variant in
      capture.read(after: variant == 0 ? 1_100_000 : 900_000)
    },
    // Answers of 200 ms at 30 ms, and at one event in ten of that.
    connected("slow-answers", frame: 1) { capture, variant in
      if variant == 1 { capture.subrated(factor: 10, timeout: 200) }
      for _ in 0..<20 { capture.read(after: 200_000) }
    },
    // More than 50 ms, and less, at 7.5 ms: four intervals are soon over.
    connected("slow-answers", frame: 2) { capture, variant in
      capture.updated(interval: 6)
      for _ in 0..<20 { capture.read(after: variant == 0 ? 60_000 : 25_000) }
    },
    // The peer ends it; answered; the capture ends; this host ends it at once.
    connected("request-unanswered", frame: 3, clean: 3) { capture, variant in
      capture.att([0x0A, 3, 0], isSent: true)
      if variant == 1 { capture.att([0x0B, 7], isSent: false) }
      if variant == 3 {
        capture.disconnect()
        capture.ended(0x16)
      } else if variant != 2 {
        capture.ended()
      }
    },
    // This host ends it after it has waited; at once.
    connected("request-unanswered", frame: 4) { capture, variant in
      capture.att([0x0A, 3, 0], isSent: true)
      if variant == 0 { capture.time += 2_000_000 }
      capture.disconnect()
      capture.ended(0x16)
    },
    connected("request-timed-out", frame: 3) { capture, variant in
      capture.att([0x0A, 3, 0], isSent: true)
      if variant == 1 { capture.att([0x0B, 7], isSent: false) }
      capture.time += 31_000_000
      capture.advertisement(2, [])
    },
    // An indication that is not confirmed, that is, and that may be after the capture.
    connected("request-timed-out", frame: 4, clean: 2) { capture, variant in
      capture.exchange([0x12, 4, 0, 2, 0], [0x13])
      capture.att([0x1D, 3, 0, 7], isSent: false)
      if variant == 1 { capture.att([0x1E], isSent: true) }
      capture.time += variant == 2 ? 29_000_000 : 31_000_000
      capture.advertisement(2, [])
    },
    // Read Not Permitted; answered; the end of a search; cured by encryption.
    connected("request-refused", frame: 3, clean: 3) { capture, variant in
      switch variant {
      case 0: capture.exchange([0x0A, 3, 0], [0x01, 0x0A, 3, 0, 0x02])
      case 1: capture.read()
      case 2: capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x01, 0x10, 1, 0, 0x0A])
      default:
        capture.exchange([0x0A, 3, 0], [0x01, 0x0A, 3, 0, 0x05])
        capture.encrypted()
        capture.read()
      }
    },
    // Start without control of the machine; with it; an outcome that the client itself writes.
    connected("operation-failed", frame: 10, clean: 2) { capture, variant in
      capture.exchange(
        [0x08, 1, 0, 0xFF, 0xFF, 3, 0x28], [0x09, 7, 2, 0, 0x28, 3, 0, 0xD9, 0x2A])
      capture.exchange([0x04, 4, 0, 4, 0], [0x05, 1, 4, 0, 2, 0x29])
      capture.exchange([0x12, 4, 0, 2, 0], [0x13])
      capture.exchange([0x12, 3, 0] + (variant == 2 ? [0x80, 7, 5] : [7]), [0x13])
      capture.att([0x1D, 3, 0, 0x80, 7, variant == 0 ? 5 : 1], isSent: false)
      capture.att([0x1E], isSent: true)
    },
    // What only declares read and write; that declares write without response; that is not discovered; a request.
    connected("wrong-write", frame: 6, clean: 3) { capture, variant in
      if variant != 2 {
        capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0xF0, 0xFF])
        capture.exchange(
          [0x08, 1, 0, 9, 0, 3, 0x28],
          [0x09, 7, 2, 0, variant == 0 ? 0x0A : 0x06, 3, 0, 0xF7, 0xFF])
      }
      if variant == 3 {
        capture.exchange([0x12, 3, 0, 7], [0x13])
      } else {
        capture.att([0x52, 3, 0, 7], isSent: true)
      }
    },
    // Signed, where write without response and, without the fault, signed writes are declared.
    connected("wrong-write", frame: 6) { capture, variant in
      capture.exchange([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 1, 0, 9, 0, 0xF0, 0xFF])
      capture.exchange(
        [0x08, 1, 0, 9, 0, 3, 0x28],
        [0x09, 7, 2, 0, variant == 0 ? 0x04 : 0x44, 3, 0, 0xF7, 0xFF])
      capture.att([0xD2, 3, 0, 7] + [UInt8](repeating: 1, count: 12), isSent: true)
    },
    connected("request-too-early", frame: 3) { capture, variant in
      capture.att([0x0A, 3, 0], isSent: true)
      if variant == 1 { capture.att([0x0B, 7], isSent: false) }
      capture.att([0x0A, 5, 0], isSent: true)
      if variant == 0 { capture.att([0x0B, 7], isSent: false) }
      capture.att([0x0B, 8], isSent: false)
    },
    // The client goes on without the answer; with it.
    onAir("answer-not-heard", frame: 3, clean: 1) { air, variant in
      air.att(0, [0x0A, 3, 0])
      if variant == 1 { air.att(1, [0x0B, 1]) }
      air.att(0, [0x0A, 5, 0])
      air.att(1, [0x0B, 2])
    },
    // Damaged; intact; damaged, and then sent again.
    onAir("answer-damaged", frame: 3, clean: 2) { air, variant in
      air.att(0, [0x0A, 3, 0])
      air.att(1, [0x0B, 1], isDamaged: variant != 1)
      if variant == 2 { air.again(1, [0x0B, 1]) }
      air.read()
    },
    // 20 octets; 19; 20 with an MTU of 247.
    connected("mtu-left-at-minimum", frame: 2, clean: 2) { capture, variant in
      if variant == 2 { capture.exchange([0x02, 247, 0], [0x03, 247, 0]) }
      let value = [UInt8](repeating: 7, count: variant == 1 ? 19 : 20)
      for _ in 0..<10 { capture.att([0x52, 3, 0] + value, isSent: true) }
    },
  ]

  // MARK: Subscriptions

  private static let subscriptions: [Scene] = [
    connected("silent-subscription", frame: 9) { capture, variant in
      capture.discoverConfiguration()
      capture.exchange([0x12, 4, 0, 1, 0], [0x13])
      capture.time += 11_000_000
      if variant == 1 { capture.notification([1]) }
      capture.ended()
    },
    // Written to just after; as if something happened; too few; not long enough.
    connected("values-stop", frame: 39, clean: 4) { capture, variant in
      capture.discoverConfiguration()
      capture.exchange([0x12, 4, 0, 1, 0], [0x13])
      for number in 0..<(variant == 3 ? 29 : 30) {
        capture.time += variant == 2 && number == 20 ? 4_000_000 : 1_000_000
        capture.notification([1])
      }
      if variant == 1 { capture.exchange([0x12, 3, 0, 7], [0x13]) }
      capture.time += variant == 4 ? 9_000_000 : 11_000_000
      capture.ended()
    },
    // Indications; notifications.
    connected("wrong-subscription", frame: 9) { capture, variant in
      capture.discoverConfiguration()
      capture.exchange([0x12, 4, 0, variant == 0 ? 2 : 1, 0], [0x13])
      capture.ended()
    },
    connected("values-without-subscription", frame: 8) { capture, variant in
      capture.discoverConfiguration()
      if variant == 1 { capture.exchange([0x12, 4, 0, 1, 0], [0x13]) }
      capture.notification([1])
    },
    // Indications: only notifications were turned on; both were.
    connected("values-without-subscription", frame: 10) { capture, variant in
      capture.discoverConfiguration()
      capture.exchange([0x12, 4, 0, variant == 0 ? 1 : 3, 0], [0x13])
      for _ in 0..<2 {
        capture.att([0x1D, 3, 0, 1], isSent: false)
        capture.att([0x1E], isSent: true)
      }
    },
  ]

  // MARK: What the specification forbids

  private static let protocols: [Scene] = [
    // This host writes after the end; before it.
    connected("data-after-end", frame: 3) { capture, variant in
      if variant == 1 { capture.att([0x52, 3, 0, 7], isSent: true) }
      capture.ended(0x16)
      if variant == 0 { capture.att([0x52, 3, 0, 7], isSent: true) }
    },
    // An Exchange MTU Request of two octets; of three; a longer one, cut by the recorder.
    connected("pdu-malformed", frame: 2, clean: 2) { capture, variant in
      let pdus: [[UInt8]] = [[0x02, 23], [0x02, 23, 0], [0x02, 23, 0]]
      capture.att(pdus[variant], isSent: true, kept: variant == 2 ? 10 : nil)
    },
    // LL_VERSION_IND of the central: once more; once.
    onAir("version-exchanged-twice", frame: 3) { air, variant in
      for _ in 0..<(variant == 0 ? 2 : 1) { air.central([3, 6, 0x0C, 8, 0x0F, 0, 1, 0]) }
    },
    connected("mtu-exchanged-twice", frame: 4) { capture, variant in
      capture.exchange([0x02, 247, 0], [0x03, 247, 0])
      // The same request again changes nothing.
      capture.exchange([0x02, variant == 0 ? 185 : 247, 0], [0x03, 247, 0])
    },
    // The peer has 247 as a server; as a client 100, and 247.
    connected("mtu-differs", frame: 5) { capture, variant in
      capture.exchange([0x02, 247, 0], [0x03, 247, 0])
      capture.att([0x02, variant == 0 ? 100 : 247, 0], isSent: false)
      capture.att([0x03, 247, 0], isSent: true)
    },
    connected("answer-unasked", frame: 4) { capture, variant in
      capture.exchange([0x0A, 3, 0], [0x0B, 7])
      if variant == 0 { capture.att([0x0B, 7], isSent: false) }
    },
    // The same part again; the rest of the value; a value of equal octets.
    connected("offset-ignored", frame: 7, clean: 2) { capture, variant in
      let part = [UInt8](variant == 2 ? Array(repeating: 7, count: 22) : Array(0..<22))
      capture.exchange([0x0A, 3, 0], [0x0B] + part)
      capture.exchange([0x0C, 3, 0, 22, 0], [0x0D] + part)
      capture.exchange([0x0C, 3, 0, 44, 0], [0x0D] + (variant == 1 ? [1] : part))
    },
    // The hops of another connection go nowhere.
    onAir("connect-invalid", frame: 2) { air, variant in
      air.connect(central: 11, hop: variant == 0 ? 0 : 16)
    },
  ]

  // MARK: Security

  private static let securities: [Scene] = [
    connected("bonding-lost", frame: 2) { capture, variant in
      capture.encrypted(status: variant == 0 ? 0x06 : 0)
    },
    end("mic-failure", 0x3D),
    // Unspecified Error.
    connected("encryption-failed", frame: 2) { capture, variant in
      capture.encrypted(status: variant == 0 ? 0x1F : 0)
    },
    // Confirm Value Failed.
    connected("pairing-failed", frame: 4) { capture, variant in
      capture.pairing()
      if variant == 0 { capture.security([5, 4], isSent: false) } else { capture.encrypted() }
    },
    // It succeeds before; it is under way when the capture ends.
    connected("ended-while-pairing", frame: 4, clean: 2) { capture, variant in
      capture.pairing()
      if variant == 1 { capture.encrypted() }
      if variant != 2 { capture.ended() }
    },
    // Three times, and twice.
    connected("pairings-repeat", frame: 10) { capture, variant in
      for _ in 0..<(variant == 0 ? 3 : 2) {
        capture.pairing()
        capture.encrypted()
      }
    },
    // With and without the MITM flag.
    connected("just-works-avoidable", frame: 2) { capture, variant in
      capture.pairing(requirements: variant == 0 ? 0x09 : 0x0D)
      capture.encrypted()
    },
    // Neither has input or output: Just Works. Without and with LE Secure Connections.
    connected("legacy-pairing", frame: 2) { capture, variant in
      capture.pairing(abilities: 3, requirements: variant == 0 ? 0x01 : 0x09)
      capture.encrypted()
    },
    connected("short-key", frame: 2) { capture, variant in
      capture.pairing(abilities: 3, requirements: 0x09, keySize: variant == 0 ? 7 : 16)
      capture.encrypted()
    },
    // A resolvable address for an hour; for less; a static one.
    recorded("address-kept", frame: 1, clean: 2) { capture, variant in
      let highest: UInt8 = variant == 2 ? 0xF0 : 0x70
      for _ in 0..<2 {
        capture.add(
          .event, [0x3E, 12, 2, 1, 0, 1, 1, 0x44, 0x33, 0x22, 0x11, highest, 0, 0xC4])
        capture.time += variant == 1 ? 3_500_000_000 : 3_600_000_000
      }
    },
  ]

  // MARK: Channels

  /// LE Credit Based Connection Request, from channel 0040 with one credit.
  private static let channelRequest: [UInt8] = [
    0x14, 1, 10, 0, 0x81, 0, 0x40, 0, 64, 0, 64, 0, 1, 0,
  ]
  /// Its response: channel 0041 with one credit.
  private static let channelOpened: [UInt8] = [
    0x15, 1, 10, 0, 0x41, 0, 64, 0, 64, 0, 1, 0, 0, 0,
  ]
  /// SPSM not supported.
  private static let channelRefused: [UInt8] = [
    0x15, 1, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0,
  ]

  private static let channels: [Scene] = [
    connected("channel-refused", frame: 3) { capture, variant in
      capture.signal(channelRequest, isSent: true)
      capture.signal(variant == 0 ? channelRefused : channelOpened, isSent: false)
    },
    // Two K-frames with one credit; with another credit between them.
    connected("channel-fault", frame: 5) { capture, variant in
      capture.signal(channelRequest, isSent: true)
      capture.signal(channelOpened, isSent: false)
      capture.frame([1, 0, 7], channel: 0x41, isSent: true)
      if variant == 1 { capture.signal([0x16, 2, 4, 0, 0x41, 0, 1, 0], isSent: false) }
      capture.frame([1, 0, 8], channel: 0x41, isSent: true)
    },
    // Answered; still open when the capture ends.
    connected("signal-unanswered", frame: 3, clean: 2) { capture, variant in
      capture.signal(channelRequest, isSent: true)
      if variant == 1 { capture.signal(channelOpened, isSent: false) }
      if variant != 2 { capture.ended() }
    },
    // LE CIS Request, and LE CIS Established: Connection Failed to be Established.
    connected("stream-failed", frame: 3) { capture, variant in
      let status: UInt8 = variant == 0 ? 0x3E : 0
      capture.add(.event, [0x3E, 7, 0x1A, 1, 0, 0x60, 0, 1, 1])
      capture.add(
        .event,
        [
          0x3E, 29, 0x19, status, 0x60, 0, 0x10, 0x27, 0, 0x10, 0x27, 0, 0x10, 0x27, 0, 0x10, 0x27,
          0, 1, 1, 1, 1, 1, 1, 1, 40, 0, 40, 0, 8, 0,
        ])
    },
    // LE Periodic Advertising Sync Lost; the host ends it.
    recorded("sync-lost", frame: 2) { capture, variant in
      capture.add(
        .event,
        [0x3E, 16, 0x0E, 0, 5, 0, 1, 1, 2, 0x44, 0x33, 0x22, 0x11, 0xD0, 1, 80, 0, 0])
      if variant == 0 {
        capture.add(.event, [0x3E, 3, 0x10, 5, 0])
      } else {
        capture.add(.command, [0x45, 0x20, 2, 5, 0])
        capture.add(.event, [0x0E, 4, 1, 0x45, 0x20, 0])
      }
    },
    // BTHome v2: two messages with counter 77; the second has 78; the first again.
    recorded("nonce-reused", frame: 2, clean: 2) { capture, variant in
      let first: [UInt8] = [
        0x3E, 0x1F, 2, 1, 3, 1, 0x56, 0x34, 0x12, 0xEE, 0xFF, 0xC0, 0x13, 0x12, 0x16, 0xD2,
        0xFC, 0x41, 0xEB, 0x25, 0xA9, 0x49, 0x5F, 0xBF, 0x4D, 0, 0, 0, 0x2F, 0x28, 0x49,
        0xDB, 0xC4,
      ]
      let second: [UInt8] = [
        0x3E, 0x1F, 2, 1, 3, 1, 0x56, 0x34, 0x12, 0xEE, 0xFF, 0xC0, 0x13, 0x12, 0x16, 0xD2,
        0xFC, 0x41, 0xEB, 0x24, 0xA9, 0x49, 0x5F, 0xBF, 0x4D, 0, 0, 0, 2, 0xE0, 0x4E, 0xE1,
        0xC4,
      ]
      let counted: [UInt8] = [
        0x3E, 0x1F, 2, 1, 3, 1, 0x56, 0x34, 0x12, 0xEE, 0xFF, 0xC0, 0x13, 0x12, 0x16, 0xD2,
        0xFC, 0x41, 0xC2, 0x48, 0x24, 0x9C, 0xC1, 0x70, 0x4E, 0, 0, 0, 0xC1, 0xD9, 7, 0x90,
        0xC4,
      ]
      capture.add(.event, first)
      capture.add(.event, [second, counted, first][variant])
    },
  ]

  // MARK: Link layer

  /// A connection on the air, of link type 256: a packet every 60 ms, which is its interval.
  struct Air {
    private(set) var capture = PcapBytes(linkType: 256)
    /// Microseconds.
    var time: UInt32 = 0
    /// The next sequence numbers of central and peripheral.
    private var numbers = [false, false]
    private var address: [UInt8] = []

    init() { connect() }

    /// CONNECT_IND: 60 ms, 720 ms.
    /// - central: the last octet of its address, and other than that of the connections before.
    /// - hop: how far each hop goes.
    mutating func connect(central: UInt8 = 9, hop: UInt8 = 7) {
      numbers = [false, false]
      address = [central &+ 8, 0x22, 0x33, 0x44]
      var pdu: [UInt8] = [5, 34, central, 8, 7, 6, 5, 4, 1, 2, 3, 4, 5, 6]
      pdu += address
      pdu += [1, 2, 3, 2, 0, 0, 48, 0, 0, 0, 72, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x20 | hop]
      add([0xD6, 0xBE, 0x89, 0x8E], pdu, channel: 0, flags: [0x13, 0x0C])
    }

    private mutating func add(
      _ address: [UInt8], _ pdu: [UInt8], channel: UInt8, flags: [UInt8]
    ) {
      time += 60_000
      var packet: [UInt8] = [channel, 0xC4, 0, 0]
      packet += address
      packet += flags
      packet += address
      packet += pdu
      packet += [1, 2, 3]
      capture.add(
        packet, seconds: 1_700_000_000 + time / 1_000_000, fraction: time % 1_000_000)
    }

    /// ADV_NONCONN_IND of a device that does not connect.
    mutating func advertise() {
      add(
        [0xD6, 0xBE, 0x89, 0x8E], [0x42, 9, 6, 6, 6, 6, 6, 0xC6, 2, 1, 6], channel: 0,
        flags: [0x13, 0x0C])
    }

    /// - side: 0 the central, 1 the peripheral.
    mutating func att(_ side: Int, _ pdu: [UInt8], isDamaged: Bool = false) {
      var packet: [UInt8] = [2, UInt8(pdu.count + 4), UInt8(pdu.count), 0, 4, 0]
      if numbers[side] { packet[0] |= 8 }
      if !numbers[1 - side] { packet[0] |= 4 }
      numbers[side].toggle()
      packet += pdu
      // Sender, and whether the CRC is good.
      let sender: UInt8 = side == 0 ? 0x13 : 0x93
      add(address, packet, channel: 10, flags: [sender, isDamaged ? 0x05 : 0x0D])
    }

    /// An empty PDU of the central.
    mutating func empty() { central([1, 0]) }

    /// LL_TERMINATE_IND of the central.
    mutating func terminate() { central([3, 2, 2, 0x13]) }

    mutating func central(_ pdu: [UInt8]) {
      var packet = pdu
      if numbers[0] { packet[0] |= 8 }
      if !numbers[1] { packet[0] |= 4 }
      numbers[0].toggle()
      add(address, packet, channel: 10, flags: [0x13, 0x0D])
    }

    /// A retransmission.
    mutating func again(_ side: Int, _ pdu: [UInt8]) {
      numbers[side].toggle()
      att(side, pdu)
    }

    mutating func read() {
      att(0, [0x0A, 3, 0])
      att(1, [0x0B, 1])
    }
  }
}

extension SituationCapture {
  /// This host's command.
  fileprivate mutating func disconnect() { add(.command, [0x06, 0x04, 3, 1, 0, 0x13]) }

  fileprivate mutating func ended(_ reason: UInt8 = 0x13) {
    add(.event, [5, 4, 0, 1, 0, reason])
  }

  /// Other terms of the connection, in units of 1.25 ms and 10 ms.
  fileprivate mutating func updated(
    interval: UInt8, latency: UInt8 = 0, timeout: UInt8 = 200, status: UInt8 = 0
  ) {
    add(.event, [0x3E, 10, 3, status, 1, 0, interval, 0, latency, 0, timeout, 0])
  }

  /// LE Subrate Change.
  fileprivate mutating func subrated(factor: UInt8, timeout: Int) {
    add(
      .event,
      [0x3E, 12, 0x23, 0, 1, 0, factor, 0, 0, 0, 0, 0, UInt8(timeout & 0xFF), UInt8(timeout >> 8)])
  }

  /// A read, and its answer so many microseconds, and 10 ms, later.
  fileprivate mutating func read(after wait: Int64 = 0) {
    att([0x0A, 3, 0], isSent: true)
    time += wait
    att([0x0B, 7], isSent: false)
  }

  /// One characteristic, and its configuration with handle 4.
  fileprivate mutating func discoverConfiguration() {
    discover(service: 0xFFF0, characteristic: 0xFFF7)
    exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 0x02, 0x29])
  }

  fileprivate mutating func frame(_ pdu: [UInt8], channel: UInt8, isSent: Bool) {
    fragment([UInt8(pdu.count), 0, channel, 0] + pdu, handle: 1, isSent: isSent, isStart: true)
  }

  mutating func signal(_ pdu: [UInt8], isSent: Bool) {
    frame(pdu, channel: 5, isSent: isSent)
  }

  fileprivate mutating func security(_ pdu: [UInt8], isSent: Bool) {
    frame(pdu, channel: 6, isSent: isSent)
  }

  /// Pairing Request of this host, and Pairing Response: without arguments, of two sides that have
  /// keyboard and display, and ask for bonding, protection and LE Secure Connections.
  fileprivate mutating func pairing(
    abilities: UInt8 = 4, requirements: UInt8 = 0x0D, keySize: UInt8 = 16
  ) {
    security([1, abilities, 0, requirements, keySize, 1, 1], isSent: true)
    security([2, abilities, 0, requirements, keySize, 1, 1], isSent: false)
  }

  /// Encryption Change.
  fileprivate mutating func encrypted(status: UInt8 = 0) {
    add(.event, [8, 4, status, 1, 0, status == 0 ? 1 : 0])
  }
}
