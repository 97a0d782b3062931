import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// Pairing and encryption step by step, without a capture: each step says what it means.
struct SecurityStateTests {
  enum Step {
    /// PDUs of the Security Manager.
    case sent(String), received(String)
    /// LE Enable Encryption, LE Long Term Key Request and its reply; with the name of an earlier key.
    case asks(named: Bool = false), isAsked(named: Bool = false), givesKey
    /// The controller's answer to LE Enable Encryption.
    case status(UInt8)
    /// Encryption Change.
    case change(UInt8, on: Bool = true, keySize: UInt8? = nil)
    case negativeReply
    case wait(seconds: Int64)
    /// The capture lacks something.
    case gap
    /// A refused request of the central, and asking again.
    case refusal(handle: UInt16), asksAgain(handle: UInt16), value(handle: UInt16)
    case data, micFailure, end
  }

  private static let request = "01 03 00 01 10 07 07"
  private static let response = "02 03 00 01 0e 01 01"
  private static let otherResponse = "02 00 00 05 10 01 01"
  private static let value = String(repeating: "11", count: 16)

  /// - Returns: what each step means; nothing for one that means nothing.
  private func told(_ steps: [Step], over link: PairingLink = PairingLink()) throws -> [String] {
    var state = SecurityState()
    var (seconds, frame, gaps): (Int64, UInt64, UInt64) = (0, 0, 0)
    var all: [String] = []
    for step in steps {
      frame += 1
      let moment = Moment(
        frame: frame, time: CaptureTime(seconds: seconds, nanoseconds: 0), gaps: gaps)
      func name(_ isNamed: Bool) -> LinkKey.Name { LinkKey.Name(random: isNamed ? 1 : 0) }
      func receive(_ pdu: String, _ direction: PacketDirection) throws {
        let octets = bytes(pdu)
        let pdu = try PairingPDU(octets.rawBytes, isCut: false)
        all += told(state.receive(pdu, direction: direction, at: moment, over: link))
      }
      switch step {
      case .sent(let pdu): try receive(pdu, .sent)
      case .received(let pdu): try receive(pdu, .received)
      case .asks(let named): state.begin(.asked, name: name(named), key: 7, at: moment)
      case .isAsked(let named): state.begin(.keyRequested, name: name(named), at: moment)
      case .givesKey: state.encryption.goOn(.keyGiven, key: (7, nil), at: moment)
      case .status(let code):
        let status = HCIStatus(rawValue: code)
        if state.encryption.isRefused(with: status) {
          all += told(state.fail(status, isRefused: true, at: moment, over: link))
        }
      case .change(let code, let isOn, let keySize):
        var change = EncryptionChange(status: HCIStatus(rawValue: code), isEnabled: isOn)
        change.keySize = keySize
        all += told(state.change(change, at: moment, over: link), of: state)
      case .negativeReply: all += told(state.fail(.pinOrKeyMissing, at: moment, over: link))
      case .wait(let wait): seconds += wait
      case .gap: gaps += 1
      case .refusal(let handle):
        state.refuse(0x0F, byHost: false, frame: frame)
        let refusal = UncuredRefusal(
          request: RequestWords(opcode: .readRequest, handle: handle, attribute: nil),
          server: ATTParty(isHost: false, isOnAir: false), code: 0x0F, frame: frame,
          time: moment.time, security: nil)
        if !state.refusals.add(refusal) { all.append("full") }
      case .asksAgain(let handle):
        all += state.refusals.ask(handle, client: .host).map { "cured \($0)" }
      case .value(let handle):
        all += state.refusals.come(handle, client: .host).map { "cured \($0)" }
      case .data: state.encryption.noteData(frame: frame)
      case .micFailure:
        state.encryption.failIntegrity(at: moment) {
          all.append("key \($0) fails")
          return nil
        }
      case .end:
        if let request = state.takeRequest() {
          all.append("unanswered request \(request.moment.frame)")
        }
        if let start = state.encryption.end(
          at: moment, received: nil, interval: 0, over: link)
        {
          all.append("unfinished \(start.step)" + (start.meanwhile.map { " data \($0)" } ?? ""))
        }
        if state.pairing.outcome == .underWay {
          let timeOut = state.pairingTimesOut(at: moment, over: link)
          state.pairing.stop()
          all.append(timeOut.map { "timed out, owed \($0.owes)" } ?? "pairing stops")
        }
        let (cured, left) = state.refusals.end(at: moment)
        all += cured.map { "cured \($0)" } + left.map { "left \($0.frame)" }
      }
    }
    return all
  }

