import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

struct ConnectionTests {
  @Test func legacyConnectionBeginsAndEnds() throws {
    let scene = SessionScene()
    let start = scene.connect()
    let end = scene.disconnect(reason: 0x13)
    let connected = try #require(scene.told(.connected).first)
    expect(connected.frame, equals: start)
    expect(connected.connection, equals: 1)
    expect(connected.address, equals: SessionScene.peerA)
    expect(
      connected.own,
      equals: [
        "role": "central", "interval_ms": "30", "peripheral_latency": "0",
        "supervision_timeout_ms": "720",
      ])
    expect(connected.text, equals: "30 ms, latency 0, 720 ms")
    let disconnected = try #require(scene.told(.disconnected).first)
    expect(disconnected.frame, equals: end)
    expect(disconnected.connection, equals: 1)
    expect(
      disconnected.own,
      equals: [
        "reason": "Remote User Terminated Connection", "reason_code": "19", "by": "remote",
      ])
    expect(!disconnected.isProblem)
    expect(scene.findings.isEmpty)
  }

  @Test(arguments: [UInt8(0x0A), 0x29]) func enhancedConnectionTellsTheAddressOnTheAir(
    subevent: UInt8
  ) throws {
    let scene = SessionScene()
    scene.leEvent(
      subevent,
      [0] + le16(0x40) + [1, 2] + wireAddress("C0:EE:FB:30:07:21") + [0, 0, 0, 0, 0, 0]
        + wireAddress("5B:83:B4:EC:1C:40") + le16(6) + le16(4) + le16(500) + [0]
        + (subevent == 0x29 ? [0, 0, 0] : []))
    let connected = try #require(scene.told(.connected).first)
    expect(connected.address, equals: "C0:EE:FB:30:07:21")
    expect(connected.overAir, equals: "5B:83:B4:EC:1C:40")
    expect(connected.own["role"], equals: "peripheral")
    expect(connected.own["interval_ms"], equals: "7.5")
    expect(connected.own["peripheral_latency"], equals: "4")
    expect(connected.own["supervision_timeout_ms"], equals: "5000")
    let peer = try #require(scene.session.connectedPeers.first)
    expect(peer.hasAddress(0x5B83_B4EC_1C40))
    expect(peer.address.kind, equals: .publicIdentity)
  }

  @Test func failureIsADisconnectionWithoutAConnection() throws {
    let scene = SessionScene()
    scene.connect(status: 0x3E)
    expect(scene.told(.connected).isEmpty)
    let told = try #require(scene.told(.disconnected).first)
    expect(told.connection == nil)
    expect(told.address, equals: SessionScene.peerA)
    expect(told.own["reason_code"], equals: "62")
    expect(told.own["by"], equals: "unknown")
    expect(told.isProblem)
    expect(scene.findings.count, equals: 1)
  }

  @Test func cancellationIsNoProblem() throws {
    let scene = SessionScene()
    scene.command(
      0x200D,
      le16(96) + le16(48) + [0, 1] + wireAddress(SessionScene.peerB) + [0] + le16(24) + le16(40)
        + le16(0) + le16(42) + le16(0) + le16(0))
    scene.event(0x0F, [0, 1] + le16(0x200D))
    scene.done(0x200E)
    scene.leEvent(
      0x01, [2, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0] + le16(0) + le16(0) + le16(0) + [0])
    let told = try #require(scene.told(.disconnected).first)
    expect(told.address, equals: SessionScene.peerB)
    expect(told.own["by"], equals: "local")
    expect(!told.isProblem)
    expect(scene.findings.isEmpty)
    expect(scene.session.adapters.first?.controller.attempts.cancelledCount, equals: 1)
  }

  @Test func whoEndedIt() {
    let scene = SessionScene()
    scene.connect(1)
    scene.disconnect(1, reason: 0x16)
    scene.connect(1)
    scene.disconnect(1, reason: 0x08)
    scene.connect(1)
    scene.command(0x0406, le16(1) + [0x13])
    scene.event(0x0F, [0, 1] + le16(0x0406))
    scene.disconnect(1, reason: 0x08)
    let by = scene.told(.disconnected).map { $0.own["by"] }
    expect(by, equals: ["local", "unknown", "local"])
    expect(scene.told(.disconnected).map(\.connection), equals: [1, 2, 3])
    expect(scene.told(.disconnected)[2].response, equals: 20)
    expect(scene.findings.count, equals: 2)
  }

