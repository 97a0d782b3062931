import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// Requests and indications between a client and a server, step by step, without a capture.
struct ATTTransactionsTests {
  enum Step {
    /// A request; the last handle is that of a range.
    case asks(ATTOpcode, UInt16 = 3, to: UInt16? = nil)
    /// One that cannot be read.
    case malformed(ATTOpcode)
    /// A response, with the handle that it names, or the first of its list.
    case answers(ATTOpcode, UInt16? = nil, first: UInt16? = nil)
    case refuses(ATTOpcode, UInt16 = 3)
    /// A packet with a bad CRC.
    case damaged(ATTOpcode, isOnBearer: Bool = true)
    /// A PDU whose rest is not heard, which has begun in this frame or in the first one.
    case partOf(ATTOpcode, isOld: Bool = false)
    case indicates, confirms
    /// Milliseconds.
    case wait(Int64)
    /// The recorder loses packets; a sniffer misses one; it cannot read one of the server.
    case lost, missed, unreadable
    /// It is seen whether something has taken too long.
    case timePasses
    /// Too much waits for the indication, or for the damaged response.
    case relieves
    case ends(RequestEnding = .disconnect, isByClient: Bool = false)
    /// This host asks for the end.
    case disconnects
    /// What had ended the connection has not.
    case goesOn
  }

  struct Setting {
    var isExcerpt = false
    var lacksServer = false
    var hasClient = true
    var mayQueue = true
    var isOnAir = false
  }

  /// - Returns: what each step means; nothing for one that means nothing.
  private func told(_ steps: [Step], over setting: Setting) -> [String] {
    var transactions = ATTTransactions()
    let air = setting.isOnAir ? LinkLayerLink(accessAddress: 0x50C2_A9E7) : nil
    var (milliseconds, frame, drops): (Int64, UInt64, UInt64) = (0, 0, 0)
    var asked: (frame: UInt64, time: CaptureTime)?
    var all: [String] = []
    func tell(_ unanswered: [UnansweredRequest]) {
      all += unanswered.map { "\($0.request.frame) " + word($0.why) }
    }
    func tell(_ ended: UnconfirmedIndication?) {
      guard let ended else { return }
      let isHeld = if case .held = ended.indication.state { "" } else { " again" }
      all.append("\(ended.indication.moment.frame) \(ended.isOwed ? "owed" : "left")\(isHeld)")
    }
    for step in steps {
      frame += 1
      let time = CaptureTime(seconds: 1_000, nanoseconds: 0).adding(
        nanoseconds: milliseconds * 1_000_000)
      var link = ATTLink(
        moment: Moment(frame: frame, time: time, gaps: drops), drops: drops, lastHeard: time,
        hearing: Hearing(air), isExcerpt: setting.isExcerpt, lacksServer: setting.lacksServer,
        hasClient: setting.hasClient)
      func receive(_ answer: ATTAnswer) {
        let reception = transactions.receive(answer, over: link)
        tell(reception.passedOver)
        all += reception.tooEarly.map { "\($0.frame) too early" }
        switch reception.answers {
        case .open(let request, let isSure):
          all.append("\(request.frame) " + (isSure ? "answered" : "perhaps"))
          if transactions.takeDamaged() != nil { all.append("intact") }
        case .late(let request, let lateness): all.append("\(request.frame) late: \(lateness)")
        case .malformed(let request): all.append("\(request.frame) malformed")
        case .nothing: all.append("nothing")
        }
        transactions.openNext()
      }
      switch step {
      case .asks(let opcode, let handle, let last):
        var request = ATTRequest(opcode: opcode, frame: frame, time: time, handle: handle)
        request.endHandle = last
        request.drops = drops
        request.heard = link.hearing.mark
        tell(transactions.makeWay(over: link, mayQueue: setting.mayQueue))
        let value: [UInt8] = [UInt8(truncatingIfNeeded: frame)]
        transactions.send(request, value: value.rawBytes)
      case .malformed(let opcode): transactions.sendMalformed(opcode, at: link.moment)
      case .answers(let opcode, let handle, let first):
        receive(ATTAnswer(request: opcode.request, handle: handle, firstListed: first))
      case .refuses(let opcode, let handle):
        receive(ATTAnswer(request: opcode, isError: true, handle: handle))
      case .damaged(let opcode, let isOnBearer):
        guard transactions.mayAnswer(opcode, isOnBearer: isOnBearer) else {
          all.append("no answer")
          continue
        }
        transactions.hold(DamagedAnswer(ticket: 1, record: record(frame, time)))
      case .partOf(let opcode, let isOld): transactions.missRest(of: (opcode, isOld ? 0 : frame))
      case .indicates:
        let before = transactions.makeWayForIndication(over: link)
        if before.isTooEarly { all.append("\(frame) too early") }
        tell(before.before)
        let event = HeldEvent(Event(.indication, record(frame, time)), EventFields(), RawSpan())
        transactions.hold(
          ATTIndication(
            moment: link.moment, handle: 3, attribute: nil, state: .held(ticket: 7, event)))
        expect(transactions.holdsIndication(7) && !transactions.holdsIndication(8))
      case .confirms:
        guard let confirmed = transactions.confirm(at: link.moment) else {
          all.append("confirms nothing")
          continue
        }
        switch confirmed.state {
        case .held: all.append("\(confirmed.moment.frame) confirmed")
        case .reported: all.append("\(confirmed.moment.frame) confirmed again")
        case .late: all.append("\(confirmed.moment.frame) confirmed late")
        }
      case .wait(let wait): milliseconds += wait
      case .lost: drops += 1
      case .missed: link.hearing.noteLoss()
      case .unreadable:
        _ = air?.encryption.count(.unreadable, from: .peer, frame: frame, isSideKnown: true)
      case .timePasses:
        tell(transactions.timeOut(over: link))
        if let sent = transactions.unconfirmedSince, link.isOver(since: sent) {
          tell(transactions.timeOutIndication(over: link))
        }
      case .relieves:
        tell(transactions.relieveIndication(over: link))
        tell(transactions.giveUpDamaged(over: link))
      case .ends(let ending, let isByClient):
        link.end = ATTLink.End(isByClient: isByClient, isByHost: asked != nil, asked: asked)
        tell(transactions.endNeglected(over: link))
        tell(transactions.endIndication(over: link))
        tell(transactions.giveUpDamaged(over: link))
        tell(transactions.giveUp(ending, over: link))
        transactions.end()
        expect(transactions.open == nil && !transactions.hasQueue && transactions.heldOctets == 0)
      case .disconnects: asked = (frame, time)
      case .goesOn: transactions.outlastEnd()
      }
    }
    return all
  }

