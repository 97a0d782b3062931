import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession
import PacketList

/// ATT over BR/EDR: on channels for PSM 001F, read like that of LE; nothing else of the link is.
struct ClassicTests {
  private func opened(_ options: GATTSession.Options = .init()) -> SessionScene {
    let scene = SessionScene(options)
    scene.connectClassic()
    scene.openClassic()
    return scene
  }

  private func notes(_ scene: SessionScene, _ action: String) -> [Told] {
    scene.told(.note).filter { $0.own["action"] == action }
  }

  // MARK: Channels

  @Test func openingIsReported() throws {
    let scene = opened()
    expect(scene.events.map(\.kind), equals: [.connected, .note])
    let connected = try #require(scene.events.first)
    expect(connected.own["transport"] == "br_edr" && connected.own["interval_ms"] == nil)
    expect(connected.frame == 2 && connected.address == SessionScene.classicPeer)
    expect(connected.text, equals: "BR/EDR, connected in frame 1")
    let note = try #require(scene.last)
    expect(note.own["action"] == "opened" && note.own["psm"] == "31")
    expect(note.own["transport"] == "br_edr" && note.own["source_mtu"] == nil)
    expect(note.own["source_cid"] == "64" && note.own["destination_cid"] == "80")
    expect(note.text, equals: "channel 1 opened: PSM 001F ATT, CIDs 0040 and 0050")
    expect(note.requestFrame, equals: 2)
    let connection = scene.session.connections[0]
    expect(connection.transport == .brEDR && connection.startFrame == 1)
    expect(connection.beginsInCapture && connection.l2cap.basicBearers == 1)
    expect(!connection.bearer.isMTUKnown)
  }

