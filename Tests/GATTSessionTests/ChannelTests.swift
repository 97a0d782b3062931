import ATTDissector
import BTSnoop
import TestSupport
import Testing

@testable import GATTSession

/// L2CAP channels: opened, refused, changed, closed, and what goes over them.
struct ChannelTests {
  private func connected() -> SessionScene {
    let scene = SessionScene()
    scene.connect()
    return scene
  }

  private func notes(_ scene: SessionScene, _ action: String) -> [Told] {
    scene.told(.note).filter { $0.own["action"] == action }
  }

  // MARK: Signalling

  @Test func theOlderRequestOpensOneChannel() throws {
    let scene = connected()
    scene.signal(.received, 0x14, 7, le16(0x80) + le16(0x55) + le16(200) + le16(50) + le16(3))
    scene.signal(.sent, 0x15, 7, le16(0x45) + le16(300) + le16(60) + le16(4) + le16(0))
    let told = try #require(scene.last)
    expect(told.subject, equals: .channel)
    expect(told.own["source_cid"] == "85" && told.own["destination_cid"] == "69")
    expect(told.own["source_mtu"] == "200" && told.own["destination_mtu"] == "300")
    expect(told.own["destination_initial_credits"], equals: "4")
    expect(
      told.text,
      equals: "channel 1 opened: PSM 0080, CIDs 0055 and 0045, MTU 200 and 300, MPS 50 and 60")
    expect(scene.told(.mtu).isEmpty)
    // To the receiver's identifier.
    scene.frame(.received, 0x45, "0102030405", sdu: 5)
    scene.frame(.sent, 0x55, "010203", sdu: 6)
    scene.frame(.sent, 0x55, "040506")
    scene.signal(.received, 0x06, 8, le16(0x45) + le16(0x55))
    let asked = scene.frame
    scene.signal(.sent, 0x07, 8, le16(0x45) + le16(0x55))
    let closed = try #require(scene.last)
    expect(closed.own["action"], equals: "closed")
    expect(closed.requestFrame, equals: asked)
    expect(closed.own["source_sdus"] == "1" && closed.own["source_octets"] == "5")
    expect(closed.own["destination_sdus"] == "1" && closed.own["destination_octets"] == "6")
    expect(
      closed.text, equals: "channel 1 closed: sent 1 SDU, 6 bytes; received 1 SDU, 5 bytes")
    expect(scene.findings.isEmpty)
  }

  @Test func someOfSeveralAreRefused() {
    let scene = connected()
    scene.signal(
      .sent, 0x17, 1,
      le16(0x27) + le16(64) + le16(64) + le16(1) + le16(0x40) + le16(0x41)
        + le16(0x42))
    scene.signal(
      .received, 0x18, 1,
      le16(64) + le16(64) + le16(1) + le16(4) + le16(0x50) + le16(0) + le16(0x51))
    let told = scene.told(.note)
    expect(told.map { $0.own["action"] }, equals: ["opened", "refused", "opened"])
    expect(told.map { $0.own["l2cap_channel"] }, equals: ["1", nil, "2"])
    expect(told.map { $0.own["source_cid"] }, equals: ["64", "65", "66"])
    expect(told[1].own["result_code"], equals: "4")
    expect(told[1].own["result"], equals: "no resources available")
    expect(told[1].isProblem)
    expect(scene.findings.count, equals: 1)
    scene.eatt(.received, "1b 0300 01")
    expect(scene.last?.kind, equals: .notification)
    scene.frame(.received, 0x42, "1b 0300 02", sdu: 4)
    expect(scene.last?.own["l2cap_channel"], equals: "2")
  }

