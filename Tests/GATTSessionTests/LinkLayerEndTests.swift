import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Ends of connections on the air that no readable PDU shows, and what an encrypted one hides.
@Suite struct LinkLayerEndTests {
  private func connected(interval: Int = 24) -> AirScene {
    let scene = AirScene()
    scene.connect(interval: interval)
    scene.event()
    return scene
  }

  private func encrypted(interval: Int = 24) -> AirScene {
    let scene = connected(interval: interval)
    encrypt(scene)
    return scene
  }

  private func encrypt(_ scene: AirScene) {
    scene.event(.control("03 0011223344556677 8899 0011223344556677 00112233"))
    scene.event(.empty, .control("04 0011223344556677 00112233"))
    scene.event(.empty, .control("05"))
    scene.event(.control("0611223344"), .control("0655667788"))
  }

  /// An encrypted PDU of the length of LL_TERMINATE_IND, and of a notification.
  private let farewell = AirScene.Sent.control("a9 b8c7d6e5f4")
  private let value = AirScene.Sent.start(bytes("9f3ca1d25577e80144"))

  private func advertise(_ scene: AirScene, after milliseconds: Int64) {
    scene.now += milliseconds * 1000
    scene.advertise(0, wireAddress(AirScene.peripheral))
  }

  /// The central goes on for its supervision time-out, 720 ms, and gives up.
  @Test func theCentralIsLeftAlone() throws {
    let scene = connected(interval: 24)
    scene.event(.att("0a 0300"))
    for _ in 0..<24 { scene.event(AirScene.Sent.empty, AirScene.Sent.empty.unheard) }
    advertise(scene, after: 1000)
    let told = try #require(scene.told(.disconnected).first)
    expect(told.own["reason"] == "Connection Timeout" && told.isProblem)
    expect(told.note.contains("one side sent for the supervision time-out"))
    expect(scene.session.connections[0].inferredEnd.map { "\($0.cause)" }, equals: "left")
  }

  /// What it hears of one side only, and then not at all, the sniffer loses.
  @Test func aSideThatGoesOnForLongerIsLost() throws {
    let scene = connected(interval: 24)
    for _ in 0..<60 { scene.event(AirScene.Sent.empty, AirScene.Sent.empty.unheard) }
    advertise(scene, after: 1000)
    expect(scene.session.connections[0].inferredEnd.map { "\($0.cause)" }, equals: "lost")
  }

  /// A time-out that is hardly longer than two events: one answer that is not heard shows nothing.
  @Test func oneAnswerThatIsNotHeardIsNoTimeout() throws {
    let scene = AirScene()
    scene.connect(interval: 320, timeout: 100)
    for _ in 0..<5 { scene.event() }
    scene.event(AirScene.Sent.empty, AirScene.Sent.empty.unheard)
    advertise(scene, after: 2000)
    expect(scene.session.connections[0].inferredEnd.map { "\($0.cause)" }, equals: "lost")
  }

  // MARK: Terminated

  @Test func theDeviceAdvertisesAfterAnEncryptedTermination() throws {
    let scene = encrypted()
    scene.event(value, value)
    let last = scene.event(.empty, farewell)[1]
    scene.event()
    advertise(scene, after: 100)
    let told = try #require(scene.told(.disconnected).first)
    expect(told.own["inferred"] == "true" && told.own["by"] == "unknown")
    expect(told.own["reason"] == nil && told.own["reason_code"] == nil)
    expect(told.from == .peripheral && !told.isProblem)
    expect(told.text, equals: "probably ended by the peripheral")
    expect(told.note.hasSuffix("(frame \(last)), and the device advertises again"))
    expect(scene.findings, equals: [])
    let connection = scene.session.connections[0]
    expect(!connection.isOpen && connection.endFrame == last)
    expect(connection.inferredEnd.map { "\($0.cause)" }, equals: "terminated")
  }

  /// Retransmissions and empty PDUs say nothing new; anything else does.
  @Test func whatFollowsDecides() {
    let scene = encrypted()
    scene.event(farewell.lost, .empty)
    scene.event(farewell, .empty)
    advertise(scene, after: 100)
    expect(scene.told(.disconnected).map(\.from), equals: [.central])

    let other = encrypted()
    other.event(farewell, .empty)
    other.event(.empty, value)
    advertise(other, after: 100)
    expect(other.told(.disconnected), equals: [])
    // Of another length, or in the clear and not about an end.
    for sent in [AirScene.Sent.control("a9 b8c7d6e5"), .control("a9 b8c7d6e5f4a3")] {
      let scene = encrypted()
      scene.event(sent)
      advertise(scene, after: 100)
      expect(scene.told(.disconnected), equals: [])
    }
  }

