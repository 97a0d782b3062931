import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

/// Requests, answers and confirmations that do not come as they must.
struct TransactionTests {
  @Test func aTimeOutIsReportedWhenItIsOver() throws {
    let scene = SessionScene()
    scene.connect()
    let request = scene.att(.sent, "0a 0300")
    scene.wait(29_000)
    scene.att(.received, "1b 0500 01")
    expect(scene.told(.attError).isEmpty)
    scene.wait(1_000)
    let over = scene.att(.received, "1b 0500 02")
    let told = try #require(scene.told(.attError).first)
    expect(told.frame, equals: over)
    expect(told.requestFrame, equals: request)
    expect(told.own, equals: ["opcode": "10", "error": "time_out"])
    expect(scene.last?.kind, equals: .notification)
    // Late, and true all the same.
    scene.att(.received, "0b 2a")
    expect(scene.last?.kind, equals: .read)
    expect(scene.last?.handle, equals: 3)
    expect(scene.last?.value, equals: "2a")
    expect(scene.last?.requestFrame, equals: request)
    expect(scene.last?.note, equals: "answered after the time-out")
    expect(scene.told(.attError).count, equals: 1)
    // Only once.
    scene.att(.received, "0b 2b")
    expect(scene.last?.note, equals: "the request is not in the capture")
  }