  /// Some controllers report the reason that their own host gave, so it may be either side's; not where it is
  /// another reason. That the controller has taken the command may be missing.
  @Test func whoEndedItWhereBothMayHave() throws {
    let scene = SessionScene()
    func end(asked: UInt8, isTaken: Bool, reported: UInt8) throws -> String? {
      scene.connect(1)
      scene.command(0x0406, le16(1) + [asked])
      if isTaken { scene.event(0x0F, [0, 1] + le16(0x0406)) }
      scene.disconnect(1, reason: reported)
      if !isTaken { scene.event(0x0F, [0x02, 1] + le16(0x0406)) }
      return try #require(scene.told(.disconnected).last).own["by"]
    }
    try expect(end(asked: 0x13, isTaken: true, reported: 0x13), equals: "unknown")
    expect(scene.session.connections.last?.end.isByEither, equals: true)
    try expect(end(asked: 0x15, isTaken: true, reported: 0x13), equals: "remote")
    try expect(end(asked: 0x13, isTaken: false, reported: 0x13), equals: "unknown")
    try expect(end(asked: 0x13, isTaken: false, reported: 0x08), equals: "unknown")
    try expect(end(asked: 0x13, isTaken: true, reported: 0x16), equals: "local")
    expect(scene.session.connections.last?.end.isByEither, equals: false)
  }

  /// It is told with its device, and how long it waited.
  @Test(arguments: [false, true]) func anAttemptThatIsNeverAnswered(_ isReset: Bool) throws {
    let scene = SessionScene()
    let asked = scene.command(
      0x200D,
      [0x60, 0, 0x30, 0, 0, 1] + wireAddress(SessionScene.peerA) + [UInt8](repeating: 0, count: 13))
    scene.event(0x0F, [0, 1] + le16(0x200D))
    // Another one is refused, and a central comes meanwhile.
    scene.command(
      0x200D,
      [0x60, 0, 0x30, 0, 0, 1] + wireAddress(SessionScene.peerB) + [UInt8](repeating: 0, count: 13))
    scene.event(0x0F, [0x0C, 1] + le16(0x200D))
    scene.connect(1, SessionScene.peerB, role: 1)
    scene.disconnect(1)
    scene.wait(5_000)
    if isReset { scene.done(0x0C03) }
    scene.end()
    let kind: EventKind = isReset ? .disconnected : .note
    let told = try #require(scene.told(kind).last { $0.address == SessionScene.peerA })
    expect(told.requestFrame, equals: asked)
    expect(
      told.text,
      equals: (isReset
        ? "attempt ended: the adapter was reset"
        : "attempt to connect to \(SessionScene.peerA): no answer until the capture stops"))
    expect(told.own["by"], equals: (isReset ? "local" : nil))
  }

  /// Each attempt has its own outcome, whatever else the host asks meanwhile.
  @Test func theOutcomesOfAttempts() throws {
    let scene = SessionScene()
    func ask(_ peer: String) -> UInt64 {
      scene.command(
        0x200D, [0x60, 0, 0x30, 0, 0, 1] + wireAddress(peer) + [UInt8](repeating: 0, count: 13))
    }
    func taken(_ status: UInt8) { scene.event(0x0F, [status, 1] + le16(0x200D)) }
    let first = ask(SessionScene.peerA)
    taken(0)
    // Two that the controller refuses, both sent at once.
    _ = ask(SessionScene.peerB)
    _ = ask(SessionScene.peerB)
    taken(0x0C)
    taken(0x0C)
    scene.connect(1, SessionScene.peerA)
    expect(scene.session.connections.last?.start.request?.frame, equals: first)
    scene.disconnect(1)
    // One that is cancelled, while the next one has no status yet.
    let cancelled = ask(SessionScene.peerA)
    taken(0)
    scene.command(0x200E)
    let next = ask(SessionScene.peerB)
    scene.leEvent(0x01, [0x02] + [UInt8](repeating: 0, count: 17))
    expect(scene.told(.disconnected).last?.requestFrame, equals: cancelled)
    taken(0)
    scene.connect(1, SessionScene.peerB)
    expect(scene.session.connections.last?.start.request?.frame, equals: next)
    scene.disconnect(1)
    // What came was not asked for.
    _ = ask(SessionScene.peerA)
    taken(0)
    scene.connect(1, SessionScene.peerB)
    expect(scene.session.connections.last?.start.request == nil)
  }