  @Test func aRefusalMayListNoChannels() {
    let scene = connected()
    scene.signal(
      .sent, 0x17, 1, le16(0x27) + le16(64) + le16(64) + le16(1) + le16(0x40) + le16(0x41))
    scene.signal(.received, 0x18, 1, le16(0) + le16(0) + le16(0) + le16(8))
    expect(
      notes(scene, "refused").map { $0.own["result"] },
      equals: Array(
        repeating: "insufficient encryption", count: 2))
    expect(scene.told(.malformed).isEmpty)
    scene.signal(.sent, 0x14, 2, le16(0x25) + le16(0x40) + le16(64) + le16(64) + le16(1))
    scene.signal(.received, 0x15, 2, le16(0x99) + le16(0) + le16(0) + le16(0) + le16(2))
    expect(notes(scene, "refused").last?.own["result"], equals: "SPSM not supported")
    expect(notes(scene, "opened").isEmpty)
  }

  @Test func aPendingAnswerIsFollowedByTheRealOne() {
    let scene = connected()
    scene.signal(.sent, 0x17, 1, le16(0x27) + le16(64) + le16(64) + le16(1) + le16(0x40))
    scene.signal(.received, 0x18, 1, le16(0) + le16(0) + le16(0) + le16(0x0E) + le16(0))
    expect(scene.told(.note).isEmpty)
    scene.signal(.received, 0x18, 1, le16(64) + le16(64) + le16(1) + le16(0) + le16(0x50))
    expect(notes(scene, "opened").count, equals: 1)
  }

  @Test func aCommandRejectAnswers() {
    let scene = connected()
    scene.signal(.sent, 0x17, 1, le16(0x27) + le16(64) + le16(64) + le16(1) + le16(0x40))
    // Not that of the other side with the same identifier.
    scene.signal(.sent, 0x01, 1, le16(0))
    expect(notes(scene, "refused").isEmpty)
    scene.signal(.received, 0x01, 1, le16(0))
    expect(notes(scene, "refused").first?.own["result"], equals: "command not understood")
    scene.openChannels()
    scene.signal(.sent, 0x06, 3, le16(0x50) + le16(0x40))
    scene.signal(.received, 0x01, 3, le16(2) + le16(0x50) + le16(0x40))
    expect(notes(scene, "closed").count, equals: 1)
    scene.signal(.sent, 0x19, 4, le16(64) + le16(64) + le16(0x40))
    scene.signal(.received, 0x01, 4, le16(0))
    expect(notes(scene, "refused").count, equals: 2)
  }

  @Test func reconfigurationChangesTheMTU() throws {
    let scene = connected()
    scene.openChannels(2, mtu: 100, peerMTU: 300)
    scene.signal(.sent, 0x19, 2, le16(250) + le16(128) + le16(0x40) + le16(0x41))
    expect(scene.told(.mtu).count, equals: 2)
    scene.signal(.received, 0x1A, 2, le16(0))
    let told = notes(scene, "reconfigured")
    expect(told.map { $0.own["source_mtu"] }, equals: ["250", "250"])
    expect(told.map { $0.own["source_mps"] }, equals: ["128", "128"])
    expect(told.map { $0.own["destination_mps"] }, equals: ["64", "64"])
    expect(scene.told(.mtu).map { $0.own["mtu"] }, equals: ["100", "100", "250", "250"])
    scene.frame(.received, 0x40, String(repeating: "00", count: 126), sdu: 126)
    expect(scene.findings.isEmpty)
    scene.signal(.received, 0x19, 9, le16(10) + le16(10) + le16(0x50))
    scene.signal(.sent, 0x1A, 9, le16(1))
    expect(notes(scene, "refused").last?.own["result"], equals: "MTU reduction not allowed")
    expect(scene.told(.mtu).count, equals: 4)
  }

  @Test func answersWithoutRequestsAreReported() {
    let scene = connected()
    scene.signal(.received, 0x18, 1, le16(64) + le16(64) + le16(1) + le16(0) + le16(0x50))
    scene.signal(.received, 0x1A, 1, le16(0))
    scene.signal(.received, 0x07, 1, le16(0x50) + le16(0x40))
    expect(
      scene.told(.note).map(\.text),
      equals: [
        "Credit Based Connection Response without its request",
        "Credit Based Reconfigure Response without its request",
        "channel closed whose opening is not in the capture, 0040 and 0050",
      ])
  }

