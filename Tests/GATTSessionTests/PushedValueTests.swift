import ATTDissector
import BTSnoop
import GATTSession
import Testing

struct PushedValueTests {
  /// Contact bits: 0x02 alone is "detected" without "supported".
  @Test(arguments: [
    ("0248", "not_supported"), ("0448", "not_detected"), ("0648", "detected"),
    ("0048", "not_supported"),
  ]) func sensorContact(value: String, contact: String) {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.att(.received, "1b 0300" + value)
    #expect(scene.last?.decoded["sensor_contact"] == contact)
    #expect(scene.last?.decoded["heart_rate_bpm"] == "72")
  }

  @Test func notificationsBeforeTheDiscoveryCount() throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1b 0300 0648")
    #expect(scene.last?.characteristic == nil)
    #expect(scene.last?.decoded == [:])
    scene.discoverHeartRate()
    scene.att(.received, "1b 0300 0649")
    #expect(scene.last?.characteristic == "2A37")
    #expect(scene.last?.service == "180D")
    let peer = try #require(scene.session.connectedPeers.first)
    #expect(peer.database.attribute(3)?.valueCount == 2)
    #expect(peer.database.unknowns.isEmpty)
  }

  @Test func confirmedIndications() throws {
    let scene = SessionScene()
    scene.connect()
    let frame = scene.att(.received, "1d 0300 0100ffff")
    #expect(scene.told(.indication).isEmpty)
    scene.att(.sent, "1e")
    let told = try #require(scene.told(.indication).first)
    #expect(told.frame == frame)
    #expect(told.response == 10)
    #expect(told.value == "0100ffff")
    #expect(told.note == "")
    #expect(told.direction == .received)
  }

  @Test func unconfirmedIndications() {
    let scene = SessionScene()
    scene.connect()
    let first = scene.att(.received, "1d 0300 01")
    let second = scene.att(.received, "1d 0300 02")
    let third = scene.att(.received, "1b 0300 03")
    scene.disconnect()
    let told = scene.told([.indication, .notification])
    #expect(told.map(\.frame) == [first, second, third])
    #expect(told.map(\.note) == ["not confirmed before the next indication", "not confirmed", ""])
    #expect(told.first?.response == nil)
  }

  @Test func aConfirmationOfNothingIsReported() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "1e")
    #expect(scene.events.count == 2)
    #expect(scene.last?.kind == .note)
    #expect(scene.last?.from == .central)
    #expect(scene.last?.text == "Handle Value Confirmation without its indication")
  }

  @Test func anIndicationThatIsNeverConfirmedHoldsBackNoMoreThanItMay() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1d 0300 01")
    for _ in 0..<1000 { scene.att(.received, "1b 0300 02") }
    #expect(scene.told(.indication).count == 1)
    #expect(scene.told(.notification).count == 1000)
    let frames = scene.events.map(\.frame)
    #expect(frames == frames.sorted())
  }
}
