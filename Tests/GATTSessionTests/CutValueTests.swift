import BTSnoop
import Bytes
import GATTSession
import TestSupport
import Testing

/// Logs that the phone has cut to keep them small: 14 octets of an ACL packet in memory, 13 in files
/// with the header filter.
struct CutValueTests {
  private static let inMemory = 14

  @Test func anHeartRateOfEightBitsSurvives() {
    for kept in [13, Self.inMemory] {
      let scene = SessionScene()
      scene.connect()
      scene.discoverHeartRate()
      scene.att(.received, "1b 0300 1648 ff03 ee03", kept: kept)
      let told = scene.told(.notification)
      expect(told.map(\.isTruncated), equals: [true])
      expect(told.map { $0.decoded["heart_rate_bpm"] }, equals: ["72"])
      expect(told.map { $0.decoded["sensor_contact"] }, equals: ["detected"])
      // Of the RR interval there is an octet at most.
      expect(told.map { $0.decoded["rr_intervals_ms"] }, equals: [nil])
      // One that is whole says nothing of a cut.
      scene.att(.received, "1b 0300 0648", kept: kept)
      expect(scene.last?.isTruncated, equals: false)
      expect(scene.last?.decoded["heart_rate_bpm"], equals: "72")
      expect(scene.told(.malformed).isEmpty)
    }
  }

  /// The first octet of a type is there: what it asks for is reported by that.
  @Test func requestsWithoutTheEndOfTheirType() {
    let scene = SessionScene()
    scene.connect()
    func ask(_ request: String, _ answer: String) {
      scene.att(.sent, request, kept: Self.inMemory)
      scene.att(.received, answer, kept: Self.inMemory)
    }
    ask("10 0100 ffff 0028", "11 06 0100 0600 0d18 0700 ffff 0f18")
    ask("08 0100 0600 0328", "09 07 0200 10 0300 372a 0500 02 0600 382a")
    ask("08 0100 0600 0228", "01 08 0100 0a")
    ask("04 0400 0400", "05 01 0400 0229")
    expect(scene.told(.malformed).isEmpty)
    expect(scene.told([.read, .note, .attError]).filter { $0.subject == .general }.isEmpty)
    scene.att(.received, "1b 0300 1648 ff03", kept: Self.inMemory)
    expect(scene.last?.value, equals: "1648ff")
    expect(scene.last?.handle, equals: 3)
    // 2A00, but the octet might be of 2800, too.
    ask("08 0100 ffff 002a", "09 0d 0300 506f6c6172204837203030")
    let read = scene.told(.read)
    expect(read.map(\.handle), equals: [3])
    expect(read.map(\.value), equals: ["506f"])
    expect(read.map(\.isTruncated), equals: [true])
    expect(scene.told(.malformed).isEmpty)
  }

  @Test func onlyTheLastOfSeveralValuesIsCut() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "08 0100 ffff 192a")
    scene.att(.received, "09 03 0300 62 0900 63", kept: 15)
    expect(scene.told(.read).map(\.value), equals: ["62", ""])
    expect(scene.told(.read).map(\.handle), equals: [3, 9])
    expect(scene.told(.read).map(\.isTruncated), equals: [false, true])
  }

  /// Continuations are kept whole, but their start is not: nothing may join them.
  @Test func continuationsOfACutStartBelongToNothing() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    let first = SessionScene.fragments("1b 0300 1648 ff03 ff03 ff03 ff03 ff03 ff03 ff03", size: 16)
    scene.acl(.received, 1, boundary: 2, first[0], kept: 13)
    let before = scene.events.count
    for part in first.dropFirst() { scene.acl(.received, 1, boundary: 1, part) }
    expect(scene.events.count, equals: before)
    let next = SessionScene.fragments("1b 0300 0650", size: 6)
    scene.acl(.received, 1, boundary: 2, next[0])
    scene.acl(.received, 1, boundary: 1, next[1])
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "80")
    expect(scene.last?.isTruncated, equals: false)
  }

  /// The recorder says nothing of a cut, but the packet's own length does.
  @Test func aCutThatOnlyTheHeaderTells() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.acl(
      .received, 1, boundary: 2,
      Array(SessionScene.fragments("1b 0300 1648 ff03", size: 99)[0][..<9]),
      declared: 11)
    expect(scene.last?.value, equals: "1648")
    expect(scene.last?.isTruncated, equals: true)
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "72")
  }

  /// SCO and ISO are left out of the log but for their records.
  @Test func packetsOfWhichNothingIsLeft() {
    let scene = SessionScene()
    scene.connect()
    let before = scene.events.count
    scene.record(.sco, .received, [], original: 51)
    scene.record(.iso, .sent, [], original: 60)
    expect(scene.events.count, equals: before)
  }
}

