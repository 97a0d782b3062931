import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing
import Vocabulary

@testable import GATTSession

/// Parameters, requests for them and procedures of a link, step by step, without a capture.
struct LinkStateTests {
  enum Step {
    /// A Connection Complete, or an update: the interval in frames of 1.25 ms.
    case takes(UInt16, latency: UInt16 = 0, subrate: UInt16 = 1)
    /// Takes an interval that ends subrating, or does not.
    case updates(UInt16)
    /// An answer that took so long.
    case waits(seconds: Int64)
    /// Connection Parameter Update Request of a peripheral, and its answer.
    case asks(UInt8, UInt16, UInt16? = nil), answers(UInt8, accepted: Bool)
    /// An answer of the side that has asked.
    case answersItself(UInt8)
    /// LE Remote Connection Parameter Request of the controller, and the answer of this host.
    case controllerAsks, answersController(accepted: Bool)
    /// LE Connection Update or another command, its status, and the event that ends it.
    case commands(UInt16, UInt16 = 24), refused(UInt16), ends(ProcedureEnd, UInt8 = 0)
    case wait(seconds: Int64)
    case gap
    /// The connection ends.
    case disconnected(UInt8), end(Terminator = .unknown, hears: Bool = true)
  }

  private func parameters(_ interval: UInt16, _ most: UInt16? = nil) throws -> ConnectionParameters
  {
    let octets = le16(Int(interval)) + le16(Int(most ?? interval)) + le16(0) + le16(100)
    var cursor = ByteCursor(octets.rawBytes)
    return try ConnectionParameters(&cursor)
  }

  /// - Returns: what each step means; nothing for one that means nothing.
  private func told(_ steps: [Step]) throws -> [String] {
    var state = LinkState()
    var (seconds, frame, gaps): (Int64, UInt64, UInt64) = (0, 0, 0)
    var all: [String] = []
    func tell(_ request: PendingParameterRequest?, at moment: Moment) {
      guard let request else { return }
      all.append("\(request.hasTimedOut(at: moment) ? "timed out" : "given up") \(request.frame)")
    }
    for step in steps {
      frame += 1
      let time = CaptureTime(seconds: seconds, nanoseconds: 0)
      let moment = Moment(frame: frame, time: time, gaps: gaps)
      let record = CaptureRecord(
        frame: frame, time: time, kind: .acl, direction: .received, originalLength: 0)
      func take(_ interval: UInt16, latency: UInt16 = 0, subrate: UInt16 = 1) {
        let terms = LinkTerms(
          interval: ConnectionInterval(frames: interval), latency: latency, timeout: 100,
          subrate: subrate)
        if let long = state.take(terms, frame: frame, at: time) { all.append(word(long)) }
      }
      func answer(_ request: PendingParameterRequest?, _ accepted: Bool, isSignal: Bool) {
        guard let request else { return all.append("nothing asked") }
        all.append("\(accepted ? "accepted" : "rejected") \(request.frame)")
        guard accepted else { return }
        state.grant(
          GrantedParameters(
            parameters: request.parameters, isHost: false, frame: request.frame,
            accepted: isSignal ? (frame, time) : nil, gaps: gaps, heard: nil))
      }
      switch step {
      case .takes(let interval, let latency, let subrate):
        take(interval, latency: latency, subrate: subrate)
      case .updates(let frames):
        take(frames, subrate: state.subrate(withInterval: ConnectionInterval(frames: frames)))
        all.append("subrate \(state.subrate)")
      case .waits(let seconds): state.wait(seconds * 1_000_000_000)
      case .asks(let identifier, let least, let most):
        let request = PendingParameterRequest(
          try parameters(least, most), identifier: identifier, gaps: gaps, record)
        tell(state.ask(request), at: moment)
      case .answers(let identifier, let accepted):
        answer(state.answer(identifier, from: .sent), accepted, isSignal: true)
      case .answersItself(let identifier):
        answer(state.answer(identifier, from: .received), true, isSignal: true)
      case .controllerAsks:
        let request = PendingParameterRequest(try parameters(24), gaps: gaps, record)
        tell(state.askHost(request), at: moment)
      case .answersController(let accepted):
        answer(state.answerController(), accepted, isSignal: false)
      case .commands(let opcode, let interval):
        state.begin(
          LinkProcedure(
            opcode: opcode, frame: frame, time: time, gaps: gaps,
            parameters: opcode == 0x2013 ? try parameters(interval) : nil))
      case .refused(let opcode): state.refuse(opcode)
      case .ends(let ending, let status):
        state.end(ending, status: HCIStatus(rawValue: status))
        let interval = ConnectionInterval(frames: 24)
        if let other = state.takeOtherUpdate(interval, gaps: gaps) {
          all.append("other than \(other.frame)")
        }
      case .wait(let wait): seconds += wait
      case .gap: gaps += 1
      case .disconnected(let reason):
        state.settle(HCIStatus(rawValue: reason), gaps: gaps)
        let open = state.procedures.open
        all.append("open" + open.map { " \($0.frame)" + ($0.hasTimedOut ? " late" : "") }.joined())
      case .end(let side, let hears):
        if let long = state.endWaits() { all.append(word(long)) }
        tell(state.giveUpRequest(), at: moment)
        tell(state.giveUpControllerRequest(), at: moment)
        let change = state.takeForgotten(at: moment, endedBy: side) { _ in hears }
        if let change { all.append("forgotten since \(change.accepted.frame)") }
        if let owed = state.unansweredController { all.append("owed \(owed.frame)") }
      }
    }
    return all
  }

