import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import TestSupport
import Testing

/// Connections of the link layer: where they begin and end, and what changes in between.
@Suite struct LinkLayerConnectionTests {
  private func connected(_ options: GATTSession.Options = .init()) -> AirScene {
    let scene = AirScene(options)
    scene.advertise(0, wireAddress(AirScene.peripheral) + bytes("020106"))
    scene.connect()
    return scene
  }

  /// Of those that are not followed, too; a longer one may be of a later version.
  @Test func controlPDUsThatAreTooShort() {
    let scene = AirScene()
    scene.connect()
    scene.event(.control("25 00 00"), .control("13 00"))
    expect(
      scene.told(.malformed).map(\.text),
      equals: ["LL Control PDU: needs 4 bytes at offset 1, 2 there"])
  }

  @Test func aConnectionBeginsWithItsRequest() throws {
    let scene = connected()
    let told = try #require(scene.told(.connected).first)
    // The peer is the advertiser; the central is reported beside it.
    expect(told.address == AirScene.peripheral && told.from == .central)
    expect(told.own["interval_ms"] == "30" && told.own["supervision_timeout_ms"] == "720")
    expect(told.own["initiator_address"], equals: AirScene.central)
    expect(told.own["initiator_address_type"], equals: "random")
    expect(told.own["access_address"], equals: "0x50C2A9E7")
    expect(told.own["role"] == nil)
    let peers = scene.session.connectedPeers
    expect(peers.map(\.address.description), equals: [AirScene.peripheral, AirScene.central])
    // The power of the request is the central's.
    expect(peers[0].rssi == -60 ... -60 && peers[1].rssi == -47 ... -47)
    expect(peers[0].advertisements == 1 && peers[1].advertisements == 0)
  }

  @Test func theSameRequestAgainIsNoConnection() {
    let scene = connected()
    scene.connect()
    expect(scene.session.connectionCount, equals: 1)
    scene.event()
    // Once something was heard of it, the same access address is another connection.
    scene.now += 500_000
    scene.connect()
    expect(scene.session.connectionCount, equals: 2)
    expect(scene.session.connections[0].endTime != nil)
  }

  /// Another request with the same access address is another connection, whatever came of the first.
  @Test func anotherRequestIsAnotherConnection() {
    let scene = AirScene()
    scene.advertise(0, wireAddress(AirScene.peripheral) + bytes("020106"))
    scene.connect(crcStart: 0x123456)
    scene.connect(interval: 40)
    scene.event()
    expect(scene.session.connectionCount, equals: 2)
    expect(scene.session.connections[0].endTime != nil)
    expect(scene.told(.connected).map { $0.own["interval_ms"] }, equals: ["30", "50"])
    expect(scene.session.connections[1].link?.timing.events, equals: 1)
  }

  /// LL_SUBRATE_IND: of three events, one is used, and nothing is missing in between.
  @Test func whatIsNotUsedIsNotMissing() {
    let scene = AirScene()
    scene.connect(interval: 48)
    for _ in 0..<4 { scene.event() }
    scene.interval = 180_000
    scene.event(.control("27 0300 0000 0100 0000 9001"))
    for _ in 0..<10 { scene.event() }
    expect(scene.told(.note).isEmpty && scene.findings.isEmpty)
    expect(scene.session.connections[0].link?.timing.missingEvents, equals: 0)
    expect(
      scene.told(.connectionUpdated).map { $0.own["supervision_timeout_ms"] }, equals: ["4000"])
  }

  /// Of a connection that began before the capture, nobody knows which event it is at.
  @Test(arguments: ["4000", "0090"]) func updatesOfAConnectionThatIsUnderWay(instant: String) {
    let scene = AirScene()
    for _ in 0..<3 { scene.event() }
    scene.event(.control("00 01 0000 5000 0000 c800 \(instant)"))
    scene.event(.control("18 02 02 \(instant)"))
    for _ in 0..<3 { scene.event() }
    expect(scene.told(.connectionUpdated).isEmpty && scene.told(.phyUpdated).isEmpty)
    for _ in 0..<4 { scene.event() }
    expect(scene.told(.connectionUpdated).map { $0.own["interval_ms"] }, equals: ["100"])
    expect(scene.told(.phyUpdated).count, equals: 1)
  }

