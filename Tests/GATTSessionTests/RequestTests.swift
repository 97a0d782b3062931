import ATTDissector
import BTSnoop
import GATTSession
import Testing

struct MTUTests {
  @Test func theSmallerOfBothCounts() throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 a702", "03 6700")
    let told = try #require(scene.told(.mtu).first)
    #expect(told.own == ["mtu": "103", "client_mtu": "679", "server_mtu": "103"])
    #expect(told.text == "103 (679 asked, 103 given)")
    #expect(scene.session.connections.first?.mtu == 103)
  }

  @Test func neverBelowTheLeast() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 1700", "03 0500")
    #expect(scene.session.connections.first?.mtu == 23)
  }

  @Test func theMTUDecidesWhatALongReadIs() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 0002", "03 6700")
    scene.ask("0a 0300", "0b" + ReadTests.first22)
    #expect(scene.told(.read).count == 1)
    scene.ask("0a 0300", "0b" + String(repeating: "55", count: 102))
    #expect(scene.told(.read).count == 1)
  }
}

struct UnansweredTests {
  @Test func atTheNextRequest() throws {
    let scene = SessionScene()
    scene.connect()
    let request = scene.att(.sent, "0a 0300")
    let next = scene.att(.sent, "0a 0500")
    let told = try #require(scene.told(.read).first)
    #expect(told.frame == next)
    #expect(told.requestFrame == request)
    #expect(told.value == nil)
    #expect(told.response == nil)
    #expect(told.note == "no answer before the next request")
    #expect(told.isProblem)
  }

  @Test func atADisconnection() throws {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.att(.sent, "12 0400 0100")
    scene.wait(500)
    scene.disconnect()
    let told = try #require(scene.told(.write).first)
    #expect(told.value == "0100")
    #expect(told.note == "no answer before the disconnection")
    #expect(told.isProblem)
    #expect(
      scene.findings == [
        "disconnected with a request unanswered: write Heart Rate Measurement CCCD, for 510 ms, "
          + "frame 12"
      ])
    let connection = try #require(scene.session.connections.first)
    #expect(connection.unanswered == 1)
    #expect(connection.remote.attribute(4)?.valueCount == 0)
  }

  @Test func atTheEndOfTheCapture() throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.end()
    let told = try #require(scene.told(.read).first)
    #expect(told.note == "no answer: the capture ends")
    #expect(!told.isProblem)
    #expect(scene.findings.isEmpty)
  }

  @Test func afterThirtySecondsItIsATimeOut() throws {
    let scene = SessionScene()
    scene.connect()
    let request = scene.att(.sent, "12 0300 01")
    scene.wait(29_990)
    scene.disconnect(reason: 0x16)
    #expect(scene.told(.write).isEmpty)
    let told = try #require(scene.told(.attError).first)
    #expect(told.own == ["opcode": "18", "error": "time_out", "request_value": "01"])
    #expect(told.requestFrame == request)
    #expect(told.handle == 3)
    #expect(told.isProblem)
  }

  @Test func otherRequestsAreTold() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "02 0002")
    scene.disconnect()
    #expect(
      scene.told(.note).map(\.text)
        == ["Exchange MTU Request: no answer before the disconnection"])
  }

  @Test func answersWithoutARequest() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "0b 5c")
    #expect(scene.last?.kind == .read)
    #expect(scene.last?.handle == nil)
    #expect(scene.last?.value == "5c")
    #expect(scene.last?.note == "the request is not in the capture")
    scene.att(.received, "13")
    #expect(scene.last?.kind == .note)
    #expect(scene.last?.text == "Write Response without its request")
    scene.att(.received, "01 0a 0300 01")
    #expect(scene.last?.kind == .attError)
    #expect(scene.last?.handle == 3)
    #expect(scene.last?.requestFrame == nil)
  }

  @Test func anAnswerToAnotherRequestLeavesTheOpenOne() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.att(.received, "13")
    scene.att(.received, "0b 01")
    #expect(scene.told(.read).map(\.value) == ["01"])
    #expect(scene.told(.read).first?.handle == 3)
  }

  @Test func bothSidesMayAskAtOnce() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.att(.received, "0a 0300")
    scene.att(.sent, "0b 11")
    scene.att(.received, "0b 22")
    #expect(scene.told(.read).map(\.value) == ["11", "22"])
    #expect(scene.told(.read).map(\.direction) == [.sent, .received])
    #expect(scene.told(.read).map(\.from) == [.central, .peripheral])
  }
}

