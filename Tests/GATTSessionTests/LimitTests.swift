import ATTDissector
import BTSnoop
import TestSupport
import Testing

@testable import GATTSession

struct LimitTests {
  @Test func connectionsBeyondTheCapAreFollowed() {
    let scene = SessionScene()
    let count = SessionLimits.connections + 50
    for index in 0..<count {
      scene.connect(index & 0x0EFF)
      scene.att(.received, "1b 0300 01", on: index & 0x0EFF)
      scene.disconnect(index & 0x0EFF)
    }
    expect(scene.session.connections.count, equals: SessionLimits.connections)
    expect(scene.session.connectionCount, equals: count)
    expect(scene.told(.notification).count, equals: count)
    expect(scene.told(.note).count, equals: 1)
    expect(scene.told(.note).first?.text.contains("connections"), equals: true)
  }

  @Test func openConnectionsAreCapped() {
    let scene = SessionScene()
    let perAdapter = 0x0F00
    for index in 0..<(SessionLimits.openConnections + 100) {
      scene.adapter = UInt16(index / perAdapter)
      scene.att(.received, "1b 0300 01", on: index % perAdapter)
    }
    expect(scene.told(.notification).count, equals: SessionLimits.openConnections)
    expect(scene.told(.note).count, equals: 1)
    scene.adapter = 0
    scene.disconnect(0)
    scene.att(.received, "1b 0300 02", on: 0)
    expect(scene.last?.value, equals: "02")
  }

  @Test func adaptersAreCapped() {
    let scene = SessionScene()
    for index in 0..<(SessionLimits.adapters + 10) {
      scene.adapter = UInt16(index)
      scene.connect()
    }
    expect(scene.session.adapters.count, equals: SessionLimits.adapters)
    expect(scene.told(.note).count, equals: 1)
  }

  @Test func attributesOfOneServerAreCapped() {
    let scene = SessionScene()
    scene.connect()
    for handle in 1...(SessionLimits.attributesPerDatabase + 500) {
      scene.att(.received, "1b" + hex(le16(handle)) + "01")
    }
    scene.end()
    expect(scene.told(.notification).count, equals: SessionLimits.attributesPerDatabase + 500)
    expect(
      scene.session.connectedPeers.first?.database.unknowns.count,
      equals: SessionLimits.attributesPerDatabase)
    expect(scene.told(.note).count, equals: 1)
  }

  @Test func attributesOfAllServersAreCapped() {
    let scene = SessionScene()
    let perServer = SessionLimits.attributesPerDatabase - 8
    for peer in 0..<(SessionLimits.attributes / perServer + 2) {
      scene.connect(1, "C0:00:00:00:00:" + hex([UInt8(peer)]))
      for handle in 1...perServer { scene.att(.received, "1b" + hex(le16(handle)) + "01") }
      scene.disconnect(1)
    }
    scene.end()
    let held = scene.session.peerList.reduce(0) { $0 + $1.database.unknowns.count }
    expect(held, equals: SessionLimits.attributes)
    expect(scene.told(.note).count, equals: 1)
  }

  @Test func unfinishedPDUsAreCapped() {
    let scene = SessionScene()
    let part = [UInt8](repeating: 0x41, count: 60_000)
    let count = SessionLimits.reassemblyOctets / part.count + 20
    for handle in 0..<count {
      scene.acl(.received, handle, boundary: 2, le16(0xFFFF) + le16(4) + part)
    }
    let notes = scene.told(.note)
    expect(notes.filter { $0.text.contains("unfinished") }.count, equals: 1)
    expect(notes.filter { $0.text.contains("never completed") }.count >= 19)
    expect(scene.told(.malformed).isEmpty)
  }

  @Test func joinedPDUsDoNotCountAsUnfinished() {
    let scene = SessionScene()
    scene.connect()
    let pdu = "1b 0300" + String(repeating: "41", count: 60_000)
    for _ in 0..<(SessionLimits.reassemblyOctets / 60_000 + 20) {
      for (index, part) in SessionScene.fragments(pdu, size: 50_000).enumerated() {
        scene.acl(.received, 1, boundary: index == 0 ? 2 : 1, part)
      }
    }
    expect(scene.session.context.budget.reassembly.used, equals: 0)
    expect(scene.told(.note).isEmpty)
  }

  @Test func queuedWritesAreCapped() {
    let scene = SessionScene()
    scene.connect()
    for handle in 1...(SessionLimits.queuedWrites + 10) {
      let part = hex(le16(handle)) + "0000" + "01"
      scene.ask("16" + part, "17" + part)
    }
    scene.ask("18 01", "19")
    expect(scene.told(.write).count, equals: SessionLimits.queuedWrites)
    expect(scene.told(.note).count, equals: 1)
  }

  @Test func findingsAreCapped() {
    let scene = SessionScene()
    scene.connect()
    for handle in 1...(SessionLimits.findings + 100) {
      let bytes = hex(le16(handle))
      scene.ask("0a" + bytes, "01 0a" + bytes + "02")
    }
    expect(scene.findings.count, equals: SessionLimits.findings)
    expect(scene.session.findings.unlisted, equals: 100)
  }
}