  private func record(_ frame: UInt64, _ time: CaptureTime) -> CaptureRecord {
    CaptureRecord(frame: frame, time: time, kind: .acl, direction: .received, originalLength: 0)
  }

  private func word(_ why: UnansweredRequest.Reason) -> String {
    switch why {
    case .damaged: "damaged"
    case .timedOut: "timed out"
    case .ended(let ending): "\(ending)"
    }
  }

  private func check(
    over setting: Setting = Setting(), _ cases: [(name: String, steps: [Step], told: [String])]
  ) {
    for one in cases { expect(told(one.steps, over: setting), equals: one.told, one.name) }
  }

  private let read: [Step] = [.asks(.readRequest)]

  @Test func answers() {
    check([
      ("response", read + [.answers(.readResponse)], ["1 answered"]),
      ("error", read + [.refuses(.readRequest)], ["1 answered"]),
      ("error that names nothing", read + [.refuses(.readRequest, 0)], ["1 answered"]),
      ("error that names another", read + [.refuses(.readRequest, 9)], ["1 answered"]),
      ("not asked", [.answers(.readResponse)], ["nothing"]),
      ("not asked, error", [.refuses(.readRequest)], ["nothing"]),
      (
        "answered twice", read + [.answers(.readResponse), .answers(.readResponse)],
        ["1 answered", "nothing"]
      ),
      (
        "answered and refused", read + [.answers(.readResponse), .refuses(.readRequest)],
        ["1 answered", "nothing"]
      ),
      (
        "refused and answered", read + [.refuses(.readRequest), .answers(.readResponse)],
        ["1 answered", "nothing"]
      ),
      ("of no request", read + [.answers(.handleValueConfirmation)], ["nothing"]),
      (
        "another kind, then its own", read + [.answers(.writeResponse), .answers(.readResponse)],
        ["nothing", "1 answered"]
      ),
      (
        "its own, then another kind", read + [.answers(.readResponse), .answers(.writeResponse)],
        ["1 answered", "nothing"]
      ),
      (
        "error of another kind, then its own",
        read + [.refuses(.writeRequest), .answers(.readResponse)], ["nothing", "1 answered"]
      ),
      (
        "a client that goes on after another kind",
        read + [.answers(.writeResponse), .asks(.writeRequest)], ["nothing", "1 otherAnswer"]
      ),
      (
        "another kind in a queue",
        read + [.asks(.readRequest), .answers(.writeResponse), .answers(.readResponse)],
        ["nothing", "2 too early", "1 answered"]
      ),
    ])
  }

