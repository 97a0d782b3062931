import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Updates of connections that the sniffer has not heard.
@Suite struct LinkLayerIntervalTests {
  private func connected(interval: Int, then milliseconds: Int64, offset: Int64 = 0) -> AirScene {
    let scene = AirScene()
    scene.connect(interval: interval)
    scene.event()
    scene.discover()
    for _ in 0..<5 { scene.event() }
    // The update, and its instant, are among those.
    for _ in 0..<10 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.interval = milliseconds * 1000
    scene.anchor += offset
    return scene
  }
  private func notes(_ scene: AirScene) -> [String] {
    scene.told(.note).map(\.text).filter { $0.hasPrefix("the interval") }
  }

  /// Longer and shorter ones, by a whole number of intervals, a fraction, and in a window that is moved.
  @Test(
    arguments: [
      (24, 100, 0), (24, 100, 20_000), (24, 45, 0), (24, 60, 0), (24, 60, 7_500), (80, 15, 0),
      (80, 400, 0), (80, 50, 3_750), (24, 40, 0),
    ] as [(Int, Int64, Int64)])
  func anIntervalThatNobodyTold(before: Int, after: Int64, offset: Int64) {
    let scene = connected(interval: before, then: after, offset: offset)
    for _ in 0..<30 { scene.event() }
    let old = before * 5 / 4
    expect(
      notes(scene),
      equals: [
        "the interval is no longer \(old) ms: an update was not heard; connection events come every "
          + "\(after) ms"
      ])
    let note = scene.told(.note).first { $0.text.hasPrefix("the interval") }
    expect(note?.own["interval_ms"] == "\(after)" && note?.own["inferred"] == "true")
    let connection = scene.session.connections[0]
    expect(connection.isIntervalOutdated && connection.interval == 0)
    expect(connection.state.intervals.map(\.milliseconds), equals: [Double(old)])
    scene.end()
    // Nothing is missing that the interval makes expect.
    expect(scene.findings.isEmpty && notes(scene).count == 1)
    // The next one that is heard is known again.
    scene.event(.control("00 01 0000 1800 0000 c800 0000"))
    for _ in 0..<8 { scene.event() }
    expect(connection.interval == 30_000_000 && !connection.isIntervalOutdated)
  }

  /// The connection began before the capture.
  @Test(arguments: [true, false]) func anIntervalThatWasNeverTold(isLong: Bool) {
    let scene = AirScene()
    scene.interval = isLong ? 60_000 : 30_000
    for _ in 0..<4 { scene.event(.empty, .att("1b 0300 01")) }
    scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard)
    for _ in 0..<12 { scene.event() }
    let text = "connection events come every \(isLong ? 60 : 30) ms"
    let note = scene.told(.note).first { $0.text == text }
    expect(note?.own["interval_ms"] == (isLong ? "60" : "30") && note?.own["inferred"] == "true")
    let connection = scene.session.connections[0]
    expect(
      connection.interval == 0 && connection.link?.timing.seenMilliseconds == (isLong ? 60 : 30))
    // A gap is one by what is seen.
    scene.event(.att("0a 0300"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .att("0b 0661"))
    scene.end()
    expect(scene.told(.read).map(\.note.isEmpty), equals: [false])
    expect(scene.told(.note).filter { $0.text == text }.count, equals: 1)
    expect(scene.findings.count, equals: (isLong ? 1 : 0))
  }

  /// The sniffer misses every other event besides.
  @Test func anIntervalOfWhichHalfIsHeard() {
    let scene = connected(interval: 24, then: 100)
    for index in 0..<60 {
      let isHeard = index * 7 % 5 < 3
      scene.event(
        isHeard ? .empty : AirScene.Sent.empty.unheard,
        isHeard ? .empty : AirScene.Sent.empty.unheard)
    }
    expect(notes(scene).map { $0.hasSuffix("every 100 ms") }, equals: [true])
  }