  @Test func cutAndEmptyCommandsAreMalformed() {
    let scene = connected()
    for code in [0x06, 0x07, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A] as [UInt8] {
      scene.signal(.sent, code, 1, [])
      scene.signal(.sent, code, 1, [0])
    }
    expect(scene.told(.malformed).count, equals: 18)
    // The data ends where the header says, whatever follows.
    scene.l2cap(.sent, 1, channel: 5, [0x16, 1] + le16(2) + le16(0x40) + le16(5))
    expect(scene.told(.malformed).count, equals: 19)
    // More channels than one request may ask for.
    scene.signal(
      .sent, 0x17, 1,
      le16(0x27) + le16(64) + le16(64) + le16(1) + (0..<7).flatMap { le16(0x40 + $0) })
    expect(scene.told(.malformed).count, equals: 20)
    scene.signal(
      .received, 0x18, 1,
      le16(64) + le16(64) + le16(1) + le16(0) + (0..<7).flatMap { le16(0x50 + $0) })
    expect(notes(scene, "opened").count, equals: 5)
  }

  // MARK: Frames

  @Test func sdusAreJoinedPerChannelAndDirection() {
    let scene = connected()
    scene.openChannels(2)
    scene.frame(.received, 0x40, "1b 0300", sdu: 5)
    scene.frame(.received, 0x41, "1b 0400", sdu: 5)
    scene.frame(.sent, 0x50, "12 0500", sdu: 4)
    scene.att(.received, "1b 0900 99")
    scene.frame(.received, 0x41, "44")
    scene.frame(.received, 0x40, "3333")
    scene.frame(.sent, 0x50, "55")
    scene.frame(.received, 0x41, "44")
    expect(scene.told(.notification).map(\.value), equals: ["99", "3333", "4444"])
    expect(scene.told(.notification).map(\.frame), equals: [7, 9, 11])
    scene.eatt(.received, "13")
    expect(scene.told(.write).first?.value, equals: "55")
    expect(scene.session.context.budget.reassembly.used, equals: 0)
  }

  @Test func aFrameInSeveralFragments() {
    let scene = connected()
    scene.openChannels()
    let whole = le16(7) + le16(0x40) + le16(5) + bytes("1b 0300 0661")
    scene.acl(.received, 1, boundary: 2, Array(whole.prefix(5)))
    scene.acl(.received, 1, boundary: 1, Array(whole.dropFirst(5)))
    expect(scene.last?.value, equals: "0661")
  }

  @Test func creditsAreCounted() {
    let scene = connected()
    scene.openChannels(credits: 2)
    scene.eatt(.received, "1b 0300 01")
    scene.eatt(.received, "1b 0300 02")
    expect(scene.findings.isEmpty)
    // The host gives three more for its own end.
    scene.signal(.sent, 0x16, 2, le16(0x40) + le16(3))
    for _ in 0..<3 { scene.eatt(.received, "1b 0300 03") }
    expect(scene.findings.isEmpty)
    for _ in 0..<4 { scene.eatt(.received, "1b 0300 04") }
    // Nothing is lost for it.
    expect(scene.told(.notification).count, equals: 9)
    expect(scene.session.findings.list.map(\.count), equals: [4])
    expect(
      scene.findings[0].hasPrefix("L2CAP channel 1, K-frame without a credit, by the peer, frame "))
    expect(notes(scene, "fault").count, equals: 1)
    // The other direction has its own.
    scene.eatt(.sent, "52 0300 01")
    scene.eatt(.sent, "52 0300 01")
    expect(scene.findings.count, equals: 1)
  }