  /// Nobody waits for the devices of the filter accept list.
  @Test func anAttemptWithTheListIsNotTold() {
    let scene = SessionScene()
    scene.command(0x200D, [0x60, 0, 0x30, 0, 1] + [UInt8](repeating: 0, count: 20))
    scene.event(0x0F, [0, 1] + le16(0x200D))
    scene.end()
    expect(scene.events.isEmpty)
  }

  /// Phones connect by way of the list: where it has one device, the attempt is about that one.
  @Test(
    arguments: [
      (["reset", "+A"], SessionScene.peerA), (["reset", "+A", "+A"], SessionScene.peerA),
      (["clear", "+A"], SessionScene.peerA), (["reset", "+A", "+B", "-A"], SessionScene.peerB),
      (["+A", "clear", "+B"], SessionScene.peerB),
      // As public and as random.
      (["reset", "*A", "+A"], SessionScene.peerA),
      // Several, none, one that was refused, and what was in it before the capture.
      (["reset", "+A", "+B"], nil), (["reset", "+A", "-A"], nil), (["reset", "!A"], nil),
      (["+A"], nil),
    ] as [([String], String?)])
  func aCancelledAttemptWithTheList(commands: [String], address: String?) throws {
    let scene = SessionScene()
    for command in commands {
      let peer = command.hasSuffix("A") ? SessionScene.peerA : SessionScene.peerB
      switch command.first {
      case "r": scene.done(0x0C03)
      case "c":
        scene.command(0x2010)
        scene.done(0x2010)
      case "-":
        scene.command(0x2012, [1] + wireAddress(peer))
        scene.done(0x2012)
      default:
        scene.command(0x2011, [command.first == "*" ? 0 : 1] + wireAddress(peer))
        scene.event(0x0E, [1] + le16(0x2011) + [command.first == "!" ? 7 : 0])
      }
    }
    scene.command(0x200D, [0x60, 0, 0x30, 0, 1] + [UInt8](repeating: 0, count: 20))
    scene.event(0x0F, [0, 1] + le16(0x200D))
    scene.command(0x200E)
    scene.leEvent(0x01, [0x02] + [UInt8](repeating: 0, count: 17))
    let told = try #require(scene.told(.disconnected).last)
    expect(told.address, equals: address)
    expect(told.own["by"], equals: "local")
  }

  @Test func aRefusedDisconnectionChangesNothing() {
    let scene = SessionScene()
    scene.connect()
    scene.event(0x05, [0x0C] + le16(1) + [0x16])
    scene.att(.received, "1b 0300 00")
    expect(scene.told(.disconnected).isEmpty)
    expect(scene.last?.connection, equals: 1)
  }

