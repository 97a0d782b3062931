import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

struct DamageTests {
  /// Security Manager PDUs have one length each; a reserved code has none.
  @Test func securityPDUsThatAreTooShort() {
    let scene = SessionScene()
    scene.connect()
    for (pdu, text) in [
      ("01 03 00 01 10", "needs 6 bytes at offset 1, 4 there"),
      ("03 11111111", "needs 16 bytes at offset 1, 4 there"),
      ("0c 00", "needs 64 bytes at offset 1, 1 there"),
      ("0d", "needs 16 bytes at offset 1, 0 there"),
      ("08 11", "needs 16 bytes at offset 1, 1 there"),
    ] {
      scene.smp(.sent, pdu)
      expect(scene.told(.malformed).last?.text, equals: "SMP PDU: " + text)
    }
    expect(scene.told(.malformed).count, equals: 5)
    // A later version may have a longer one.
    for pdu in ["ff 00", "05 04 00", "0e 00"] { scene.smp(.received, pdu) }
    expect(scene.told(.malformed).count, equals: 5)
    // It was whole when it was recorded.
    scene.l2cap(.sent, 1, channel: 6, [3] + [UInt8](repeating: 1, count: 16), kept: 14)
    expect(scene.told(.malformed).count, equals: 5)
  }

  /// A PDU ends where its length says, in one packet or in several.
  @Test func bytesAfterTheEndOfAPDU() {
    let scene = SessionScene()
    scene.connect()
    let whole = SessionScene.fragments("1b 0300 0648", size: 100)[0]
    scene.acl(.received, 1, boundary: 2, whole + [1, 2, 3])
    scene.acl(.received, 1, boundary: 2, Array(whole.prefix(5)))
    scene.acl(.received, 1, boundary: 1, whole.dropFirst(5) + [4])
    expect(scene.told(.notification).map(\.value), equals: ["0648", "0648"])
    let told = scene.told(.malformed)
    expect(told.map(\.value), equals: ["010203", "04"])
    expect(
      told.map(\.text), equals: Array(repeating: "bytes after the end of an L2CAP PDU", count: 2))
  }

  @Test func malformedSignalsSayWhatIsMissing() {
    let scene = SessionScene()
    scene.connect()
    scene.l2cap(.received, 1, channel: 5, bytes("12 01 0a00 1800 2800 0000 f401"))
    expect(
      scene.told(.malformed).last?.text, equals: "L2CAP signal: needs 10 bytes at offset 4, 8 there"
    )
    scene.l2cap(.received, 1, channel: 4, [])
    expect(scene.summary, equals: "ATT, empty")
    expect(scene.told(.malformed).count, equals: 2)
  }

  @Test func interleavedFragmentsOfTwoConnections() {
    let scene = SessionScene()
    scene.connect(1, SessionScene.peerA)
    scene.connect(2, SessionScene.peerB)
    let one = SessionScene.fragments("1b 0300 000102030405060708", size: 5)
    let two = SessionScene.fragments("1b 0300 f0f1f2f3f4f5f6f7f8", size: 5)
    let mine = SessionScene.fragments("52 0300 e0e1e2e3e4e5e6e7e8", size: 5)
    for index in one.indices {
      scene.acl(.received, 1, boundary: index == 0 ? 2 : 1, one[index])
      scene.acl(.received, 2, boundary: index == 0 ? 0 : 1, two[index])
      scene.acl(.sent, 1, boundary: index == 0 ? 0 : 1, mine[index])
    }
    let told = scene.told([.notification, .writeCommand])
    expect(
      told.map(\.value), equals: ["000102030405060708", "f0f1f2f3f4f5f6f7f8", "e0e1e2e3e4e5e6e7e8"])
    expect(told.map(\.connection), equals: [1, 2, 1])
    expect(told.map(\.isTruncated), equals: [false, false, false])
    expect(scene.told(.malformed).isEmpty)
  }