  @Test func sequence() {
    check([
      (
        "response, next request",
        read + [.answers(.readResponse), .asks(.readRequest), .answers(.readResponse)],
        ["1 answered", "3 answered"]
      ),
      (
        "next request, response",
        read + [.asks(.readRequest), .answers(.readResponse), .answers(.readResponse)],
        ["2 too early", "1 answered", "2 answered"]
      ),
      (
        "said once", read + read + read + Array(repeating: .answers(.readResponse), count: 4),
        ["2 too early", "3 too early", "1 answered", "2 answered", "3 answered", "nothing"]
      ),
      (
        "passed over", read + [.asks(.writeRequest), .answers(.writeResponse)],
        ["1 nextRequest", "2 answered"]
      ),
      (
        "passed over, and one after that",
        read + [
          .asks(.writeRequest), .asks(.readRequest), .answers(.writeResponse),
          .answers(.readResponse),
        ], ["1 nextRequest", "3 too early", "2 answered", "3 answered"]
      ),
      (
        "passed over, then answered",
        read + [.asks(.writeRequest), .answers(.writeResponse), .answers(.readResponse)],
        ["1 nextRequest", "2 answered", "nothing"]
      ),
      (
        "error names the second", read + [.asks(.readRequest, 6), .refuses(.readRequest, 6)],
        ["1 nextRequest", "2 answered"]
      ),
      (
        "error names the first", read + [.asks(.readRequest, 6), .refuses(.readRequest, 3)],
        ["2 too early", "1 answered"]
      ),
      (
        "error names neither", read + [.asks(.readRequest, 6), .refuses(.readRequest, 9)],
        ["2 too early", "1 answered"]
      ),
      (
        "error names one of a range",
        [
          .asks(.readByTypeRequest, 1, to: 4), .asks(.readByTypeRequest, 5, to: 9),
          .refuses(.readByTypeRequest, 7),
        ], ["1 nextRequest", "2 answered"]
      ),
      (
        "in a hurry", read + [.wait(999)] + read + [.answers(.readResponse)],
        ["3 too early", "1 answered"]
      ),
      (
        "has given up", read + [.wait(1_000)] + read + [.answers(.readResponse)],
        ["1 nextRequest", "3 answered"]
      ),
      (
        "back in time", read + [.wait(-5_000)] + read + [.answers(.readResponse)],
        ["3 too early", "1 answered"]
      ),
      (
        "the recorder loses packets", read + [.lost] + read + [.answers(.readResponse)],
        ["1 nextRequest", "3 answered"]
      ),
      (
        "too many",
        Array(repeating: .asks(.readRequest), count: SessionLimits.earlyRequests + 2),
        ["1 nextRequest"]
      ),
      ("all left", read + read + [.ends(.captureEnds)], ["1 captureEnds", "2 captureEnds"]),
    ])
    check(over: Setting(mayQueue: false), [("no memory", read + read, ["1 nextRequest"])])
    check(
      over: Setting(isExcerpt: true),
      [("excerpt", read + [.wait(1_000)] + read, ["1 otherDirection"])])
    check(
      over: Setting(lacksServer: true),
      [
        ("one direction", read + read, ["1 otherDirection"]),
        ("one direction, end", read + [.ends()], ["1 otherDirection"]),
      ])
  }

