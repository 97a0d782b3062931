import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Periodic advertising and isochronous streams over HCI.
struct PeriodicTests {
  private func sync(_ handle: Int, status: UInt8 = 0) -> [UInt8] {
    [status] + le16(handle) + [7, 1] + wireAddress(SessionScene.peerA) + [2] + le16(80) + [0]
  }

  @Test func reportsAreAdvertisementsOfTheAdvertiser() throws {
    let scene = SessionScene()
    scene.leEvent(0x0E, sync(5))
    let made = try #require(scene.last)
    expect(made.kind, equals: .note)
    expect(made.address, equals: SessionScene.peerA)
    expect(
      made.own,
      equals: [
        "sync_handle": "5", "advertising_set": "7", "interval_ms": "100", "phy": "2M",
      ])
    scene.leEvent(0x0F, le16(5) + [0x7F, 0xC4, 0xFF, 0, 3, 2, 0x0A, 4])
    let told = try #require(scene.last)
    expect(told.kind, equals: .advertisement)
    expect(told.address, equals: SessionScene.peerA)
    expect(
      told.own,
      equals: ["rssi_dbm": "-60", "advertising_type": "AUX_SYNC_IND", "connectable": "false"])
    expect(told.value, equals: "020a04")
    // In three pieces, of which the first say that more comes.
    scene.leEvent(0x0F, le16(5) + [4, 0xC4, 0xFF, 1, 2, 5, 0xFF])
    scene.leEvent(0x25, le16(5) + [4, 0xC4, 0xFF, 1, 0, 2, 1, 2, 0x39, 0x05])
    expect(scene.told(.advertisement).count, equals: 1)
    scene.leEvent(0x25, le16(5) + [4, 0xC4, 0xFF, 1, 0, 2, 0, 2, 1, 2])
    expect(scene.last?.value, equals: "05ff39050102")
    expect(scene.last?.decoded["company_code"], equals: "1337")
    expect(scene.last?.isTruncated, equals: false)
    scene.leEvent(0x0F, le16(5) + [4, 0xC4, 0xFF, 2, 1, 9])
    expect(scene.last?.isTruncated, equals: true)
    // Not received at all.
    scene.leEvent(0x25, le16(5) + [4, 0xC4, 0xFF, 1, 0, 2, 0xFF, 0])
    expect(scene.told(.advertisement).count, equals: 3)
    scene.leEvent(0x10, le16(5))
    expect(scene.last?.text, equals: "periodic advertising sync with \(SessionScene.peerA) lost")
    scene.leEvent(0x0F, le16(5) + [0x7F, 0xC4, 0xFF, 0, 0])
    expect(scene.last?.kind, equals: .advertisement)
    expect(scene.last?.address == nil)
  }

  @Test func syncsThatFailOrEnd() {
    let scene = SessionScene()
    scene.leEvent(0x0E, sync(5, status: 0x3E))
    expect(scene.last?.isProblem, equals: true)
    scene.leEvent(0x24, sync(5, status: 0x44) + [0, 0, 0, 0])
    expect(scene.last?.isProblem, equals: false)
    scene.leEvent(0x24, sync(5) + [3, 0, 0, 0])
    expect(scene.last?.own["subevents"], equals: "3")
    scene.done(0x2046, le16(5))
    expect(
      scene.last?.text,
      equals: "periodic advertising sync with \(SessionScene.peerA) ended by this host")
  }

