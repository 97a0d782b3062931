import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

struct MTUTests {
  @Test func theSmallerOfBothCounts() throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 a702", "03 6700")
    let told = try #require(scene.told(.mtu).first)
    expect(told.own, equals: ["mtu": "103", "client_mtu": "679", "server_mtu": "103"])
    expect(told.text, equals: "103 (asked 679, got 103)")
    expect(scene.session.connections.first?.bearer.mtu, equals: 103)
  }

  @Test func neverBelowTheLeast() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 1700", "03 0500")
    expect(scene.session.connections.first?.bearer.mtu, equals: 23)
    scene.ask("02 0500", "03 0500")
    expect(
      scene.told(.mtu).map(\.text), equals: ["23 (asked 23, got 5)", "23 (asked 5, got 5)"])
    scene.ask("02 1700", "03 1700")
    expect(scene.told(.mtu).last?.text, equals: "23")
  }

  @Test func theMTUDecidesWhatALongReadIs() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("02 0002", "03 6700")
    scene.ask("0a 0300", "0b" + ReadTests.first22)
    expect(scene.told(.read).count, equals: 1)
    scene.ask("0a 0300", "0b" + String(repeating: "55", count: 102))
    expect(scene.told(.read).count, equals: 1)
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
    expect(told.note, equals: "")
    expect(told.requestFrame, equals: asked)
    expect(told.response, equals: 10)
    expect(scene.told(.malformed).map(\.frame), equals: [asked])
    let connection = try #require(scene.session.connections.first)
    expect(
      connection.counts.requests == 1 && connection.counts.answers == 1
        && connection.counts.errors == 1)
  }

  /// Another request came in between, or the error is about another.
  @Test(arguments: [["0a 0300"], []]) func theErrorThatAnswersAnother(_ between: [String]) throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "3f 01")
    for request in between { scene.ask(request, "0b 01") }
    scene.att(.received, between.isEmpty ? "01 3e 0000 06" : "01 3f 0000 06")
    let told = try #require(scene.told(.attError).first)
    expect(told.note, equals: "the request is not in the capture")
    expect(told.requestFrame == nil)
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
    expect(told.frame, equals: next)
    expect(told.requestFrame, equals: request)
    expect(told.value == nil)
    expect(told.response == nil)
    expect(told.note, equals: "no answer before the next request")
    expect(told.isProblem)
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
    expect(told.value, equals: "0100")
    expect(told.note, equals: "no answer before the disconnection")
    expect(told.isProblem)
    expect(
      scene.findings,
      equals: [
        "disconnected with a request unanswered: write Heart Rate Measurement CCCD = 0100, for 510 ms, "
          + "frame 12"
      ])
    let connection = try #require(scene.session.connections.first)
    expect(connection.counts.unanswered, equals: 1)
    expect(connection.remote.attribute(at: 4)?.values.count, equals: 0)
  }

  @Test func atTheEndOfTheCapture() throws {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.end()
    let told = try #require(scene.told(.read).first)
    expect(told.note, equals: "no answer: the capture ends")
    expect(!told.isProblem)
    expect(scene.findings.isEmpty)
  }

  @Test func afterThirtySecondsItIsATimeOut() throws {
    let scene = SessionScene()
    scene.connect()
    let request = scene.att(.sent, "12 0300 01")
    scene.wait(29_990)
    scene.disconnect(reason: 0x16)
    scene.end()
    expect(scene.told(.write).isEmpty)
    let told = try #require(scene.told(.attError).first)
    expect(told.own, equals: ["opcode": "18", "error": "time_out", "request_value": "01"])
    expect(told.requestFrame, equals: request)
    expect(told.handle, equals: 3)
    expect(told.isProblem)
  }

  @Test func otherRequestsAreReported() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "02 0002")
    scene.disconnect()
    scene.end()
    expect(
      scene.told(.note).map(\.text),
      equals: ["Exchange MTU Request: no answer before the disconnection"])
  }

  @Test func readsByTypeToo() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "08 0100 ffff 002a")
    scene.disconnect()
    scene.end()
    expect(
      scene.told(.read).map(\.note),
      equals: ["Read By Type 2A00, 0001-FFFF: no answer before the disconnection"])
  }

  @Test func answersWithoutARequest() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "0b 5c")
    expect(scene.last?.kind, equals: .read)
    expect(scene.last?.handle == nil)
    expect(scene.last?.value, equals: "5c")
    expect(scene.last?.note, equals: "the request is not in the capture")
    scene.att(.received, "13")
    expect(scene.last?.kind, equals: .note)
    expect(scene.last?.text, equals: "Write Response without its request")
    scene.att(.received, "01 0a 0300 01")
    expect(scene.last?.kind, equals: .attError)
    expect(scene.last?.handle, equals: 3)
    expect(scene.last?.requestFrame == nil)
  }

  @Test func anAnswerToAnotherRequestLeavesTheOpenOne() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.att(.received, "13")
    scene.att(.received, "0b 01")
    expect(scene.told(.read).map(\.value), equals: ["01"])
    expect(scene.told(.read).first?.handle, equals: 3)
  }

  /// A client that goes on after that has taken it for its answer: it has waited.
  @Test(arguments: ["13", "01 0c 0300 07"])
  func aServerAnswersAnotherRequest(_ response: String) {
    let scene = SessionScene()
    scene.connect()
    let first = scene.att(.sent, "0a 0300")
    scene.att(.received, response)
    scene.ask("0a 0500", "0b 55")
    scene.end()
    let reads = scene.told(.read)
    expect(reads.map(\.handle), equals: [3, 5])
    expect(
      reads.map(\.note), equals: ["no answer before the next request, but one to another kind", ""])
    expect(reads.map(\.isProblem), equals: [true, false])
    expect(reads.last?.response, equals: 10)
    expect(
      scene.findings.last,
      equals: "read 0003, no answer in 20 ms, but one to another kind of request, frame \(first)")
    expect(
      scene.session.findings.list.map(\.rule.identifier).contains("request-too-early"),
      equals: false)
  }

  /// Many servers name no attribute in an error, some another one: the request says which it is about.
  @Test(arguments: [("0000", ""), ("0300", ""), ("0900", "the error names 0009")])
  func anErrorIsAboutWhatWasAsked(_ named: String, _ note: String) throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 07 0200 0a 0300 192a")
    scene.ask("0a 0300", "01 0a \(named) 0e")
    let told = try #require(scene.told(.attError).first)
    expect(told.handle, equals: 3)
    expect(told.characteristic, equals: "2A19")
    expect(told.note, equals: note)
    expect(
      scene.findings,
      equals: ["read Battery Level refused by the peer: Unlikely Error (0E), frame 5"])
  }

  /// Of several attributes only the error says which it is about.
  @Test(arguments: [("0e 0300 0500", "0e"), ("20 0300 0500", "20"), ("18 01", "18")])
  func anErrorAboutOneOfSeveral(_ request: String, _ opcode: String) {
    let scene = SessionScene()
    scene.connect()
    scene.ask(request, "01 \(opcode) 0500 02")
    expect(scene.told(.attError).map(\.handle), equals: [5])
    expect(scene.told(.attError).map(\.note), equals: [""])
  }

  /// Of a refused execution, what was to be written; some servers name no attribute.
  @Test(arguments: ["0300", "0000"]) func aRefusedExecution(_ named: String) throws {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 0300 0000 aabb", "17 0300 0000 aabb")
    scene.ask("16 0300 0200 cc", "17 0300 0200 cc")
    scene.ask("18 01", "01 18 \(named) 0d")
    let told = try #require(scene.told(.attError).first)
    expect(told.handle, equals: 3)
    expect(told.own["request_value"], equals: "aabbcc")
    expect(told.note, equals: "queued write, 2 parts")
    expect(scene.told(.note).isEmpty)
    expect(
      scene.findings,
      equals: [
        "write 0003 = aabbcc refused by the peer: Invalid Attribute Value Length (0D), frame 7"
      ])
  }

  /// Nothing was to be written.
  @Test func aRefusedCancellation() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 0300 0000 aa", "17 0300 0000 aa")
    scene.ask("18 00", "01 18 0300 0e")
    expect(scene.told(.attError).map { $0.own["request_value"] }, equals: [nil])
    expect(scene.told(.attError).map(\.note), equals: [""])
  }

  /// The server may have written the others, or not.
  @Test func aRefusedExecutionOfSeveral() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 0300 0000 aa", "17 0300 0000 aa")
    scene.ask("16 0500 0000 bb", "17 0500 0000 bb")
    scene.ask("18 01", "01 18 0500 0d")
    expect(scene.told(.attError).map { $0.own["request_value"] }, equals: ["bb"])
    expect(
      scene.told(.note).map(\.text),
      equals: [
        "execution refused: whether 1 other part was written is not known"
      ])
  }

  /// 23 octets, until another MTU is agreed on.
  @Test func aPDULongerThanTheMTU() {
    let scene = SessionScene()
    scene.connect()
    let value = { (octets: Int) in String(repeating: "00", count: octets) }
    scene.att(.received, "1b 0300 \(value(20))")
    let first = scene.att(.received, "1b 0300 \(value(21))")
    scene.att(.received, "1b 0300 \(value(30))")
    scene.ask("02 6400", "03 f700")
    scene.att(.received, "1b 0300 \(value(97))")
    // The peer asks, too.
    scene.att(.received, "02 4000")
    scene.att(.received, "1b 0300 \(value(97))")
    scene.att(.sent, "03 f700")
    scene.att(.received, "1b 0300 \(value(97))")
    let sent = scene.att(.sent, "52 0300 \(value(98))")
    // In a log that is out of order, what follows the end is of another time.
    scene.disconnect()
    scene.att(.received, "1b 0300 \(value(98))")
    // That each side has two MTUs is found, too.
    let found = scene.session.findings.list.filter { $0.rule.identifier != "mtu-differs" }
    expect(
      found.map(\.text),
      equals: [
        "the peer sent an ATT PDU of 24 octets, longer than the MTU of 23, frame \(first)",
        "this host sent an ATT PDU of 101 octets, longer than the MTU of 100, frame \(sent)",
      ])
    expect(found.map(\.count), equals: [2, 1])
    expect(Set(found.map(\.rule.identifier)), equals: ["channel-fault"])
  }

  /// What was lost, or came before the capture, may have been its exchange.
  @Test(arguments: [false, true]) func aMTUThatIsNotKnown(_ isLost: Bool) {
    let scene = SessionScene()
    if isLost {
      scene.connect()
      scene.drops = 1
    }
    scene.att(.received, "1b 0300 " + String(repeating: "00", count: 30))
    scene.end()
    expect(scene.findings.isEmpty)
  }

  @Test func bothSidesMayAskAtOnce() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.att(.received, "0a 0300")
    scene.att(.sent, "0b 11")
    scene.att(.received, "0b 22")
    expect(scene.told(.read).map(\.value), equals: ["11", "22"])
    expect(scene.told(.read).map(\.direction), equals: [.sent, .received])
    expect(scene.told(.read).map(\.from), equals: [.central, .peripheral])
  }
}