  /// What is seen too seldom is not known.
  @Test func anIntervalThatIsNoLongerSeen() {
    let scene = connected(interval: 80, then: 15)
    for _ in 0..<6 { scene.event() }
    expect(notes(scene).isEmpty && scene.session.connections[0].isIntervalOutdated)
    scene.end()
    expect(notes(scene), equals: ["the interval is no longer 100 ms: an update was not heard"])
    expect(scene.told(.note).last?.own["interval_ms"] == nil)
  }

  /// Missed events alone, at random, change nothing.
  @Test func missedEventsAreNoUpdate() {
    let scene = AirScene()
    scene.connect(interval: 24)
    scene.event()
    scene.discover()
    var state: UInt64 = 7
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let isHeard = state >> 33 & 1 == 0
      scene.event(
        isHeard ? .empty : AirScene.Sent.empty.unheard,
        isHeard ? .empty : AirScene.Sent.empty.unheard)
    }
    expect(!scene.session.connections[0].isIntervalOutdated && notes(scene).isEmpty)
  }

  /// A device that sends at its own pace, recorded without empty packets, has no other interval.
  @Test func aPaceIsNoInterval() {
    let scene = AirScene()
    scene.connect(interval: 24)
    scene.event()
    scene.discover()
    scene.hearsEmptyPackets = false
    for index in 0..<400 {
      scene.event(.empty, index.isMultiple(of: 20) ? .att("1b 0300 0661") : .empty)
    }
    expect(!scene.session.connections[0].isIntervalOutdated && notes(scene).isEmpty)
  }

  /// A request and its answer were missed within what was taken for the interval.
  @Test func whatDependsOnTheIntervalIsNotSaid() {
    let scene = connected(interval: 80, then: 15)
    for _ in 0..<3 { scene.event() }
    scene.event(.att("0a 0300"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.att("0a 0300"))
    scene.event(.empty, .att("0b 0661"))
    scene.end()
    expect(!scene.session.findings.list.contains { $0.rule.identifier == "request-too-early" })
    expect(!scene.findings.contains { $0.contains("before") })
  }

  /// Its supervision timeout may be another one, too.
  @Test func anEndThatTheOldTimeoutSuggests() {
    let scene = connected(interval: 24, then: 100)
    for _ in 0..<30 { scene.event() }
    scene.now += 2_000_000
    scene.advertise(0, wireAddress(AirScene.peripheral))
    expect(scene.told(.disconnected).isEmpty && scene.session.connections[0].isOpen)
  }

  /// Events before the update is recognized are counted by the interval in which they came.
  @Test(arguments: [(24, 100), (80, 30), (24, 60), (24, 45)] as [(Int, Int64)], [true, false])
  func whatIsMissingAfterAnUpdate(terms: (before: Int, after: Int64), isCounted: Bool) throws {
    let scene = AirScene()
    scene.eventCounter = isCounted ? 0 : nil
    scene.connect(interval: terms.before)
    scene.event()
    scene.discover()
    for _ in 0..<12 { scene.event() }
    scene.interval = terms.after * 1000
    var unheard = 0
    for index in 0..<60 {
      let isHeard = index % 10 != 5
      if !isHeard { unheard += 1 }
      let empty = isHeard ? AirScene.Sent.empty : AirScene.Sent.empty.unheard
      scene.event(empty, empty)
    }
    scene.end()
    let link = try #require(scene.session.connections[0].link)
    expect(scene.session.connections[0].isIntervalOutdated)
    let tolerance = isCounted ? 0 : 1
    expect(
      (link.timing.missingEvents - unheard).magnitude <= tolerance,
      "\(link.timing.missingEvents), \(unheard)")
  }

  /// It does not go with the times for a while, and then does again.
  @Test func aSnifferThatMiscounts() {
    let scene = AirScene()
    scene.eventCounter = 0
    scene.connect(interval: 24)
    scene.event()
    scene.discover()
    for _ in 0..<12 { scene.event() }
    for _ in 0..<5 {
      scene.eventCounter? += 1
      scene.event()
    }
    expect(scene.session.connections[0].isIntervalOutdated)
    for _ in 0..<12 { scene.event() }
    expect(!scene.session.connections[0].isIntervalOutdated)
    scene.end()
    expect(notes(scene).isEmpty)
  }

  /// What cannot be read may be the update.
  @Test func anUpdateThatIsEncrypted() {
    let scene = connected(interval: 24, then: 100)
    scene.event(
      .control("03 0000000000000000 0000 0000000000000000 00000000"),
      .control("04 0000000000000000 00000000"))
    scene.event(.control("05"))
    scene.event(.start(bytes("9f3ca1d25577e80144")))
    for _ in 0..<30 { scene.event() }
    let text = "the interval is no longer 30 ms: an update was encrypted, or not heard"
    expect(notes(scene).map { $0.hasPrefix(text) }, equals: [true])
  }

  // MARK: PHY

  private func phys(_ scene: AirScene) -> [String] { scene.told(.phyUpdated).map(\.text) }
  private static let seen = "central 2M, peripheral 2M, by their packets: an update was not heard"

  @Test func aPHYThatNobodyTold() {
    let scene = connected(interval: 24, then: 30)
    // One packet may be a mistake.
    scene.event(AirScene.Sent.empty.with { $0.phy = .le2M })
    for _ in 0..<4 { scene.event() }
    expect(phys(scene).isEmpty)
    scene.phy = .le2M
    for _ in 0..<5 { scene.event() }
    expect(phys(scene), equals: [Self.seen])
    let told = scene.told(.phyUpdated).first
    expect(told?.own["tx_phy"] == "2M" && told?.own["rx_phy"] == "2M")
    expect(told?.own["inferred"], equals: "true")
    // Back, and that is heard.
    scene.event(.control("18 01 01 0000"))
    scene.phy = .le1M
    for _ in 0..<5 { scene.event() }
    expect(phys(scene).last == "central 1M, peripheral 1M" && phys(scene).count == 2)
  }

  /// The instant may come later than is known of a connection that began before.
  @Test func aPHYThatIsNotYetInUse() {
    let scene = AirScene()
    scene.phy = .le2M
    for _ in 0..<10 { scene.event(.empty, .att("1b 0300 01")) }
    scene.event(.control("18 01 01 4000"))
    for _ in 0..<12 { scene.event() }
    scene.phy = .le1M
    for _ in 0..<12 { scene.event() }
    expect(phys(scene), equals: ["central 1M, peripheral 1M"])
  }

  /// What a recorder says that tells no PHY is no change.
  @Test func aRecorderThatTellsNoPHY() {
    let scene = connected(interval: 24, then: 30)
    scene.tellsPHY = false
    scene.event(.control("18 02 02 0000"))
    scene.phy = .le2M
    for _ in 0..<10 { scene.event() }
    expect(phys(scene), equals: ["central 2M, peripheral 2M"])
  }

  // MARK: Announcements

  @Test func whatWasAnnouncedAndNotSeen() {
    let scene = connected(interval: 24, then: 30)
    let frame = scene.event(.control("00 01 0000 5000 0000 c800 0001")).first
    scene.event(.control("18 02 00 0001"))
    for _ in 0..<4 { scene.event() }
    scene.end()
    let start = "announced, but no packet was heard after its instant: "
    let told = scene.told(.note).filter { $0.text.hasPrefix(start) }
    expect(
      told.map { String($0.text.dropFirst(start.count)) },
      equals: [
        "100 ms, latency 0, 2 s", "central 2M, peripheral unchanged",
      ])
    expect(told.first?.requestFrame, equals: frame)
    expect(told.first?.own["interval_ms"] == "100" && told.first?.own["inferred"] == nil)
    // What came into use is no announcement.
    let other = connected(interval: 24, then: 30)
    other.event(.control("00 01 0000 1800 0000 c800 0000"))
    other.event()
    other.end()
    expect(!other.told(.note).contains { $0.text.hasPrefix(start) })
  }
}