  private func word(_ long: LongWaits) -> String {
    let asked = long.waits.asked.map { ", asked \($0.isHost) \($0.frame)" } ?? ""
    return "waited \(long.waits.waited / 1_000_000_000) s at \(Int(long.spacing)) ms\(asked)"
  }

  private func check(_ cases: [(name: String, steps: [Step], told: [String])]) throws {
    for one in cases { expect(try told(one.steps), equals: one.told, one.name) }
  }

  @Test func waits() throws {
    try check([
      ("short", [.takes(80), .waits(seconds: 5), .end()], []),
      ("long", [.takes(80), .waits(seconds: 6), .end()], ["waited 6 s at 100 ms"]),
      (
        "in parts", [.takes(80), .waits(seconds: 3), .waits(seconds: 4), .end()],
        ["waited 7 s at 100 ms"]
      ),
      ("quick", [.takes(79), .waits(seconds: 60), .end()], []),
      (
        "subrated", [.takes(24, subrate: 10), .waits(seconds: 6), .end()], ["waited 6 s at 300 ms"]
      ),
      ("parameters unknown", [.waits(seconds: 60), .end()], []),
      ("changes", [.takes(80), .waits(seconds: 6), .takes(24), .end()], ["waited 6 s at 100 ms"]),
      (
        "changes in between",
        [.takes(80), .waits(seconds: 3), .takes(80), .waits(seconds: 3), .end()], []
      ),
      (
        "back in time", [.takes(80), .waits(seconds: 6), .waits(seconds: -9), .end()],
        ["waited 6 s at 100 ms"]
      ),
      ("said once", [.takes(80), .waits(seconds: 6), .end(), .end()], ["waited 6 s at 100 ms"]),
      (
        "asked for",
        [
          .takes(24), .asks(1, 80, 90), .answers(1, accepted: true), .takes(80), .waits(seconds: 6),
          .end(),
        ],
        ["accepted 2", "waited 6 s at 100 ms, asked false 2"]
      ),
      (
        "others were asked for",
        [.asks(1, 90), .answers(1, accepted: true), .takes(80), .waits(seconds: 6), .end()],
        ["accepted 1", "waited 6 s at 100 ms"]
      ),
    ])
  }

  @Test func subrating() throws {
    try check([
      ("same interval", [.takes(24, subrate: 4), .updates(24)], ["subrate 4"]),
      ("other interval", [.takes(24, subrate: 4), .updates(25)], ["subrate 1"]),
      ("none", [.takes(24), .updates(25)], ["subrate 1"]),
    ])
    var state = LinkState()
    for (interval, subrate) in [(24, 1), (24, 4), (30, 1), (30, 1)] as [(UInt16, UInt16)] {
      let terms = LinkTerms(
        interval: ConnectionInterval(frames: interval), latency: interval, timeout: 100,
        subrate: subrate)
      _ = state.take(terms, frame: 1, at: CaptureTime(seconds: 0, nanoseconds: 0))
    }
    expect(state.intervals.map(\.milliseconds), equals: [30, 37.5])
    expect(state.subrates, equals: [4, 1])
    expect(state.latencies == [24, 30] && state.timeouts == [100])
    state.begin()
    expect(state.intervals.isEmpty && state.latency == 30)
    for number in 0...3 as ClosedRange<UInt8> { state.take(phy: number, of: .peer) }
    expect(state.phys.peer == .coded && state.phys.host == .le1M)
  }

  @Test func requests() throws {
    try check([
      ("accepted", [.asks(1, 24), .answers(1, accepted: true)], ["accepted 1"]),
      ("rejected", [.asks(1, 24), .answers(1, accepted: false)], ["rejected 1"]),
      (
        "another number", [.asks(1, 24), .answers(2, accepted: true), .end()],
        ["nothing asked", "given up 1"]
      ),
      (
        "its own number", [.asks(1, 24), .answersItself(1), .end()],
        ["nothing asked", "given up 1"]
      ),
      (
        "answered twice", [.asks(1, 24), .answers(1, accepted: true), .answers(1, accepted: true)],
        ["accepted 1", "nothing asked"]
      ),
      (
        "asked again", [.asks(1, 24), .asks(2, 24), .answers(2, accepted: true)],
        ["given up 1", "accepted 2"]
      ),
      (
        "asked again after 30 s", [.asks(1, 24), .wait(seconds: 30), .asks(2, 24)], ["timed out 1"]
      ),
      ("open at the end", [.asks(1, 24), .end()], ["given up 1"]),
      ("open for 30 s", [.asks(1, 24), .wait(seconds: 30), .end()], ["timed out 1"]),
      (
        "open for 30 s and a loss", [.asks(1, 24), .gap, .wait(seconds: 30), .end()], ["given up 1"]
      ),
      ("nothing asked", [.end()], []),
    ])
  }

