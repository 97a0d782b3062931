import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing
import Vocabulary

@testable import GATTSession

/// How a connection ends, step by step, without a capture.
struct ConnectionEndTests {
  enum Step {
    /// Disconnect with a reason, and its Command Status.
    case ask(UInt8), accept, refuse
    /// Disconnection Complete; a command that has asked for it may have no answer yet.
    case complete(UInt8, isAnswered: Bool = true)
    case cut(Connection.Cut)
  }

  /// - Returns: who has ended it, with `?` where both may have, and the reason that this host gave.
  private func ended(_ steps: [Step], over transport: Transport = .le) -> String {
    var end = ConnectionEnd()
    var last: ConnectionEnd.Request?
    var refusals = 0
    for (index, step) in steps.enumerated() {
      switch step {
      case .ask(let reason):
        last = (UInt64(index + 1), CaptureTime(seconds: 0, nanoseconds: 0), reason)
        if let last { end.ask(last) }
      case .accept: end.accept(last)
      case .refuse: if end.refuse() { refusals += 1 }
      case .complete(let reason, let isAnswered):
        end.complete(HCIStatus(rawValue: reason), over: transport, isAnswered: isAnswered)
      case .cut(let cut): end.cut(cut)
      }
    }
    return "\(end.by)" + (end.isByEither ? "?" : "")
      + (end.request.map { ", asked in \($0.frame)" } ?? "")
      + (end.isAccepted ? ", accepted" : "") + (refusals > 0 ? ", refused" : "")
  }

  private func check(
    over transport: Transport = .le, _ cases: [(name: String, steps: [Step], ended: String)]
  ) {
    for one in cases { expect(ended(one.steps, over: transport), equals: one.ended, one.name) }
  }

  /// Each order of the command, its status and the event, for each kind of reason.
  @Test func orders() {
    check([
      (
        "command, status, event", [.ask(0x13), .accept, .complete(0x16)],
        "local, asked in 1, accepted"
      ),
      (
        "command, event, status", [.ask(0x13), .complete(0x16, isAnswered: false), .accept],
        "local, asked in 1, accepted"
      ),
      ("event, command", [.complete(0x16), .ask(0x13)], "local, asked in 2"),
      (
        "the peer, command, status, event", [.ask(0x13), .accept, .complete(0x13)],
        "unknown?, asked in 1, accepted"
      ),
      (
        "the peer, command, event, status",
        [.ask(0x13), .complete(0x13, isAnswered: false), .accept], "unknown?, asked in 1, accepted"
      ),
      (
        "the peer with another reason", [.ask(0x15), .accept, .complete(0x13)],
        "remote, asked in 1, accepted"
      ),
      ("the peer alone", [.complete(0x13)], "remote"),
      (
        "failure, command, status, event", [.ask(0x13), .accept, .complete(0x08)],
        "local, asked in 1, accepted"
      ),
      (
        "failure, command, event", [.ask(0x13), .complete(0x08, isAnswered: false)],
        "unknown, asked in 1"
      ),
      ("failure, status lost", [.ask(0x13), .complete(0x08)], "local, asked in 1"),
      ("failure alone", [.complete(0x08)], "unknown"),
      (
        "either's reason, command", [.ask(0x3B), .accept, .complete(0x3B)],
        "unknown, asked in 1, accepted"
      ),
      ("either's reason alone", [.complete(0x3B)], "remote"),
    ])
    check(
      over: .brEDR,
      [
        ("either's reason alone", [.complete(0x05)], "unknown"),
        ("the peer alone", [.complete(0x13)], "remote"),
        (
          "either's reason, command", [.ask(0x05), .accept, .complete(0x05)],
          "unknown, asked in 1, accepted"
        ),
      ])
  }

  @Test func commands() {
    check([
      ("nothing", [], "unknown"),
      ("asked", [.ask(0x13)], "unknown, asked in 1"),
      ("refused", [.ask(0x13), .refuse], "unknown, refused"),
      ("refused twice", [.ask(0x13), .refuse, .refuse], "unknown, refused"),
      ("refused, nothing asked", [.refuse], "unknown"),
      ("refused, event", [.ask(0x13), .refuse, .complete(0x13)], "remote, refused"),
      (
        "refused, asked again", [.ask(0x13), .refuse, .ask(0x13), .accept, .complete(0x16)],
        "local, asked in 3, accepted, refused"
      ),
      ("asked twice", [.ask(0x13), .ask(0x15), .accept], "unknown, asked in 2, accepted"),
      (
        "asked again under way", [.ask(0x13), .accept, .ask(0x15)], "unknown, asked in 1, accepted"
      ),
      ("fails after all", [.ask(0x13), .accept, .refuse], "unknown, refused"),
      (
        "asked after it failed", [.ask(0x13), .accept, .refuse, .ask(0x15)],
        "unknown, asked in 4, refused"
      ),
    ])
  }

  @Test func cuts() {
    check([
      ("reset", [.cut(.reset)], "local"),
      ("switched off", [.cut(.switchedOff)], "local"),
      ("removed", [.cut(.removed)], "unknown"),
      ("handle used again", [.cut(.handleUsedAgain)], "unknown"),
      ("asked, reset", [.ask(0x13), .accept, .cut(.reset)], "local, asked in 1, accepted"),
      ("asked, removed", [.ask(0x13), .cut(.removed)], "unknown, asked in 1"),
    ])
    var end = ConnectionEnd()
    end.tell(.connectionTimeout, by: .unknown)
    expect(end.reason == .connectionTimeout && end.cut == nil && !end.isByEither)
  }
}