  private func told(_ change: PairingState.Change) -> [String] {
    switch change {
    case .none: []
    case .began(let stopped):
      stopped.map { ["stopped " + ($0.timeOut.map { "owed \($0.owes)" } ?? "early"), "began"] }
        ?? ["began"]
    case .answered: ["answered"]
    case .succeeded: ["paired"]
    case .failed(let reason, let why):
      ["failed \(reason)" + (why.map { " \(Self.word($0))" } ?? "")]
    case .identity(let address): ["identity \(address.value)"]
    case .late(_, let isOwn, let elapsed):
      [elapsed == nil ? "crossed" : isOwn ? "goes on itself" : "goes on"]
    }
  }

  private static func word(_ refusal: PairingRefusal) -> String {
    switch refusal {
    case .comparesNoNumbers: "compares no numbers"
    case .identity(_, let frame): "identity \(frame)"
    case .secondResponse(let frame, let byHost): "second response \(frame) \(byHost)"
    case .asksFor(let features): "asks for \(features.authenticationRequirements)"
    }
  }

  private func told(
    _ outcome: SecurityState.EncryptionOutcome, of state: SecurityState
  ) -> [String] {
    var all = outcome.stopped.map { ["stopped, owed \($0.timeOut?.owes ?? "?")"] } ?? []
    all += outcome.cured.map { "cured \($0)" }
    switch outcome.result {
    case .failed(let failure): all += told(failure)
    case .paired: all.append("paired")
    case .changed: all.append(state.encryption.isOn ? "on" : "off")
    }
    if let key = outcome.start?.key { all.append("key \(key) works") }
    if let short = state.encryption.shortKey { all.append("short \(short.octets)") }
    return all
  }

  private func told(_ failure: SecurityState.EncryptionFailure) -> [String] {
    let missing = failure.missing.map {
      $0.isOnAir ? " on air" : $0.isHost ? " here" : " there"
    }
    return [
      (failure.endsPairing ? "pairing fails " : "encryption fails ")
        + "\(failure.status.rawValue)" + (missing ?? "")
    ]
  }

  private struct Case {
    let name: String
    let steps: [Step]
    let told: [String]
    var link = PairingLink()

    init(_ name: String, _ steps: [Step], _ told: [String], over link: PairingLink = PairingLink())
    {
      (self.name, self.steps, self.told, self.link) = (name, steps, told, link)
    }
  }

  private func check(_ cases: [Case]) throws {
    for one in cases {
      expect(try told(one.steps, over: one.link), equals: one.told, one.name)
    }
  }

  private let air = PairingLink(isOnAir: true)
  private let excerpt = PairingLink(beginsInCapture: false, isExcerpt: true)
  private var pair: [Step] { [.sent(Self.request), .received(Self.response)] }

  @Test func pairings() throws {
    let done = ["began", "answered"]
    try check([
      Case("request", [.sent(Self.request)], ["began"]),
      Case("both", pair, done),
      Case("response alone", [.received(Self.response)], ["answered"]),
      Case("again at once", pair + [.sent(Self.request)], done + ["stopped early", "began"]),
      Case(
        "again after 30 s", pair + [.wait(seconds: 30), .sent(Self.request)],
        done + ["stopped owed Pairing Confirm", "began"]),
      Case(
        "again after 30 s and a loss", pair + [.wait(seconds: 30), .gap, .sent(Self.request)],
        done + ["stopped early", "began"]),
      Case(
        "again after 30 s on the air", pair + [.wait(seconds: 30), .sent(Self.request)],
        done + ["stopped early", "began"], over: air),
      Case("the same response again", pair + [.received(Self.response)], done),
      Case(
        "another response", pair + [.received(Self.otherResponse), .sent("05 08")],
        done + ["failed 8 second response 3 false"]),
      Case(
        "another response on the air", pair + [.received(Self.otherResponse)], done + ["answered"],
        over: air),
      Case("request too short", [.sent("01 03"), .received(Self.response)], done),
      Case("response too short", [.sent(Self.request), .received("02 03")], ["began"]),
      Case("reason missing", pair + [.received("05")], done),
      Case("failed", pair + [.received("05 04")], done + ["failed 4"]),
      Case(
        "no comparison", pair + [.received("05 0c")], done + ["failed 12 compares no numbers"]),
      Case(
        "requirements of the initiator", pair + [.received("05 03")],
        done + ["failed 3 asks for 1"]),
      Case(
        "requirements of an unknown initiator", [.received("05 03")], ["failed 3"]),
      Case(
        "identity", pair + [.sent("09 01 000000000000"), .received("05 0a")],
        done + ["identity 0", "failed 10 identity 3"]),
      Case(
        "static identity", pair + [.sent("09 01 0000000000c0"), .received("05 0a")],
        done + ["identity 211106232532992", "failed 10"]),
    ])
  }