  @Test func lateAnswers() {
    let left: [Step] = read + [.wait(2_000), .asks(.writeRequest, 5)]
    let sameKind: [Step] = read + [.wait(2_000), .asks(.readRequest, 5)]
    check([
      (
        "late answer, next answer", left + [.answers(.readResponse), .answers(.writeResponse)],
        ["1 nextRequest", "1 late: nextRequest", "3 answered"]
      ),
      (
        "next answer, late answer", left + [.answers(.writeResponse), .answers(.readResponse)],
        ["1 nextRequest", "3 answered", "nothing"]
      ),
      (
        "late twice", left + [.answers(.readResponse), .answers(.readResponse)],
        ["1 nextRequest", "1 late: nextRequest", "nothing"]
      ),
      (
        "late error", left + [.refuses(.readRequest)], ["1 nextRequest", "1 late: nextRequest"]
      ),
      (
        "late error, then late answer", left + [.refuses(.readRequest), .answers(.readResponse)],
        ["1 nextRequest", "1 late: nextRequest", "nothing"]
      ),
      (
        "error about another attribute", left + [.refuses(.readRequest, 9)],
        ["1 nextRequest", "nothing"]
      ),
      // It says nothing of its attribute: a client only goes on when it has its response.
      (
        "of the same kind", sameKind + [.answers(.readResponse)], ["1 nextRequest", "3 answered"]
      ),
      (
        "error of the same kind", sameKind + [.refuses(.readRequest, 3), .answers(.readResponse)],
        ["1 nextRequest", "1 late: nextRequest", "3 answered"]
      ),
      (
        "error about the open one", sameKind + [.refuses(.readRequest, 5)],
        ["1 nextRequest", "3 answered"]
      ),
      (
        "a response that names its attribute",
        [
          .asks(.prepareWriteRequest, 3), .wait(2_000), .asks(.prepareWriteRequest, 5),
          .answers(.prepareWriteResponse, 3), .answers(.prepareWriteResponse, 5),
        ], ["1 nextRequest", "1 late: nextRequest", "3 answered"]
      ),
      (
        "only the last one is remembered",
        left + [.wait(2_000), .asks(.readBlobRequest), .answers(.readResponse)],
        ["1 nextRequest", "3 nextRequest", "nothing"]
      ),
      (
        "disconnection, answer", read + [.ends(), .answers(.readResponse)],
        ["1 disconnect", "1 late: disconnect"]
      ),
      ("answer, disconnection", read + [.answers(.readResponse), .ends()], ["1 answered"]),
      (
        "no disconnection, answer", read + [.ends(), .goesOn, .answers(.readResponse)],
        ["1 disconnect", "1 late: silence"]
      ),
      (
        "goes on after the next request", left + [.goesOn, .answers(.readResponse)],
        ["1 nextRequest", "1 late: nextRequest"]
      ),
      (
        "end of the capture, answer", read + [.ends(.captureEnds), .answers(.readResponse)],
        ["1 captureEnds", "nothing"]
      ),
      (
        "end of the channel, answer", read + [.ends(.channelClosed), .answers(.readResponse)],
        ["1 channelClosed", "nothing"]
      ),
    ])
  }

