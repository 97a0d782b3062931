import ATTDissector
import BTSnoop
import GATTSession
import TestSupport
import Testing

struct WriteTests {
  @Test func writesSubscribe() throws {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    let request = scene.att(.sent, "12 0400 0100")
    let answer = scene.att(.received, "13")
    let told = try #require(scene.told(.write).first)
    expect(told.frame, equals: answer)
    expect(told.requestFrame, equals: request)
    expect(told.direction, equals: .sent)
    expect(told.from, equals: .central)
    expect(told.service, equals: "180D")
    expect(told.characteristic, equals: "2A37")
    expect(told.descriptor, equals: "2902")
    expect(told.value, equals: "0100")
    expect(told.decoded, equals: ["notifications": "true", "indications": "false"])
  }

  @Test func refusalsAreErrorsAndFindings() throws {
    let scene = SessionScene()
    scene.connect()
    scene.discoverHeartRate()
    for _ in 0..<3 { scene.ask("12 0400 0100", "01 12 0400 05") }
    expect(scene.told(.write).isEmpty)
    let told = try #require(scene.told(.attError).first)
    expect(told.handle, equals: 4)
    expect(told.descriptor, equals: "2902")
    expect(
      told.own,
      equals: [
        "opcode": "18", "error_code": "5", "error": "Insufficient Authentication",
        "request_value": "0100",
      ])
    expect(told.requestFrame, equals: told.frame - 1)
    scene.end()
    expect(scene.session.findings.list.map(\.count), equals: [3])
    expect(
      scene.findings,
      equals: [
        "write Heart Rate Measurement CCCD = 0100 refused by the peer: Insufficient Authentication"
          + " (05), frame 13"
      ])
  }

  @Test func heartRateControlPointHasItsOwnError() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("08 0100 ffff 0328", "09 07 0200 08 0300 392a")
    scene.ask("12 0300 02", "01 12 0300 80")
    expect(scene.last?.text, equals: "02: Control Point Not Supported (80)")
    expect(scene.last?.own["error_code"], equals: "128")
  }

  @Test func commands() {
    let scene = SessionScene()
    scene.connect()
    scene.att(.sent, "52 1400 aabb")
    expect(scene.last?.kind, equals: .writeCommand)
    expect(scene.last?.value, equals: "aabb")
    scene.att(.sent, "d2 1400 aabb 000102030405060708090a0b")
    expect(scene.last?.value, equals: "aabb")
    expect(scene.last?.note, equals: "signed, sign counter 50462976")
    expect(scene.session.connections.first?.counts.commands, equals: 2)
  }

  @Test func queuedWritesAreOneEventEach() {
    let scene = SessionScene()
    scene.connect()
    let first = scene.att(.sent, "16 1400 0000 0102")
    scene.att(.received, "17 1400 0000 0102")
    scene.ask("16 1600 0000 aa", "17 1600 0000 aa")
    scene.ask("16 1400 0200 0304", "17 1400 0200 0304")
    scene.att(.sent, "18 01")
    let answer = scene.att(.received, "19")
    let told = scene.told(.write)
    expect(told.map(\.handle), equals: [0x14, 0x16])
    expect(told.map(\.value), equals: ["01020304", "aa"])
    expect(told.map(\.frame), equals: [answer, answer])
    expect(told.first?.requestFrame, equals: first)
    expect(told.map(\.note), equals: ["queued write, 2 parts", "queued write, 1 part"])
  }

  @Test func aCancelledQueueWritesNothing() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 1400 0000 0102", "17 1400 0000 0102")
    scene.ask("18 00", "19")
    expect(scene.told(.write).isEmpty)
    expect(scene.last?.text, equals: "queued write cancelled, 1 part")
  }

  @Test func aRefusedPartLeavesTheOthers() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 1400 0000 0102", "17 1400 0000 0102")
    scene.ask("16 1600 0000 0102", "01 16 1600 03")
    scene.ask("18 01", "19")
    expect(scene.told(.write).map(\.value), equals: ["0102"])
  }

  @Test func aRefusedExecutionWritesNothing() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 1400 0000 0102", "17 1400 0000 0102")
    scene.ask("18 01", "01 18 1400 0d")
    scene.ask("18 01", "19")
    expect(scene.told(.write).isEmpty)
    expect(scene.told(.attError).count, equals: 1)
  }

  @Test(arguments: ["17 1500 0000 0102", "17 1400 0100 0102"])
  func theServerEchoesAnotherPlace(_ echo: String) {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 1400 0000 0102", echo)
    scene.ask("18 01", "19")
    expect(
      scene.last?.note, equals: "queued write, 1 part; the server echoed another handle or offset")
    expect(scene.last?.handle, equals: 0x14)
  }

  @Test func theServerEchoesOtherBytes() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 1400 0000 0102", "17 1400 0000 0103")
    scene.ask("18 01", "19")
    expect(scene.last?.note, equals: "queued write, 1 part; the server echoed different bytes")
  }

  @Test func anExecutionWithoutAnAnswer() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 1400 0000 0102", "17 1400 0000 0102")
    scene.att(.sent, "18 01")
    scene.end()
    expect(
      scene.told(.write).map(\.note), equals: ["queued write, 1 part; no answer: the capture ends"])
    expect(scene.told(.note).isEmpty)
  }

  @Test func aQueueThatIsNeverExecuted() {
    let scene = SessionScene()
    scene.connect()
    scene.ask("16 1400 0000 0102", "17 1400 0000 0102")
    scene.disconnect()
    expect(scene.told(.note).map(\.text), equals: ["queued write never executed, 1 part"])
    expect(scene.told(.note).first?.connection, equals: 1)
  }
}
