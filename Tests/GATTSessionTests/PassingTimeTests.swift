import BTSnoop
import TestSupport
import Testing

@testable import GATTSession

/// What waits for a record that does not come.
struct PassingTimeTests {
  /// Milliseconds after the scene's first record.
  private func time(_ milliseconds: Int64) -> CaptureTime {
    CaptureTime(unixMicroseconds: 1_700_000_000_000_000 + milliseconds * 1000)
  }

  private func pass(_ milliseconds: Int64, _ scene: SessionScene) {
    scene.wait(milliseconds)
    scene.session.advance(to: time(scene.now))
  }

  @Test func aReadThatMayGoOnWaitsTwoSeconds() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "0b" + ReadTests.first22)
    scene.att(.received, "1b 0500 01")
    pass(1_900, scene)
    expect(scene.told([.read, .notification]), equals: [])
    pass(200, scene)
    expect(scene.told([.read, .notification]).map(\.kind), equals: [.read, .notification])
    // Its further part comes too late, as in a capture that is read later.
    scene.ask("0c 0300 1600", "0d ff")
    expect(scene.told(.read).map(\.value), equals: [ReadTests.first22, "ff"])
  }

  @Test func aReadThatGoesOnMayTakeAsLongAsATransaction() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "0b" + ReadTests.first22)
    scene.att(.sent, "0c 0300 1600")
    pass(29_000, scene)
    expect(scene.told(.read), equals: [])
    pass(2_000, scene)
    expect(scene.told(.read).map(\.value), equals: [ReadTests.first22])
  }

  @Test func anIndicationWaitsThirtySeconds() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1d 0300 01")
    scene.ask("0a 0700", "0b" + ReadTests.first22)
    pass(29_000, scene)
    expect(scene.told([.indication, .read]), equals: [])
    pass(2_000, scene)
    expect(scene.told([.indication, .read]).map(\.kind), equals: [.indication, .read])
    expect(scene.told(.indication).map(\.note), equals: ["not confirmed"])
    expect(scene.findings.count, equals: 1)
  }

  @Test func aRecordOfAnotherConnectionLetsTimePassToo() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    scene.ask("0a 0300", "0b" + ReadTests.first22, on: 1)
    scene.wait(2_100)
    scene.att(.received, "1b 0500 01", on: 2)
    expect(scene.told([.read, .notification]).map(\.kind), equals: [.read, .notification])
  }

  @Test func aDiscoveryIsReportedWhenNobodyGoesOnWithIt() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    let last = scene.frame
    pass(1_900, scene)
    expect(scene.events.filter { $0.subject == .discovery }, equals: [])
    pass(200, scene)
    expect(scene.events.filter { $0.subject == .discovery }.map(\.frame), equals: [last])
    // One that waits for its answer has the time that any request has.
    scene.att(.sent, "10 0100 ffff 0128")
    pass(20_000, scene)
    scene.att(.received, "11 06 2000 ffff 0a18")
    pass(2_100, scene)
    let sums = scene.events.filter { $0.subject == .discovery }
    expect(sums.map { $0.own["services"] }, equals: ["2", "1"])
  }

  /// Until then none is looked for, of which there may be thousands.
  @Test func noDiscoveryEndsBeforeItsPause() {
    let scene = SessionScene()
    scene.connect()
    let first = time(scene.now)
    scene.discoverHeartRate()
    expect(
      scene.session.discovery.open.bound.nanoseconds(since: first), equals: Discoveries.patience)
    pass(1_900, scene)
    expect(scene.session.discovery.open.bound > first)
    pass(200, scene)
    expect(scene.session.discovery.open.bound, equals: .never)
  }

  /// The wait for an answer, which may be long, says nothing of the pause after it.
  @Test func aDiscoveryThatEndsWithAnErrorIsReportedAtTheNextRecordAsByTime() {
    func sums(silent: Bool) -> [(frame: UInt64, services: String?)] {
      let scene = SessionScene()
      scene.connect(1, SessionScene.peerA)
      scene.connect(2, SessionScene.peerB)
      scene.att(.sent, "10 0100 ffff 0028")
      scene.att(.received, "11 06 0100 0700 0018")
      scene.att(.sent, "10 0800 ffff 0028")
      // Something comes while it is waited for the answer.
      scene.wait(10)
      scene.att(.received, "1b 0500 01", on: 2)
      scene.wait(10)
      scene.att(.received, "01 10 0800 0a")
      if silent { pass(5_000, scene) } else { scene.wait(5_000) }
      scene.att(.sent, "08 0100 0700 0328")
      scene.att(.received, "09 07 0200 02 0300 002a")
      pass(5_000, scene)
      return scene.events.filter { $0.subject == .discovery }.map {
        ($0.frame, $0.own["services"])
      }
    }
    let live = sums(silent: true)
    let read = sums(silent: false)
    expect(live.map(\.frame), equals: read.map(\.frame))
    expect(read.map(\.services), equals: ["1", "0"])
  }

  @Test func aConnectionThatEndedWithARequestOpenIsSettled() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.disconnect()
    pass(90, scene)
    expect(scene.told(.read), equals: [])
    pass(20, scene)
    expect(scene.told(.read).map(\.note), equals: ["no answer before the disconnection"])
  }

  @Test func withoutARecordThereIsNothing() {
    let scene = SessionScene()
    scene.session.advance(to: time(1_000_000))
    expect(scene.events, equals: [])
  }
}
