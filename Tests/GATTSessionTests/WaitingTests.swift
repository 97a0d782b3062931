import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// What is known when an event happens, and what becomes of it while it waits.
struct WaitingTests {
  @Test func anEventThatWaitsTellsWhatWasKnownAtItsRecord() throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1d 0900 41")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0f18")
    scene.att(.received, "1b 0300 42")
    scene.advertise(SessionScene.peerA, "05 09 4e616d65")
    scene.ask("10 0700 ffff 0028", "11 06 0700 ffff 0f18")
    expect(scene.told(.service), equals: [])
    scene.att(.sent, "1e")
    let indication = try #require(scene.told(.indication).first)
    expect(indication.service == nil)
    expect(indication.name == nil)
    let first = try #require(scene.told(.service).first)
    expect(first.name == nil)
    expect(first.instance, equals: 0)
    expect(scene.told(.notification).map(\.service), equals: ["180F"])
    let second = try #require(scene.told(.service).last)
    expect(second.name, equals: "Name")
    expect(second.instance, equals: 2)
  }

  @Test func theLastValueIsThatOfTheLastRecord() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("0a 0300", "0b" + ReadTests.first22)
    scene.att(.received, "1d 0300 0050")
    scene.att(.received, "1b 0300 0051")
    scene.att(.sent, "1e")
    scene.wait(3_000)
    scene.disconnect()
    scene.end()
    let attribute = scene.session.connectedPeers.first?.database.attribute(at: 3)
    expect(attribute?.values.count, equals: 3)
    expect(attribute?.values.last, equals: [0, 0x51])
  }

  @Test func rolesThatAreLearnedWhileAReadWaitsAreNotOfIt() {
    let scene = SessionScene()
    scene.ask("0a 0300", "0b" + ReadTests.first22)
    scene.smp(.sent, "01 03 00 01 10 00 00")
    scene.disconnect()
    scene.end()
    expect(scene.told(.read).map(\.from), equals: [nil])
  }

  @Test func theNextPartOfALongReadMayTakeItsTime() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "0b" + ReadTests.first22)
    scene.att(.sent, "0c 0300 1600")
    scene.wait(20_000)
    scene.att(.received, "0d ff")
    expect(scene.told(.read).map(\.value), equals: [ReadTests.first22 + "ff"])
    expect(scene.told(.read).first?.note, equals: "long read, 2 requests")
  }

  @Test func aQueueWhoseBeginningIsNotInTheCaptureIsOneWrite() {
    let scene = SessionScene()
    scene.ask("16 0300 0200 4142", "17 0300 0200 4142")
    scene.ask("16 0300 0400 4344", "17 0300 0400 4344")
    scene.ask("18 01", "19")
    expect(scene.told(.write).map(\.value), equals: ["41424344"])
    expect(scene.told(.write).first?.note, equals: "queued write, 2 parts, from offset 2")
  }

  @Test func anUnansweredDiscoveryIsAboutNoOneAttribute() throws {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    let request = scene.att(.sent, "04 0300 0600")
    scene.disconnect()
    scene.end()
    let told = try #require(scene.events.last { $0.requestFrame == request })
    expect(told.own, equals: ["opcode": "4"])
    expect(told.handle == nil)
    expect(told.characteristic == nil)
    expect(told.label == nil)
    expect(told.from, equals: .central)
  }

  @Test func whatEndsWithTheCaptureIsOfItsOwnAdapter() throws {
    let scene = SessionScene()
    scene.adapter = 0
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.leEvent(
      0x0D,
      [1] + le16(0x0021) + [1] + wireAddress(SessionScene.peerA) + [1, 1, 3, 127, 0xC4] + le16(0)
        + [0, 0, 0, 0, 0, 0, 0, 3, 2, 1, 6])
    scene.adapter = 1
    scene.advertise(SessionScene.peerB, "")
    scene.end()
    expect(scene.told(.read).map(\.adapter), equals: [0])
    expect(scene.told(.advertisement).map(\.adapter), equals: [1, 0])
  }

  @Test func severalPeersMayDiscoverTheHostAtATime() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA, role: 1)
    scene.connect(2, SessionScene.peerB, role: 1)
    for handle in [1, 2, 1, 2] {
      scene.serve("10 0100 ffff 0028", "11 06 0100 ffff 0f18", on: handle)
    }
    expect(scene.told(.service).map(\.connection), equals: [1, 2])
  }

  @Test func anIncludeStandsInAServiceThatIsFoundLater() throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0228", "09 08 0200 1000 1500 0f18")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0900 0d18")
    let database = try #require(scene.session.connectedPeers.first?.database)
    expect(database.includes.first?.service === database.services.first)
  }

  @Test func aDescriptorLeavesTheCharacteristicOfAnotherService() throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 0300 0328", "09 07 0200 12 0300 192a")
    scene.ask("04 0900 0900", "05 01 0900 0229")
    scene.ask("10 0100 ffff 0028", "11 06 0100 0400 0f18 0500 0900 0d18")
    let database = try #require(scene.session.connectedPeers.first?.database)
    expect(database.descriptors.first?.characteristic == nil)
  }

  @Test func aResetForgetsTheParameters() {
    let scene = SessionScene()
    scene.done(0x200B, [1] + le16(0x60) + le16(0x30) + [0, 0])
    scene.done(0x2006, le16(0xA0) + le16(0xF0) + [0, 0, 0] + [0, 0, 0, 0, 0, 0] + [7, 0])
    scene.done(0x0C03)
    scene.done(0x200C, [1, 1])
    scene.done(0x200A, [1])
    expect(scene.told(.scan).map(\.own), equals: [["enabled": "true"]])
    expect(scene.told(.advertising).map(\.own), equals: [["enabled": "true"]])
  }
}