  /// Each order of two events that do not wait for each other.
  @Test func crossingEvents() throws {
    try check([
      (
        "update, answer",
        [.asks(1, 24), .takes(24), .answers(1, accepted: true), .wait(seconds: 9), .end(.remote)],
        ["accepted 1"]
      ),
      (
        "answer, update",
        [.asks(1, 24), .answers(1, accepted: true), .takes(24), .wait(seconds: 9), .end(.remote)],
        ["accepted 1"]
      ),
      (
        "end, answer", [.asks(1, 24), .end(), .answers(1, accepted: true)],
        ["given up 1", "nothing asked"]
      ),
      (
        "controller, host", [.controllerAsks, .answersController(accepted: true), .end()],
        ["accepted 1"]
      ),
      (
        "host, controller", [.answersController(accepted: true), .controllerAsks, .end()],
        ["nothing asked", "given up 2", "owed 2"]
      ),
      (
        "controller, end", [.controllerAsks, .wait(seconds: 30), .end()], ["timed out 1", "owed 1"]
      ),
      (
        "controller again",
        [.controllerAsks, .controllerAsks, .answersController(accepted: false)],
        ["given up 1", "rejected 2"]
      ),
      (
        "both ways",
        [
          .asks(1, 24), .controllerAsks, .answersController(accepted: true),
          .answers(1, accepted: false),
        ], ["accepted 2", "rejected 1"]
      ),
      (
        "both ways, other order",
        [
          .asks(1, 24), .controllerAsks, .answers(1, accepted: false),
          .answersController(accepted: true),
        ], ["rejected 1", "accepted 2"]
      ),
      (
        "status, event", [.commands(0x2013), .ends(.connectionUpdate), .disconnected(0x08)],
        ["open"]
      ),
      (
        "refused, then accepted",
        [.commands(0x2013, 30), .refused(0x2013), .commands(0x2013), .ends(.connectionUpdate)], []
      ),
      (
        "event of another procedure", [.commands(0x2013), .ends(.encryption), .disconnected(0x08)],
        ["open 1"]
      ),
    ])
  }

  @Test func forgottenParameters() throws {
    let accepted: [Step] = [.takes(24), .asks(1, 80), .answers(1, accepted: true)]
    try check([
      ("10 s", accepted + [.wait(seconds: 10), .end()], ["accepted 2", "forgotten since 3"]),
      ("less", accepted + [.wait(seconds: 9), .end()], ["accepted 2"]),
      (
        "the peripheral leaves", accepted + [.wait(seconds: 2), .end(.remote)],
        ["accepted 2", "forgotten since 3"]
      ),
      ("the central leaves", accepted + [.wait(seconds: 2), .end(.local)], ["accepted 2"]),
      ("loss", accepted + [.gap, .wait(seconds: 10), .end()], ["accepted 2"]),
      ("not heard", accepted + [.wait(seconds: 10), .end(hears: false)], ["accepted 2"]),
      (
        "told its controller", accepted + [.commands(0x2013), .wait(seconds: 10), .end()],
        ["accepted 2"]
      ),
      (
        "told it something else", accepted + [.commands(0x2016), .wait(seconds: 10), .end()],
        ["accepted 2", "forgotten since 3"]
      ),
      (
        "suits already",
        [.takes(24), .asks(1, 24), .answers(1, accepted: true), .wait(seconds: 10), .end()],
        ["accepted 2"]
      ),
      (
        "said once", accepted + [.wait(seconds: 10), .end(), .end()],
        ["accepted 2", "forgotten since 3"]
      ),
      (
        "accepted to the controller",
        [
          .takes(24), .controllerAsks, .answersController(accepted: true), .wait(seconds: 10),
          .end(),
        ], ["accepted 2"]
      ),
    ])
  }

  @Test func procedures() throws {
    try check([
      ("other interval", [.commands(0x2013, 30), .ends(.connectionUpdate)], ["other than 1"]),
      ("asked for", [.commands(0x2013, 24), .ends(.connectionUpdate)], []),
      (
        "another follows",
        [.commands(0x2013, 30), .commands(0x2013, 24), .ends(.connectionUpdate)], []
      ),
      ("the other's update", [.ends(.connectionUpdate)], []),
      ("fails", [.commands(0x2013, 30), .ends(.connectionUpdate, 0x3B)], []),
      ("loss", [.commands(0x2013, 30), .gap, .ends(.connectionUpdate)], []),
      (
        "times out", [.commands(0x2013, 30), .ends(.connectionUpdate, 0x22), .disconnected(0x22)],
        ["open 1 late"]
      ),
      ("ordinary end", [.commands(0x2016), .disconnected(0x13)], ["open"]),
      ("instant", [.commands(0x2016), .commands(0x2032), .disconnected(0x28)], ["open 2"]),
      ("end after a loss", [.commands(0x2032), .gap, .disconnected(0x28)], ["open"]),
    ])
  }
}