  /// It advertises for others while it is connected: what looks like the end may be none.
  @Test func aDeviceThatAdvertisesWhileItIsConnected() {
    let scene = encrypted()
    advertise(scene, after: 1)
    scene.anchor = scene.now + 30_000
    scene.event(value, value)
    scene.event(farewell)
    advertise(scene, after: 100)
    expect(scene.told(.disconnected), equals: [])
    // Only the supervision timeout shows it.
    advertise(scene, after: 800)
    expect(scene.told(.disconnected).map(\.text), equals: ["probably ended by the central"])
  }

  // MARK: It goes on

  /// What looked like the end was none: nothing of what follows is lost.
  @Test func theConnectionGoesOn() throws {
    let scene = encrypted()
    scene.event(farewell)
    advertise(scene, after: 100)
    expect(scene.told(.disconnected).count == 1 && !scene.session.connections[0].isOpen)
    scene.anchor = scene.now + 30_000
    scene.event(.empty, value)
    let connection = scene.session.connections[0]
    expect(connection.isOpen && connection.inferredEnd == nil && connection.endFrame == nil)
    let told = try #require(scene.told(.note).last)
    expect(told.text.hasPrefix("the connection goes on after "))
    expect(told.text.hasSuffix(": it had not ended"))
    // It advertises while it is connected: that proves nothing any more.
    scene.event(farewell)
    advertise(scene, after: 100)
    expect(scene.told(.disconnected).count, equals: 1)
    expect(scene.session.connections.map(\.isOpen), equals: [true])
  }

  /// A pairing goes on with its connection, and a request that the sniffer lost is no problem.
  @Test func whatIsUnderWayGoesOn() throws {
    let scene = connected()
    scene.event(.smp("01 03 00 01 10 07 07"), .smp("02 03 00 01 10 07 07"))
    scene.event(.att("0a 0300"))
    scene.now += 1_000_000
    scene.advertise(0, wireAddress(AirScene.peripheral))
    expect(scene.told(.disconnected).count == 1 && scene.findings == [])
    let read = try #require(scene.told(.read).first)
    expect(read.note == "no answer: the sniffer lost the connection" && !read.isProblem)
    scene.anchor = scene.now + 30_000
    let random = String(repeating: "5a", count: 16)
    scene.event(.smp("03 \(random)"), .smp("03 \(random)"))
    encrypt(scene)
    let paired = try #require(scene.told(.security).last)
    expect(paired.own["step"] == "paired" && paired.own["method"] == "Just Works")
  }

  /// The device has started anew, and the other one does not know yet.
  @Test func whatIsRepeatedOrEmptyGoesNotOn() {
    let scene = encrypted()
    scene.event(farewell.lost, .empty)
    advertise(scene, after: 100)
    expect(scene.told(.disconnected).count, equals: 1)
    scene.anchor = scene.now + 30_000
    let again = scene.event(farewell, .empty)
    scene.event(.empty)
    expect(again.count == 2 && !scene.session.connections[0].isOpen)
    expect(!scene.events.contains { $0.text.hasPrefix("the connection goes on") })
  }

  @Test func anAdvertisementWithinTheConnectionIntervalIsTooEarly() {
    let scene = encrypted(interval: 80)
    scene.event(farewell)
    advertise(scene, after: 50)
    expect(scene.told(.disconnected), equals: [])
    advertise(scene, after: 150)
    expect(scene.told(.disconnected).count, equals: 1)
  }

  @Test func withoutAnythingThatShowsItNothingIsInferred() {
    let scene = encrypted()
    scene.event(farewell)
    scene.now += 60_000_000
    scene.advertise(0, wireAddress(SessionScene.peerA), flags: 0x40)
    scene.end()
    expect(scene.told(.disconnected) == [] && scene.session.connections[0].isOpen)
  }

  // MARK: The same devices connect

