import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
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
    expect(scene.told(.adapter).map { $0.own["action"] }, equals: ["present", "powered", "gone"])
    expect(scene.told(.adapter).map(\.adapter), equals: [0, 0, 0])
    expect(scene.session.adapters.first?.name, equals: "hci0")
    expect(scene.session.adapters.first?.address?.description, equals: "C0:EE:FB:30:07:22")
    expect(scene.session.connections.first?.isOpen, equals: false)
    expect(scene.told(.disconnected).map { $0.own }, equals: [["by": "unknown"]])
    expect(scene.events.count, equals: 5)
  }

  @Test func notesWithoutAnAdapterAreSkipped() {
    let scene = SessionScene()
    scene.record(.system, .unknown, Array("Linux version\0".utf8), code: 12)
    scene.record(.system, .unknown, [], code: 0)
    expect(scene.events.isEmpty)
  }

  @Test func whatClientsFindTheHostBy() throws {
    let scene = SessionScene()
    var advertising: LocalAdvertising? {
      scene.session.adapters.first?.controller.advertising.connectable
    }
    let intervals: [UInt8] = [0x40, 6, 0, 0x80, 6, 0]
    // A beacon, which nobody connects to.
    scene.done(0x2036, [1] + le16(0x10) + intervals + [UInt8](repeating: 0, count: 16))
    scene.done(0x2037, [1, 3, 1, 1, 7])
    expect(advertising == nil)
    scene.done(0x2036, [3] + le16(0x13) + intervals + [UInt8](repeating: 0, count: 16))
    scene.done(0x2037, [3, 1, 1, 2, 10, 11])
    scene.done(0x2037, [3, 2, 1, 1, 12])
    // Unchanged data.
    scene.done(0x2037, [3, 4, 1, 0])
    scene.done(0x2038, [3, 3, 1, 1, 9])
    // Cut off.
    scene.done(0x2037, [3])
    expect(advertising?.parameters?.intervalMin, equals: 0x640)
    expect(advertising?.data, equals: [10, 11, 12])
    expect(advertising?.scanResponse, equals: [9])
    for _ in 0..<20 { scene.done(0x2037, [3, 0, 1, 251] + [UInt8](repeating: 1, count: 251)) }
    expect(advertising?.data.count, equals: 1650)
    scene.done(0x0C03, [])
    expect(advertising?.scanResponse, equals: [9])
    scene.done(0x2006, le16(0xA0) + le16(0xF0) + [0, 0, 0] + [0, 0, 0, 0, 0, 0] + [7, 0])
    scene.done(0x2008, [2, 5, 6] + [UInt8](repeating: 0, count: 29))
    expect(advertising?.data, equals: [5, 6])
    expect(advertising?.scanResponse, equals: [])
  }

  /// A key that the host gives for it would get the name of another one.
  @Test(arguments: [true, false]) func aResetEndsARequestForAKey(isReset: Bool) {
    let scene = SessionScene()
    scene.connect(role: 1)
    scene.leEvent(0x05, le16(1) + [1, 2, 3, 4, 5, 6, 7, 8] + le16(9))
    if isReset { scene.done(0x0C03) }
    scene.connect(role: 1)
    scene.command(0x201A, le16(1) + [UInt8](repeating: 7, count: 16))
    expect(scene.session.shownKeys.count, equals: (isReset ? 0 : 1))
  }

  /// A server that stops removes its set before a reset.
  @Test(arguments: [(0x203C, [3] as [UInt8]), (0x203D, [])])
  func howTheHostAdvertisedIsKnownLater(removal: Int, parameters: [UInt8]) throws {
    let scene = SessionScene()
    let intervals: [UInt8] = [0x40, 6, 0, 0x80, 6, 0]
    scene.done(0x2036, [3] + le16(0x13) + intervals + [UInt8](repeating: 0, count: 16))
    scene.done(0x2037, [3, 3, 1, 2, 10, 11])
    scene.done(removal, parameters)
    let adapter = try #require(scene.session.adapters.first)
    expect(adapter.controller.advertising.isOn, equals: false)
    expect(adapter.controller.advertising.connectable?.data, equals: [10, 11])
    expect(adapter.controller.advertising.connectable?.parameters?.intervalMin, equals: 0x640)
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
    expect(
      scene.told(.scan).map(\.own),
      equals: [
        [
          "enabled": "true", "active": "true", "interval_ms": "60", "window_ms": "30",
          "filter_duplicates": "true",
        ], ["enabled": "false"],
      ])
    expect(
      scene.told(.advertising).map(\.own),
      equals: [
        [
          "enabled": "true", "interval_min_ms": "100", "interval_max_ms": "150",
          "connectable": "true", "advertising_type": "ADV_IND",
        ], ["enabled": "false"],
      ])
    scene.done(0x2041, [0, 0, 1, 0] + le16(0x60) + le16(0x60))
    scene.done(0x2042, [1, 0, 0, 0, 0, 0])
    expect(scene.last?.own["active"], equals: "false")
    scene.done(0x2036, [0] + le16(0) + [0xA0, 0, 0, 0xA0, 0, 0])
    scene.done(0x2039, [1, 1, 0, 0, 0, 0])
    expect(scene.last?.own["connectable"], equals: "false")
  }

  @Test func aRefusedCommandIsReported() throws {
    let scene = SessionScene()
    scene.done(0x200C, [1, 0], status: 0x0C)
    let told = try #require(scene.last)
    expect(told.kind, equals: .note)
    expect(told.own["reason_code"], equals: "12")
    expect(told.isProblem)
  }

  /// What was to be set is not: the host advertises, or scans, in another way than it wants.
  @Test(arguments: [
    0x2005, 0x2006, 0x2008, 0x2009, 0x200B, 0x2035, 0x2036, 0x2037, 0x2038, 0x203E, 0x203F, 0x2040,
    0x2041,
  ])
  func aRefusedSettingIsReported(opcode: Int) {
    let parameters = [UInt8](repeating: 0, count: 40)
    let scene = SessionScene()
    scene.done(opcode, parameters)
    expect(scene.findings.isEmpty)
    scene.done(opcode, parameters, status: 0x0C)
    expect(scene.findings.count, equals: 1)
    expect(
      scene.findings.first?.hasSuffix("failed: Command Disallowed (0C), frame 4"), equals: true)
  }
}