  @Test func timeOuts() {
    check([
      (
        "answer, time-out", read + [.answers(.readResponse), .wait(30_000), .timePasses],
        ["1 answered"]
      ),
      (
        "time-out, answer", read + [.wait(30_000), .timePasses, .answers(.readResponse)],
        ["1 timed out", "1 late: timeout"]
      ),
      (
        "just in time", read + [.wait(29_999), .timePasses, .answers(.readResponse)],
        ["1 answered"]
      ),
      ("said once", read + [.wait(30_000), .timePasses, .timePasses], ["1 timed out"]),
      (
        "each by itself",
        read + [.wait(500)] + read + [.wait(29_600), .timePasses, .wait(500), .timePasses],
        ["1 timed out", "3 timed out"]
      ),
      ("time-out, next request", read + [.wait(30_000), .timePasses] + read, ["1 timed out"]),
      ("next request, time-out", read + [.wait(30_000)] + read + [.timePasses], ["1 timed out"]),
      ("time-out, disconnection", read + [.wait(30_000), .timePasses, .ends()], ["1 timed out"]),
      ("disconnection, time-out", read + [.wait(30_000), .ends(), .timePasses], ["1 timed out"]),
      (
        "disconnection in time", read + [.wait(29_999), .ends(), .wait(1), .timePasses],
        ["1 disconnect"]
      ),
      ("loss", read + [.lost, .wait(30_000), .timePasses], ["1 nextRequest"]),
      (
        "time-out, answer of another kind",
        read + [.wait(30_000), .timePasses, .answers(.writeResponse)], ["1 timed out", "nothing"]
      ),
      (
        "answer of another kind, time-out",
        read + [.answers(.writeResponse), .wait(30_000), .timePasses], ["nothing", "1 timed out"]
      ),
    ])
    check(
      over: Setting(isExcerpt: true),
      [("excerpt", read + [.wait(30_000), .timePasses, .answers(.readResponse)], ["1 answered"])])
  }

  @Test func ends() {
    check([
      ("soon, by the client", read + [.wait(999), .ends(isByClient: true)], ["1 cutOff"]),
      ("later, by the client", read + [.wait(1_000), .ends(isByClient: true)], ["1 disconnect"]),
      ("soon, by the server", read + [.wait(999), .ends()], ["1 disconnect"]),
      (
        "soon, answered after that",
        read + [.ends(isByClient: true), .answers(.readResponse)],
        ["1 cutOff", "1 late: disconnect"]
      ),
      (
        "the client has asked for it in time",
        read + [.wait(500), .disconnects, .wait(5_000), .ends(isByClient: true)], ["1 cutOff"]
      ),
      ("request, disconnect command", read + [.disconnects, .ends()], ["1 disconnect"]),
      ("disconnect command, request", [.disconnects] + read + [.ends()], ["2 cutOff"]),
      ("not in the capture", read + [.ends(.lost)], ["1 lost"]),
    ])
  }

  @Test func malformedRequests() {
    let unknown = ATTOpcode(rawValue: 0x3F)
    check([
      ("error", [.malformed(unknown), .refuses(unknown, 0)], ["1 malformed"]),
      ("another error", [.malformed(unknown), .refuses(.readRequest)], ["nothing"]),
      ("response", [.malformed(.readRequest), .answers(.readResponse)], ["nothing"]),
      (
        "twice", [.malformed(unknown), .refuses(unknown), .refuses(unknown)],
        ["1 malformed", "nothing"]
      ),
      (
        "error, next request",
        [.malformed(unknown), .refuses(unknown)] + read + [.answers(.readResponse)],
        ["1 malformed", "3 answered"]
      ),
      (
        "next request, error",
        [.malformed(unknown)] + read + [.answers(.readResponse), .refuses(unknown)],
        ["2 answered", "nothing"]
      ),
      (
        "another one is open",
        read + [.malformed(unknown), .refuses(unknown, 0), .answers(.readResponse)],
        ["2 malformed", "1 answered"]
      ),
      (
        "only the last one is remembered",
        [.malformed(.readRequest), .malformed(unknown), .refuses(.readRequest)], ["nothing"]
      ),
    ])
  }