  @Test func eachSideHasItsOwnTime() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.wait(20_000)
    scene.att(.received, "0a 0900")
    scene.wait(15_000)
    scene.att(.received, "1b 0500 01")
    expect(scene.told(.attError).map(\.from), equals: [.central])
    scene.wait(15_000)
    scene.att(.received, "1b 0500 02")
    expect(scene.told(.attError).map(\.from), equals: [.central, .peripheral])
    expect(scene.told(.attError).map(\.handle), equals: [3, 9])
  }

  @Test func anAnswerInTimeEndsTheWait() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "0b 01")
    scene.wait(31_000)
    scene.ask("0a 0300", "0b 02")
    scene.wait(31_000)
    scene.att(.received, "1b 0500 01")
    expect(scene.told(.attError).isEmpty)
    expect(scene.told(.read).count, equals: 2)
  }

  @Test func aRequestWhileAnotherIsOpen() {
    let scene = SessionScene()
    scene.connect()
    let first = scene.att(.sent, "0a 0300")
    scene.wait(2_000)
    scene.att(.sent, "12 0500 01")
    expect(scene.last?.note, equals: "no answer before the next request")
    scene.att(.received, "0b 2a")
    expect(scene.last?.value, equals: "2a")
    expect(scene.last?.handle, equals: 3)
    expect(scene.last?.requestFrame, equals: first)
    expect(scene.last?.note, equals: "answered after the next request")
    scene.att(.received, "13")
    expect(scene.last?.kind, equals: .write)
    expect(scene.last?.note, equals: "")
  }

  @Test func anErrorThatAnswersNothing() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "01 0a 0300 02")
    expect(scene.last?.requestFrame == nil)
    expect(scene.last?.note, equals: "the request is not in the capture")
    let request = scene.att(.sent, "0a 0300")
    scene.wait(31_000)
    scene.att(.received, "01 0a 0300 02")
    expect(scene.last?.requestFrame, equals: request)
    expect(scene.last?.note, equals: "answered after the time-out")
    expect(scene.told(.attError).count, equals: 3)
  }

  @Test func aWriteThatIsAnsweredTooLate() {
    let scene = SessionScene()
    scene.connect()
    let request = scene.att(.sent, "12 0500 01")
    scene.wait(31_000)
    scene.att(.received, "13")
    expect(scene.told(.attError).first?.own["request_value"], equals: "01")
    expect(scene.last?.kind, equals: .note)
    expect(scene.last?.requestFrame, equals: request)
    expect(scene.last?.handle, equals: 5)
    expect(scene.last?.text, equals: "Write Response: answered after the time-out")
  }

  /// It lists attributes, also where it comes after its time.
  @Test func aLateListOfValues() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "08 0100 ffff 002a")
    scene.wait(31_000)
    scene.att(.received, "09 09 0300 43697263696e69")
    let told = scene.told(.read).last
    expect(told?.handle == 3 && told?.text == "\"Circini\"")
    expect(told?.note.contains("after the time-out"), equals: true)
  }

  @Test func anIndicationThatIsNotConfirmedInTime() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0500", "0b 01")
    let sent = scene.att(.received, "1d 0300 01")
    scene.wait(31_000)
    scene.att(.received, "1b 0500 01")
    expect(scene.told(.indication).map(\.note), equals: ["not confirmed"])
    expect(scene.told(.indication).map(\.isProblem), equals: [true])
    expect(
      scene.findings,
      equals: ["indication of 0003 not confirmed by this host in 30 s, frame \(sent)"])
    let told = scene.events.count
    scene.wait(1010)
    scene.att(.sent, "1e")
    expect(scene.events.count, equals: told + 1)
    expect(scene.last?.text, equals: "Handle Value Confirmation: 32.030 s after its indication")
    expect(scene.last?.requestFrame, equals: sent)
    expect(scene.last?.handle, equals: 3)
    scene.att(.sent, "1e")
    expect(scene.last?.text, equals: "Handle Value Confirmation without its indication")
    expect(scene.findings.count, equals: 1)
  }

  /// Between an indication and the next confirmation, the recorder may have lost another one and its own.
  @Test func aConfirmationAfterTheTimeOutAndALoss() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1d 0300 01")
    scene.wait(31_000)
    scene.drops = 1
    scene.att(.sent, "1e")
    expect(scene.last?.text, equals: "Handle Value Confirmation without its indication")
  }

  @Test func bothSidesAskAtOnce() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "0a 0300")
    scene.att(.received, "0a 0300")
    scene.att(.sent, "0b 01")
    scene.att(.received, "0b 02")
    let reads = scene.told(.read)
    expect(reads.map(\.value), equals: ["01", "02"])
    expect(reads.map(\.from), equals: [.central, .peripheral])
    expect(scene.session.adapters.first?.database.attribute(at: 3)?.values.last, equals: [1])
    expect(scene.session.connectedPeers.first?.database.attribute(at: 3)?.values.last, equals: [2])
  }

  @Test func valuesOfKnownLengthsOneAfterTheOther() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("0a 0300", "0b 0102")
    scene.ask("0a 0500", "0b 03")
    scene.ask("0e 0300 0500", "0f 0a0b 0c")
    expect(scene.told(.read).suffix(2).map(\.handle), equals: [3, 5])
    expect(scene.told(.read).suffix(2).map(\.value), equals: ["0a0b", "0c"])
    // What does not fit is reported as one.
    scene.ask("0e 0300 0500", "0f 0a0b")
    expect(scene.last?.value, equals: "0a0b")
    expect(scene.last?.handle == nil)
    scene.ask("0e 0500 0900", "0f 0a 0b0c0d")
    expect(scene.told(.read).suffix(2).map(\.handle), equals: [5, 9])
    scene.ask("0e 0b00 0500", "0f 0a 0b")
    expect(scene.last?.handle == nil)
  }

  /// A finding is said once: of several values it names none.
  @Test func refusedWritesOfSeveralValues() {
    let scene = SessionScene()
    scene.connect()
    for _ in 0..<2 { scene.ask("12 0500 0102", "01 12 0500 03") }
    expect(
      scene.findings,
      equals: ["write 0005 = 0102 refused by the peer: Write Not Permitted (03), frame 3"]
    )
    scene.ask("12 0500 03", "01 12 0500 03")
    expect(
      scene.findings, equals: ["write 0005 refused by the peer: Write Not Permitted (03), frame 3"])
    expect(scene.session.findings.list.map(\.count), equals: [3])
  }

  @Test func pressedKeysAreReported() {
    let scene = SessionScene()
    scene.connect()
    scene.smp(.received, "0e 01")
    expect(
      scene.last?.own,
      equals: ["step": "keypress", "keypress": "digit_entered", "keypress_code": "1"])
  }
}
