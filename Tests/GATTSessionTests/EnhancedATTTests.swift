import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession
import PacketList

/// ATT on L2CAP channels: the same timeline as on the fixed one, each bearer for itself.
struct EnhancedATTTests {
  private func opened(_ count: Int = 2, _ options: GATTSession.Options = .init()) -> SessionScene {
    let scene = SessionScene(options)
    scene.connect()
    scene.openChannels(count)
    return scene
  }

  @Test func openingIsReported() throws {
    let scene = opened(2)
    let notes = scene.told(.note)
    try #require(notes.count == 2)
    expect(notes[0].own["l2cap_channel"], equals: "1")
    expect(notes[0].own["action"], equals: "opened")
    expect(notes[0].own["psm"], equals: "39")
    expect(notes[0].own["source_cid"], equals: "64")
    expect(notes[0].own["destination_cid"], equals: "80")
    expect(notes[0].own["source_mtu"], equals: "100")
    expect(notes[0].own["destination_mtu"], equals: "80")
    expect(notes[0].own["source_mps"], equals: "64")
    expect(notes[0].own["source_initial_credits"], equals: "10")
    expect(notes[0].own["result"], equals: "successful")
    expect(notes[0].own["result_code"], equals: "0")
    expect(notes[0].requestFrame == 2 && notes[0].frame == 3)
    expect(notes[0].direction == .received && notes[0].from == .peripheral)
    expect(notes[1].own["l2cap_channel"], equals: "2")
    expect(notes[1].own["destination_cid"], equals: "81")
    let mtus = scene.told(.mtu)
    expect(mtus.map { $0.own["mtu"] }, equals: ["80", "80"])
    expect(mtus.map { $0.own["l2cap_channel"] }, equals: ["1", "2"])
    expect(mtus[0].own["client_mtu"] == "100" && mtus[0].own["server_mtu"] == "80")
    // The fixed channel keeps its own.
    expect(scene.session.connections[0].bearer.mtu, equals: 23)
  }

  @Test func parallelRequestsHaveEachTheirAnswer() {
    let scene = opened(2)
    scene.att(.sent, "0a 0300")
    scene.eatt(.sent, "0a 0600", 0)
    scene.eatt(.sent, "0a 0900", 1)
    scene.eatt(.received, "0b 99", 1)
    scene.att(.received, "0b 33")
    scene.eatt(.received, "0b 66", 0)
    let reads = scene.told(.read)
    expect(reads.map(\.handle), equals: [9, 3, 6])
    expect(reads.map(\.value), equals: ["99", "33", "66"])
    expect(reads.map(\.requestFrame), equals: [6, 4, 5])
    expect(reads.map { $0.own["l2cap_channel"] }, equals: ["2", nil, "1"])
    expect(scene.session.connections[0].counts.unanswered, equals: 0)
    expect(scene.session.connections[0].counts.requests, equals: 3)
  }

  @Test func theFixedChannelsPendingRequestIsNotOverwritten() {
    let scene = opened(1)
    scene.att(.sent, "0a 0300")
    scene.eatt(.sent, "0a 0600")
    expect(scene.told(.read).isEmpty)
    expect(scene.session.connections[0].counts.unanswered, equals: 0)
    scene.disconnect()
    scene.end()
    let reads = scene.told(.read)
    expect(reads.map(\.handle), equals: [3, 6])
    expect(reads.allSatisfy { $0.note == "no answer before the disconnection" })
    expect(reads.map { $0.own["l2cap_channel"] }, equals: [nil, "1"])
    expect(scene.session.connections[0].counts.unanswered, equals: 2)
  }

  @Test func everyKindOfPDU() {
    let scene = opened(1)
    scene.discoverHeartRate()
    scene.eatt(.received, "1b 0300 0661")
    scene.eatt(.received, "23 0300 0200 0662 0900 0100 5c")
    scene.eatt(.received, "1d 0900 5d")
    scene.eatt(.sent, "1e")
    scene.eatt(.sent, "52 0400 0100")
    scene.eatt(.sent, "12 0400 0100")
    scene.eatt(.received, "13")
    scene.eatt(.sent, "0a 0300")
    scene.eatt(.received, "01 0a 0300 02")
    scene.eatt(.received, "ff 00")
    scene.eatt(.received, "1b 03")
    let told = scene.told([
      .notification, .indication, .writeCommand, .write, .attError, .malformed,
    ])
    expect(
      told.map(\.kind),
      equals: [
        .notification, .notification, .notification, .indication, .writeCommand, .write, .attError,
        .malformed, .malformed,
      ])
    expect(told.allSatisfy { $0.own["l2cap_channel"] == "1" })
    expect(told.first?.decoded["heart_rate_bpm"], equals: "97")
    expect(told[3].response, equals: 10)
  }

