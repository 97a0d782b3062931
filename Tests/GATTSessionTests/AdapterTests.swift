import ATTDissector
import BTSnoop
import GATTSession
import Testing

struct AdapterTests {
  @Test func monitorRecords() {
    let scene = SessionScene()
    scene.adapter = 0
    scene.record(
      .system, .unknown, [0, 1] + wireAddress("C0:EE:FB:30:07:21") + Array("hci0\0\0\0\0".utf8))
    scene.record(.system, .unknown, [], code: 8)
    scene.record(.system, .unknown, wireAddress("C0:EE:FB:30:07:22") + le16(2), code: 10)
    scene.connect()
    scene.record(.system, .unknown, [1, 2, 3], code: 20)
    scene.record(.system, .unknown, [], code: 21)
    scene.record(.system, .unknown, [], code: 0xFFFF)
    scene.record(.system, .unknown, [], code: 1)
    #expect(scene.told(.adapter).map { $0.own["action"] } == ["present", "powered", "gone"])
    #expect(scene.told(.adapter).map(\.adapter) == [0, 0, 0])
    #expect(scene.session.adapters.first?.name == "hci0")
    #expect(scene.session.adapters.first?.address?.description == "C0:EE:FB:30:07:22")
    #expect(scene.session.connections.first?.isOpen == false)
    #expect(scene.events.count == 4)
  }

  @Test func notesWithoutAnAdapterAreSkipped() {
    let scene = SessionScene()
    scene.record(.system, .unknown, Array("Linux version\0".utf8), code: 12)
    scene.record(.system, .unknown, [], code: 0)
    #expect(scene.events.isEmpty)
  }

  @Test func scanningAndAdvertising() throws {
    let scene = SessionScene()
    scene.done(0x200B, [1] + le16(0x60) + le16(0x30) + [0, 0])
    scene.done(0x200C, [1, 1])
    scene.done(0x200C, [1, 1])
    scene.done(0x200C, [0, 0])
    scene.done(0x2006, le16(0xA0) + le16(0xF0) + [0, 0, 0] + [0, 0, 0, 0, 0, 0] + [7, 0])
    scene.done(0x200A, [1])
    scene.done(0x200A, [0])
    #expect(
      scene.told(.scan).map(\.own) == [
        [
          "enabled": "true", "active": "true", "interval_ms": "60", "window_ms": "30",
          "filter_duplicates": "true",
        ], ["enabled": "false"],
      ])
    #expect(
      scene.told(.advertising).map(\.own) == [
        [
          "enabled": "true", "interval_min_ms": "100", "interval_max_ms": "150",
          "connectable": "true",
        ], ["enabled": "false"],
      ])
    scene.done(0x2041, [0, 0, 1, 0] + le16(0x60) + le16(0x60))
    scene.done(0x2042, [1, 0, 0, 0, 0, 0])
    #expect(scene.last?.own["active"] == "false")
    scene.done(0x2036, [0] + le16(0) + [0xA0, 0, 0, 0xA0, 0, 0])
    scene.done(0x2039, [1, 1, 0, 0, 0, 0])
    #expect(scene.last?.own["connectable"] == "false")
  }

  @Test func aRefusedCommandIsTold() throws {
    let scene = SessionScene()
    scene.done(0x200C, [1, 0], status: 0x0C)
    let told = try #require(scene.last)
    #expect(told.kind == .note)
    #expect(told.own["reason_code"] == "12")
    #expect(told.isProblem)
  }
}