  @Test func valuesHaveTheirSender() throws {
    let scene = connected()
    scene.discover()
    scene.ask("12 0400 0100", "13")
    scene.event(.empty, .att("1b 0300 0661"))
    let value = try #require(scene.told(.notification).first)
    expect(value.from == .peripheral && value.decoded["heart_rate_bpm"] == "97")
    expect(value.address == AirScene.peripheral && value.connection == 1)
    expect(value.characteristic == "2A37" && value.service == "180D")
    let write = try #require(scene.told(.write).first)
    expect(write.from == .central && write.response == 30.23)
    expect(scene.session.connections[0].bearer.isMTUKnown)
  }

  @Test(arguments: [true, false]) func terminate(byCentral: Bool) throws {
    let scene = connected()
    let terminate = AirScene.Sent.control("02 13")
    if byCentral { scene.event(terminate) } else { scene.event(.empty, terminate) }
    let told = try #require(scene.told(.disconnected).first)
    expect(told.own["by"], equals: "unknown")
    expect(told.own["reason_code"] == "19" && told.from == (byCentral ? .central : .peripheral))
    expect(!told.isProblem && !scene.session.connections[0].isOpen)
    // What follows on the air is the acknowledgement.
    scene.event()
    scene.end()
    expect(scene.session.connectionCount == 1 && scene.told(.disconnected).count == 1)
  }

  @Test func anUncommonReasonIsAFinding() {
    let scene = connected()
    scene.event(.control("02 3d"))
    expect(scene.told(.disconnected)[0].isProblem)
    expect(scene.findings.count, equals: 1)
  }

  @Test func versionsOfBothSides() throws {
    let scene = connected()
    scene.event(.control("0c 0c 0f00 0641"))
    scene.event(.empty, .control("0c 06 0d00 4001"))
    let told = scene.events.filter { $0.subject == .version }
    expect(told.map(\.text), equals: ["5.3 Broadcom Corporation", "4.0 Texas Instruments Inc."])
    expect(told.map(\.address), equals: [AirScene.central, AirScene.peripheral])
    expect(told.map(\.from), equals: [.central, .peripheral])
    let link = try #require(scene.session.connections[0].link)
    expect(
      link.procedures.versions[.central]?.version == 12
        && link.procedures.versions[.peripheral]?.version == 6)
  }

  // MARK: Instants

  @Test func anUpdateHoldsFromItsInstant() throws {
    let scene = connected()
    scene.event()
    scene.event()
    // Event 2 tells of event 8.
    scene.event(.control("00 01 0000 3000 0000 c800 0800"))
    for _ in 3..<8 { scene.event() }
    expect(scene.told(.connectionUpdated), equals: [])
    scene.interval = 60_000
    let frames = scene.event()
    let told = try #require(scene.told(.connectionUpdated).first)
    expect(told.frame == frames[0] && told.own["interval_ms"] == "60")
    expect(told.own["supervision_timeout_ms"], equals: "2000")
    expect(scene.session.connections[0].state.intervals.map(\.milliseconds), equals: [30, 60])
    scene.event()
    scene.end()
    expect(scene.told(.connectionUpdated).count == 1 && scene.findings == [])
  }

  @Test func theSniffersCounterComesFirst() throws {
    let scene = connected()
    scene.event(
      AirScene.Sent.control("00 01 0000 3000 0000 c800 e803").with { $0.eventCounter = 990 })
    scene.event(AirScene.Sent.empty.with { $0.eventCounter = 999 })
    expect(scene.told(.connectionUpdated), equals: [])
    scene.event(AirScene.Sent.empty.with { $0.eventCounter = 1000 })
    expect(scene.told(.connectionUpdated).count, equals: 1)
  }

  @Test func phyUpdate() throws {
    let scene = connected()
    scene.event(.control("18 02 00 0200"))
    scene.event()
    expect(scene.told(.phyUpdated), equals: [])
    scene.event()
    let told = try #require(scene.told(.phyUpdated).first)
    expect(told.own["tx_phy"] == "2M" && told.own["rx_phy"] == nil)
    // No change at all is nothing to tell.
    scene.event(.control("18 00 00 0400"))
    for _ in 0..<4 { scene.event() }
    expect(scene.told(.phyUpdated).count, equals: 1)
  }

