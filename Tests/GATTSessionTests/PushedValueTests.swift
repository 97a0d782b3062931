import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

struct PushedValueTests {
  /// Contact bits: 0x02 alone is "detected" without "supported".
  @Test(arguments: [
    ("0248", "not_supported"), ("0448", "not_detected"), ("0648", "detected"),
    ("0048", "not_supported"),
  ]) func sensorContact(value: String, contact: String) {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.att(.received, "1b 0300" + value)
    expect(scene.last?.decoded["sensor_contact"], equals: contact)
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "72")
  }

  private static let hasty =
    "the peer sent an indication before its last one was confirmed (ATT allows one at a time), frame"

  /// The server's fault, whether the client confirms both later or not.
  @Test(arguments: [false, true]) func anIndicationTooEarly(_ isConfirmed: Bool) {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "0b 01")
    scene.att(.received, "1d 0300 01")
    let second = scene.att(.received, "1d 0300 02")
    if isConfirmed { for _ in 0..<2 { scene.att(.sent, "1e") } }
    scene.end()
    expect(scene.findings, equals: ["\(Self.hasty) \(second)"])
    expect(scene.session.findings.list.map(\.rule.identifier), equals: ["request-too-early"])
  }

  /// The recorder has lost the confirmation, or records only what the peer sends.
  @Test(arguments: [false, true]) func aConfirmationThatTheCaptureLacks(_ isOneWay: Bool) {
    let scene = SessionScene()
    scene.connect()
    if !isOneWay { scene.ask("0a 0300", "0b 01") }
    scene.att(.received, "1d 0300 01")
    if !isOneWay { scene.drops = 1 }
    scene.att(.received, "1d 0300 02")
    scene.end()
    expect(scene.findings.isEmpty)
  }

  @Test func notificationsBeforeTheDiscoveryCount() throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1b 0300 0648")
    expect(scene.last?.characteristic == nil)
    expect(scene.last?.decoded, equals: [:])
    scene.discoverHeartRate()
    scene.att(.received, "1b 0300 0649")
    expect(scene.last?.characteristic, equals: "2A37")
    expect(scene.last?.service, equals: "180D")
    let peer = try #require(scene.session.connectedPeers.first)
    expect(peer.database.attribute(at: 3)?.values.count, equals: 2)
    expect(peer.database.unknowns.isEmpty)
  }

  @Test func confirmedIndications() throws {
    let scene = SessionScene()
    scene.connect()
    let frame = scene.att(.received, "1d 0300 0100ffff")
    expect(scene.told(.indication).isEmpty)
    scene.att(.sent, "1e")
    let told = try #require(scene.told(.indication).first)
    expect(told.frame, equals: frame)
    expect(told.response, equals: 10)
    expect(told.value, equals: "0100ffff")
    expect(told.note, equals: "")
    expect(told.direction, equals: .received)
  }

  /// It is told to make room, and its confirmation comes later; or it never comes.
  @Test(arguments: [true, false]) func anIndicationThatTooMuchWaitsFor(_ isConfirmed: Bool) throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0500", "0b 02")
    let sent = scene.att(.received, "1d 0300 01")
    for _ in 0..<300 { scene.att(.received, "1b 0500 02") }
    expect(scene.told(.indication).map(\.frame), equals: [sent])
    if isConfirmed { scene.att(.sent, "1e") }
    expect(scene.last?.kind, equals: .notification)
    scene.wait(30_000)
    scene.att(.received, "1b 0500 02")
    let late = "indication of 0003 not confirmed by this host in 30 s, frame \(sent)"
    expect(scene.findings, equals: (isConfirmed ? [] : [late]))
    scene.att(.sent, "1e")
    let text = scene.last?.text ?? ""
    expect(text.hasSuffix(isConfirmed ? " without its indication" : " after its indication"))
    expect(scene.findings, equals: (isConfirmed ? [] : [late]))
  }

  /// A capture may have what the host receives, and nothing that it sends.
  @Test func anIndicationWhereTheHostIsNotHeard() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1d 0300 01")
    scene.wait(31_000)
    scene.disconnect()
    expect(scene.findings.isEmpty)
  }

  /// The recorder may have lost the confirmation.
  @Test func anIndicationBeforeALoss() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1d 0300 01")
    scene.drops = 1
    scene.wait(31_000)
    scene.disconnect()
    expect(scene.findings.isEmpty)
  }

  /// Indications of what only notifies; notifications of it, and of what is not discovered.
  @Test func aSubscriptionToWhatIsNotSent() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("12 0400 0200", "13")
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.ask("12 0400 0300", "13")
    scene.ask("12 0400 0000", "13")
    expect(scene.findings.isEmpty)
    scene.ask("12 0400 0100", "13")
    // That ends the notifications.
    scene.ask("12 0400 0200", "13")
    let frame = scene.frame
    scene.wait(11_000)
    scene.disconnect()
    expect(
      scene.findings,
      equals: [
        "indications turned on for Heart Rate Measurement, which only notifies, frame \(frame)"
      ])
  }

  @Test func unconfirmedIndications() {
    let scene = SessionScene()
    scene.connect()
    let first = scene.att(.received, "1d 0300 01")
    let second = scene.att(.received, "1d 0300 02")
    let third = scene.att(.received, "1b 0300 03")
    scene.disconnect()
    let told = scene.told([.indication, .notification])
    expect(told.map(\.frame), equals: [first, second, third])
    expect(
      told.map(\.note), equals: ["not confirmed before the next indication", "not confirmed", ""])
    expect(told.first?.response == nil)
  }

  @Test func aConfirmationOfNothingIsReported() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "1e")
    expect(scene.events.count, equals: 2)
    expect(scene.last?.kind, equals: .note)
    expect(scene.last?.from, equals: .central)
    expect(scene.last?.text, equals: "Handle Value Confirmation without its indication")
  }

  @Test func anIndicationThatIsNeverConfirmedHoldsBackNoMoreThanItMay() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1d 0300 01")
    for _ in 0..<1000 { scene.att(.received, "1b 0300 02") }
    expect(scene.told(.indication).count, equals: 1)
    expect(scene.told(.notification).count, equals: 1000)
    let frames = scene.events.map(\.frame)
    expect(frames, equals: frames.sorted())
  }
}