  @Test func fragmentsOfOneByte() {
    let scene = SessionScene()
    scene.connect()
    let parts = SessionScene.fragments("1b 0300 0648", size: 1)
    for index in parts.indices {
      scene.acl(.received, 1, boundary: index == 0 ? 2 : 1, parts[index])
    }
    expect(scene.told(.notification).map(\.value), equals: ["0648"])
    expect(scene.told(.notification).first?.frame, equals: scene.frame)
  }

  /// Android's header filter: 13 octets of each start are kept, continuations whole.
  @Test func aCutStartIsReadAtOnceAndNotHeld() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.att(.received, "1b 0300 1648 ff03", kept: 13)
    expect(scene.last?.kind, equals: .notification)
    expect(scene.last?.value, equals: "1648")
    expect(scene.last?.isTruncated, equals: true)
    expect(scene.last?.decoded["heart_rate_bpm"], equals: "72")
    let parts = SessionScene.fragments("1b 0300 1649 ff03 ff03 ff03 ff03 ff03 ff03 ff03", size: 16)
    scene.acl(.received, 1, boundary: 2, parts[0], kept: 13)
    expect(scene.last?.value, equals: "1649")
    scene.acl(.received, 1, boundary: 1, parts[1])
    scene.att(.received, "1b 0300 064a")
    expect(scene.last?.value, equals: "064a")
    expect(scene.last?.isTruncated, equals: false)
    expect(scene.told(.notification).count, equals: 3)
    expect(scene.told(.malformed).isEmpty)
  }

  @Test func aCutContinuationEndsItsPDU() {
    let scene = SessionScene()
    scene.connect()
    let parts = SessionScene.fragments("1b 0300 000102030405060708", size: 10)
    scene.acl(.received, 1, boundary: 2, parts[0])
    scene.acl(.received, 1, boundary: 1, parts[1], kept: 6)
    expect(scene.last?.value, equals: "0001020304")
    expect(scene.last?.isTruncated, equals: true)
    scene.acl(.received, 1, boundary: 1, [1, 2, 3])
    scene.att(.received, "1b 0300 01")
    expect(scene.last?.isTruncated, equals: false)
    expect(scene.told(.malformed).isEmpty)
  }

  @Test func aStartInsideAPDUEndsIt() {
    let scene = SessionScene()
    scene.connect()
    let parts = SessionScene.fragments("1b 0300 000102030405060708", size: 10)
    let lost = scene.acl(.received, 1, boundary: 2, parts[0])
    scene.att(.received, "1b 0300 01")
    expect(scene.told(.notification).map(\.value), equals: ["01"])
    expect(
      scene.told(.note).map(\.text),
      equals: [
        "an L2CAP PDU was never completed, 10 bytes of it are in the capture (frame \(lost))"
      ])
  }

  @Test func aPDUThatTheEndLeavesOpen() {
    let scene = SessionScene()
    scene.connect()
    scene.acl(.received, 1, boundary: 2, [0x10, 0x00, 0x04, 0x00, 0x1B])
    scene.end()
    expect(scene.told(.note).count, equals: 1)
  }

  @Test func aContinuationOfNothing() {
    let scene = SessionScene()
    scene.connect()
    scene.acl(.received, 1, boundary: 1, bytes("0102"))
    expect(scene.last?.kind, equals: .malformed)
    expect(scene.last?.value, equals: "0102")
    expect(scene.last?.connection, equals: 1)
    expect(scene.last?.isTruncated, equals: false)
  }

  @Test func aLengthThatLies() {
    let scene = SessionScene()
    scene.connect()
    // The ACL header promises more than the record has.
    scene.acl(
      .received, 1, boundary: 2, le16(5) + le16(4) + bytes("1b 0300 0648"), declared: 500)
    expect(scene.last?.value, equals: "0648")
    expect(scene.last?.isTruncated, equals: false)
    // It promises less.
    scene.acl(.received, 1, boundary: 2, le16(5) + le16(4) + bytes("1b 0300 0648"), declared: 7)
    expect(scene.told(.notification).count, equals: 1)
    // L2CAP promises less than there is.
    scene.acl(.received, 1, boundary: 2, le16(4) + le16(4) + bytes("1b 0300 0648"))
    expect(scene.last?.value, equals: "06")
  }

  @Test func emptyAndUnknownPDUs() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "")
    expect(scene.last?.kind, equals: .malformed)
    expect(scene.last?.connection, equals: 1)
    scene.att(.received, "3f 0102")
    expect(scene.last?.kind, equals: .malformed)
    expect(scene.last?.own, equals: ["opcode": "63"])
    expect(scene.last?.value, equals: "3f0102")
    expect(scene.last?.from, equals: .peripheral)
    scene.att(.received, "1b 03")
    expect(scene.last?.kind, equals: .malformed)
    expect(scene.last?.isTruncated, equals: false)
    scene.att(.received, "1b 0300 0648", kept: 10)
    expect(scene.last?.kind, equals: .malformed)
    expect(scene.last?.isTruncated, equals: true)
    expect(scene.session.counts.malformed, equals: 4)
  }

  @Test func shortPackets() {
    let scene = SessionScene()
    scene.connect()
    for kind in [RecordKind.command, .event, .acl, .sco, .iso, .linkLayer, .unknown, .system] {
      scene.record(kind, .received, [])
      scene.record(kind, .received, [0x3E])
      scene.record(kind, .received, [0x01, 0x20])
    }
    expect(!scene.told(.malformed).isEmpty)
    scene.att(.received, "1b 0300 01")
    expect(scene.last?.value, equals: "01")
  }
}

