import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Hosts that send a request before their last one is answered.
struct EarlyRequestTests {
  private static let broken =
    "this host sent a request before its last one was answered (ATT allows one at a time)"

  @Test func responsesAreMatchedInOrder() throws {
    let scene = SessionScene()
    scene.connect()
    let requests = (1...4).map { scene.att(.sent, "12 0500 0\($0)") }
    let responses = (1...4).map { _ in scene.att(.received, "13") }
    scene.end()
    let writes = scene.told(.write)
    expect(writes.map(\.value), equals: ["01", "02", "03", "04"])
    expect(writes.map(\.requestFrame), equals: requests)
    expect(writes.map(\.frame), equals: responses)
    expect(writes.map(\.note), equals: ["", "", "", ""])
    expect(scene.told(.note).isEmpty)
    let finding = try #require(scene.session.findings.list.first)
    expect(scene.session.findings.list.count, equals: 1)
    expect(finding.text, equals: "\(Self.broken), frame \(requests[1])")
    expect(finding.count, equals: 3)
    expect(finding.frame, equals: requests[1])
    let connection = try #require(scene.session.connections.first)
    expect(connection.counts.requests, equals: 4)
    expect(connection.counts.answers, equals: 4)
    expect(connection.counts.unanswered, equals: 0)
  }

  @Test func readsGoToTheirAttributes() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.att(.sent, "0a 0500")
    scene.att(.received, "0b 33")
    scene.att(.sent, "0a 0700")
    scene.att(.received, "0b 55")
    scene.att(.received, "01 0a 0700 02")
    expect(scene.told(.read).map(\.handle), equals: [3, 5])
    expect(scene.told(.read).map(\.value), equals: ["33", "55"])
    expect(scene.told(.attError).map(\.handle), equals: [7])
    expect(scene.session.findings.list.map(\.count), equals: [2, 1])
  }

  @Test func aPeerThatDoesNotWaitIsNamed() {
    let scene = SessionScene()
    scene.connect(role: 1)
    scene.att(.received, "0a 0300")
    scene.att(.received, "0a 0500")
    scene.att(.sent, "0b 33")
    expect(scene.findings.count, equals: 1)
    expect(scene.findings.first?.hasPrefix("the peer sent a request before"), equals: true)
  }

  /// A server answers in order: a response to a later request says that the earlier got none.
  @Test func whatIsPassedOverIsUnanswered() {
    let scene = SessionScene()
    scene.connect()
    let first = scene.att(.sent, "0a 0300")
    let second = scene.att(.sent, "12 0500 01")
    scene.att(.received, "13")
    let read = scene.told(.read).first
    expect(read?.requestFrame, equals: first)
    expect(read?.note, equals: "no answer before the next request")
    expect(scene.told(.write).map(\.requestFrame), equals: [second])
    // Nothing shows that the host did not wait.
    expect(scene.findings.allSatisfy { !$0.hasPrefix(Self.broken) })
  }

  @Test func errorsNameTheirRequest() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    let second = scene.att(.sent, "0a 0600")
    scene.att(.received, "01 0a 0600 02")
    expect(scene.told(.attError).map(\.requestFrame), equals: [second])
    expect(scene.told(.read).map(\.note), equals: ["no answer before the next request"])
  }

  /// What was lost may have been the response.
  @Test func notWherePacketsAreMissing() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.drops = 1
    let second = scene.att(.sent, "0a 0500")
    scene.att(.received, "0b 55")
    expect(scene.told(.read).map(\.note), equals: ["no answer before the next request", ""])
    expect(scene.told(.read).map(\.requestFrame).last, equals: second)
    expect(scene.told(.read).map(\.handle), equals: [3, 5])
  }

  /// Who waits that long has given up.
  @Test func notAfterASecond() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.wait(1_000)
    scene.att(.sent, "0a 0500")
    scene.att(.received, "0b 55")
    expect(scene.told(.read).map(\.note), equals: ["no answer before the next request", ""])
    expect(scene.told(.read).map(\.handle), equals: [3, 5])
  }

  @Test func allAreReportedWhenTheConnectionEnds() throws {
    let scene = SessionScene()
    scene.connect()
    for handle in 1...3 { scene.att(.sent, "0a 0\(handle)00") }
    scene.disconnect()
    scene.end()
    expect(scene.told(.read).map(\.handle), equals: [1, 2, 3])
    expect(Set(scene.told(.read).map(\.note)), equals: ["no answer before the disconnection"])
    expect(scene.session.connections.first?.counts.unanswered, equals: 3)
  }

  @Test func eachTimesOutByItself() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.wait(500)
    scene.att(.sent, "0a 0500")
    scene.wait(29_600)
    scene.att(.received, "1b 0900 01")
    expect(scene.told(.attError).map(\.handle), equals: [3])
    scene.wait(500)
    scene.att(.received, "1b 0900 02")
    expect(scene.told(.attError).map(\.handle), equals: [3, 5])
  }

  @Test func noMoreThanTheLimitAreOpen() {
    let scene = SessionScene()
    scene.connect()
    for _ in 0..<SessionLimits.earlyRequests + 3 { scene.att(.sent, "12 0500 01") }
    expect(scene.told(.write).count, equals: 2)
    for _ in 0..<SessionLimits.earlyRequests + 1 { scene.att(.received, "13") }
    expect(scene.told(.write).count, equals: SessionLimits.earlyRequests + 3)
    expect(scene.told(.note).isEmpty)
  }
}