  @Test func discoveryOnAnEnhancedBearerBuildsTheTree() {
    let scene = opened(1)
    scene.eatt(.sent, "10 0100 ffff 0028")
    scene.eatt(.received, "11 06 0100 0600 0d18 0700 ffff 0f18")
    scene.eatt(.sent, "08 0100 0600 0328")
    scene.eatt(.received, "09 07 0200 10 0300 372a")
    scene.att(.received, "1b 0300 0661")
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "97")
    expect(scene.session.connections[0].remote.services.count, equals: 2)
  }

  @Test func aLongReadEndsByTheBearersMTU() {
    let scene = opened(1)
    let full = String(repeating: "41", count: 79)
    // In K-frames of at most 64 octets.
    func received(_ pdu: String) {
      let all = bytes(pdu)
      let first = all.prefix(62)
      scene.frame(.received, 0x40, hex(first), sdu: all.count)
      if all.count > 62 { scene.frame(.received, 0x40, hex(all.dropFirst(62))) }
    }
    scene.eatt(.sent, "0a 0300")
    received("0b" + full)
    scene.eatt(.sent, "0c 0300 4f00")
    received("0d 4242")
    let read = scene.told(.read)
    expect(read.map(\.value), equals: [full + "4242"])
    expect(read.first?.note, equals: "long read, 2 requests")
    expect(read.first?.own["l2cap_channel"], equals: "1")
    // 22 octets would go on after the fixed channel's MTU, not here.
    scene.eatt(.sent, "0a 0500")
    received("0b" + String(repeating: "43", count: 22))
    expect(scene.told(.read).count, equals: 2)
  }

  @Test func indicationsWaitOnEachBearer() {
    let scene = opened(2)
    scene.eatt(.received, "1d 0300 01", 0)
    scene.eatt(.received, "1d 0300 02", 1)
    scene.eatt(.sent, "1e", 1)
    scene.eatt(.sent, "1e", 0)
    let told = scene.told(.indication)
    expect(told.map(\.value), equals: ["01", "02"])
    expect(told.map(\.note), equals: ["", ""])
    expect(told.map(\.response), equals: [30, 10])
  }

  @Test func theWriteQueueIsTheClients() {
    let scene = opened(2)
    scene.eatt(.sent, "16 0300 0000 4142", 0)
    scene.eatt(.received, "17 0300 0000 4142", 0)
    scene.eatt(.sent, "16 0300 0200 4344", 1)
    scene.eatt(.received, "17 0300 0200 4344", 1)
    scene.att(.sent, "18 01")
    scene.att(.received, "19")
    expect(scene.told(.write).map(\.value), equals: ["41424344"])
  }

  @Test func aTransactionTimesOutOnItsBearerOnly() {
    let scene = opened(1)
    scene.eatt(.sent, "0a 0300")
    scene.wait(31_000)
    scene.ask("0a 0600", "0b 01")
    scene.disconnect()
    scene.end()
    let errors = scene.told(.attError)
    expect(errors.map { $0.own["error"] }, equals: ["time_out"])
    expect(errors.first?.own["l2cap_channel"], equals: "1")
    expect(scene.told(.read).map(\.value), equals: ["01"])
  }

  @Test func thePeerAsksOnAChannelThatTheHostOpened() {
    let scene = opened(1)
    scene.eatt(.received, "0a 0300")
    scene.eatt(.sent, "0b 07")
    expect(scene.last?.kind == .read && scene.last?.direction == .sent)
    expect(scene.last?.value, equals: "07")
  }

  @Test func aRequestIsUnansweredWhenItsChannelIsClosed() {
    let scene = opened(1)
    scene.eatt(.sent, "0a 0300")
    scene.signal(.sent, 0x06, 2, le16(0x50) + le16(0x40))
    scene.signal(.received, 0x07, 2, le16(0x50) + le16(0x40))
    expect(scene.told(.read).first?.note, equals: "no answer before the channel was closed")
  }

  @Test func exchangeOfMTUsChangesNoEnhancedBearer() {
    let scene = opened(1)
    scene.eatt(.sent, "02 0002")
    scene.eatt(.received, "03 0002")
    expect(scene.told(.mtu).last?.own["mtu"], equals: "80")
    expect(scene.session.connections[0].bearer.mtu, equals: 23)
  }

  @Test func thePacketListShowsATTOnChannels() {
    let scene = opened(1)
    scene.eatt(.received, "1b 0300 0661")
    expect(scene.summary, equals: "channel 1, ATT Handle Value Notification, 0003, 2 bytes")
    expect(scene.packet.att.copied().map(\.handle), equals: [3])
    expect(scene.packet.channel?.psm, equals: .enhancedATT)
    scene.frame(.received, 0x40, "1b 0300", sdu: 5)
    expect(
      scene.summary, equals: "channel 1, PSM 0027 Enhanced ATT, K-frame, SDU of 5 bytes, 5 bytes")
    expect(scene.packet.att.copied().isEmpty)
    scene.frame(.received, 0x40, "0662")
    expect(scene.packet.att.copied().count, equals: 1)
    guard case .credited(startsSDU: false)? = scene.packet.channel?.frame else {
      Issue.record("no continued K-frame")
      return
    }
    expect(scene.joinedSDU, equals: "1b03000662")
    scene.att(.received, "1b 0300 0663")
    expect(scene.packet.channel == nil)
    expect(scene.joinedSDU.isEmpty)
  }
}

extension SessionScene {
  fileprivate var joinedSDU: String { hex(packet.sdu.copy(0..<packet.sdu.count)) }
}
