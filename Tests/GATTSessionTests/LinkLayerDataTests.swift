import Bytes
import ATTDissector
import BTSnoop
import GATTSession
import PacketList
import TestSupport
import Testing

/// Data PDUs: repeated, damaged, missing and encrypted ones.
@Suite struct LinkLayerDataTests {
  private func connected(
    interval: Int = 24, _ options: GATTSession.Options = .init()
  ) -> AirScene {
    let scene = AirScene(options)
    scene.connect(interval: interval)
    scene.event()
    scene.discover()
    return scene
  }

  // MARK: Retransmission

  @Test func aPacketThatIsSentAgainIsReportedOnce() {
    let scene = connected()
    scene.event(.empty, AirScene.Sent.att("1b 0300 0661").lost)
    scene.event(.empty, AirScene.Sent.att("1b 0300 0661").lost)
    scene.event(.empty, .att("1b 0300 0661"))
    expect(scene.rates, equals: ["97"])
    // The same value again, under the next number.
    scene.event(.empty, .att("1b 0300 0661"))
    scene.event(.empty, .att("1b 0300 0662"))
    expect(scene.rates, equals: ["97", "97", "98"])
    expect(scene.session.connections[0].link?.flows.retransmissions, equals: 2)
  }

  @Test func aMissedPacketDoesNotHideTheNextOne() {
    let scene = connected()
    scene.event(.empty, .att("1b 0300 0661"))
    // Another under the number between the two, which nobody heard.
    scene.event(.empty, AirScene.Sent.att("1b 0300 0665").unheard)
    scene.event(.empty, .att("1b 0300 0662"))
    expect(scene.rates, equals: ["97", "98"])
    // The same value, and the acknowledgements show that it is a new one.
    scene.event(.empty, .att("1b 0300 0661"))
    scene.event(.empty, AirScene.Sent.att("1b 0300 0662").unheard)
    scene.event(.empty, .att("1b 0300 0661"))
    expect(scene.rates, equals: ["97", "98", "97", "97"])
  }