  @Test func damagedAnswers() {
    let unknown = ATTOpcode(rawValue: 0x3F)
    let damaged = read + [.damaged(.readResponse)]
    check([
      ("retransmitted", damaged + [.answers(.readResponse)], ["1 answered", "intact"]),
      ("retransmitted error", damaged + [.refuses(.readRequest)], ["1 answered", "intact"]),
      ("next request", damaged + [.wait(2_000)] + read, ["1 damaged"]),
      ("end", damaged + [.ends()], ["1 damaged"]),
      (
        "end, retransmission", damaged + [.ends(), .answers(.readResponse)],
        ["1 damaged", "nothing"]
      ),
      ("too much waits", damaged + [.relieves], ["1 damaged"]),
      (
        "too much waits, retransmission", damaged + [.relieves, .answers(.readResponse)],
        ["1 damaged", "nothing"]
      ),
      ("damaged again", damaged + [.damaged(.readResponse), .ends()], ["no answer", "1 damaged"]),
      (
        "answered, then damaged", read + [.answers(.readResponse), .damaged(.readResponse)],
        ["1 answered", "no answer"]
      ),
      ("error", read + [.damaged(.errorResponse), .ends()], ["1 damaged"]),
      ("another kind", read + [.damaged(.writeResponse), .ends()], ["no answer", "1 disconnect"]),
      ("damaged opcode", read + [.damaged(unknown), .ends()], ["1 damaged"]),
      (
        "damaged channel", read + [.damaged(.readResponse, isOnBearer: false), .ends()],
        ["1 damaged"]
      ),
      (
        "damaged opcode and channel", read + [.damaged(unknown, isOnBearer: false), .ends()],
        ["no answer", "1 disconnect"]
      ),
      ("a notification", read + [.damaged(.handleValueNotification)], ["no answer"]),
      (
        "of the first only", read + read + [.damaged(.readResponse), .ends()],
        ["1 damaged", "2 disconnect"]
      ),
    ])
  }

  /// What a sniffer misses may have been the response, or the next request.
  @Test func onTheAir() {
    let find: [Step] = [.asks(.readByTypeRequest, 4, to: 9)]
    check(
      over: Setting(isOnAir: true),
      [
        ("heard", read + [.answers(.readResponse)], ["1 answered"]),
        ("missed, answer", read + [.missed, .answers(.readResponse)], ["1 perhaps"]),
        ("answer, missed", read + [.answers(.readResponse), .missed], ["1 answered"]),
        (
          "list", find + [.missed, .answers(.readByTypeResponse, first: 4)], ["1 perhaps"]
        ),
        (
          "list of another range", find + [.missed, .answers(.readByTypeResponse, first: 3)],
          ["nothing"]
        ),
        (
          "list of another range, and the end",
          find + [.missed, .answers(.readByTypeResponse, first: 10), .ends(.captureEnds)],
          ["nothing", "1 captureEnds"]
        ),
        // Nothing was missed: it is the server's fault.
        ("wrong list", find + [.answers(.readByTypeResponse, first: 3)], ["1 answered"]),
        ("next request", read + read, ["1 unheard"]),
        ("part, next request", read + [.partOf(.readResponse)] + read, ["1 partlyHeard"]),
        ("part of another kind", read + [.partOf(.writeResponse)] + read, ["1 unheard"]),
        ("part before it", read + [.partOf(.readResponse, isOld: true)] + read, ["1 unheard"]),
        (
          "part, answer", read + [.partOf(.readResponse), .answers(.readResponse)], ["1 answered"]
        ),
        (
          "lost", read + [.ends(.lost), .answers(.readResponse)], ["1 linkLost", "1 late: silence"]
        ),
        ("disconnection", read + [.ends()], ["1 disconnect"]),
        ("missed, disconnection", read + [.missed, .ends()], ["1 unheard"]),
        ("cannot be read", read + [.unreadable, .ends()], ["1 hidden"]),
        ("could not be read before", [.unreadable] + read + [.ends()], ["2 disconnect"]),
        // A response may have been missed.
        ("time-out", read + [.wait(30_000), .ends()], ["1 disconnect"]),
      ])
  }