struct FindingTests {
  @Test func silentSubscriptions() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.wait(12_500)
    scene.disconnect()
    expect(
      scene.findings,
      equals: ["subscribed to Heart Rate Measurement (frame 13): no value in 12.510 s"])
  }

  /// Records come when a control point asks for them, and its answers when it is written.
  @Test func recordsThatNobodyAskedFor() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0900 0818")
    scene.ask(
      "08 0100 0900 0328", "09 07 0200 10 0300 182a 0500 10 0600 342a 0700 28 0800 522a")
    scene.ask("04 0400 0400", "05 01 0400 0229")
    scene.ask("04 0900 0900", "05 01 0900 0229")
    scene.ask("12 0400 0100", "13")
    scene.ask("12 0900 0200", "13")
    scene.wait(12_500)
    scene.disconnect()
    expect(scene.findings, equals: [])
  }

  /// The peer turns on what this host has.
  @Test func silenceOfThisHostIsItsOwn() {
    let scene = SessionScene()
    scene.connect()
    scene.serve("10 0100 ffff 0028", "11 06 0100 0600 0d18")
    scene.serve("08 0100 0600 0328", "09 07 0200 10 0300 372a")
    scene.serve("04 0400 0400", "05 01 0400 0229")
    scene.serve("12 0400 0100", "13")
    scene.wait(12_500)
    scene.disconnect()
    expect(scene.findings.count, equals: 1)
    expect(
      scene.findings.first?.hasPrefix(
        "subscribed to Heart Rate Measurement of this host (frame "), equals: true,
      "\(scene.findings)")
  }

  @Test func aShortSubscriptionIsNone() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.wait(9000)
    scene.disconnect()
    expect(scene.findings.isEmpty)
  }

  @Test func aValueMayBeAmongLostPackets() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.wait(12_500)
    // A PDU that does not end.
    scene.acl(.received, 1, boundary: 2, [0x09, 0x00, 0x04, 0x00, 0x1B])
    scene.att(.received, "1b 0900 50")
    scene.disconnect()
    expect(!scene.findings.contains { $0.hasPrefix("subscribed to") })
  }

  @Test func aSubscriptionThatBringsValuesIsNone() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.att(.received, "1b 0300 0648")
    scene.wait(12_500)
    scene.disconnect()
    expect(scene.findings.isEmpty)
  }

  @Test func connectionsThatDie() {
    let scene = SessionScene()
    scene.connect()
    scene.disconnect(reason: 0x08)
    expect(
      scene.findings,
      equals: ["Connection Timeout (08), 10 ms after the connect, no data received"])
    expect(scene.told(.disconnected).first?.isProblem, equals: true)
  }
}
