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
    #expect(scene.session.connections.first?.bearer.mtu == 103)
  }

  @Test func neverBelowTheLeast() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 1700", "03 0500")
    #expect(scene.session.connections.first?.bearer.mtu == 23)
    scene.ask("02 0500", "03 0500")
    #expect(scene.told(.mtu).map(\.text) == ["23 (23 asked, 5 given)", "23 (5 asked, 5 given)"])
    scene.ask("02 1700", "03 1700")
    #expect(scene.told(.mtu).last?.text == "23")
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

/// Requests that no server understands: of an unknown kind, or too short.
struct UnreadRequestTests {
  @Test(arguments: [
    ("3f 01", "01 3f 0000 06"), ("0a 03", "01 0a 0000 04"), ("08 0100", "01 08 0100 04"),
  ])
  func theErrorThatAnswersIt(_ request: String, _ error: String) throws {
    let scene = SessionScene()
    scene.connect()
    let asked = scene.att(.sent, request)
    scene.att(.received, error)
    let told = try #require(scene.told(.attError).first)
    #expect(told.note == "")
    #expect(told.requestFrame == asked)
    #expect(told.response == 10)
    #expect(scene.told(.malformed).map(\.frame) == [asked])
    let connection = try #require(scene.session.connections.first)
    #expect(connection.requests == 1 && connection.answers == 1 && connection.errors == 1)
  }

  /// Another request came in between, or the error is about another.
  @Test(arguments: [["0a 0300"], []]) func theErrorThatAnswersAnother(_ between: [String]) throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "3f 01")
    for request in between { scene.ask(request, "0b 01") }
    scene.att(.received, between.isEmpty ? "01 3e 0000 06" : "01 3f 0000 06")
    let told = try #require(scene.told(.attError).first)
    #expect(told.note == "the request is not in the capture")
    #expect(told.requestFrame == nil)
  }
}

struct UnansweredTests {
  @Test func atTheNextRequest() throws {
    let scene = SessionScene()
    scene.connect()
    let request = scene.att(.sent, "0a 0300")
    scene.wait(2_000)
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
    scene.end()
    let told = try #require(scene.told(.write).first)
    #expect(told.value == "0100")
    #expect(told.note == "no answer before the disconnection")
    #expect(told.isProblem)
    #expect(
      scene.findings == [
        "disconnected with a request unanswered: write Heart Rate Measurement CCCD = 0100, for 510 ms, "
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
    scene.end()
    #expect(scene.told(.write).isEmpty)
    let told = try #require(scene.told(.attError).first)
    #expect(told.own == ["opcode": "18", "error": "time_out", "request_value": "01"])
    #expect(told.requestFrame == request)
    #expect(told.handle == 3)
    #expect(told.isProblem)
  }

  @Test func otherRequestsAreReported() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "02 0002")
    scene.disconnect()
    scene.end()
    #expect(
      scene.told(.note).map(\.text)
        == ["Exchange MTU Request: no answer before the disconnection"])
  }

  @Test func readsByTypeToo() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "08 0100 ffff 002a")
    scene.disconnect()
    scene.end()
    #expect(
      scene.told(.read).map(\.note)
        == ["Read By Type 2A00, 0001-FFFF: no answer before the disconnection"])
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