  @Test func faultsOfTheSenderAreReported() {
    let scene = connected()
    scene.openChannels(mtu: 30, mps: 20, credits: 20)
    scene.frame(.received, 0x40, "1b 0300" + String(repeating: "41", count: 20), sdu: 23)
    scene.frame(.received, 0x40, "1b 0300" + String(repeating: "42", count: 15), sdu: 40)
    scene.frame(.received, 0x40, String(repeating: "42", count: 20))
    scene.frame(.received, 0x40, "4343")
    scene.signal(.sent, 0x16, 2, le16(0x40) + le16(0))
    scene.signal(.sent, 0x16, 3, le16(0x40) + le16(0xFFFF))
    expect(scene.told(.notification).map { $0.value?.count }, equals: [40, 74])
    let texts = scene.findings.map { String($0.split(separator: ",")[1]) }
    expect(
      texts,
      equals: [
        " K-frame longer than the MPS", " SDU longer than the MTU",
        " a credit packet without credits", " more than 65535 credits",
      ])
    expect(notes(scene, "fault").allSatisfy { $0.isProblem })
  }

  @Test func lengthsOfSDUsMayLie() {
    let scene = connected()
    scene.openChannels()
    // More in the frame than the SDU has: read as far as it goes, the rest told.
    scene.frame(.received, 0x40, "1b 0300 0102 0304", sdu: 4)
    expect(scene.told(.notification).map(\.value), equals: ["01"])
    expect(scene.told(.malformed).count, equals: 1)
    scene.frame(.received, 0x40, "1b 0300", sdu: 4)
    scene.frame(.received, 0x40, "02 0304")
    expect(scene.told(.notification).map(\.value), equals: ["01", "02"])
    expect(scene.told(.malformed).count, equals: 2)
    // No room for the length, and no ATT PDU at all.
    scene.frame(.received, 0x40, "")
    scene.frame(.received, 0x40, "41")
    scene.frame(.received, 0x40, "", sdu: 0)
    expect(scene.told(.malformed).count, equals: 5)
    expect(scene.told(.malformed).allSatisfy { $0.own["l2cap_channel"] == "1" })
    scene.eatt(.received, "1b 0300 03")
    expect(scene.last?.value, equals: "03")
  }

  @Test func cutFramesKeepTheirPlace() {
    let scene = connected()
    scene.openChannels()
    // 4 + 4 + 2 octets of headers: two octets of the value are kept.
    scene.frame(.received, 0x40, "1b 0300 01020304", sdu: 7, kept: 15)
    expect(scene.last?.value == "0102" && scene.last?.isTruncated == true)
    scene.frame(.received, 0x40, "1b 0300 0102", sdu: 8, kept: 13)
    scene.frame(.received, 0x40, "030405")
    expect(scene.last?.value == "" && scene.last?.isTruncated == true)
    // The length of the SDU itself is cut: told, and the next frame begins one.
    scene.frame(.received, 0x40, "1b 0300 0102", sdu: 5, kept: 9)
    expect(scene.last?.kind == .malformed && scene.last?.isTruncated == true)
    scene.eatt(.received, "1b 0300 09")
    expect(scene.last?.value == "09" && scene.last?.isTruncated == false)
    expect(scene.findings.isEmpty)
  }

  @Test func aLostFragmentDoesNotShiftTheSDUs() {
    let scene = connected()
    scene.openChannels()
    scene.frame(.received, 0x40, "1b 0300 01", sdu: 10)
    // The second frame's rest is lost.
    scene.acl(.received, 1, boundary: 2, le16(4) + le16(0x40) + [2])
    scene.frame(.received, 0x40, "0607")
    let told = scene.told(.notification)
    expect(told.map(\.value), equals: ["0102"])
    expect(told.first?.isTruncated, equals: true)
    scene.eatt(.received, "1b 0300 09")
    expect(scene.last?.value, equals: "09")
  }

  // MARK: Unknown channels