/// Records that recorders other than the BlueZ monitor write beside packets.
struct RecorderRecordTests {
  private func summary(_ code: UInt16, _ bytes: [UInt8], kind: RecordKind = .system) -> String {
    let scene = SessionScene()
    scene.record(kind, .unknown, bytes, code: code)
    expect(scene.events.isEmpty)
    return scene.summary
  }

  private func packetLogger(_ type: UInt8, _ text: String) -> String {
    summary(SystemCode.packetLogger(type), Array(text.utf8))
  }

  @Test func textsOfPacketLogger() {
    expect(packetLogger(0xF8, "  up\n\0"), equals: "PacketLogger kernel: up")
    expect(packetLogger(0xF9, "x"), equals: "PacketLogger kernel debug: x")
    expect(packetLogger(0xFA, "x"), equals: "PacketLogger error: x")
    expect(packetLogger(0xFB, "on"), equals: "PacketLogger power: on")
    expect(packetLogger(0xFC, "a note\0and rubbish"), equals: "PacketLogger note: a note")
    expect(packetLogger(0xFC, ""), equals: "PacketLogger note")
    expect(packetLogger(0xFC, "\0"), equals: "PacketLogger note")
    expect(packetLogger(0xFD, "x"), equals: "PacketLogger config: x")
    expect(packetLogger(0xFE, "x"), equals: "PacketLogger new controller: x")
    expect(packetLogger(0x0A, "\u{1}"), equals: "PacketLogger LMP sent")
    expect(packetLogger(0x0B, ""), equals: "PacketLogger LMP received")
    expect(packetLogger(0x44, "x"), equals: "PacketLogger record 0x44")
    let long = String(repeating: "ä", count: 151)
    expect(
      packetLogger(0xFC, long),
      equals: "PacketLogger note: " + String(repeating: "ä", count: 150) + "..."
    )
    expect(
      packetLogger(0xFC, "x" + long),
      equals: "PacketLogger note: x" + String(repeating: "ä", count: 149) + "...")
  }

  @Test func syslogOfPacketLogger() {
    let whole = "*\0\0\0\u{2}bluetoothd\0lib\0com.apple.bluetooth\0Server\0started\0"
    expect(packetLogger(0xF7, whole), equals: "PacketLogger syslog: bluetoothd[42]: started")
    for length in 0...whole.utf8.count {
      let text = summary(SystemCode.packetLogger(0xF7), Array(whole.utf8.prefix(length)))
      expect(text.hasPrefix("PacketLogger syslog"))
    }
  }

  @Test func serialTransports() {
    expect(summary(SystemCode.threeWire(0), []), equals: "H5 acknowledgment")
    expect(summary(SystemCode.threeWire(15), [1, 0x7E]), equals: "H5 link control: sync")
    expect(summary(SystemCode.threeWire(15), [3, 0xFC, 0x17]), equals: "H5 link control: config")
    expect(summary(SystemCode.threeWire(15), [9, 9]), equals: "H5 link control")
    expect(summary(SystemCode.threeWire(9), []), equals: "H5 packet type 9")
    expect(summary(SystemCode.threeWire(0x80), []), equals: "H5 frame, damaged")
    expect(summary(SystemCode.bcsp(0x81), []), equals: "BCSP frame, sent again")
    expect(
      summary(SystemCode.bcsp(1), Array("conf".utf8)), equals: "BCSP link establishment: conf")
    expect(summary(SystemCode.bcsp(12), []), equals: "BCSP channel 12")
  }

  @Test func theMonitorStaysAsItWas() {
    expect(summary(12, Array("Linux".utf8)), equals: "System Note")
    expect(summary(99, []), equals: "Unknown monitor record")
    expect(summary(0x1FC, [], kind: .unknown), equals: "Unknown packet type 0x01FC")
  }
}