  @Test func thePairConnectsAgain() throws {
    let scene = encrypted()
    scene.event(farewell)
    scene.connect(to: 0x1234_5678)
    scene.event(on: 0x1234_5678)
    let told = try #require(scene.told(.disconnected).first)
    expect(told.own["inferred"] == "true" && told.note.hasSuffix("and the same devices connect"))
    expect(scene.session.connections.map(\.isOpen), equals: [false, true])
    let kinds = scene.events.map(\.kind).filter { $0 == .connected || $0 == .disconnected }
    expect(kinds, equals: [.connected, .disconnected, .connected])
  }

  /// In the clear, too: the PDU that ended it was not heard.
  @Test func theSnifferLostIt() throws {
    let scene = connected()
    let last = try #require(scene.event().last)
    scene.now += 100_000
    scene.connect(to: 0x1234_5678)
    let told = try #require(scene.told(.disconnected).first)
    expect(told.text == "probably over: the sniffer lost it" && told.own["reason_code"] == nil)
    expect(told.note.contains("(frame \(last))") && !told.isProblem && scene.findings == [])
    expect(scene.session.connections.map(\.isOpen), equals: [false, true])
  }

  // MARK: Time-out

  /// Of two connections one goes silent: the sniffer would have heard it.
  @Test func aTimeOutWhileOthersAreHeard() throws {
    let scene = connected()
    scene.event()
    scene.event(.att("0a 0500"))
    for _ in 0..<40 {
      scene.event(.att("0a 0300"), .att("1b 0300 0661"), on: 0x1234_5678)
    }
    scene.advertise(0, wireAddress(AirScene.peripheral))
    expect(scene.findings.count { $0.contains("read 0005") }, equals: 1)
    let told = try #require(scene.told(.disconnected).first)
    expect(told.own["reason_code"] == "8" && told.own["inferred"] == "true" && told.isProblem)
    expect(told.text == "probably Connection Timeout (08)" && told.connection == 1)
    expect(scene.findings.count { $0.hasPrefix("probably Connection Timeout") }, equals: 1)
    // It goes on: a time-out that was none is no finding, and what was sent before is not sent again.
    scene.anchor = scene.now + 30_000
    scene.event(.empty, .att("0b 0661"))
    expect(scene.findings.count { $0.hasPrefix("probably Connection Timeout") }, equals: 0)
    expect(scene.findings.count { $0.contains("read 0005") }, equals: 0)
    let read = try #require(scene.told(.read).last)
    expect(read.handle == 5 && read.note == "answered after the sniffer had lost the connection")
    scene.event(.att("0a 0300"))
    expect(scene.session.connections[0].isOpen && scene.session.connections[0].counts.requests == 2)
    // Silence has shown nothing before.
    scene.now += 2_000_000
    scene.advertise(0, wireAddress(AirScene.peripheral))
    expect(scene.told(.disconnected).count == 1 && scene.session.connections[0].isOpen)
  }

  // MARK: Hidden

  @Test func whatIsHiddenIsCounted() throws {
    let scene = encrypted()
    scene.event(value, value)
    scene.event(value.lost)
    scene.event(value)
    scene.end()
    let told = try #require(scene.told(.note).last)
    expect(told.own["unreadable_from_central"], equals: "3")
    expect(told.own["unreadable_from_peripheral"], equals: "2")
    expect(!scene.session.connections[0].bearer.isMTUKnown)
    let plain = connected()
    plain.end()
    expect(plain.told(.note) == [] && plain.session.connections[0].bearer.isMTUKnown)
  }

  /// Whatever may be in what is encrypted is not missing.
  @Test func nothingIsFoundInWhatIsHidden() {
    for ends in [true, false] {
      let scene = connected()
      scene.discover()
      scene.ask("12 0400 0100", "13")
      scene.event(.att("0a 0300"))
      encrypt(scene)
      for _ in 0..<200 { scene.event(value, .empty) }
      scene.event(.empty, value)
      if ends {
        scene.event(farewell)
        advertise(scene, after: 2000)
      }
      scene.end()
      expect(scene.findings, equals: [])
      let read = scene.told(.read)
      expect(read.map(\.note), equals: ["the answer may be in what is encrypted"])
      expect(read.map(\.isProblem), equals: [false])
      expect(scene.session.connections[0].counts.unanswered, equals: 0)
    }
  }
}