extension AdapterTests {
  /// New Index of the BlueZ monitor, and its Index Info.
  private func add(_ scene: SessionScene, _ address: String, told: String? = nil) {
    scene.record(
      .system, .unknown, [0, 1] + wireAddress(told ?? address) + Array("hci0\0\0\0\0".utf8))
    scene.record(.system, .unknown, [], code: 8)
    scene.record(.system, .unknown, wireAddress(address) + le16(2), code: 10)
  }

  @Test func anotherControllerUnderTheSameIndexHasItsOwnAttributes() throws {
    let scene = SessionScene()
    scene.adapter = 0
    add(scene, "C0:EE:FB:30:07:21")
    scene.connect(role: 1)
    scene.serve("0a 0300", "0b 41")
    scene.record(.system, .unknown, [], code: 1)
    add(scene, "C0:EE:FB:30:07:22")
    scene.connect(role: 1)
    expect(
      scene.session.adapters.map(\.address?.description),
      equals: [
        "C0:EE:FB:30:07:21", "C0:EE:FB:30:07:22",
      ])
    expect(scene.session.adapters.map { $0.database.isEmpty }, equals: [false, true])
    scene.record(.system, .unknown, [], code: 1)
    // The first one is back: told without its address first, as by a driver that reads it later.
    add(scene, "C0:EE:FB:30:07:21", told: "00:00:00:00:00:00")
    scene.connect(role: 1)
    scene.serve("0a 0300", "0b 42")
    expect(scene.session.adapters.count, equals: 2)
    expect(scene.session.adapters[0].database.attribute(at: 3)?.values.count, equals: 2)
    expect(scene.told(.disconnected).map(\.connection), equals: [1, 2])
    expect(
      scene.told(.disconnected).map(\.note),
      equals: [
        "the adapter was removed", "the adapter was removed",
      ])
  }

  @Test func aControllerThatGetsItsAddressInSetUpIsOneAdapter() {
    let scene = SessionScene()
    scene.adapter = 0
    for _ in 0..<3 {
      add(scene, "C0:EE:FB:30:07:21", told: "AA:AA:AA:AA:AA:AA")
      scene.record(.system, .unknown, [], code: 1)
    }
    expect(scene.session.adapters.count, equals: 1)
  }

  @Test func twoPhonesOneAfterTheOther() {
    let scene = SessionScene()
    for address in ["C0:EE:FB:30:07:21", "C0:EE:FB:30:07:22", "C0:EE:FB:30:07:22"] {
      scene.event(0x0E, [1] + le16(0x1009) + [0] + wireAddress(address))
    }
    expect(scene.session.adapters.count, equals: 2)
  }

  @Test func switchingOffAndResettingEndConnections() {
    let scene = SessionScene()
    scene.adapter = 0
    scene.connect(1)
    scene.connect(2, SessionScene.peerB)
    scene.record(.system, .unknown, [], code: 9)
    scene.connect(1)
    scene.done(0x0C03)
    expect(scene.told(.disconnected).map(\.connection), equals: [1, 2, 3])
    expect(
      scene.told(.disconnected).map(\.own), equals: Array(repeating: ["by": "local"], count: 3))
    expect(
      scene.told(.disconnected).map(\.note),
      equals: [
        "the adapter was switched off", "the adapter was switched off", "the adapter was reset",
      ])
    expect(scene.session.connections.allSatisfy { !$0.isOpen && $0.endReason == nil })
  }