  @Test func aHandleUsedAgainIsANewConnection() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.att(.sent, "0a 0300")
    scene.connect(1, SessionScene.peerB)
    scene.att(.received, "1b 0300 00")
    expect(scene.told(.connected).map(\.connection), equals: [1, 2])
    expect(
      scene.told(.read).first?.note, equals: "no answer: the connection's end is not in the capture"
    )
    expect(scene.told(.read).first?.connection, equals: 1)
    expect(scene.last?.connection, equals: 2)
    expect(scene.last?.address, equals: SessionScene.peerB)
  }

  @Test func resetEndsEverything() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.done(0x0C03)
    expect(scene.told(.read).count, equals: 1)
    expect(scene.told(.adapter).first?.own["action"], equals: "reset")
    expect(scene.session.connections.first?.isOpen, equals: false)
    scene.wait(1_000)
    scene.att(.received, "1b 0300 00")
    expect(scene.last?.connection, equals: 2)
  }

  @Test func aConnectionFromBeforeTheCapture() throws {
    let scene = SessionScene()
    scene.att(.received, "1b 0e00 0648", on: 0x40)
    let told = try #require(scene.told(.notification).first)
    expect(told.connection, equals: 1)
    expect(told.address == nil)
    expect(told.from == nil)
    expect(told.direction, equals: .received)
    expect(told.handle, equals: 0x0E)
    expect(told.value, equals: "0648")
    expect(scene.session.connections.first?.beginsInCapture, equals: false)
    scene.disconnect(0x40)
    expect(scene.told(.disconnected).first?.connection, equals: 1)
  }

  @Test func dataJustAfterTheEndIsOfTheConnectionThatEnded() {
    let scene = SessionScene()
    scene.connect()
    scene.disconnect()
    scene.att(.received, "1b 0300 01")
    expect(scene.last?.connection, equals: 1)
    scene.wait(1000)
    scene.att(.received, "1b 0300 02")
    expect(scene.told(.notification).count, equals: 1)
    expect(scene.session.connections.count, equals: 1)
  }

  @Test func anLEEventToo() {
    let scene = SessionScene()
    scene.leEvent(0x03, [0] + le16(7) + le16(39) + le16(0) + le16(500))
    expect(scene.told(.connectionUpdated).first?.connection, equals: 1)
    expect(scene.told(.connectionUpdated).first?.own["interval_ms"], equals: "48.75")
  }

  @Test func classicDataIsNotTakenForLE() {
    let scene = SessionScene()
    scene.event(0x03, [0] + le16(0x0B) + wireAddress("00:11:22:33:44:55") + [1, 0])
    scene.l2cap(.received, 0x0B, channel: 4, bytes("1b 0300 00"))
    scene.l2cap(.received, 0x0C, channel: 1, bytes("0a 01 0200 0200"))
    scene.l2cap(.received, 0x0C, channel: 0x40, bytes("1b 0300 00"))
    expect(scene.events.isEmpty)
    expect(scene.session.connectionCount, equals: 0)
    expect(scene.session.counts.classicPackets, equals: 3)
    // Both kinds of link have such a channel.
    scene.l2cap(.received, 0x0D, channel: 0x40, bytes("1b 0300 00"))
    expect(scene.session.connectionCount, equals: 0)
    expect(scene.session.counts.classicPackets, equals: 3)
    expect(scene.session.counts.unknownLinkPackets, equals: 1)
    scene.att(.received, "1b 0300 00", on: 0x0D)
    expect(scene.session.connectionCount, equals: 1)
  }

  /// On a handle of their own, Qualcomm's controllers send what is no L2CAP.
  @Test func diagnosticsAreNoLink() {
    let scene = SessionScene()
    scene.l2cap(.received, 0x0EDC, channel: 4, bytes("1b 0300 00"))
    expect(scene.session.connectionCount == 0 && scene.session.counts.unknownLinkPackets == 0)
    expect(scene.session.counts.diagnosticPackets, equals: 1)
  }

  @Test func linkParameters() throws {
    let scene = SessionScene()
    scene.connect()
    scene.leEvent(0x03, [0] + le16(1) + le16(816) + le16(2) + le16(600))
    scene.leEvent(0x03, [0x1A] + le16(1) + le16(0) + le16(0) + le16(0))
    scene.leEvent(0x0C, [0] + le16(1) + [2, 3])
    scene.leEvent(0x07, le16(1) + le16(251) + le16(2120) + le16(27) + le16(328))
    let updates = scene.told(.connectionUpdated)
    expect(
      updates.first?.own,
      equals: [
        "interval_ms": "1020", "peripheral_latency": "2", "supervision_timeout_ms": "6000",
      ])
    expect(updates.last?.isProblem, equals: true)
    expect(updates.last?.own["reason_code"], equals: "26")
    expect(scene.told(.phyUpdated).first?.own, equals: ["tx_phy": "2M", "rx_phy": "Coded"])
    expect(
      scene.told(.dataLength).first?.own,
      equals: [
        "tx_octets": "251", "tx_time_us": "2120", "rx_octets": "27", "rx_time_us": "328",
      ])
  }

  @Test func changesThatFail() {
    let scene = SessionScene()
    scene.connect()
    let subrate = scene.leEvent(0x23, [0x1A] + le16(1) + le16(1) + le16(0) + le16(0) + le16(0))
    let phys = scene.leEvent(0x0C, [0x1A] + le16(1) + [0, 0])
    // Of a connection that is not known nobody learns anything.
    scene.leEvent(0x23, [0x02] + le16(9) + le16(1) + le16(0) + le16(0) + le16(0))
    scene.leEvent(0x0C, [0x02] + le16(9) + [0, 0])
    let told = scene.told([.connectionUpdated, .phyUpdated])
    expect(
      told.map(\.text),
      equals: [
        "subrate update failed: Unsupported Remote Feature (1A)",
        "update failed: Unsupported Remote Feature (1A)",
      ])
    expect(told.map(\.kind), equals: [.connectionUpdated, .phyUpdated])
    expect(told.map { $0.own["reason_code"] }, equals: ["26", "26"])
    expect(told.map(\.isProblem), equals: [true, true])
    expect(
      scene.findings,
      equals: [
        "subrate update failed: Unsupported Remote Feature (1A), frame \(subrate)",
        "PHY update failed: Unsupported Remote Feature (1A), frame \(phys)",
      ])
    expect(scene.session.connections.count, equals: 1)
  }

  @Test func theLastIntervalIsTheOneInForce() {
    let scene = SessionScene()
    scene.connect()
    for interval in 30..<80 {
      scene.leEvent(0x03, [0] + le16(1) + le16(interval) + le16(0) + le16(600))
    }
    let intervals = scene.session.connections.first?.state.intervals
    expect(intervals?.last?.milliseconds, equals: 98.75)
    expect(intervals?.count, equals: 16)
  }

  @Test func parameterRequests() {
    let scene = SessionScene()
    scene.connect()
    scene.l2cap(
      .received, 1, channel: 5, bytes("12 07 0800") + le16(800) + le16(816) + le16(0) + le16(600))
    scene.l2cap(.sent, 1, channel: 5, bytes("13 07 0200 0000"))
    scene.l2cap(
      .received, 1, channel: 5, bytes("12 08 0800") + le16(6) + le16(6) + le16(0) + le16(600))
    scene.l2cap(.sent, 1, channel: 5, bytes("13 08 0200 0100"))
    scene.l2cap(
      .received, 1, channel: 5, bytes("12 09 0800") + le16(8) + le16(8) + le16(0) + le16(600))
    scene.end()
    let told = scene.told(.note)
    expect(told.map { $0.own["accepted"] }, equals: ["true", "false", nil])
    expect(told.first?.text, equals: "1000-1020 ms, latency 0, 6 s: accepted")
    expect(told.first?.from, equals: .peripheral)
    expect(told.first?.response, equals: 10)
  }

  /// LE Remote Connection Parameter Request, which the host answers: its command, or else what completes it, says how.
  @Test(arguments: [true, false]) func aParameterRequestOfTheController(_ isAsked: Bool) {
    let scene = SessionScene()
    scene.connect()
    var frames: [UInt64] = []
    for opcode in [0x2020, 0x2021] {
      frames.append(scene.askForParameters(false))
      if isAsked { scene.command(opcode, le16(1) + [0x3B]) }
      scene.event(0x0E, [1] + le16(opcode) + [0] + le16(1))
    }
    scene.disconnect()
    let told = scene.events.filter { $0.subject == .parameterRequest }
    expect(told.map { $0.own["accepted"] }, equals: ["true", "false"])
    expect(told.map(\.requestFrame), equals: frames)
    expect(told.map(\.response), equals: [10, 10])
    expect(told.map(\.from), equals: [.peripheral, .peripheral])
    expect(told.last?.text, equals: "7.5-10 ms, latency 0, 6 s: refused")
    expect(scene.findings.isEmpty)
  }

  /// The controller does not take the answer.
  @Test func anAnswerThatTheControllerRefuses() {
    let scene = SessionScene()
    scene.connect()
    scene.askForParameters(false)
    scene.command(0x2021, le16(1) + [0x3B])
    let refused = scene.event(0x0E, [1] + le16(0x2021) + [0x12] + le16(1))
    expect(
      scene.findings,
      equals: [
        "LE Remote Connection Parameter Request Negative Reply failed: Invalid HCI Command Parameters "
          + "(12), frame \(refused)"
      ])
  }

  /// A host that is the central leaves its peripheral, or its own controller, without an answer.
  @Test(arguments: [true, false]) func aParameterRequestThatNobodyAnswers(_ isL2CAP: Bool) {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "0b 41")
    let asked = scene.askForParameters(isL2CAP)
    scene.wait(30_000)
    scene.disconnect()
    let told = scene.events.filter { $0.subject == .parameterRequest }
    expect(told.map(\.isProblem), equals: [true])
    expect(told.first?.requestFrame, equals: asked)
    expect(told.first?.response == nil)
    let text = "7.5-10 ms, latency 0, 6 s"
    expect(told.first?.text, equals: text + ": no answer in 30 s")
    let words = "request for connection parameters (\(text)) not answered by this host in 30 s"
    expect(scene.findings, equals: ["\(words), frame \(asked)"])
  }

  /// It is answered, the answer may be missing, or it may be too early for one.
  @Test(
    arguments: [
      "answered", "answered in part", "updated", "lost", "one direction", "link lost", "too early",
    ], [true, false])
  func aParameterRequestThatIsNoFinding(_ reason: String, _ isL2CAP: Bool) {
    let scene = SessionScene()
    scene.connect()
    if reason != "one direction" { scene.ask("0a 0300", "0b 41") }
    scene.askForParameters(isL2CAP)
    if reason == "answered" {
      if isL2CAP {
        scene.l2cap(.sent, 1, channel: 5, bytes("13 07 0200 0000"))
      } else {
        scene.command(0x2021, le16(1) + [0x3B])
      }
    }
    // The response is cut short by its sender; the command is not in the capture.
    if reason == "answered in part" {
      if isL2CAP {
        scene.l2cap(.sent, 1, channel: 5, bytes("13 07 0100 00"))
      } else {
        scene.event(0x0E, [1] + le16(0x2021) + [0] + le16(1))
      }
    }
    if reason == "updated" {
      if isL2CAP { scene.l2cap(.sent, 1, channel: 5, bytes("13 07 0200 0000")) }
      scene.event(0x3E, [0x03, 0] + le16(1) + le16(8) + le16(0) + le16(600))
    }
    scene.wait(reason == "too early" ? 29_000 : 31_000)
    if reason == "lost" { scene.drops = 1 }
    scene.disconnect(reason: reason == "link lost" ? 0x08 : 0x13)
    expect(!scene.findings.contains { $0.contains("request for connection parameters") })
    // What was accepted has to come.
    expect(
      scene.findings.contains { $0.contains("accepted other connection parameters") },
      equals: reason == "answered" && isL2CAP)
  }

  /// Told only where a request would have been in the capture.
  @Test(arguments: [
    "13 07 0200 0000": "Connection Parameter Update Response without its request",
    "01 07 0200 0000": "Command Reject without its request",
  ])
  func anAnswerToNoSignal(_ answer: String, _ text: String) {
    func told(_ prepare: (SessionScene) -> Void) -> [String] {
      let scene = SessionScene()
      prepare(scene)
      scene.l2cap(.sent, 1, channel: 5, bytes(answer))
      return scene.told(.note).map(\.text).filter { $0.hasSuffix(" without its request") }
    }
    let asks = { (scene: SessionScene) -> Void in
      scene.connect()
      scene.l2cap(.received, 1, channel: 5, bytes("12 07 0800 1800 0000 0000 5802"))
    }
    let heard = { (scene: SessionScene) -> Void in
      scene.connect()
      scene.att(.received, "1b 0300 00")
    }
    expect(told(heard), equals: [text])
    expect(told(asks), equals: [])
    // Another one is asked before; a second answer is one too many.
    expect(
      told {
        asks($0)
        $0.l2cap(.received, 1, channel: 5, bytes("12 08 0800 1800 0000 0000 5802"))
      }, equals: [])
    expect(
      told {
        asks($0)
        $0.l2cap(.sent, 1, channel: 5, bytes("13 07 0200 0000"))
      }, equals: [text])
    // Of the other side, or another identifier.
    expect(
      told {
        heard($0)
        $0.l2cap(.sent, 1, channel: 5, bytes("12 07 0800 1800 0000 0000 5802"))
        $0.l2cap(.received, 1, channel: 5, bytes("12 06 0800 1800 0000 0000 5802"))
      }, equals: [text])
    // The capture begins later, has one direction, lacks packets, or is of the air.
    expect(told { $0.att(.received, "1b 0300 00") }, equals: [])
    expect(told { $0.connect() }, equals: [])
    expect(
      told {
        heard($0)
        $0.drops = 1
      }, equals: [])
  }

  /// What the session does not know, and answers, are rejected, too.
  @Test(arguments: ["20 07 0100 00", "16 07 0400 4000 0100", "13 07 0200 0000"])
  func aRejectOfAnyCommand(_ command: String) {
    let scene = SessionScene()
    scene.connect()
    if command.hasPrefix("13") {
      scene.l2cap(.sent, 1, channel: 5, bytes("12 07 0800 1800 0000 0000 5802"))
    }
    scene.l2cap(.received, 1, channel: 5, bytes(command))
    scene.l2cap(.sent, 1, channel: 5, bytes("01 07 0200 0000"))
    expect(!scene.told(.note).contains { $0.text.hasSuffix(" without its request") })
  }

  @Test func twoAdaptersMayHaveTheSameHandle() {
    let scene = SessionScene()
    for (index, address) in [(UInt16(0), SessionScene.peerA), (1, SessionScene.peerB)] {
      scene.adapter = index
      scene.connect(1, address)
    }
    scene.adapter = 0
    scene.ask("0a 0300", "0b 41")
    scene.adapter = 1
    scene.att(.sent, "0a 0300")
    scene.adapter = 0
    scene.disconnect(1)
    scene.adapter = 1
    scene.att(.received, "0b 42")
    let reads = scene.told(.read)
    expect(reads.map(\.connection), equals: [1, 2])
    expect(reads.map(\.adapter), equals: [0, 1])
    expect(reads.map(\.address), equals: [SessionScene.peerA, SessionScene.peerB])
    expect(reads.map(\.value), equals: ["41", "42"])
  }

  @Test func timeThatGoesBackwardsIsReportedOnce() {
    let scene = SessionScene()
    scene.connect()
    scene.wait(-2010)
    scene.att(.received, "1b 0300 00")
    scene.wait(-510)
    scene.att(.received, "1b 0300 01")
    scene.end()
    let notes = scene.told(.note)
    expect(notes.count, equals: 1)
    expect(notes.first?.own, equals: ["count": "2", "largest_step_s": "2"])
    expect(scene.told(.notification).map(\.value), equals: ["00", "01"])
  }

  @Test func silenceIsForReaders() {
    let scene = SessionScene()
    scene.connect()
    scene.wait(4980)
    scene.att(.received, "1b 0300 00")
    expect(scene.told(.note).isEmpty)
    scene.wait(4990)
    scene.att(.received, "1b 0300 00")
    expect(scene.told(.note).map(\.subject), equals: [.silence])
    expect(scene.told(.note).first?.response, equals: 5000)
  }
}

extension SessionScene {
  /// The peer does, by L2CAP or by its controller.
  @discardableResult
  fileprivate func askForParameters(_ isL2CAP: Bool) -> UInt64 {
    let wished = le16(6) + le16(8) + le16(0) + le16(600)
    return isL2CAP
      ? l2cap(.received, 1, channel: 5, bytes("12 07 0800") + wished)
      : leEvent(0x06, le16(1) + wished)
  }
}
