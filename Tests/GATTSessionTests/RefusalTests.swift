import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// What a controller or a host refuses, and what the recorder lost.
struct RefusalTests {
  // MARK: By a value

  /// Fitness Machine Control Point at 0003.
  private func machine() -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 07 0200 28 0300 d92a")
    return scene
  }

  @Test func anOperationThatIsNotDone() throws {
    let scene = machine()
    scene.ask("12 0300 07", "13")
    let told = scene.att(.received, "1b 0300 80 07 05")
    scene.att(.received, "1b 0300 80 00 01")
    expect(scene.told(.notification).map(\.isProblem), equals: [true, false])
    expect(
      scene.findings,
      equals: [
        "Fitness Machine Control Point: response to start or resume: control not permitted, frame \(told)"
      ])
    scene.att(.received, "1b 0300 80 07 05")
    expect(scene.session.findings.list.map(\.count), equals: [2])
    expect(scene.session.findings.list.map(\.rule.identifier), equals: ["operation-failed"])
  }

  /// It waits for its confirmation.
  @Test func anIndicationThatSaysSo() {
    let scene = machine()
    scene.att(.received, "1d 0300 80 07 05")
    scene.att(.sent, "1e")
    expect(scene.told(.indication).map(\.isProblem), equals: [true])
    expect(scene.findings.count, equals: 1)
  }

  /// Only what the server says, and all of it.
  @Test func whatIsNoAnswerOfTheServer() {
    let scene = machine()
    scene.ask("12 0300 80 07 05", "13")
    scene.att(.received, "1b 0300 80 07")
    scene.att(.received, "1b 0300 07")
    expect(scene.events.allSatisfy { !$0.isProblem })
    // It is cut short, which is another finding.
    expect(scene.session.findings.list.map(\.rule.identifier), equals: ["value-malformed"])
  }

  /// Record Access Control Point: there may be no records.
  @Test func anOutcomeThatIsNoFailure() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 07 0200 28 0300 522a")
    scene.att(.received, "1b 0300 06 00 01 06")
    expect(scene.findings.isEmpty)
    scene.att(.received, "1b 0300 06 00 01 08")
    expect(scene.findings.count, equals: 1)
  }

  // MARK: By an error

  /// LE Long Term Key Request Negative Reply.
  @Test func aPeripheralWithoutTheKeyHasLostItsBond() throws {
    let scene = SessionScene()
    scene.connect(role: 1)
    scene.leEvent(0x05, le16(1) + [UInt8](repeating: 0, count: 10))
    scene.command(0x201B, le16(1))
    let told = try #require(scene.told(.security).first)
    expect(told.own["step"], equals: "encryption_failed")
    expect(told.direction, equals: .sent)
    expect(
      scene.findings,
      equals: [
        "encryption failed: PIN or Key Missing (06); this host has no key for the peer, which asks for that "
          + "of an earlier pairing by Secure Connections: the bond is gone here, frame 3"
      ])
    expect(scene.session.connections.first?.wasEncrypted, equals: false)
    expect(scene.session.connections.first?.encryption.failure, equals: .pinOrKeyMissing)
  }

  /// A Command Status for LE Enable Encryption: no event follows.
  @Test func encryptionThatTheControllerRefuses() {
    let scene = SessionScene()
    scene.connect()
    scene.command(0x2019, le16(1) + [UInt8](repeating: 0, count: 26))
    scene.event(0x0F, [0x1A, 1] + le16(0x2019))
    expect(
      scene.findings, equals: ["encryption failed: Unsupported Remote Feature (1A), frame 3"])
  }

  /// LE Set PHY, LE Set Data Length and the like: no event follows.
  @Test(arguments: [
    (0x2013, "LE Connection Update"), (0x2022, "LE Set Data Length"),
    (0x2032, "LE Set PHY"), (0x207E, "LE Subrate Request"), (0x2064, "LE Create CIS"),
  ])
  func aChangeOfTheLinkThatIsRefused(_ opcode: Int, _ name: String) throws {
    let scene = SessionScene()
    // LE Create CIS names the stream before its connection.
    let asked =
      (opcode == 0x2064 ? [1] + le16(0x60) : []) + le16(1) + [UInt8](repeating: 0, count: 12)
    scene.connect()
    scene.command(opcode, asked)
    scene.event(0x0F, [0, 1] + le16(opcode))
    expect(scene.findings.isEmpty)
    scene.command(opcode, asked)
    let refused = scene.event(0x0F, [0x1A, 1] + le16(opcode))
    expect(
      scene.findings, equals: ["\(name) failed: Unsupported Remote Feature (1A), frame \(refused)"])
    let told = try #require(scene.told(.note).last)
    expect(told.connection, equals: 1)
    expect(told.isProblem)
  }

  /// LE Create CIS for three streams of two connections.
  @Test func streamsOfSeveralConnectionsThatAreRefused() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    let streams = [(0x60, 1), (0x61, 2), (0x62, 2)]
    scene.command(0x2064, [3] + streams.flatMap { le16($0.0) + le16($0.1) })
    let refused = scene.event(0x0F, [0x1A, 1] + le16(0x2064))
    expect(scene.told(.note).map(\.connection), equals: [1, 2])
    let finding = "LE Create CIS failed: Unsupported Remote Feature (1A), frame \(refused)"
    expect(scene.findings, equals: [finding, finding])
  }

  /// What is for no connection: groups of streams, and periodic advertising.
  @Test(arguments: [
    (0x2062, "LE Set CIG Parameters"), (0x2068, "LE Create BIG"), (0x206B, "LE BIG Create Sync"),
    (0x2044, "LE Periodic Advertising Create Sync"),
  ])
  func aGroupThatIsRefused(_ opcode: Int, _ name: String) {
    let scene = SessionScene()
    scene.connect()
    for status in [0, 0x0C] as [UInt8] {
      scene.command(opcode, [UInt8](repeating: 0, count: 31))
      if opcode == 0x2062 {
        scene.event(0x0E, [1] + le16(opcode) + [status, 0, 0])
      } else {
        scene.event(0x0F, [status, 1] + le16(opcode))
      }
    }
    expect(
      scene.findings, equals: ["\(name) failed: Command Disallowed (0C), frame \(scene.frame)"])
    expect(scene.told(.note).map(\.connection), equals: [nil])
  }

  /// LE Reject CIS Request, with Limited Resources.
  @Test func aStreamThatThisHostRejects() throws {
    let scene = SessionScene()
    scene.connect(role: 1)
    scene.leEvent(0x1A, le16(1) + le16(0x60) + [1, 2])
    // It is asked for again.
    scene.command(0x2067, le16(0x60) + [0x0D])
    scene.event(0x0E, [1] + le16(0x2067) + [0x0C] + le16(0x60))
    expect(
      scene.findings, equals: ["LE Reject CIS Request failed: Command Disallowed (0C), frame 4"])
    scene.command(0x2067, le16(0x60) + [0x0D])
    scene.event(0x0E, [1] + le16(0x2067) + [0] + le16(0x60))
    let told = try #require(scene.told(.note).last)
    expect(told.connection, equals: 1)
    expect(told.own["reason_code"], equals: "13")
    expect(told.text.hasPrefix("isochronous stream rejected by this host: "))
    expect(scene.findings.count, equals: 1)
  }

  /// The controller's firmware has failed.
  @Test func aHardwareErrorIsAFinding() {
    let scene = SessionScene()
    scene.connect()
    let frame = scene.event(0x10, [0x42])
    expect(
      scene.findings, equals: ["the controller reports a hardware error (42), frame \(frame)"])
  }

  /// Without its code, it is as true.
  @Test func aHardwareErrorThatIsCutIsAFinding() {
    let scene = SessionScene()
    let frame = scene.event(0x10, [])
    expect(scene.findings, equals: ["the controller reports a hardware error, frame \(frame)"])
    expect(scene.told(.malformed).isEmpty)
  }

  /// It has just ended; of a command that is cut, or was asked on a connection that has ended, nobody knows
  /// whose it was.
  @Test func aRefusalOfAChangeThatNobodyIsLeftFor() throws {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.command(0x2032, le16(1) + [0, 2, 2, 0, 0])
    scene.disconnect(1)
    scene.event(0x0F, [0x02, 1] + le16(0x2032))
    expect(scene.findings.isEmpty)
    scene.connect(1, SessionScene.peerA)
    scene.command(0x2032, le16(1) + [0, 2, 2, 0, 0])
    scene.disconnect(1)
    scene.connect(1, SessionScene.peerB)
    scene.event(0x0F, [0x1A, 1] + le16(0x2032))
    try expect(#require(scene.told(.note).last).connection == nil)
    scene.command(0x2022, [1])
    scene.command(0x2022, le16(1) + [0, 0, 0, 0])
    scene.event(0x0F, [0x1A, 1] + le16(0x2022))
    try expect(#require(scene.told(.note).last).connection == nil)
    expect(scene.told(.malformed).isEmpty)
  }

  /// Refused at once, or by its event: nobody asked for the end that comes later.
  @Test(arguments: [false, true])
  func aDisconnectThatIsRefusedIsNoCause(_ isLate: Bool) throws {
    let scene = SessionScene()
    scene.connect()
    scene.command(0x0406, le16(1) + [0x13])
    scene.event(0x0F, [isLate ? 0 : 0x12, 1] + le16(0x0406))
    if isLate { scene.event(0x05, [0x12] + le16(1) + [0]) }
    let refused = scene.frame
    scene.ask("0a 0300", "0b 41")
    scene.disconnect(reason: 0x08)
    let end = try #require(scene.told(.disconnected).first)
    expect(end.requestFrame == nil)
    expect(scene.session.connections.first?.endedBy, equals: .unknown)
    expect(
      scene.findings.first,
      equals: "Disconnect failed: Invalid HCI Command Parameters (12), frame \(refused)",
      "\(scene.findings)")
  }

  /// What is asked again while it is under way.
  @Test func aSecondDisconnectChangesNothing() throws {
    let scene = SessionScene()
    scene.connect()
    let asked = scene.command(0x0406, le16(1) + [0x13])
    scene.event(0x0F, [0, 1] + le16(0x0406))
    scene.command(0x0406, le16(1) + [0x13])
    scene.event(0x0F, [0x0C, 1] + le16(0x0406))
    scene.disconnect(reason: 0x16)
    try expect(#require(scene.told(.disconnected).first).requestFrame, equals: asked)
    expect(scene.findings.isEmpty)
  }

  /// Both are sent before the controller answers the first one. The end is that of the one that is accepted.
  @Test(arguments: [true, false]) func oneOfTwoDisconnectsIsRefused(_ isFirst: Bool) throws {
    let scene = SessionScene()
    scene.connect()
    let asked = [scene.command(0x0406, le16(1) + [0x13]), scene.command(0x0406, le16(1) + [0x15])]
    let statuses: [UInt8] = isFirst ? [0x0C, 0] : [0, 0x0C]
    let answers = statuses.map { scene.event(0x0F, [$0, 1] + le16(0x0406)) }
    scene.disconnect(reason: 0x16)
    let end = try #require(scene.told(.disconnected).first)
    expect(end.requestFrame, equals: (isFirst ? asked[1] : asked[0]))
    // What is asked again while it is under way is no matter.
    let failed = "Disconnect failed: Command Disallowed (0C), frame \(answers[0])"
    expect(scene.findings, equals: (isFirst ? [failed] : []))
  }

  /// A status is not in the capture: what is asked later is not held against that.
  @Test func aRefusalAfterALostStatus() throws {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    scene.command(0x2032, le16(1) + [0, 2, 2, 0, 0])
    scene.wait(3000)
    scene.command(0x1009)
    scene.event(0x0E, [1] + le16(0x1009) + [0] + wireAddress("00:AA:01:00:00:01"))
    scene.command(0x2032, le16(2) + [0, 2, 2, 0, 0])
    scene.event(0x0F, [0x1A, 1] + le16(0x2032))
    try expect(#require(scene.told(.note).last).connection, equals: 2)
  }

  /// One is gone already, or the controller takes its time, also longer than hosts wait; the other ends.
  /// Statuses come in the order of the commands.
  @Test(arguments: [0, 1500, 5000]) func aRefusalIsNoOtherConnections(_ wait: Int64) throws {
    let isGone = wait == 0
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    scene.command(0x0406, le16(1) + [0x13])
    if isGone { scene.disconnect(1) } else { scene.wait(wait) }
    // Credits for commands are no answer.
    scene.event(0x0F, [0, 1] + le16(0))
    let asked = scene.command(0x0406, le16(2) + [0x13])
    scene.event(0x0F, [isGone ? 0x02 : 0x0C, 1] + le16(0x0406))
    scene.event(0x0F, [0, 1] + le16(0x0406))
    scene.disconnect(2, reason: 0x16)
    try expect(#require(scene.told(.disconnected).last).requestFrame, equals: asked)
    expect(scene.findings.isEmpty)
  }

  @Test func encryptionThatIsAskedForTwice() throws {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "01 03 00 01 10 07 07")
    scene.smp(.received, "02 03 00 01 10 07 07")
    for status in [0, 0x0C] as [UInt8] {
      scene.command(0x2019, le16(1) + [UInt8](repeating: 0, count: 26))
      scene.event(0x0F, [status, 1] + le16(0x2019))
    }
    scene.event(0x08, [0] + le16(1) + [1])
    expect(scene.told(.security).map { $0.own["step"] }, equals: ["paired"])
    expect(scene.findings.isEmpty)
  }

  /// The other side was faster.
  @Test func aDisconnectOfWhatIsGoneIsNoFault() {
    let scene = SessionScene()
    scene.connect()
    scene.command(0x0406, le16(1) + [0x13])
    scene.disconnect()
    scene.event(0x0F, [0x02, 1] + le16(0x0406))
    expect(scene.findings.isEmpty)
  }

  /// It has a latency and a time-out of its own.
  @Test func aSubrateChangeChangesTheParameters() throws {
    let scene = SessionScene()
    scene.connect()
    scene.leEvent(0x23, [0] + le16(1) + le16(20) + le16(2) + le16(0) + le16(400))
    let update = try #require(scene.told(.connectionUpdated).first)
    expect(update.own["interval_ms"], equals: "30")
    expect(update.own["subrate_factor"], equals: "20")
    expect(update.text, equals: "30 ms, subrate factor 20, latency 2, 4 s")
    expect(scene.session.connections.first?.state.subrate, equals: 20)
    // The same interval leaves it as it is.
    scene.leEvent(0x03, [0] + le16(1) + le16(24) + le16(0) + le16(72))
    try expect(#require(scene.told(.connectionUpdated).last).own["subrate_factor"], equals: "20")
    expect(update.own["peripheral_latency"], equals: "2")
    expect(update.own["supervision_timeout_ms"], equals: "4000")
    scene.leEvent(0x03, [0] + le16(1) + le16(12) + le16(0) + le16(72))
    try expect(#require(scene.told(.connectionUpdated).last).own["subrate_factor"] == nil)
    expect(scene.session.connections.first?.state.subrates, equals: [20, 1])
  }

  /// LE Connection Rate Change: intervals of 125 µs, and all else.
  @Test func aChangeOfTheConnectionRate() throws {
    let scene = SessionScene()
    scene.connect()
    scene.leEvent(0x37, [0] + le16(1) + le16(3) + le16(20) + le16(2) + le16(0) + le16(400))
    let update = try #require(scene.told(.connectionUpdated).last)
    expect(update.text, equals: "0.375 ms, subrate factor 20, latency 2, 4 s")
    expect(update.own["interval_ms"], equals: "0.375")
    let failed = scene.leEvent(0x37, [0x1A] + le16(1) + [UInt8](repeating: 0, count: 10))
    expect(
      scene.findings,
      equals: [
        "connection rate update failed: Unsupported Remote Feature (1A), frame \(failed)"
      ])
    let connection = try #require(scene.session.connections.first)
    expect(connection.state.intervals.map(\.milliseconds), equals: [30, 0.375])
    expect(
      connection.state.subrates == [20] && connection.state.latency == 2
        && connection.state.timeout == 400)
    // Another interval, of the other unit, ends subrating.
    scene.leEvent(0x03, [0] + le16(1) + le16(12) + le16(0) + le16(72))
    expect(connection.state.intervals.map(\.milliseconds), equals: [30, 0.375, 15])
    expect(connection.state.subrate, equals: 1)
  }

  /// It is not the attempt to connect that fails.
  @Test func anAdvertisingTimeoutLeavesTheAttempt() throws {
    let scene = SessionScene()
    scene.command(
      0x200D,
      [0x60, 0, 0x30, 0, 0, 1] + wireAddress(SessionScene.peerA) + [UInt8](repeating: 0, count: 13))
    scene.event(0x0F, [0, 1] + le16(0x200D))
    scene.leEvent(0x01, [0x3C] + [UInt8](repeating: 0, count: 17))
    let failed = try #require(scene.told(.disconnected).first)
    expect(failed.address == nil)
    scene.connect()
    expect(scene.session.connections.first?.start.request?.frame, equals: 1)
  }

  @Test func aPairingThatFailsBondsNobody() throws {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.sent, "01 03 00 01 10 07 07")
    scene.smp(.received, "02 03 00 01 10 07 07")
    scene.smp(.received, "05 04")
    let told = try #require(scene.told(.security).first)
    expect(told.own["step"], equals: "pairing_failed")
    expect(told.own["bonded"] == nil)
  }

  /// What was not seen may have been in it.
  @Test func lostRecordsLeaveQuestionsOpen() throws {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    scene.disconnect(1)
    scene.drops = 40
    scene.ask("0a 0300", "0b 41", on: 2)
    scene.connect(3, "D8:5A:6B:7C:8D:03")
    let connections = scene.session.connections
    expect(connections.map(\.hasLosses), equals: [false, true, false])
    expect(connections.map(\.wasEncrypted), equals: [false, nil, false])
    expect(connections.map(\.bearer.isMTUKnown), equals: [true, false, true])
  }
}