struct DamageTests {
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
    #expect(
      told.map(\.value) == ["000102030405060708", "f0f1f2f3f4f5f6f7f8", "e0e1e2e3e4e5e6e7e8"])
    #expect(told.map(\.connection) == [1, 2, 1])
    #expect(told.map(\.isTruncated) == [false, false, false])
    #expect(scene.told(.malformed).isEmpty)
  }

  @Test func fragmentsOfOneByte() {
    let scene = SessionScene()
    scene.connect()
    let parts = SessionScene.fragments("1b 0300 0648", size: 1)
    for index in parts.indices {
      scene.acl(.received, 1, boundary: index == 0 ? 2 : 1, parts[index])
    }
    #expect(scene.told(.notification).map(\.value) == ["0648"])
    #expect(scene.told(.notification).first?.frame == scene.frame)
  }

  /// Android's header filter: 13 octets of each start are kept, continuations whole.
  @Test func aCutStartIsReadAtOnceAndNotHeld() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.att(.received, "1b 0300 1648 ff03", kept: 13)
    #expect(scene.last?.kind == .notification)
    #expect(scene.last?.value == "1648")
    #expect(scene.last?.isTruncated == true)
    #expect(scene.last?.decoded["heart_rate_bpm"] == "72")
    let parts = SessionScene.fragments("1b 0300 1649 ff03 ff03 ff03 ff03 ff03 ff03 ff03", size: 16)
    scene.acl(.received, 1, boundary: 2, parts[0], kept: 13)
    #expect(scene.last?.value == "1649")
    scene.acl(.received, 1, boundary: 1, parts[1])
    scene.att(.received, "1b 0300 064a")
    #expect(scene.last?.value == "064a")
    #expect(scene.last?.isTruncated == false)
    #expect(scene.told(.notification).count == 3)
    #expect(scene.told(.malformed).isEmpty)
  }

  @Test func aCutContinuationEndsItsPDU() {
    let scene = SessionScene()
    scene.connect()
    let parts = SessionScene.fragments("1b 0300 000102030405060708", size: 10)
    scene.acl(.received, 1, boundary: 2, parts[0])
    scene.acl(.received, 1, boundary: 1, parts[1], kept: 6)
    #expect(scene.last?.value == "0001020304")
    #expect(scene.last?.isTruncated == true)
    scene.acl(.received, 1, boundary: 1, [1, 2, 3])
    scene.att(.received, "1b 0300 01")
    #expect(scene.last?.isTruncated == false)
    #expect(scene.told(.malformed).isEmpty)
  }

  @Test func aStartInsideAPDUEndsIt() {
    let scene = SessionScene()
    scene.connect()
    let parts = SessionScene.fragments("1b 0300 000102030405060708", size: 10)
    let lost = scene.acl(.received, 1, boundary: 2, parts[0])
    scene.att(.received, "1b 0300 01")
    #expect(scene.told(.notification).map(\.value) == ["01"])
    #expect(
      scene.told(.note).map(\.text)
        == ["an L2CAP PDU was never completed, 10 bytes of it were there (frame \(lost))"])
  }

  @Test func aPDUThatTheEndLeavesOpen() {
    let scene = SessionScene()
    scene.connect()
    scene.acl(.received, 1, boundary: 2, [0x10, 0x00, 0x04, 0x00, 0x1B])
    scene.end()
    #expect(scene.told(.note).count == 1)
  }

  @Test func aContinuationOfNothing() {
    let scene = SessionScene()
    scene.connect()
    scene.acl(.received, 1, boundary: 1, bytes("0102"))
    #expect(scene.last?.kind == .malformed)
    #expect(scene.last?.value == "0102")
    #expect(scene.last?.connection == 1)
    #expect(scene.last?.isTruncated == false)
  }

  @Test func aLengthThatLies() {
    let scene = SessionScene()
    scene.connect()
    // The ACL header promises more than the record has.
    scene.acl(
      .received, 1, boundary: 2, le16(5) + le16(4) + bytes("1b 0300 0648"), declared: 500)
    #expect(scene.last?.value == "0648")
    #expect(scene.last?.isTruncated == false)
    // It promises less.
    scene.acl(.received, 1, boundary: 2, le16(5) + le16(4) + bytes("1b 0300 0648"), declared: 7)
    #expect(scene.told(.notification).count == 1)
    // L2CAP promises less than there is.
    scene.acl(.received, 1, boundary: 2, le16(4) + le16(4) + bytes("1b 0300 0648"))
    #expect(scene.last?.value == "06")
  }

  @Test func emptyAndUnknownPDUs() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "")
    #expect(scene.last?.kind == .malformed)
    #expect(scene.last?.connection == 1)
    scene.att(.received, "3f 0102")
    #expect(scene.last?.kind == .malformed)
    #expect(scene.last?.own == ["opcode": "63"])
    #expect(scene.last?.value == "3f0102")
    #expect(scene.last?.from == .peripheral)
    scene.att(.received, "1b 03")
    #expect(scene.last?.kind == .malformed)
    #expect(scene.last?.isTruncated == false)
    scene.att(.received, "1b 0300 0648", kept: 10)
    #expect(scene.last?.kind == .malformed)
    #expect(scene.last?.isTruncated == true)
    #expect(scene.session.counts.malformed == 4)
  }

  @Test func shortPackets() {
    let scene = SessionScene()
    scene.connect()
    for kind in [RecordKind.command, .event, .acl, .sco, .iso, .linkLayer, .unknown, .system] {
      scene.record(kind, .received, [])
      scene.record(kind, .received, [0x3E])
      scene.record(kind, .received, [0x01, 0x20])
    }
    #expect(!scene.told(.malformed).isEmpty)
    scene.att(.received, "1b 0300 01")
    #expect(scene.last?.value == "01")
  }
}

struct FindingTests {
  @Test func silentSubscriptions() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.wait(2500)
    scene.disconnect()
    #expect(
      scene.findings
        == ["subscribed to Heart Rate Measurement (frame 13): no value in 2510 ms"])
  }

  @Test func aSubscriptionThatBringsValuesIsNone() {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    scene.ask("12 0400 0100", "13")
    scene.att(.received, "1b 0300 0648")
    scene.wait(2500)
    scene.disconnect()
    #expect(scene.findings.isEmpty)
  }

  @Test func connectionsThatDie() {
    let scene = SessionScene()
    scene.connect()
    scene.disconnect(reason: 0x08)
    #expect(
      scene.findings
        == ["Connection Timeout (08), 10 ms after the connect, nothing received"])
    #expect(scene.told(.disconnected).first?.isProblem == true)
  }
}
