import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// Records that are made to take memory or time.
struct HostileTests {
  /// An event of which a renderer keeps nothing.
  private final class CountingSink: EventSink {
    private(set) var count = 0
    func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
      count += 1
    }
  }

  @Test func aCharacterAtTheCutOfALastValueIsWhole() {
    for offset in 0..<4 {
      let scene = SessionScene()
      scene.connect()
      scene.ask("08 0100 ffff 0328", "09 07 0200 02 0300 002a")
      let text = String(repeating: "a", count: offset) + String(repeating: "€", count: 300)
      scene.ask("0a 0300", "0b" + hex(Array(text.utf8)))
      scene.disconnect()
      let last =
        scene.session.connectedPeers.first?.database.attribute(at: 3)?.values.lastText ?? []
      expect(last.count > SessionLimits.lastValueOctets - 4)
      expect(last.count <= SessionLimits.lastValueOctets)
      expect(String(validating: last, as: UTF8.self) != nil)
    }
  }

  @Test func confirmedIndicationsAfterAnUnconfirmedOneAreReported() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    scene.att(.received, "1d 0300 01", on: 1)
    for _ in 0..<(2 * SessionLimits.heldEvents) {
      scene.att(.received, "1d 0300 02", on: 2)
      scene.att(.sent, "1e", on: 2)
    }
    expect(scene.told(.indication).count > SessionLimits.heldEvents)
    expect(scene.told(.indication).first?.note, equals: "not confirmed")
  }

  @Test func heldOctetsAreCapped() {
    let sink = CountingSink()
    let scene = SessionScene(sink: sink)
    scene.connect()
    scene.att(.received, "1d 0300 01")
    let told = sink.count
    let value = hex([UInt8](repeating: 0x41, count: 60_000))
    for _ in 0..<(SessionLimits.heldOctets / 60_000 + 2) {
      scene.att(.received, "1b 0500" + value)
    }
    expect(sink.count > told)
  }

  @Test func octetsOfOpenRequestsAreCapped() {
    let scene = SessionScene(sink: CountingSink())
    let value = hex([UInt8](repeating: 0x41, count: 60_000))
    for handle in 1...(2 * SessionLimits.transactionOctets / 60_000) {
      scene.att(.sent, "12 0300" + value, on: handle)
    }
    expect(scene.session.context.budget.transactions.used <= 2 * SessionLimits.transactionOctets)
    scene.ask("12 0300 01", "13", on: 1)
    for handle in 1...(2 * SessionLimits.transactionOctets / 60_000) {
      scene.disconnect(handle)
    }
    // The last one may still be answered.
    scene.end()
    expect(scene.session.context.budget.transactions.used, equals: 0)
  }

  @Test func lastValuesAreCapped() {
    let scene = SessionScene(sink: CountingSink())
    let value = hex([UInt8](repeating: 0x41, count: 512))
    let count = SessionLimits.allLastValueOctets / 512 + 100
    for index in 0..<count {
      let connection = 1 + index / 4000
      if index % 4000 == 0 {
        scene.connect(connection, "C0:00:00:00:00:" + hex([UInt8(connection)]))
      }
      scene.att(.received, "1b" + hex(le16(1 + index % 4000)) + value, on: connection)
    }
    let lengths = scene.session.connectedPeers.flatMap { $0.database.unknowns }
      .map(\.values.last.count)
    expect(lengths.count, equals: count)
    expect(lengths.first, equals: 512)
    expect(lengths.last, equals: SessionLimits.shortLastValueOctets)
    expect(lengths.reduce(0, +) <= SessionLimits.allLastValueOctets + 32 * count)
  }

  @Test func aLayoutThatNeverSettlesIsNoLongerFollowed() {
    let scene = SessionScene()
    scene.connect()
    for index in 0..<(SessionLimits.layoutChanges + 10) {
      scene.ask("08 0100 ffff 0328", "09 07 0200 10 0300" + (index % 2 == 0 ? "01ff" : "02ff"))
    }
    scene.end()
    expect(scene.session.connectedPeers.first?.database.characteristics.count, equals: 1)
    expect(scene.told(.note).contains { $0.text.contains("changes of a server's attributes") })
  }

  @Test func instancesFollowTheHandlesWhateverTheOrder() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 ffff 0f18")
    for handle in [9, 3, 6] {
      scene.ask(
        "08 0100 ffff 0328", "09 07" + hex(le16(handle)) + "10" + hex(le16(handle + 1)) + "192a")
    }
    let database = scene.session.connectedPeers.first?.database
    expect(database?.characteristics.map(\.handle), equals: [4, 7, 10])
    expect(database?.characteristics.map(\.instance), equals: [1, 2, 3])
    // One of them turns out to be another: the others close up.
    scene.ask("08 0100 ffff 0328", "09 07 0300 10 0400 01ff")
    expect(database?.characteristics.map(\.instance), equals: [0, 1, 2])
  }

  @Test func aServiceThatIsReplacedTakesItsAttributesWithIt() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0600 0f18")
    let database = scene.session.connectedPeers.first?.database
    expect(database?.services.map(\.handle), equals: [1, 7])
    expect(database?.characteristics.map(\.handle), equals: [9])
    expect(database?.descriptors.isEmpty, equals: true)
    expect(database?.attribute(at: 3) == nil)
    expect(database?.attribute(at: 9) != nil)
  }
}