  /// A host need not wait for the answer before the next command.
  @Test func commandsBeforeTheAnswerToTheLast() throws {
    let scene = SessionScene()
    func parameters(_ set: UInt8, _ interval: UInt8) -> [UInt8] {
      [set] + le16(0x01) + [interval, 0, 0, interval, 0, 0, 7, 1] + [UInt8](repeating: 0, count: 12)
    }
    func complete(_ opcode: Int, _ status: UInt8) {
      scene.event(0x0E, [2] + le16(opcode) + [status])
    }
    scene.command(0x2036, parameters(1, 0x40))
    scene.command(0x2036, parameters(2, 0x80))
    scene.command(0x2036, parameters(3, 0xA0))
    complete(0x2036, 0)
    complete(0x2036, 0x12)
    complete(0x2036, 0)
    scene.command(0x2039, [1, 1, 1] + le16(0) + [0])
    scene.command(0x2039, [1, 1, 2] + le16(0) + [0])
    scene.command(0x2039, [1, 1, 3] + le16(0) + [0])
    for _ in 0..<3 { complete(0x2039, 0) }
    let told = scene.told(.advertising)
    expect(told.map { $0.own["advertising_handle"] }, equals: ["1", "2", "3"])
    expect(told.map { $0.own["interval_min_ms"] }, equals: ["40", nil, "100"])
    // An answer that the capture lacks shifts none of those that come later.
    scene.command(0x2036, parameters(1, 0xC0))
    scene.wait(300)
    scene.done(0x2036, parameters(2, 0xE0))
    scene.done(0x2039, [0, 1, 2] + le16(0) + [0])
    scene.done(0x2039, [1, 1, 2] + le16(0) + [0])
    expect(scene.last?.own["interval_min_ms"], equals: "140")
    // Nor, where the recorder says that it lost something, those that come at once.
    scene.command(0x2036, parameters(1, 0x20))
    scene.drops = 1
    scene.done(0x2036, parameters(2, 0xC0))
    scene.done(0x2039, [0, 1, 2] + le16(0) + [0])
    scene.done(0x2039, [1, 1, 2] + le16(0) + [0])
    expect(scene.last?.own["interval_min_ms"], equals: "120")
  }

  @Test func advertisingSetsAreReportedApart() throws {
    let scene = SessionScene()
    func parameters(_ set: UInt8, _ properties: Int) -> [UInt8] {
      [set] + le16(properties) + [0xA0, 0, 0, 0xA0, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1]
        + [set, 0]
    }
    scene.done(0x2036, parameters(1, 0x01))
    scene.done(0x207F, parameters(2, 0x10) + [0, 0])
    scene.done(0x2039, [1, 2, 1] + le16(0) + [0, 2] + le16(500) + [9])
    scene.leEvent(0x12, [0x3C, 2] + le16(0) + [4])
    scene.connect(1, role: 1)
    let end = scene.leEvent(0x12, [0, 1] + le16(1) + [0])
    scene.done(0x2039, [0, 0])
    let told = scene.told(.advertising)
    expect(told.map { $0.own["advertising_handle"] }, equals: ["1", "2", "2", "1"])
    expect(told.map { $0.own["enabled"] }, equals: ["true", "true", "false", "false"])
    expect(
      told.map { $0.own["advertising_type"] }, equals: ["AUX_ADV_IND", "ADV_NONCONN_IND", nil, nil])
    expect(told.map { $0.own["duration_ms"] }, equals: [nil, "5000", nil, nil])
    expect(told[1].own["max_events"], equals: "9")
    expect(told[2].own["reason_code"], equals: "60")
    expect(told[2].own["completed_events"], equals: "4")
    let last = try #require(told.last)
    expect(last.connection, equals: 1)
    expect(last.frame, equals: end)
    expect(last.text, equals: "set 1 off: connected")
    // A set that is removed is forgotten.
    scene.done(0x203C, [1])
    scene.done(0x2039, [1, 1, 1] + le16(0) + [0])
    expect(scene.last?.own["connectable"] == nil)
  }

  @Test func aConnectionEndsLegacyAdvertising() {
    let scene = SessionScene()
    scene.done(0x2006, le16(0xA0) + le16(0xF0) + [0, 0, 0] + [0, 0, 0, 0, 0, 0] + [7, 0])
    scene.done(0x200A, [1])
    scene.connect(role: 1)
    scene.disconnect()
    scene.done(0x200A, [1])
    expect(scene.told(.advertising).map { $0.own["enabled"] }, equals: ["true", "false", "true"])
    expect(scene.told(.advertising)[1].text, equals: "off: connected")
  }

  @Test func aScanEndsByItself() {
    let scene = SessionScene()
    scene.done(0x2041, [0, 0, 5, 1] + le16(0x60) + le16(0x30) + [1] + le16(0x60) + le16(0x30))
    scene.done(0x2042, [1, 0] + le16(300) + le16(0))
    scene.leEvent(0x11, [])
    scene.done(0x2042, [1, 0] + le16(300) + le16(0))
    expect(scene.told(.scan).map { $0.own["enabled"] }, equals: ["true", "false", "true"])
    expect(scene.told(.scan)[0].own["phys"], equals: "1M,Coded")
    expect(scene.told(.scan)[0].own["duration_ms"], equals: "3000")
    expect(scene.told(.scan)[1].text, equals: "off: time-out")
  }
}