  @Test func whatFollowsAFailure() throws {
    let failed = pair + [.received("05 04")]
    let done = ["began", "answered", "failed 4"]
    try check([
      Case("at once", failed + [.sent("03" + Self.value)], done + ["crossed"]),
      Case(
        "later", failed + [.wait(seconds: 2), .sent("03" + Self.value)], done + ["goes on"]),
      Case("itself", failed + [.received("03" + Self.value)], done + ["goes on itself"]),
      Case("loss", failed + [.gap, .received("03" + Self.value)], done),
      Case("on the air", failed + [.received("03" + Self.value)], done, over: air),
      Case("new request", failed + [.sent(Self.request)], done + ["began"]),
      Case("failed again", failed + [.received("05 04")], done + ["goes on itself"]),
      Case(
        "encrypted since", failed + [.change(0), .received(Self.response)],
        done + ["on", "answered"]),
    ])
  }

  @Test func securityRequests() throws {
    try check([
      Case("left", [.received("0b 01"), .end], ["unanswered request 1"]),
      Case("again", [.received("0b 01"), .received("0b 01"), .end], ["unanswered request 1"]),
      Case("answered", [.received("0b 01"), .sent(Self.request)], ["began"]),
      Case("refused", [.received("0b 01"), .sent("05 05"), .end], ["failed 5"]),
      Case("encrypts", [.received("0b 01"), .asks(), .end], ["unfinished asked"]),
      Case("encrypted", [.received("0b 01"), .change(0), .end], ["on"]),
      Case("already", [.change(0), .received("0b 01"), .end], ["on"]),
      Case(
        "during pairing", pair + [.received("0b 01"), .end], ["began", "answered", "pairing stops"]),
      Case("from before", [.received("0b 01"), .end], [], over: excerpt),
      Case("too short", [.received("0b"), .end], []),
    ])
  }

  /// Each order of two events that do not wait for each other.
  @Test func crossingEvents() throws {
    try check([
      Case("status, change", [.asks(), .status(0), .change(0)], ["on", "key 7 works"]),
      Case("change, status", [.asks(), .change(0), .status(0)], ["on", "key 7 works"]),
      Case("refused", [.asks(), .status(0x0C)], ["encryption fails 12"]),
      Case("refused while it is under way", [.asks(), .status(0), .status(0x0C)], []),
      Case(
        "refused after another", [.asks(), .status(0), .change(0), .asks(), .status(0x0C)],
        ["on", "key 7 works", "encryption fails 12"]),
      Case("reply, change", [.isAsked(), .givesKey, .change(0)], ["on", "key 7 works"]),
      Case("change, reply", [.isAsked(), .change(0), .givesKey], ["on"]),
      Case("key missing here", [.isAsked(), .negativeReply], ["encryption fails 6 here"]),
      Case(
        "key missing here, change", [.isAsked(), .negativeReply, .change(6)],
        ["encryption fails 6 here", "encryption fails 6 here"]),
      Case("key missing there", [.asks(), .status(0), .change(6)], ["encryption fails 6 there"]),
      Case("refused for want of a key", [.asks(), .status(6)], ["encryption fails 6"]),
      Case("key missing, no start", [.change(6)], ["encryption fails 6"]),
      Case(
        "keys before the change", pair + [.received("06" + Self.value), .change(0)],
        ["began", "answered", "paired", "short 14"]),
      Case(
        "keys after the change", pair + [.change(0), .received("06" + Self.value)],
        ["began", "answered", "paired", "short 14"]),
      Case(
        "keys of an excerpt", pair + [.received("06" + Self.value)],
        ["began", "answered", "paired"], over: excerpt),
      Case(
        "pairing fails, change", pair + [.received("05 04"), .change(0)],
        ["began", "answered", "failed 4", "on"]),
      Case(
        "change, pairing fails", pair + [.change(0), .received("05 04")],
        ["began", "answered", "paired", "short 14", "failed 4"]),
      Case(
        "an earlier key during a pairing", pair + [.asks(named: true), .change(0)],
        ["began", "answered", "paired", "key 7 works", "short 14"]),
      Case(
        "an earlier key after the time-out",
        pair + [.wait(seconds: 31), .asks(named: true), .change(0)],
        ["began", "answered", "stopped, owed Pairing Confirm", "on", "key 7 works"]),
      Case(
        "its own key after the time-out", pair + [.wait(seconds: 31), .asks(), .change(0)],
        ["began", "answered", "paired", "key 7 works", "short 14"]),
      Case(
        "pairing, encryption fails", pair + [.asks(), .status(0), .change(0x3D)],
        ["began", "answered", "pairing fails 61"]),
      Case("off", [.asks(), .change(0), .change(0, on: false)], ["on", "key 7 works", "off"]),
      Case("key size", [.change(0, keySize: 7)], ["on", "short 7"]),
      Case("whole key", [.change(0, keySize: 16)], ["on"]),
    ])
  }