  @Test func indications() {
    check([
      ("confirmed", [.indicates, .confirms], ["1 confirmed"]),
      ("nothing to confirm", [.confirms], ["confirms nothing"]),
      (
        "confirmed twice", [.indicates, .confirms, .confirms], ["1 confirmed", "confirms nothing"]
      ),
      (
        "confirmation, next indication", [.indicates, .confirms, .indicates, .confirms],
        ["1 confirmed", "3 confirmed"]
      ),
      (
        "next indication, confirmation", [.indicates, .indicates, .confirms, .confirms],
        ["2 too early", "1 left", "2 confirmed", "confirms nothing"]
      ),
      (
        "confirmation, time-out", [.indicates, .confirms, .wait(30_000), .timePasses],
        ["1 confirmed"]
      ),
      (
        "time-out, confirmation", [.indicates, .wait(30_000), .timePasses, .confirms, .confirms],
        ["1 owed", "1 confirmed late", "confirms nothing"]
      ),
      ("just in time", [.indicates, .wait(29_999), .timePasses, .confirms], ["1 confirmed"]),
      (
        "time-out, next indication",
        [.indicates, .wait(30_000), .timePasses, .indicates, .confirms], ["1 owed", "4 confirmed"]
      ),
      (
        "next indication, time-out", [.indicates, .wait(30_000), .indicates, .confirms],
        ["3 too early", "1 owed", "3 confirmed"]
      ),
      (
        "time-out, loss, confirmation",
        [.indicates, .wait(30_000), .timePasses, .lost, .confirms], ["1 owed", "confirms nothing"]
      ),
      ("loss, time-out", [.indicates, .lost, .wait(30_000), .timePasses], ["1 left"]),
      ("loss, next indication", [.indicates, .lost, .indicates], ["1 left"]),
      ("end", [.indicates, .ends()], ["1 left"]),
      ("end after the time-out", [.indicates, .wait(30_000), .ends()], ["1 owed"]),
      ("end, confirmation", [.indicates, .ends(), .confirms], ["1 left", "confirms nothing"]),
      (
        "too much waits, confirmation", [.indicates, .relieves, .confirms, .confirms],
        ["1 left", "1 confirmed again", "confirms nothing"]
      ),
      (
        "confirmation, too much waits", [.indicates, .confirms, .relieves], ["1 confirmed"]
      ),
      (
        "too much waits, time-out, confirmation",
        [.indicates, .relieves, .wait(30_000), .timePasses, .confirms],
        ["1 left", "1 owed again", "1 confirmed late"]
      ),
      (
        "too much waits twice", [.indicates, .relieves, .relieves, .confirms],
        ["1 left", "1 left again", "confirms nothing"]
      ),
      (
        "too much waits, next indication", [.indicates, .relieves, .indicates, .confirms],
        ["1 left", "3 too early", "1 left again", "3 confirmed"]
      ),
      (
        "never confirmed", [.indicates, .indicates, .indicates, .wait(30_000), .ends()],
        ["2 too early", "1 left", "3 too early", "2 left", "1 owed again", "3 owed"]
      ),
      (
        "confirmed at last", [.indicates, .indicates, .confirms, .wait(30_000), .ends()],
        ["2 too early", "1 left", "2 confirmed"]
      ),
      ("requests are another matter", read + [.indicates, .ends()], ["2 left", "1 disconnect"]),
    ])
    let unheard: [(String, [Step], [String])] = [
      ("too early", [.indicates, .indicates], ["1 left"]),
      ("time-out", [.indicates, .wait(30_000), .ends()], ["1 left"]),
    ]
    for setting in [
      Setting(isExcerpt: true), Setting(hasClient: false), Setting(isOnAir: true),
    ] { check(over: setting, unheard) }
  }

  /// A value belongs to its request, however many were sent after it.
  @Test func values() {
    var transactions = ATTTransactions()
    let time = CaptureTime(seconds: 0, nanoseconds: 0)
    let link = ATTLink(moment: Moment(frame: 9, time: time, gaps: 0), lastHeard: time)
    for value in 1...4 as ClosedRange<UInt8> {
      let request = ATTRequest(opcode: .writeRequest, frame: UInt64(value), time: time, handle: 3)
      transactions.send(request, value: [value].rawBytes)
    }
    expect(transactions.value == [1] && transactions.hasQueue)
    expect(transactions.heldOctets >= 3 * ATTTransactions.queuedOverhead + 4)
    _ = transactions.receive(ATTAnswer(request: .writeRequest), over: link)
    expect(transactions.value == [1] && transactions.open == nil)
    expect(transactions.answered?.answerFrame, equals: 9)
    transactions.openNext()
    expect(transactions.value == [2] && transactions.open?.frame == 2)
    expect(transactions.request(answeredBy: .writeResponse)?.frame, equals: 2)
    expect(transactions.request(answeredBy: .readResponse) == nil)
    let left = transactions.giveUp(.disconnect, over: link)
    expect(left.map(\.value), equals: [[2], [3], [4]])
    expect(left.map(\.request.frame), equals: [2, 3, 4])
  }
}