  @Test func aChannelWithoutItsOpeningIsCounted() throws {
    let scene = connected()
    scene.frame(.received, 0x44, "1b 0300 01", sdu: 4)
    scene.frame(.received, 0x44, "1b 0300 01", sdu: 4)
    scene.frame(.sent, 0x55, "0a 0300", sdu: 3)
    scene.l2cap(.received, 1, channel: 0x3A, [1, 2, 3])
    scene.l2cap(.received, 1, channel: 2, [1])
    expect(scene.told(.notification).isEmpty)
    scene.disconnect()
    let told = notes(scene, "not_decoded")
    expect(
      told.map(\.text),
      equals: [
        "channel 0044 (dynamic, its opening is not in the capture): 2 PDUs, 12 bytes, not "
          + "decoded, from frame 2",
        "channel 0055 (dynamic, its opening is not in the capture): 1 PDU, 5 bytes, not decoded, "
          + "from frame 4",
        "channel 003A (fixed, reserved): 1 PDU, 3 bytes, not decoded, from frame 5",
        "channel 0002 (Connectionless): 1 PDU, 1 byte, not decoded, from frame 6",
      ])
    expect(told.map(\.direction), equals: [.received, .sent, .received, .received])
    expect(told[0].own["cid"] == "68" && told[0].own["pdus"] == "2")
    expect(told[0].own["octets"] == "12" && told[0].own["first_frame"] == "2")
  }

  @Test func dataAfterADisconnectionIsReported() throws {
    let scene = connected()
    scene.openChannels()
    scene.signal(.sent, 0x06, 2, le16(0x50) + le16(0x40))
    // On its way when the peer was asked.
    scene.eatt(.received, "1b 0300 01")
    expect(scene.last?.kind, equals: .notification)
    scene.signal(.received, 0x07, 2, le16(0x50) + le16(0x40))
    scene.eatt(.received, "1b 0300 02")
    expect(scene.told(.notification).count, equals: 1)
    scene.disconnect()
    let told = try #require(notes(scene, "not_decoded").first)
    expect(told.isProblem)
    expect(told.text.hasPrefix("channel 0040 (dynamic, after its disconnection): 1 PDU"))
    expect(notes(scene, "ended").isEmpty)
  }

  // MARK: Ends

  @Test func aDisconnectionThatNobodyAnswers() {
    let scene = connected()
    scene.openChannels()
    scene.signal(.sent, 0x06, 2, le16(0x50) + le16(0x40))
    scene.disconnect()
    let told = notes(scene, "unanswered")
    expect(
      told.map(\.text),
      equals: [
        "disconnection of a channel, 0040 and 0050: no answer before the disconnection"
      ])
    expect(told.first?.isProblem, equals: true)
    expect(notes(scene, "ended").count, equals: 1)
  }

  @Test func aConnectionEndsWithChannelsOpen() {
    let scene = connected()
    scene.openChannels(3)
    scene.frame(.received, 0x41, "1b 0300", sdu: 50)
    scene.signal(.sent, 0x17, 5, le16(0x80) + le16(64) + le16(64) + le16(1) + le16(0x48))
    scene.disconnect()
    expect(notes(scene, "ended").map { $0.own["l2cap_channel"] }, equals: ["1", "2", "3"])
    expect(
      notes(scene, "ended").first?.text,
      equals: "channel 1 ended with the connection: sent 0 SDUs, 0 bytes; received 0 SDUs, 0 bytes")
    expect(
      notes(scene, "unanswered").map(\.text),
      equals: [
        "request for 1 channel, PSM 0080: no answer before the disconnection"
      ])
    expect(scene.told(.note).contains { $0.text.contains("an SDU was never completed") })
    expect(scene.session.context.budget.channels.used, equals: 0)
    expect(scene.session.context.budget.reassembly.used, equals: 0)
    // The next connection begins again.
    scene.connect()
    scene.openChannels()
    scene.eatt(.received, "1b 0300 01")
    expect(scene.last?.own["l2cap_channel"] == "1" && scene.last?.connection == 2)
  }

