import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import TestSupport
import Testing

/// Connections whose beginning is not in the capture, or comes after their data.
struct UnknownBeginningTests {
  @Test func dataBeforeItsConnectionCompleteIsOfTheSameConnection() throws {
    let scene = SessionScene()
    scene.att(.received, "02 f700", on: 3)
    scene.connect(3)
    scene.att(.sent, "03 1700", on: 3)
    expect(scene.session.connections.count, equals: 1)
    let connection = try #require(scene.session.connections.first)
    expect(connection.role, equals: .central)
    expect(connection.beginsInCapture)
    expect(scene.told(.disconnected).isEmpty)
    expect(scene.told(.mtu).map(\.connection), equals: [1])
    expect(scene.told(.mtu).first?.address, equals: SessionScene.peerA)
    expect(scene.session.connectedPeers.map(\.connectionCount), equals: [1])
    // The role is reported: what else proves it is no news.
    scene.smp(.sent, "01 04 00 0d 10 07 07", on: 3)
    expect(scene.told(.note).isEmpty)
  }

  /// A log of what was received only: the answers of this host are not in it, so that they are not there says
  /// nothing.
  @Test func aLogOfOneDirectionHasNoTimeouts() throws {
    let scene = SessionScene()
    scene.att(.received, "02 9900")
    scene.att(.received, "09 05 0200 aabb cc")
    scene.wait(31_000)
    scene.att(.received, "1b 0300 01")
    scene.end()
    expect(scene.findings.isEmpty)
    try expect(#require(scene.session.connections.first).lacksAnswered(.host))
  }

  /// What Wireshark displayed and saved: without commands and events, and without the answers.
  @Test func anExcerptBlamesNobody() throws {
    let scene = SessionScene()
    scene.att(.sent, "12 1700 01")
    scene.wait(2000)
    scene.att(.sent, "12 1700 02")
    scene.wait(31_000)
    scene.att(.sent, "52 1700 03")
    scene.end()
    expect(scene.findings.isEmpty)
    let connection = try #require(scene.session.connections.first)
    expect(
      scene.session.lacks(.peer, on: connection) && !scene.session.lacks(.host, on: connection))
    // In a whole log they are missing.
    let whole = SessionScene()
    whole.connect()
    whole.att(.sent, "12 1700 01")
    whole.wait(2000)
    whole.att(.sent, "12 1700 02")
    whole.wait(31_000)
    whole.end()
    expect(!whole.findings.isEmpty)
  }

  /// Where a log has nothing but data, the connection may have ended after its last packet.
  @Test func nothingIsMissingAfterTheLastPacket() {
    let scene = SessionScene()
    scene.ask("0a 0300", "0b 01")
    scene.ask("12 0400 0100", "13")
    scene.att(.sent, "0a 0300")
    for _ in 0..<4 {
      scene.wait(15_000)
      scene.att(.received, "1b 0500 01", on: 2)
    }
    scene.end()
    expect(scene.findings.isEmpty)
  }

  /// Where a log has nothing but data, the connection may have ended and begun again in a pause.
  @Test func aPauseInAnExcerptIsNoTimeout() throws {
    for isWhole in [false, true] {
      let scene = SessionScene()
      if isWhole { scene.event(0x13, [0]) }
      scene.ask("0a 0300", "0b 01")
      scene.ask("12 0400 0100", "13")
      scene.smp(.sent, "01 04 00 0d 10 07 07")
      scene.att(.sent, "0a 0300")
      scene.wait(31_000)
      scene.ask("0a 0300", "0b 01")
      scene.end()
      expect(scene.findings.count, equals: (isWhole ? 2 : 0), "\(scene.findings)")
      let told = try #require(scene.told(.security).first)
      expect(told.own["step"] == "pairing_incomplete" && told.isProblem == isWhole)
      let connection = try #require(scene.session.connections.first)
      expect(connection.isExcerpt != isWhole && connection.lacksStart != isWhole)
    }
  }

  /// A connection of a controller that was reset is no older than that.
  @Test func aResetControllerHasNoConnection() {
    let scene = SessionScene()
    scene.ask("0a 0300", "0b 01", on: 2)
    scene.done(0x0C03)
    scene.ask("0a 0300", "0b 01")
    scene.end()
    expect(scene.session.connections.map(\.lacksStart), equals: [false, true])
  }

  /// A host that sends something is in the log: it has not answered.
  @Test func aHostThatSendsHasNotAnswered() throws {
    let scene = SessionScene()
    scene.event(0x13, [0])
    scene.att(.received, "02 9900")
    scene.att(.received, "09 05 0200 aabb cc")
    scene.att(.sent, "52 0300 01")
    scene.wait(31_000)
    scene.att(.received, "1b 0300 01")
    scene.end()
    expect(
      scene.findings, equals: ["Exchange MTU Request: no answer by this host in 30 s, frame 2"])
    expect(!(try #require(scene.session.connections.first).lacksAnswered(.host)))
  }

  @Test func longBeforeItIsAnother() {
    let scene = SessionScene()
    scene.att(.received, "1b 0300 01", on: 3)
    scene.wait(1001)
    scene.connect(3)
    expect(scene.told(.disconnected).map(\.connection), equals: [1])
    expect(
      scene.told(.disconnected).first?.note,
      equals: "the end is not in the capture: the handle is used again")
    expect(scene.told(.disconnected).first?.own, equals: ["by": "unknown"])
    expect(scene.told(.connected).map(\.connection), equals: [2])
  }

  @Test func continuationsComeFirst() {
    let scene = SessionScene()
    scene.acl(.received, 3, boundary: 1, [1, 2, 3])
    expect(scene.events.isEmpty)
    scene.att(.received, "1b 0300 01", on: 3)
    scene.acl(.received, 3, boundary: 1, [1, 2, 3])
    expect(scene.told(.notification).map(\.connection), equals: [1])
    expect(scene.told(.malformed).count, equals: 1)
  }

  /// SMP and signals that only one side may send.
  @Test(arguments: [
    (PacketDirection.sent, 6, "01 04 00 0d 10 07 07", LinkRole.central),
    (.received, 6, "01 04 00 0d 10 07 07", .peripheral),
    (.sent, 6, "02 04 00 0d 10 07 07", .peripheral),
    (.received, 6, "0b 01", .central),
    (.sent, 6, "0b 01", .peripheral),
    (.received, 5, "12 01 0800 0600 0c00 0000 c800", .central),
    (.sent, 5, "13 01 0200 0000", .central),
  ]) func rolesAreLearned(
    direction: PacketDirection, channel: Int, pdu: String, role: LinkRole
  ) throws {
    let scene = SessionScene()
    scene.att(.received, "1b 0300 01")
    expect(scene.last?.from == nil)
    scene.l2cap(direction, 1, channel: channel, bytes(pdu))
    expect(scene.session.connections.first?.role, equals: role)
    let note = try #require(scene.told(.note).first)
    expect(note.own["role"], equals: role.name.description)
    scene.att(.received, "1b 0300 02")
    expect(scene.last?.from, equals: role.opposite)
  }

  @Test func hciTellsRoles() {
    let scene = SessionScene()
    scene.leEvent(0x05, le16(1) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    scene.command(0x2019, le16(2) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    scene.event(0x08, [0] + le16(2) + [1])
    // Perhaps a classic connection's.
    scene.event(0x08, [0] + le16(3) + [1])
    expect(scene.session.connections.map(\.role), equals: [.peripheral, .central])
    expect(scene.session.connections.map(\.encryption.isOn), equals: [false, true])
  }

  /// LE events adopt a connection, whatever they tell.
  @Test(arguments: [
    (UInt8(0x03), "00 0100 1800 0000 4800"), (0x04, "00 0100 0000000000000000"),
    (0x06, "0100 0600 0c00 0000 c800"), (0x07, "0100 fb00 4808 fb00 4808"),
    (0x0C, "00 0100 02 02"), (0x14, "0100 01"), (0x23, "00 0100 0100 0000 0000 4800"),
  ]) func eventsAdopt(subevent: UInt8, parameters: String) {
    let scene = SessionScene()
    scene.leEvent(subevent, bytes(parameters))
    expect(scene.session.connections.map(\.beginsInCapture), equals: [false])
    scene.att(.received, "1b 0300 01")
    expect(scene.last?.connection, equals: 1)
  }

  @Test func extendedCreateConnectionOfBothVersions() {
    for (opcode, head) in [(0x2043, [UInt8]()), (0x2085, [0xFF, 0xFF])] {
      let scene = SessionScene()
      scene.command(
        opcode,
        head + [0, 1, 1] + wireAddress(SessionScene.peerB) + [1] + le16(96) + le16(48) + le16(24)
          + le16(40) + le16(0) + le16(42) + le16(0) + le16(0))
      scene.event(0x0F, [0, 1] + le16(opcode))
      scene.done(0x200E)
      scene.leEvent(0x29, [2] + Array(repeating: 0, count: 33))
      expect(scene.told(.disconnected).map(\.address), equals: [SessionScene.peerB])
      expect(scene.told(.disconnected).first?.own["by"], equals: "local")
      scene.command(
        opcode,
        head + [1, 1, 1] + wireAddress(SessionScene.peerB) + [1] + le16(96) + le16(48) + le16(24)
          + le16(40) + le16(0) + le16(42) + le16(0) + le16(0))
      scene.event(0x0F, [0x0C, 1] + le16(opcode))
      expect(scene.last?.own["reason_code"], equals: "12")
      // With the filter accept list nobody knows whom a failure meant.
      scene.leEvent(0x0A, [0x3E] + Array(repeating: 0, count: 30))
      expect(scene.last?.kind, equals: .disconnected)
      expect(scene.last?.address == nil)
      expect(scene.last?.isProblem, equals: true)
    }
  }
}