  @Test func everyKindOfPDU() throws {
    let scene = opened()
    func ask(_ request: String, _ answer: String) {
      scene.classicATT(.sent, request)
      scene.classicATT(.received, answer)
    }
    ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 ffff 0f18")
    ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a")
    ask("04 0400 0400", "05 01 0400 0229")
    ask("12 0400 0100", "13")
    scene.classicATT(.received, "1b 0300 0661")
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "97")
    scene.classicATT(.received, "1d 0300 0662")
    scene.classicATT(.sent, "1e")
    expect(scene.last?.kind == .indication && scene.last?.response == 10)
    ask("0a 0600", "0b 01")
    expect(scene.last?.value == "01" && scene.last?.response == 10)
    expect(scene.last?.own["l2cap_channel"] == nil)
    scene.classicATT(.sent, "52 0600 02")
    ask("0a 0900", "01 0a 0900 02")
    expect(scene.last?.kind, equals: .attError)
    scene.classicATT(.received, "1b 03")
    expect(scene.last?.kind, equals: .malformed)
    let connection = scene.session.connections[0]
    expect(connection.remote.services.count, equals: 2)
    expect(connection.counts.requests == 6 && connection.counts.unanswered == 0)
    expect(scene.session.counts.classicPackets, equals: 0)
  }

  @Test func aPendingAnswerIsFollowedByTheRealOne() {
    let scene = SessionScene()
    scene.connectClassic()
    scene.classicSignal(.received, 0x02, 1, le16(0x1F) + le16(0x50))
    scene.classicSignal(.sent, 0x03, 1, le16(0x40) + le16(0x50) + le16(1) + le16(2))
    expect(notes(scene, "opened").isEmpty)
    scene.classicSignal(.sent, 0x03, 1, le16(0x40) + le16(0x50) + le16(0) + le16(0))
    expect(notes(scene, "opened").map { $0.own["source_cid"] }, equals: ["80"])
    scene.classicATT(.received, "0a 0300")
    scene.classicATT(.sent, "0b 01")
    expect(scene.last?.kind, equals: .read)
  }

  @Test func aRefusalIsAFinding() {
    let scene = SessionScene()
    scene.connectClassic()
    scene.openClassic(result: 2)
    expect(notes(scene, "refused").first?.own["result"], equals: "PSM not supported")
    expect(scene.findings.count, equals: 1)
    scene.classicSignal(.sent, 0x02, 9, le16(0x1F) + le16(0x41))
    scene.classicSignal(.received, 0x01, 9, le16(0))
    expect(notes(scene, "refused").last?.own["result"], equals: "command not understood")
    // No channel, no data.
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.told(.notification).isEmpty)
  }

  @Test func closingEndsIt() throws {
    let scene = opened()
    scene.classicATT(.sent, "0a 0300")
    scene.classicSignal(.sent, 0x06, 5, le16(0x50) + le16(0x40))
    // Data in progress may still arrive.
    scene.classicATT(.received, "0b 01")
    expect(scene.last?.kind, equals: .read)
    scene.classicSignal(.received, 0x07, 5, le16(0x50) + le16(0x40))
    let closed = try #require(scene.last)
    expect(closed.own["action"] == "closed" && closed.own["source_sdus"] == "1")
    expect(closed.own["destination_octets"], equals: "2")
    // Its identifier may be that of any other channel now.
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.told(.notification).isEmpty)
    expect(scene.session.counts.classicPackets, equals: 1)
    scene.openClassic()
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.last?.kind == .notification && scene.last?.own["l2cap_channel"] == nil)
  }

  @Test func theSecondOfTwoChannelsIsNamed() {
    let scene = opened()
    scene.openClassic(1)
    scene.classicATT(.sent, "0a 0300", 0)
    scene.classicATT(.sent, "0a 0600", 1)
    scene.classicATT(.received, "0b 66", 1)
    scene.classicATT(.received, "0b 33", 0)
    expect(scene.told(.read).map(\.value), equals: ["66", "33"])
    expect(scene.told(.read).map { $0.own["l2cap_channel"] }, equals: ["2", nil])
    expect(scene.session.connections[0].counts.unanswered, equals: 0)
  }

  /// Another service gets the identifier of a channel whose closing is not in the capture.
  @Test func anIdentifierIsAnotherChannelsNow() {
    for isSource in [true, false] {
      let scene = opened()
      scene.classicSignal(
        .sent, 0x02, 7, le16(0x19) + le16(isSource ? 0x40 : 0x60))
      scene.classicSignal(
        .received, 0x03, 7, le16(isSource ? 0x70 : 0x50) + le16(0x60) + le16(0) + le16(0))
      expect(notes(scene, "lost").count, equals: 1)
      scene.classicATT(.received, "1b 0300 01")
      scene.classicATT(.sent, "0a 0300")
      expect(scene.told(.notification).isEmpty && scene.session.connections[0].counts.requests == 0)
    }
  }

  // MARK: Configuration

  @Test func theMTUIsConfigured() throws {
    let scene = opened()
    scene.configureClassic(0, "01 02 0502", "01 02 b900")
    let told = scene.told(.mtu)
    expect(told.map { $0.own["mtu"] }, equals: ["185"])
    expect(told.first?.own["client_mtu"] == "517" && told.first?.own["server_mtu"] == "185")
    expect(told.first?.own["l2cap_channel"], equals: "1")
    expect(scene.session.connections[0].bearer.mtu, equals: 185)
    // Nobody may ask for another.
    scene.classicATT(.sent, "02 1700")
    scene.classicATT(.received, "03 1700")
    expect(scene.session.connections[0].bearer.mtu, equals: 185)
    // A long read ends by it: 184 octets go on, 22 do not.
    scene.classicATT(.sent, "0a 0300")
    scene.classicATT(.received, "0b" + String(repeating: "41", count: 22))
    expect(scene.told(.read).count, equals: 1)
    scene.classicATT(.sent, "0a 0300")
    scene.classicATT(.received, "0b" + String(repeating: "41", count: 184))
    scene.classicATT(.sent, "0c 0300 b800")
    scene.classicATT(.received, "0d 42")
    expect(scene.told(.read).last?.value, equals: String(repeating: "41", count: 184) + "42")
    expect(scene.findings.isEmpty)
  }

  @Test func theDefaultAndTheLeastMTU() {
    let scene = opened()
    scene.configureClassic()
    expect(scene.told(.mtu).map { $0.own["mtu"] }, equals: ["672"])
    // Configured again: the response has the value in use; below 48 is no ATT MTU.
    scene.configureClassic(0, "01 02 0502", "01 02 0004", answers: ("01 02 2c01", "01 02 1400"))
    expect(scene.told(.mtu).map { $0.own["mtu"] }, equals: ["672", "300", "48"])
  }

  @Test func optionsInSeveralRequestsAndRefusedOnes() {
    let scene = opened()
    scene.classicSignal(.sent, 0x04, 0x21, le16(0x50) + le16(1) + bytes("01 02 6400"))
    scene.classicSignal(.received, 0x05, 0x21, le16(0x40) + le16(1) + le16(0))
    // An option that is only a hint, and one that nobody knows.
    scene.classicSignal(.sent, 0x04, 0x22, le16(0x50) + le16(0) + bytes("83 01 00 7f 03 010203"))
    scene.classicSignal(.received, 0x05, 0x22, le16(0x40) + le16(0) + le16(3) + bytes("7f"))
    scene.classicSignal(.sent, 0x04, 0x23, le16(0x50) + le16(0))
    scene.classicSignal(.received, 0x05, 0x23, le16(0x40) + le16(0) + le16(4))
    scene.classicSignal(.received, 0x05, 0x23, le16(0x40) + le16(0) + le16(0))
    expect(scene.told(.mtu).isEmpty)
    scene.classicSignal(.received, 0x04, 0x24, le16(0x40) + le16(0) + bytes("01 02 3000"))
    scene.classicSignal(.sent, 0x05, 0x24, le16(0x50) + le16(0) + le16(1) + bytes("01 02 ff00"))
    scene.classicSignal(.received, 0x04, 0x25, le16(0x40) + le16(0) + bytes("01 02 ff00"))
    scene.classicSignal(.sent, 0x05, 0x25, le16(0x50) + le16(0) + le16(0))
    expect(scene.told(.mtu).map { $0.own["mtu"] }, equals: ["100"])
    expect(scene.told(.malformed).isEmpty)
  }

  @Test func otherModesAreNotRead() throws {
    let scene = opened()
    let options = "01 02 0502 04 09 03 0a 03 d007 e02e f003"
    scene.configureClassic(0, options, options)
    expect(
      notes(scene, "configured").map(\.text),
      equals: ["channel 1 configured: Enhanced Retransmission mode, not decoded"])
    // Looks like a notification, and is an I-frame.
    scene.classicATT(.received, "1b 0300 01 aabb")
    scene.disconnect(0x0B)
    expect(scene.told(.notification).isEmpty && scene.told(.malformed).isEmpty)
    let counted = try #require(notes(scene, "not_decoded").first)
    expect(counted.own["pdus"], equals: "1")
    expect(
      counted.text,
      equals: "channel 0040 (dynamic, Enhanced Retransmission mode): 1 PDU, 6 bytes, not decoded, "
        + "from frame 8")
  }

  @Test func anSDULongerThanTheMTU() {
    let scene = opened()
    scene.configureClassic(0, "01 02 3000", "01 02 3000")
    scene.classicATT(.received, "1b 0300" + String(repeating: "00", count: 46))
    expect(scene.told(.notification).count, equals: 1)
    expect(scene.findings.contains { $0.contains("SDU longer than the MTU") })
  }

  // MARK: Links

  @Test func theRestIsOnlyCounted() {
    let scene = SessionScene()
    scene.connectClassic()
    scene.classicSignal(.sent, 0x0A, 1, le16(2))
    scene.openClassic(3, psm: 1)
    expect(scene.session.connectionCount == 0 && scene.session.counts.classicPackets == 3)
    scene.openClassic()
    let before = scene.events.count
    // On the fixed channels of LE, on SMP's, on another channel; continued; and its signalling.
    for channel in [4, 5, 6, 7, 0x43] {
      scene.l2cap(.received, 0x0B, channel: channel, bytes("1b 0300 00"))
    }
    scene.acl(.received, 0x0B, boundary: 2, le16(400) + le16(0x43) + bytes("1b 0300"))
    scene.acl(.received, 0x0B, boundary: 1, bytes("1b 0300 1b 0300"))
    scene.classicSignal(.sent, 0x0A, 9, le16(2))
    scene.classicSignal(.received, 0x06, 10, le16(0x43) + le16(0x53))
    scene.classicSignal(.received, 0x04, 11, le16(0x43) + le16(0))
    expect(scene.events.count, equals: before)
    expect(scene.session.counts.classicPackets, equals: 13)
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.last?.kind, equals: .notification)
  }

  /// The start is not in the capture: known by the channel's opening, as for any other reader.
  @Test func fromBeforeTheCapture() throws {
    let scene = SessionScene()
    scene.classicATT(.received, "1b 0300 01")
    scene.openClassic()
    expect(scene.told(.connected).isEmpty)
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.last?.kind == .notification && scene.last?.address == nil)
    expect(scene.last?.from == nil)
    expect(scene.session.connections.first?.beginsInCapture, equals: false)
    scene.disconnect(0x0B, reason: 0x08)
    expect(scene.last?.kind, equals: .disconnected)
    // Without the opening nothing is known of the channel.
    let other = SessionScene()
    other.connectClassic()
    other.classicATT(.received, "1b 0300 01")
    expect(other.events.isEmpty && other.session.counts.classicPackets == 1)
  }

  @Test func aResponseWithoutItsRequestOpensNothing() {
    let scene = SessionScene()
    scene.connectClassic()
    scene.classicSignal(.received, 0x03, 1, le16(0x50) + le16(0x40) + le16(0) + le16(0))
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.events.isEmpty)
  }

  @Test func packetsAreJoined() {
    let scene = SessionScene()
    scene.connectClassic()
    // The request itself, with another command in front of it, in three packets.
    let request =
      bytes("0a 01 0200 0200 02 02 0400") + le16(0x1F) + le16(0x40)
    let pdu = le16(request.count) + le16(1) + request
    scene.acl(.sent, 0x0B, boundary: 0, Array(pdu[..<6]))
    scene.acl(.sent, 0x0B, boundary: 1, Array(pdu[6..<12]))
    scene.acl(.sent, 0x0B, boundary: 1, Array(pdu[12...]))
    expect(scene.told(.connected).map(\.frame), equals: [4])
    scene.classicSignal(.received, 0x03, 2, le16(0x50) + le16(0x40) + le16(0) + le16(0))
    expect(notes(scene, "opened").count, equals: 1)
    expect(scene.session.context.budget.reassembly.used, equals: 0)
    scene.acl(.received, 0x0B, boundary: 2, le16(4) + le16(0x40) + bytes("1b 03"))
    scene.acl(.received, 0x0B, boundary: 1, bytes("00 05"))
    expect(scene.last?.kind == .notification && scene.last?.value == "05")
    // A whole one in a packet of its own kind, then one that never ends.
    scene.acl(.received, 0x0B, boundary: 3, le16(4) + le16(0x40) + bytes("1b 0300 06"))
    expect(scene.last?.value, equals: "06")
    scene.acl(.received, 0x0B, boundary: 2, le16(9) + le16(0x40) + bytes("1b 03"))
    scene.l2cap(.received, 0x0B, channel: 0x77, bytes("00"))
    expect(scene.last?.text.hasPrefix("an L2CAP PDU was never completed, 6 bytes"), equals: true)
    expect(scene.session.context.budget.reassembly.used, equals: 0)
    // Its rest, which comes after something else, is no damage of that.
    scene.acl(.received, 0x0B, boundary: 1, bytes("00 05"))
    expect(scene.told(.malformed).isEmpty)
  }

  @Test func cutData() {
    let scene = opened()
    scene.classicATT(.received, "1b 0300 010203040506", kept: 12)
    expect(scene.last?.kind == .notification && scene.last?.value == "01")
    expect(scene.last?.isTruncated, equals: true)
  }

  @Test func rolesAndEncryption() {
    let scene = SessionScene()
    scene.event(0x04, wireAddress(SessionScene.classicPeer) + [0, 0, 0, 1])
    scene.connectClassic()
    scene.event(0x08, [0] + le16(0x0B) + [1])
    scene.openClassic()
    expect(scene.told(.connected).first?.own["role"], equals: "peripheral")
    expect(scene.session.connections[0].encryption.isOn)
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.last?.from, equals: .central)
    scene.event(0x12, [0] + wireAddress(SessionScene.classicPeer) + [0])
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.last?.from, equals: .peripheral)
    scene.disconnect(0x0B)
    scene.command(0x0405, wireAddress(SessionScene.classicPeer) + bytes("18cc 01 00 0000 01"))
    scene.connectClassic(0x0C, encrypted: 1)
    scene.openClassic(on: 0x0C)
    expect(scene.told(.connected).last?.own["role"], equals: "central")
    expect(scene.session.connections[1].encryption.wasOn)
    expect(scene.told(.security).isEmpty)
    // While there is a connection its events are reported.
    scene.event(0x08, [0] + le16(0x0C) + [0])
    expect(scene.last?.kind, equals: .security)
  }

  @Test func itsEndAndTheNextOnTheHandle() throws {
    let scene = opened()
    scene.classicATT(.sent, "0a 0300")
    scene.disconnect(0x0B, reason: 0x16)
    // A response may come after the event.
    scene.classicATT(.received, "0b 01")
    expect(scene.last?.kind, equals: .read)
    scene.end()
    expect(notes(scene, "ended").count, equals: 1)
    let connection = scene.session.connections[0]
    expect(!connection.isOpen && connection.counts.unanswered == 0)

    // The end is not in the capture: LE has the handle, then BR/EDR, then LE again.
    let other = SessionScene()
    other.connect(0x0B)
    other.connectClassic()
    other.openClassic()
    expect(other.session.connections.map(\.transport), equals: [.le, .brEDR])
    other.leEvent(0x03, [0] + le16(0x0B) + le16(39) + le16(0) + le16(500))
    expect(other.session.connections.map(\.transport), equals: [.le, .brEDR, .le])
    other.connectClassic()
    other.openClassic()
    other.connect(0x0B)
    expect(other.told(.disconnected).count, equals: 4)
    expect(other.session.connections.filter(\.isOpen).map(\.transport), equals: [.le])
    other.l2cap(.received, 0x0B, channel: 4, bytes("1b 0300 01"))
    expect(other.last?.kind, equals: .notification)
  }

  @Test func audioLinksAreNone() {
    let scene = SessionScene()
    scene.connectClassic(type: 0)
    scene.openClassic()
    expect(scene.session.connectionCount, equals: 0)
  }

  @Test func aResetForgetsThem() {
    let scene = opened()
    scene.done(0x0C03)
    expect(scene.told(.disconnected).count, equals: 1)
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.told(.notification).isEmpty)
  }

  /// Enhanced ATT has the same channels there as on LE.
  @Test func enhancedBearers() {
    let scene = SessionScene()
    scene.connectClassic()
    scene.classicSignal(
      .sent, 0x17, 1, le16(0x27) + le16(100) + le16(64) + le16(9) + le16(0x40))
    scene.classicSignal(
      .received, 0x18, 1, le16(80) + le16(64) + le16(9) + le16(0) + le16(0x50))
    expect(scene.told(.mtu).map { $0.own["mtu"] }, equals: ["80"])
    scene.frame(.received, 0x40, "1b 0300 01", sdu: 4, on: 0x0B)
    expect(scene.last?.kind == .notification && scene.last?.own["l2cap_channel"] == "1")
    scene.classicSignal(.received, 0x16, 2, le16(0x50) + le16(3))
    scene.classicSignal(.sent, 0x19, 3, le16(120) + le16(64) + le16(0x40))
    scene.classicSignal(.received, 0x1A, 3, le16(0))
    expect(notes(scene, "reconfigured").count, equals: 1)
    expect(scene.findings.isEmpty)
  }

  // MARK: Packet list

  @Test func thePacketList() {
    let scene = opened()
    expect(scene.summary, equals: "Connection Response: successful (0000), 0040, 0050")
    scene.classicATT(.sent, "0a 0300")
    expect(scene.summary, equals: "ATT Read Request, 0003")
    scene.l2cap(.sent, 0x0B, channel: 0x77, bytes("0a 0300"))
    expect(scene.summary, equals: "ACL data, handle 000B, 7 bytes")
    expect(scene.packet.att.copied().isEmpty)
    expect(scene.packet.connection?.ordinal, equals: 1)
    scene.classicSignal(.sent, 0x04, 0x30, le16(0x50) + le16(0) + bytes("01 02 0502"))
    expect(scene.summary, equals: "Configuration Request, 0050, MTU 517")
  }

  // MARK: Hostile

  @Test func thousandsOfChannels() {
    let scene = SessionScene()
    scene.connectClassic()
    for index in 0..<3_000 { scene.openClassic(index) }
    expect(scene.session.context.budget.channels.used, equals: SessionLimits.channelsOfConnection)
    scene.disconnect(0x0B)
    expect(scene.session.context.budget.channels.used, equals: 0)
    // Closed ones make room.
    let other = SessionScene()
    other.connectClassic()
    for index in 0..<3_000 {
      other.openClassic(index)
      let ends = le16(0x50 + index) + le16(0x40 + index)
      other.classicSignal(.sent, 0x06, 200, ends)
      other.classicSignal(.received, 0x07, 200, ends)
    }
    other.openClassic(5_000)
    other.classicATT(.received, "1b 0300 01", 5_000)
    expect(other.last?.kind, equals: .notification)
    expect(other.session.context.budget.channels.used <= SessionLimits.channelsOfConnection)
  }

  @Test func thousandsOfLinks() {
    let scene = SessionScene()
    for handle in 0..<3_000 {
      scene.connectClassic(handle)
      scene.openClassic(on: handle)
      // Signalling that never ends, of the greatest length and of one that is held.
      scene.acl(.received, handle, boundary: 2, le16(0xFFFF) + le16(1) + bytes("02"))
      scene.acl(.sent, handle, boundary: 0, le16(600) + le16(1) + bytes("02"))
    }
    expect(scene.session.connectionCount, equals: SessionLimits.classicLinks)
    scene.end()
    expect(scene.session.context.budget.reassembly.used, equals: 0)
  }

  @Test func lengthsThatLie() {
    let scene = opened()
    for data in [
      "", "02", "02 01", "02 01 ffff", "02 01 0400 1f", "03 01 0800 5000",
      "04 05 0400 5000 0000 01", "04 05 0600 5000 0000 01ff", "05 05 0600 4000", "06 07 0400 5000",
      "01 01", "17 01 0200 2700",
      "0a 01 0000 02 02 0400 1f00 4000",
    ] {
      scene.l2cap(.received, 0x0B, channel: 1, bytes(data))
      scene.l2cap(.sent, 0x0B, channel: 1, bytes(data), kept: 9)
      scene.acl(.received, 0x0B, boundary: 2, [UInt8(data.count)])
      scene.acl(.received, 0x0B, boundary: 1, bytes("00 01 00 02"))
    }
    scene.classicATT(.received, "1b 0300 01")
    expect(scene.last?.kind, equals: .notification)
    scene.end()
  }
}