  @Test func theCaptureEndsWithChannelsOpen() {
    let scene = connected()
    scene.openChannels()
    scene.eatt(.received, "1b 0300 01")
    scene.end()
    expect(
      scene.last?.text,
      equals: "channel 1 open at the end of the capture: sent 0 SDUs, 0 bytes; "
        + "received 1 SDU, 4 bytes")
    expect(scene.findings.isEmpty)
  }
}

/// Channels as a sniffer hears them.
struct ChannelsOnAirTests {
  private func connected() -> AirScene {
    let scene = AirScene()
    scene.connect()
    scene.event()
    return scene
  }

  private func pdu(_ channel: Int, _ payload: [UInt8]) -> AirScene.Sent {
    .start(le16(payload.count) + le16(channel) + payload)
  }

  private func open(_ scene: AirScene) {
    let terms = le16(100) + le16(20) + le16(10)
    scene.event(pdu(5, [0x17, 1] + le16(10) + le16(0x27) + terms + le16(0x40)))
    scene.event(.empty, pdu(5, [0x18, 1] + le16(10) + terms + le16(0) + le16(0x50)))
  }

  private func frame(_ channel: Int, _ text: String, sdu: Int? = nil) -> AirScene.Sent {
    pdu(channel, (sdu.map { le16($0) } ?? []) + bytes(text))
  }

  @Test func requestsOnAnEnhancedBearer() throws {
    let scene = connected()
    open(scene)
    scene.event(frame(0x50, "0a 0300", sdu: 3))
    scene.event(.att("0a 0600"), frame(0x40, "0b 33", sdu: 2))
    scene.event(.empty, .att("0b 66"))
    let reads = scene.told(.read)
    expect(reads.map(\.handle), equals: [3, 6])
    expect(reads.map(\.value), equals: ["33", "66"])
    expect(reads.map { $0.own["l2cap_channel"] }, equals: ["1", nil])
    expect(scene.told(.mtu).first?.own["mtu"], equals: "100")
  }

  @Test func aDamagedAnswerIsThatOfItsBearer() {
    let scene = connected()
    open(scene)
    scene.event(.att("0a 0600"))
    scene.event(frame(0x50, "0a 0300", sdu: 3))
    scene.event(.empty, frame(0x40, "0b 33", sdu: 2).damaged)
    scene.event(.empty, .att("0b 66"))
    scene.event(frame(0x50, "0a 0300", sdu: 3))
    scene.end()
    let reads = scene.told(.read)
    expect(reads.first?.note, equals: "answer has a bad CRC")
    expect(reads.first?.own["l2cap_channel"], equals: "1")
    expect(reads.contains { $0.handle == 6 && $0.value == "66" })
  }

  @Test func nothingIsJoinedOverALostFrame() {
    let scene = connected()
    open(scene)
    let value = String(repeating: "41", count: 15)
    scene.event(.empty, frame(0x40, "1b 0300" + value, sdu: 30))
    scene.event(.empty, frame(0x40, "4242424242").unheard)
    scene.event(.empty, frame(0x40, "43434343434343"))
    scene.event(.empty, frame(0x40, "1b 0300 07", sdu: 4))
    scene.event(.empty, frame(0x40, "1b 0300 08", sdu: 4))
    expect(scene.told(.notification).map(\.value), equals: ["07", "08"])
    expect(scene.told(.note).contains { $0.text.contains("an SDU was never completed") })
    expect(
      scene.told(.malformed).map(\.text),
      equals: [
        "K-frame of an SDU whose beginning is not in the capture"
      ])
    // More than the credits that were heard of: some may have been missed.
    for _ in 0..<12 { scene.event(.empty, frame(0x40, "1b 0300 09", sdu: 4)) }
    expect(!scene.findings.contains { $0.contains("credit") })
  }
}