  @Test func ends() throws {
    let done = ["began", "answered"]
    try check([
      Case("nothing", [.end], []),
      Case("asked", [.asks(), .end], ["unfinished asked"]),
      Case("data meanwhile", [.asks(), .data, .data, .end], ["unfinished asked data 2"]),
      Case("loss", [.asks(), .gap, .end], []),
      Case("key given", [.isAsked(), .givesKey, .end], ["unfinished keyGiven"]),
      Case("on", [.asks(), .change(0), .end], ["on", "key 7 works"]),
      Case("pairing", pair + [.end], done + ["pairing stops"]),
      Case(
        "pairing, 30 s later", pair + [.wait(seconds: 30), .end],
        done + ["timed out, owed Pairing Confirm"]),
      Case(
        "pairing on the air, 30 s later", pair + [.wait(seconds: 30), .end],
        done + ["pairing stops"], over: air),
      Case(
        "pairing that encrypts, 30 s later", pair + [.asks(), .wait(seconds: 30), .end],
        done + ["unfinished asked", "timed out, owed nothing"]),
      Case("integrity at the start", [.asks(), .micFailure], ["key 7 fails"]),
      Case(
        "integrity after a failure", [.asks(), .change(0x3D), .micFailure],
        ["encryption fails 61", "key 7 fails"]),
      Case("integrity later", [.asks(), .change(0), .micFailure], ["on", "key 7 works"]),
      Case("integrity after a loss", [.asks(), .gap, .micFailure], []),
    ])
  }

  @Test func refusals() throws {
    let refused: [Step] = [.refusal(handle: 0x10), .change(0)]
    try check([
      Case("left", [.refusal(handle: 0x10), .end], ["left 1"]),
      Case(
        "asks without encryption", [.refusal(handle: 0x10), .asksAgain(handle: 0x10), .end],
        ["left 1"]),
      Case("asks again", refused + [.asksAgain(handle: 0x10), .end], ["on", "cured 1"]),
      Case(
        "asks another", refused + [.asksAgain(handle: 0x12), .wait(seconds: 3), .end],
        ["on", "left 1"]),
      Case("value comes", refused + [.value(handle: 0x0F), .end], ["on", "cured 1"]),
      Case(
        "another value comes", refused + [.value(handle: 0x08), .wait(seconds: 3), .end],
        ["on", "left 1"]),
      Case("ends soon", refused + [.wait(seconds: 2), .end], ["on", "cured 1"]),
      Case("loss", refused + [.gap, .wait(seconds: 9), .end], ["on", "cured 1"]),
      Case("on the air", refused, ["cured 1", "on"], over: air),
      Case(
        "encryption fails", [.refusal(handle: 1), .change(6), .end],
        ["encryption fails 6", "left 1"]),
      Case(
        "no room", Array(repeating: .refusal(handle: 1), count: SessionLimits.uncuredRefusals + 1),
        ["full"]),
    ])
  }

  @Test func passkeyTurns() throws {
    // The responder's random value is the first of twenty rounds.
    var steps: [Step] = [.sent("01 04 00 0d 10 07 07"), .received("02 02 00 0d 10 01 01")]
    for code in ["0c" + Self.value, "03" + Self.value, "04" + Self.value] {
      steps += [.sent(code), .received(code)]
    }
    let told = try told(steps + [.wait(seconds: 30), .end])
    expect(told, equals: ["began", "answered", "timed out, owed Pairing Confirm"])
  }

  @Test func anIdentityIsToldOnce() throws {
    var state = SecurityState()
    let moment = Moment(frame: 1, time: CaptureTime(seconds: 0, nanoseconds: 0), gaps: 0)
    let octets = bytes("08" + Self.value)
    let key = try PairingPDU(octets.rawBytes, isCut: false)
    _ = state.receive(key, direction: .received, at: moment, over: PairingLink())
    expect(state.pairing.takeIdentityKey(of: .host), equals: 0)
    expect(state.pairing.takeIdentityKey(of: .peer) != 0)
    expect(state.pairing.takeIdentityKey(of: .peer), equals: 0)
    expect(
      [false, true, false, true].map { state.pairing.noteIdentity(isDoubted: $0) },
      equals: [true, true, false, false])
    expect(state.pairing.outcome == .none)
  }
}

extension PairingTimeOut {
  fileprivate var owes: String { turn.map { "\($0.owedWords)" } ?? "nothing" }
}