  @Test func dataLength() throws {
    let scene = connected()
    scene.event(.control("14 fb00 4808 fb00 4808"))
    scene.event(.empty, .control("15 7b00 2004 1b00 4801"))
    let told = try #require(scene.told(.dataLength).first)
    expect(told.own["tx_octets"] == "123" && told.own["rx_octets"] == "27")
    scene.event(.control("14 fb00 4808 fb00 4808"))
    scene.event(.empty, .control("15 7b00 2004 1b00 4801"))
    expect(scene.told(.dataLength).count, equals: 1)
  }

  private func parameters(_ opcode: String) -> AirScene.Sent {
    .control("\(opcode) 2000 3000 0000 c800 00 0000 ffffffffffffffffffffffff")
  }

  @Test func aWishForParametersAndItsAnswers() {
    for (answer, accepted) in [
      (AirScene.Sent.control("00 01 0000 3000 0000 c800 0800"), "true"),
      (.control("11 0f 1a"), "false"), (.control("07 0f"), "false"),
    ] {
      let scene = connected()
      scene.event(.empty, parameters("0f"))
      scene.event(answer)
      let told = scene.events.filter { $0.subject == .parameterRequest }
      expect(told.map { $0.own["accepted"] }, equals: [accepted])
      expect(told.map(\.from) == [.peripheral] && told[0].own["interval_max_ms"] == "60")
    }
  }

  @Test func rejectedProcedures() {
    let scene = connected()
    scene.event(.empty, .control("11 14 1a"))
    expect(
      scene.told(.note).map(\.text) == [
        "LL_LENGTH_REQ rejected: Unsupported Remote Feature / Unsupported LMP Feature (1A)"
      ] || scene.told(.note).first?.text.hasPrefix("LL_LENGTH_REQ rejected: ") == true)
  }

  // MARK: Time-out

  @Test func aDeviceThatAdvertisesAgainHasLostItsConnection() throws {
    let scene = connected()
    scene.event()
    scene.now += 500_000
    scene.advertise(0, wireAddress(AirScene.peripheral))
    expect(scene.told(.disconnected), equals: [])
    scene.now += 700_000
    scene.advertise(0, wireAddress(AirScene.peripheral))
    let told = try #require(scene.told(.disconnected).first)
    expect(told.own["reason_code"] == nil && told.own["by"] == "unknown" && !told.isProblem)
    expect(told.text, equals: "probably over: the sniffer lost it")
    expect(told.note.hasPrefix("nothing heard of it for "))
    expect(scene.findings, equals: [])
  }

  @Test func silenceAloneSaysNothingOfTheEnd() {
    let scene = connected()
    scene.event()
    scene.now += 60_000_000
    scene.advertise(0, wireAddress(SessionScene.peerA), flags: 0x40)
    scene.end()
    expect(scene.told(.disconnected) == [] && scene.session.connections[0].isOpen)
  }

  // MARK: Before the capture

  @Test func aConnectionThatBeganBeforeTheCapture() throws {
    let scene = AirScene()
    scene.event()
    expect(scene.session.connectionCount == 1 && scene.session.counts.unknownAccessAddress == 0)
    scene.event(.empty, .att("1b 0300 0661"))
    let value = try #require(scene.told(.notification).first)
    expect(value.connection == 1 && value.from == .peripheral && value.address == nil)
    expect(!scene.session.connections[0].beginsInCapture)
  }

  @Test func noiseIsNoConnection() {
    let scene = AirScene()
    scene.tellsSender = false
    for payload in ["ffff", "0300 0900 0a0300", "ff", "0c 01"] {
      let silent = AirScene.Sent.empty.unheard
      scene.event(AirScene.Sent.start(bytes(payload)).with { $0.crcOK = nil }, silent)
      scene.event(AirScene.Sent.control(payload).with { $0.crcOK = nil }, silent)
    }
    expect(scene.session.connectionCount == 0 && scene.events == [])
  }
}