  @Test func aMissedEventDoesNotHideTheNextOne() {
    let scene = connected()
    scene.event(.empty, .att("1b 0300 0661"))
    scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.att("1b 0300 0662").unheard)
    scene.event(.empty, .att("1b 0300 0661"))
    expect(scene.rates, equals: ["97", "97"])
  }

  @Test func thePacketListShowsRetransmissions() {
    let scene = connected()
    scene.event(.empty, AirScene.Sent.att("1b 0300 0661").lost)
    expect(scene.packet.link?.isRetransmission, equals: false)
    scene.event(.empty, .att("1b 0300 0661"))
    expect(scene.packet.link?.isRetransmission, equals: true)
    expect(scene.packet.att.copied().count, equals: 1)
    expect(scene.summary.hasSuffix(", retransmission") && scene.packet.from == .peripheral)
  }

  @Test func thePacketListNamesWhatIsSentAgain() {
    let scene = connected()
    let parameters = le16(24) + le16(24) + le16(0) + le16(72)
    for (sent, name) in [
      (.smp("0b 05"), "SMP Security Request"),
      (.smp("0f 05"), "SMP unknown code 0x0F"),
      (
        .start(le16(12) + le16(5) + [0x12, 1] + le16(8) + parameters),
        "Connection Parameter Update Request: interval 30 ms, latency 0, timeout 720 ms"
      ),
      (.att("1b 0300 0661"), "ATT Handle Value Notification"),
      (.start(le16(30) + le16(4) + [0x1B, 3, 0, 6]), "L2CAP fragment"),
      (.continuation([1, 2, 3]), "L2CAP fragment, continued"),
    ] as [(AirScene.Sent, String)] {
      scene.event(.empty, sent.lost)
      let first = scene.summary
      scene.event(.empty, sent)
      expect(first.hasPrefix(name), "\(first)")
      expect(scene.summary, equals: first + ", retransmission")
    }
  }

  private func connected(_ options: GATTSession.Options) -> AirScene {
    connected(interval: 24, options)
  }

  // MARK: Fragments

  @Test func fragmentsAreJoinedPerSide() {
    let scene = connected()
    let whole = le16(9) + le16(4) + bytes("1b 0300 1661 0002 0003")
    scene.event(.empty, .start(Array(whole.prefix(6))))
    // The other side has its own.
    scene.event(.att("0a 0300"), .continuation(Array(whole[6..<10])))
    scene.event(.empty, .continuation(Array(whole[10...])))
    expect(scene.rates, equals: ["97"])
    scene.event(.empty, .att("0b 0661"))
    expect(scene.told(.read).count, equals: 1)
  }

  @Test func whatWasLostIsNotJoinedOver() {
    let scene = connected()
    let whole = le16(9) + le16(4) + bytes("1b 0300 1661 0002 0003")
    scene.event(.empty, .start(Array(whole.prefix(6))))
    scene.event(.empty, AirScene.Sent.continuation(Array(whole[6..<10])).unheard)
    scene.event(.empty, .continuation(Array(whole[10...])))
    scene.event(.empty, .att("1b 0300 0662"))
    expect(scene.rates, equals: ["98"])
    let notes = scene.told(.note).filter { $0.subject == .general }.map(\.text)
    expect(notes.contains { $0.contains("never completed") })
    expect(scene.session.counts.malformed, equals: 0)
  }

  // MARK: Bad CRC

  @Test func aDamagedValueIsNotReported() {
    let scene = connected()
    scene.event(.empty, AirScene.Sent.att("1b 0300 0661").damaged)
    scene.event(.empty, .att("1b 0300 0662"))
    expect(scene.rates, equals: ["98"])
    expect(scene.session.counts.badCRC, equals: 1)
  }

  @Test func aDamagedValueIsReportedIfAsked() {
    var options = GATTSession.Options()
    options.readsBadCRC = true
    let scene = connected(options)
    scene.event(.empty, AirScene.Sent.att("1b 0300 0661").damaged)
    expect(scene.rates, equals: ["97"])
    expect(scene.session.counts.badCRC, equals: 1)
  }

  @Test func aDamagedValueThatIsSentAgainIsReported() {
    let scene = connected()
    scene.event(.empty, AirScene.Sent.att("1b 0300 0661").damaged.lost)
    scene.event(.empty, .att("1b 0300 0661"))
    expect(scene.rates, equals: ["97"])
  }

  @Test func anAnswerWithABadCRC() throws {
    let scene = connected()
    let request = scene.event(.att("0a 0300"))
    let answer = scene.event(.empty, AirScene.Sent.att("0b 0661").damaged)
    // What comes in between stands after it.
    scene.event(.empty, .att("1b 0300 0662"))
    expect(scene.told(.read) == [] && scene.rates == [])
    scene.event(.att("0a 0300"))
    let told = try #require(scene.told(.read).first)
    expect(told.frame == answer[1] && told.requestFrame == request[0])
    expect(told.note == "answer has a bad CRC" && told.isProblem && told.value == nil)
    expect(scene.rates, equals: ["98"])
    expect(scene.findings.count == 1 && scene.findings[0].contains("the response has a bad CRC"))
    expect(scene.session.connections[0].counts.damagedAnswers, equals: 1)
    let frames = scene.events.filter { [.read, .notification].contains($0.kind) }.map(\.frame)
    expect(frames, equals: frames.sorted())
  }

  @Test func anAnswerThatComesAgainIsAnAnswer() {
    let scene = connected()
    scene.event(.att("0a 0300"))
    scene.event(.empty, AirScene.Sent.att("0b 0661").damaged.lost)
    scene.event(.empty, .att("0b 0661"))
    scene.end()
    expect(scene.told(.read).map(\.value) == ["0661"] && scene.findings == [])
  }

  @Test func aDamagedAnswerAtTheEnd() {
    for isOver in [true, false] {
      let scene = connected()
      scene.event(.att("12 0400 0100"))
      scene.event(.empty, AirScene.Sent.att("13").damaged)
      if isOver { scene.event(.control("02 13")) }
      scene.end()
      expect(scene.told(.write).map(\.note), equals: ["answer has a bad CRC"])
    }
  }

  /// Flipped bits in the channel or the opcode of what may be the answer, and what is none.
  @Test func whatMayBeTheAnswer() {
    for (pdu, isAnswer) in [("0b 0661", true), ("4b 0661", true), ("1b 0300 06", false)] {
      let scene = connected()
      scene.event(.att("0a 0300"))
      scene.event(.empty, AirScene.Sent.att(pdu).damaged)
      scene.end()
      expect((scene.told(.read)[0].note == "answer has a bad CRC"), equals: isAnswer, "\(pdu)")
    }
  }

  @Test func aDiscoverysAnswerWithABadCRC() {
    let scene = connected()
    scene.event(.att("10 0100 ffff 0028"))
    scene.event(.empty, AirScene.Sent.att("11 06 0100 0600 0d18").damaged)
    scene.event(.att("10 0100 ffff 0028"))
    expect(
      scene.told(.note).contains {
        $0.text == "Read By Group Type 2800, 0001-FFFF: answer has a bad CRC" && $0.isProblem
      })
  }

  @Test func anAnswerThatNobodyHeardIsNoTimeOut() {
    let scene = connected()
    scene.event(.att("0a 0300"))
    scene.event(.empty, AirScene.Sent.att("0b 0661").unheard)
    scene.ask("0a 0300", "0b 0662")
    expect(scene.told(.read).map(\.note), equals: ["the answer is not in the capture", ""])
    expect(scene.findings.map { $0.contains("the answer is not in the capture") }, equals: [true])
  }

  /// Two requests in one event: everything of the server was heard, so there was no answer in between.
  @Test func requestsThatDoNotWait() {
    let scene = connected()
    scene.event(.att("0a 0300"), .empty, .att("0a 0500"), .empty)
    scene.event(.empty, .att("0b 0661"), .empty, .att("0b 0662"))
    expect(scene.told(.read).map(\.handle), equals: [3, 5])
    expect(scene.told(.read).map(\.note), equals: ["", ""])
    expect(scene.findings.count == 1 && scene.findings[0].contains("before"))
    expect(scene.session.connections[0].counts.unanswered, equals: 0)
  }

  /// How much of a connection there is, unless empty PDUs were left out.
  @Test func howManyEventsThereAre() {
    let scene = AirScene()
    scene.connect()
    for _ in 0..<10 { scene.event() }
    expect(scene.session.connections[0].link?.eventsPercent == nil)
    for _ in 0..<10 {
      scene.anchor += 90_000
      scene.event(.empty, .att("1b 0300 0661"))
    }
    let link = scene.session.connections[0].link
    let counts = [link?.timing.events, link?.timing.missingEvents, link?.eventsPercent]
    expect(counts, equals: [20, 30, 40])
    // What has no empty PDUs at all has left them out.
    let other = AirScene()
    other.connect()
    for _ in 0..<30 {
      other.anchor += 90_000
      other.event(AirScene.Sent.empty.unheard, .att("1b 0300 0661"))
    }
    expect(other.session.connections[0].link?.eventsPercent == nil)
  }

  /// Who is not heard may have answered.
  @Test func aServerThatIsNotHeard() {
    let silent = AirScene.Sent.empty.unheard
    // Never, and from some time on.
    for events in [0, 4] {
      let scene = connected()
      for _ in 0..<events { scene.event() }
      for handle in ["0300", "0500", "0700"] {
        scene.event(.att("0a \(handle)"), silent)
        scene.event(.empty, AirScene.Sent.att("0b 0661").unheard)
      }
      scene.event(.att("0a 0900"), silent)
      let notes = scene.told(.read).map(\.note)
      expect(
        notes, equals: Array(repeating: "the answer is not in the capture", count: 3), "\(events)")
      expect(!scene.findings.contains { $0.contains("before") })
    }
  }

  /// The sequence numbers show that it sent nothing that was not heard.
  @Test func aServerThatDoesNotAnswer() {
    let scene = connected()
    scene.event(.att("0a 0300"))
    for _ in 0..<4 { scene.event() }
    scene.ask("0a 0300", "0b 0662")
    expect(scene.told(.read).map(\.note), equals: ["no answer before the next request", ""])
  }

  /// The rest of an answer is lost: another PDU follows, or the client goes on at once.
  @Test(arguments: [true, false]) func anAnswerOfWhichTheBeginningWasHeard(isFollowed: Bool) {
    let scene = connected()
    let answer = bytes("0b 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c")
    let pdu = le16(answer.count) + le16(4) + answer
    scene.event(.att("0a 0300"))
    scene.event(.empty, .start(Array(pdu.prefix(27))))
    scene.event(.empty, AirScene.Sent.continuation(Array(pdu.dropFirst(27))).unheard)
    if isFollowed { scene.event(.empty, .att("1b 0300 0661")) }
    scene.ask("0a 0300", "0b 0662")
    let words = "only the beginning of the answer is in the capture"
    expect(scene.told(.read).map(\.note), equals: [words, ""])
    expect(scene.findings.map { $0.contains(words) }, equals: [true])
  }

  /// Who disconnects does not wait for an answer; who is disconnected does.
  @Test func aRequestThatItsClientCutsOff() {
    let scene = connected()
    scene.event(.att("0a 0300"))
    scene.event(.control("02 13"))
    expect(scene.told(.read).map(\.note), equals: ["the client disconnected before an answer"])
    expect(scene.told(.read).map(\.isProblem), equals: [false])
    expect(scene.findings.isEmpty)
    let other = connected()
    other.event(.att("0a 0300"))
    other.event(.empty, .control("02 13"))
    expect(other.told(.read).map(\.note), equals: ["no answer before the disconnection"])
    expect(other.findings.count, equals: 1)
  }

  // MARK: What may have been missed

  private static let perhaps =
    "packets are missing before the response: it may be that to another request"

  /// The answer to a read, and the next read, were not heard: nobody knows whose answer the next one is.
  @Test func aResponseThatMayBeToAnotherRequest() {
    let scene = connected()
    scene.event(.att("0a 0300"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .att("0b 0661"))
    expect(scene.told(.read).map(\.note), equals: [Self.perhaps])
    expect(scene.told(.read).map(\.handle), equals: [3])
    let rate = scene.session.connections[0].remote.attribute(at: 3)
    expect(rate?.values.count, equals: 0)
    scene.ask("0a 0300", "0b 0662")
    expect(scene.told(.read).last?.note == "" && rate?.values.count == 1)
  }

  /// The same, with one packet of each side heard in between: an empty PDU that follows one of the same number looks
  /// like that once more, but an event that the peripheral opens shows that the central's was not heard.
  @Test func aResponseAfterEmptyPDUsThatLookAlike() {
    let scene = connected()
    for _ in 0..<4 { scene.event() }
    scene.event(.att("0a 0300"))
    scene.event(.empty, AirScene.Sent.att("0b 0661").unheard)
    scene.event(AirScene.Sent.att("0a 0500").unheard)
    scene.event(.empty, .att("0b 0662"))
    expect(scene.told(.read).map(\.note), equals: [Self.perhaps])
    expect(scene.session.connections[0].remote.attribute(at: 3)?.values.count, equals: 0)
  }

  /// Who is missing is only one side: the other's packets show that it is the answer.
  @Test func aResponseAfterOneSideWasMissed() {
    let scene = connected()
    for _ in 0..<4 { scene.event() }
    scene.event(.att("0a 0300"))
    for _ in 0..<3 { scene.event(AirScene.Sent.empty.unheard, .empty) }
    scene.event(.empty, .att("0b 0661"))
    scene.event(.att("0a 0300"))
    for _ in 0..<3 { scene.event(.empty, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .att("0b 0661"))
    expect(scene.told(.read).map(\.note), equals: ["", ""])
  }

  /// A list has the handles of its values, but of which type they are is only in the request.
  @Test func aListThatMayBeToAnotherRequest() {
    let scene = connected()
    scene.event(.att("08 0100 ffff 002a"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .att("09 04 0900 4103"))
    expect(scene.told(.read).map(\.note), equals: [Self.perhaps])
    expect(scene.session.connections[0].peer?.name == nil)
    expect(scene.session.connections[0].remote.attribute(at: 9)?.uuid == nil)
    // Not of what was asked for.
    scene.event(.att("08 0300 0500 002a"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .att("09 04 0900 4103"))
    expect(scene.told(.read).count, equals: 1)
  }

  /// A note says before what follows a gap how much was not heard; none where nobody could hear it.
  @Test func whatWasNotHeardIsSaid() {
    func notes(_ scene: AirScene) -> [String] {
      scene.told(.note).map(\.text).filter { $0.hasPrefix(AirScene.unheard) }
    }
    let scene = connected()
    for _ in 0..<3 { scene.event(.empty, .empty) }
    scene.event(.empty, .att("1b 0300 01"))
    expect(notes(scene), equals: [])
    for _ in 0..<3 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    for _ in 0..<3 { scene.event(.empty, .empty) }
    expect(notes(scene), equals: [])
    scene.event(.empty, .att("1b 0300 02"))
    scene.event(.empty, .att("1b 0300 03"))
    expect(notes(scene), equals: [AirScene.unheard + "3"])
    // The empty packets are left out.
    let other = AirScene()
    other.connect(interval: 24)
    for value in ["01", "02"] {
      for _ in 0..<3 { other.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
      other.event(AirScene.Sent.empty.unheard, .att("1b 0300 \(value)"))
    }
    expect(notes(other), equals: [])
  }

  /// The same of a write, which may turn on what is then silent.
  @Test func aWriteThatMayBeRefused() {
    let scene = connected()
    scene.event(.att("12 0400 0100"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .att("13"))
    expect(scene.told(.write).map(\.note), equals: [Self.perhaps])
    scene.anchor += 15_000_000
    scene.event(.control("02 13"))
    expect(!scene.findings.contains { $0.contains("subscribed") })
  }

  /// Where everything of one side was heard, it is the answer: the recorder is the central, without its empty
  /// packets, or only the server's were missed.
  @Test func aResponseThatIsSure() {
    let scene = AirScene()
    scene.connect(interval: 24)
    for _ in 0..<10 { scene.event(AirScene.Sent.empty.unheard, .empty) }
    scene.event(.att("0a 0300"))
    scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard)
    scene.event(AirScene.Sent.empty.unheard, .att("0b 0661"))
    expect(scene.told(.read).map(\.note), equals: [""])
  }

  /// A continuation after missed events may be that of another PDU.
  @Test func nothingIsJoinedAcrossMissedEvents() {
    let scene = connected()
    let value = bytes("1b 0300") + [UInt8](repeating: 0x41, count: 30)
    let pdu = le16(value.count) + le16(4) + value
    scene.event(.empty, .start(Array(pdu.prefix(27))))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .continuation([UInt8](repeating: 0x42, count: 10)))
    expect(scene.told(.notification).isEmpty)
    // One that is longer than what is missing is of another, too.
    scene.event(.empty, .start(Array(pdu.prefix(27))))
    scene.event(.empty, .continuation([UInt8](repeating: 0x42, count: 20)))
    expect(scene.told(.notification).isEmpty)
  }

  /// The answer may have been in what was missed: the server is not to blame.
  @Test func aDisconnectionAfterMissedEvents() {
    let scene = connected()
    scene.event(.att("0a 0300"))
    for _ in 0..<2 { scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard) }
    scene.event(.empty, .control("02 13"))
    expect(scene.told(.read).map(\.note), equals: ["the answer is not in the capture"])
    expect(scene.session.findings.list.map(\.rule.identifier), equals: ["answer-not-heard"])
  }

  /// What the sniffer has missed again and again is one matter, whichever requests it was.
  @Test func missedAnswersAreOneFinding() {
    func missed(_ handles: [String]) -> AirScene {
      let scene = connected()
      for handle in handles {
        scene.event(.att("0a \(handle)"))
        scene.event(.empty, AirScene.Sent.att("0b 0661").unheard)
      }
      scene.event(.att("0a 0900"))
      return scene
    }
    let scene = missed(["0300", "0300", "0500"])
    expect(
      scene.told(.read).map(\.note),
      equals: .init(repeating: "the answer is not in the capture", count: 3))
    expect(scene.session.findings.list.map(\.count), equals: [3])
    expect(
      scene.findings.first?.hasPrefix(
        "the answers to several requests are not in the capture, first to read"), equals: true,
      "\(scene.findings)")
    // The same request twice is named.
    let same = missed(["0300", "0300"])
    expect(same.session.findings.list.map(\.count), equals: [2])
    expect(same.findings.first?.hasPrefix("read "), equals: true, "\(same.findings)")
    // So are damaged answers.
    let damaged = connected()
    for handle in ["0300", "0500"] {
      damaged.event(.att("0a \(handle)"))
      damaged.event(.empty, AirScene.Sent.att("0b 0661").damaged)
    }
    damaged.event(.att("0a 0700"))
    expect(damaged.session.findings.list.map(\.count), equals: [2])
    expect(
      damaged.findings.first?.hasPrefix(
        "the responses to several requests have a bad CRC, first to read"), equals: true)
  }

  /// A characteristic between the last one and the descriptor may have been missed.
  @Test func aDescriptorOfWhatWasNotDiscovered() {
    let scene = AirScene()
    scene.connect(interval: 24)
    scene.ask("08 0100 ffff 0328", "09 07 0200 02 0300 f1ff")
    scene.ask("04 0600 0600", "05 01 0600 0229")
    scene.ask("12 0600 0100", "13")
    expect(!scene.findings.contains { $0.contains("turned on") })
    scene.ask("04 0400 0400", "05 01 0400 0229")
    scene.ask("12 0400 0100", "13")
    expect(scene.findings.contains { $0.contains("turned on for") })
  }

  @Test func aCRCThatNobodyCheckedIsChecked() {
    let scene = AirScene()
    scene.tellsSender = false
    scene.advertise(0, wireAddress(AirScene.peripheral), crcOK: nil)
    scene.connect()
    scene.event(AirScene.Sent.att("10 0100 ffff 0028").with { $0.crcOK = nil })
    expect(scene.session.counts.badCRC == 0 && scene.session.connections[0].counts.requests == 1)
  }

  // MARK: Gaps

  @Test func aMissingEventIsReported() throws {
    let scene = connected(interval: 80)
    scene.event()
    scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard)
    scene.event()
    // The next event on time shows that the interval is still the same.
    expect(scene.findings.isEmpty)
    scene.event()
    let told = try #require(scene.events.first { $0.subject == .silence })
    expect(told.own["expected_ms"], equals: "100")
    expect(told.response.map { $0 > 199 && $0 < 201 }, equals: true)
    expect(scene.findings.count, equals: 1)
    expect(scene.findings[0].hasPrefix("a connection event is missing from the capture"))
  }

  /// A sniffer that counts connection events knows better than the times of the computer behind it.
  @Test func eventsThatAreCounted() {
    let scene = connected(interval: 80)
    scene.eventCounter = 1
    scene.event()
    let before = scene.session.connections[0].counts.requests
    for index in 0..<24 {
      let late = Int64(index.isMultiple(of: 4) ? 70_000 : 0)
      // What is sent again is no new request.
      scene.event(
        AirScene.Sent.att("0a 0300").late(by: late).lost, AirScene.Sent.empty.unheard.lost)
    }
    scene.event(.att("0a 0300"))
    scene.event(.empty, .att("0b 0661"))
    expect(scene.session.connections[0].counts.requests, equals: before + 1)
    expect(scene.findings.isEmpty)
    expect(scene.session.connections[0].link?.timing.missingEvents, equals: 0)
    scene.eventCounter? += 3
    scene.anchor += 3 * scene.interval
    scene.event()
    expect(scene.session.connections[0].link?.timing.missingEvents, equals: 3)
    expect(scene.findings.map { $0.contains("missing from the capture") }, equals: [true])
  }

  /// The times of some tools wrap around every few packets: what is missing cannot be told.
  @Test func timesThatGoBackAgainAndAgain() {
    let scene = connected(interval: 80)
    for _ in 0..<40 {
      scene.event()
      scene.anchor -= 3_500_000
      scene.event()
      scene.anchor += 3_500_000
    }
    // One before each of the first two steps back that is followed by another.
    expect(scene.events.filter { $0.subject == .silence }.count, equals: 2)
    expect(scene.session.connections[0].link?.eventsPercent == nil)
  }

  @Test func shortIntervalsAreNotWatched() {
    let scene = connected(interval: 24)
    scene.event(AirScene.Sent.empty.unheard, AirScene.Sent.empty.unheard)
    scene.event()
    expect(!scene.events.contains { $0.subject == .silence } && scene.findings == [])
    scene.anchor += 6_000_000
    scene.event()
    expect(scene.events.contains { $0.subject == .silence })
  }

  @Test func damagedPacketsAreNoGap() {
    let scene = connected(interval: 80)
    scene.event(AirScene.Sent.empty.damaged, AirScene.Sent.empty.damaged)
    scene.event()
    expect(!scene.events.contains { $0.subject == .silence })
  }

  // MARK: Encryption

  private func startEncryption(_ scene: AirScene) {
    scene.event(.control("03 0011223344556677 8899 0011223344556677 00112233"))
    scene.event(.empty, .control("04 0011223344556677 00112233"))
    scene.event(.empty, .control("05"))
  }

  /// A notification, encrypted: by its content it can be nothing in the clear.
  private var encrypted: AirScene.Sent { .start(bytes("9f3ca1d25577e80144")) }

  @Test func encryptedPayloadIsNotRead() throws {
    let scene = connected()
    startEncryption(scene)
    scene.event(.control("0611223344"))
    expect(scene.told(.security), equals: [])
    scene.event(.empty, .control("0655667788"))
    let told = try #require(scene.told(.security).first)
    expect(told.own["step"] == "encrypted" && told.own["encrypted"] == "true")
    scene.event(.empty, encrypted)
    expect(scene.rates == [] && scene.packet.link?.isEncrypted == true)
    expect(scene.packet.att.copied().isEmpty && scene.summary == "Encrypted, 9 bytes")
    scene.event()
    expect(scene.packet.link?.isEncrypted, equals: false)
    expect(scene.told(.security).count == 1 && scene.session.counts.malformed == 0)
  }

  @Test func encryptionWhoseStartWasNotHeard() {
    let scene = connected()
    scene.event(.control("03 0011223344556677 8899 0011223344556677 00112233"))
    scene.event(.empty, .control("04 0011223344556677 00112233"))
    scene.event(.control("0611223344"))
    scene.event(.empty, encrypted)
    expect(scene.rates == [] && scene.told(.security).count == 1)
  }

  @Test func whatTheSnifferDecryptedIsRead() {
    for mic in ["", "01020304"] {
      let scene = connected()
      startEncryption(scene)
      var value = AirScene.Sent.att("1b 0300 0661")
      value.payload += bytes(mic)
      scene.event(
        .empty,
        value.with {
          $0.wasEncrypted = true
          $0.isDecrypted = true
          $0.micOK = true
        })
      expect(scene.told(.notification).map(\.value), equals: ["0661"])
      expect(scene.told(.security).count, equals: 1)
    }
  }

  @Test func whatTheSnifferSaysIsEncryptedIsNotRead() {
    let scene = connected()
    scene.event(
      .empty,
      encrypted.with {
        $0.wasEncrypted = true
        $0.micOK = false
      })
    expect(scene.rates == [] && scene.told(.security).count == 1)
  }

  /// An nRF Sniffer without the key removes the MIC all the same: what is left is short ciphertext, not a
  /// control PDU of another procedure.
  @Test func whatTheSnifferCouldNotDecryptIsNotReadHoweverShortItIs() {
    let scene = connected()
    startEncryption(scene)
    let wrong: (inout RadioInfo) -> Void = {
      $0.wasEncrypted = true
      $0.micOK = false
    }
    scene.event(AirScene.Sent.control("31").with(wrong), AirScene.Sent.control("2b").with(wrong))
    scene.event(.empty, AirScene.Sent.continuation(bytes("9f3c")).with(wrong))
    expect(scene.session.counts.malformed == 0 && scene.session.counts.decrypted == 0)
    expect(scene.summary, equals: "Encrypted, 2 bytes")
    expect(scene.told(.security).count, equals: 1)
    // What is a whole PDU is no chance.
    scene.event(AirScene.Sent.control("02 13").with(wrong))
    expect(scene.session.counts.decrypted, equals: 1)
  }

  /// Tools that decrypt write the PDUs without any mark, some with the MIC, and with a CRC of zeros.
  @Test func whatIsDecryptedWithoutAMarkIsRead() {
    for mic in ["", "01020304"] {
      let scene = connected()
      startEncryption(scene)
      scene.event(.control("06"), .control("06"))
      expect(scene.told(.security).count, equals: 1)
      var value = AirScene.Sent.att("1b 0300 0661")
      value.payload += bytes(mic)
      value.crcOK = false
      scene.event(.empty, value, crc: 0)
      // In two parts: the MIC of each is its own, and only whole PDUs show whether it is there.
      if mic.isEmpty { scene.event(.empty, .start(bytes("0500 0400 1b03 00")), crc: 0) }
      if mic.isEmpty { scene.event(.empty, .continuation(bytes("0662")), crc: 0) }
      scene.event(.control("02 13" + mic))
      scene.end()
      expect(scene.rates, equals: (mic.isEmpty ? ["97", "98"] : ["97"]))
      expect(scene.told(.disconnected).count, equals: (mic.isEmpty ? 1 : 0))
      expect(scene.session.counts.decrypted, equals: (mic.isEmpty ? 6 : 3))
      expect(scene.session.counts.malformed == 0 && scene.session.counts.badCRC == 0)
    }
  }

  /// The recorder's key stopped working: what follows is ciphertext, marked or not.
  @Test func whatIsOnlyPartlyDecryptedIsReadAsFar() {
    let scene = connected()
    startEncryption(scene)
    scene.event(.control("06"), .control("06"))
    scene.event(.empty, .att("1b 0300 0661"))
    scene.event(.empty, encrypted)
    scene.event(.empty, encrypted.with { $0.wasEncrypted = true })
    // Of the length of an LL_TERMINATE_IND with a MIC, and an opcode that fits: ciphertext.
    scene.event(.control("18 0102030405"))
    scene.event(.empty, .continuation(bytes("9f3ca1d25577")))
    expect(scene.rates, equals: ["97"])
    expect(scene.session.counts.decrypted == 3 && scene.session.counts.malformed == 0)
    scene.event(.empty, .att("1b 0300 0662"))
    expect(scene.rates, equals: ["97", "98"])
  }

  /// Some mark good ciphertext as checked with a bad MIC, and so may be what is in the clear.
  @Test func aMarkIsOnlyAHint() {
    let scene = connected()
    scene.event(.empty, AirScene.Sent.att("1b 0300 0661").with { $0.wasEncrypted = true })
    expect(scene.rates == ["97"] && scene.told(.security) == [])
  }

  /// Without the peripheral, the central's second encrypted PDU shows that both have the key.
  @Test func onlyTheCentralIsHeard() {
    let scene = connected()
    startEncryption(scene)
    scene.event(.control("0611223344"), AirScene.Sent.empty.unheard)
    expect(scene.told(.security), equals: [])
    scene.event(encrypted, AirScene.Sent.empty.unheard)
    expect(scene.told(.security).count, equals: 1)
  }

  @Test func refusedEncryption() {
    let scene = connected()
    scene.event(.control("03 0011223344556677 8899 0011223344556677 00112233"))
    scene.event(.empty, .control("0d 06"))
    let told = scene.told(.security)
    expect(told.map { $0.own["step"] } == ["encryption_failed"] && told[0].isProblem)
    scene.event(.empty, .att("1b 0300 0661"))
    expect(scene.rates, equals: ["97"])
  }

  @Test func pairingEndsWithEncryption() {
    let scene = connected()
    scene.event(.smp("01 03 00 01 10 07 07"))
    scene.event(.empty, .smp("02 03 00 01 10 07 07"))
    startEncryption(scene)
    scene.event(.empty, .control("0655667788"))
    expect(scene.told(.security).map { $0.own["step"] }, equals: ["paired"])
  }

  @Test func encryptionIsPausedForANewKey() {
    let scene = connected()
    startEncryption(scene)
    scene.event(.empty, .control("0655667788"))
    scene.event(.control("0b"))
    startEncryption(scene)
    scene.event(.empty, .control("0655667788"))
    expect(scene.told(.security).count, equals: 2)
    scene.event(.empty, encrypted)
    expect(scene.rates, equals: [])
  }

  @Test func aConnectionThatWasEncryptedBeforeTheCapture() {
    let scene = AirScene()
    scene.event(.empty, .start(bytes("a1b2c3d4e5f60718")))
    scene.event(.empty, encrypted)
    expect(scene.rates == [] && scene.session.counts.malformed == 0)
  }
}