  @Test(arguments: [UInt8(0x18), 0x26]) func handedOverOnAConnection(subevent: UInt8) {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerB)
    scene.leEvent(
      subevent,
      [0] + le16(1) + le16(0x1234) + sync(5).dropFirst() + (subevent == 0x26 ? [0, 0, 0, 0] : []))
    expect(scene.last?.connection, equals: 1)
    expect(scene.last?.own["service_data"], equals: "4660")
    scene.leEvent(0x0F, le16(5) + [0x7F, 0xC4, 0xFF, 0, 0])
    expect(scene.last?.address, equals: SessionScene.peerA)
  }

  @Test func dataThatNeverEndsIsReportedAtTheEnd() {
    let scene = SessionScene()
    scene.leEvent(0x0E, sync(5))
    for _ in 0..<20 {
      scene.leEvent(0x0F, le16(5) + [4, 0xC4, 0xFF, 1, 200] + Array(repeating: 1, count: 200))
    }
    scene.end()
    expect(scene.told(.advertisement).map(\.isTruncated), equals: [true])
    expect(scene.last?.value?.utf8.count, equals: 2 * SessionLimits.chainedAdvertisingOctets)
  }

  @Test func syncFromBeforeTheCapture() {
    let scene = SessionScene()
    let data = { (last: UInt8) in [0x7F, 0xC4, 0xFF, 0, 3, 2, 0x0A, last] as [UInt8] }
    for last in [1, 1, 2, 2, 1] as [UInt8] { scene.leEvent(0x0F, le16(5) + data(last)) }
    expect(
      scene.told(.advertisement).map(\.isRepeat), equals: [false, true, false, true, false])
    expect(scene.told(.advertisement).allSatisfy { $0.address == nil && !$0.isTruncated })
    scene.leEvent(0x10, le16(5))
    expect(scene.last?.text, equals: "periodic advertising sync lost")
  }

  @Test func syncsHaveACap() {
    let scene = SessionScene()
    for handle in 0...SessionLimits.periodicSyncs { scene.leEvent(0x0E, sync(handle)) }
    expect(scene.told(.note).contains { $0.text.hasPrefix("more than 64 periodic") })
  }

  @Test func isochronousStreams() throws {
    let scene = SessionScene()
    scene.connect(1, role: 1)
    scene.leEvent(0x1A, le16(1) + le16(0x60) + [2, 3])
    expect(scene.last?.connection, equals: 1)
    scene.leEvent(
      0x19,
      [0] + le16(0x60) + Array(repeating: 0, count: 19) + le16(40) + le16(30) + le16(8))
    let made = try #require(scene.last)
    expect(
      made.own,
      equals: [
        "stream_handle": "96", "interval_ms": "10", "max_pdu_from_central": "40",
        "max_pdu_from_peripheral": "30",
      ])
    expect(made.connection, equals: 1)
    scene.record(.iso, .received, le16(0x60) + le16(4) + [0, 0, 0, 0])
    scene.record(.sco, .received, le16(0x61) + [1, 0])
    expect(scene.session.counts.isochronousPackets, equals: 1)
    expect(scene.session.counts.synchronousPackets, equals: 1)
    scene.disconnect(0x60)
    expect(scene.last?.own["stream_handle"], equals: "96")
    expect(scene.last?.connection, equals: 1)
    scene.leEvent(
      0x1B,
      [0, 1] + Array(repeating: 0, count: 11) + le16(60) + le16(8) + [2] + le16(0x70) + le16(0x71))
    expect(scene.last?.own["stream_handles"], equals: "112,113")
    scene.leEvent(0x1C, [1, 0x16])
    expect(scene.last?.own["reason_code"], equals: "22")
  }

  @Test func streamsThatATrainAnnouncesAreReportedOnce() {
    let scene = SessionScene()
    scene.leEvent(0x0E, sync(5))
    let report =
      le16(5) + [2, 1] + le16(8) + [1, 0, 1] + le16(60) + [0x10, 0x27, 0] + le16(60) + [2, 0, 1]
    for _ in 0..<3 { scene.leEvent(0x22, report) }
    expect(scene.told(.note).count, equals: 2)
    expect(scene.last?.own["streams"], equals: "2")
    expect(scene.last?.own["sdu_interval_us"], equals: "10000")
    expect(scene.last?.own["encrypted"], equals: "true")
  }
}
