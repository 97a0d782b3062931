import ATTDissector
import BTSnoop
import Bytes
import TestSupport
import Testing

@testable import GATTSession

/// What both sides say of the MTU of a bearer, one exchange after the other.
struct ExchangedMTUsTests {
  enum Step { case asks(Side, UInt16), answers(Side, UInt16) }

  /// - Returns: what is wrong in each step; nothing for one that is right.
  private func told(_ steps: [Step]) -> [String] {
    var exchanged = ExchangedMTUs()
    return steps.enumerated().compactMap { index, step in
      let fault =
        switch step {
        case .asks(let side, let mtu):
          exchanged.asks(side, said: ExchangedMTUs.Said(mtu: mtu, frame: UInt64(index + 1)))
        case .answers(let side, let mtu):
          exchanged.answers(side, said: ExchangedMTUs.Said(mtu: mtu, frame: UInt64(index + 1)))
        }
      guard let (side, fault) = fault else { return nil }
      return switch fault {
      case .again(let first, let second): "\(side) again \(first.frame) \(second.frame)"
      case .two(let client, let server): "\(side) two \(client.frame) \(server.frame)"
      case .changed(let first, let second): "\(side) changed \(first.frame) \(second.frame)"
      }
    }
  }

  @Test func exchanges() {
    let cases: [(name: String, steps: [Step], told: [String])] = [
      ("once", [.asks(.host, 100), .answers(.peer, 50)], []),
      ("the same again", [.asks(.host, 100), .answers(.peer, 50), .asks(.host, 100)], []),
      (
        "another one", [.asks(.host, 100), .answers(.peer, 50), .asks(.host, 60)],
        ["host again 1 3"]
      ),
      ("another one before the answer", [.asks(.host, 100), .asks(.host, 60)], ["host again 1 2"]),
      (
        "both, one after the other",
        [.asks(.host, 100), .answers(.peer, 50), .asks(.peer, 50), .answers(.host, 100)], []
      ),
      (
        "both at once",
        [.asks(.host, 100), .asks(.peer, 50), .answers(.host, 100), .answers(.peer, 50)], []
      ),
      // It answers no more than it was asked for, and the outcome is the same.
      (
        "no more than asked for",
        [.asks(.host, 50), .answers(.peer, 50), .asks(.peer, 100), .answers(.host, 50)], []
      ),
      (
        "the server of this side has another one",
        [.asks(.host, 100), .answers(.peer, 100), .asks(.peer, 100), .answers(.host, 60)],
        ["host two 1 4"]
      ),
      (
        "the client of the other side has another one",
        [.asks(.host, 100), .answers(.peer, 50), .asks(.peer, 200), .answers(.host, 100)],
        ["peer two 3 2"]
      ),
      (
        "another answer", [.asks(.host, 100), .answers(.peer, 50), .answers(.peer, 60)],
        ["peer changed 2 3"]
      ),
      (
        "another answer with the same outcome",
        [.asks(.host, 40), .answers(.peer, 50), .answers(.peer, 60)], []
      ),
      ("below the least", [.asks(.host, 23), .answers(.peer, 5), .answers(.peer, 23)], []),
      ("nothing was asked", [.answers(.peer, 50), .answers(.peer, 50)], []),
      (
        "nothing was asked, two answers", [.answers(.peer, 50), .answers(.peer, 60)],
        ["peer changed 1 2"]
      ),
      (
        "nothing was asked by this client", [.asks(.peer, 60), .answers(.peer, 50)],
        ["peer two 1 2"]
      ),
    ]
    for one in cases { expect(told(one.steps), equals: one.told, one.name) }
  }
}

/// Parts of values that a client has queued.
struct WriteQueueTests {
  private func part(_ handle: UInt16, at offset: Int, _ bytes: [UInt8]) -> JoinedValue {
    let time = CaptureTime(seconds: 0, nanoseconds: 0)
    var part = JoinedValue(
      handle: handle, firstFrame: 1, firstTime: time, lastFrame: 2, lastTime: time, requests: 1,
      bytes: bytes)
    part.offset = offset
    return part
  }

  private func told(_ parts: [JoinedValue]) -> [String] {
    var queue = WriteQueue()
    for part in parts where !queue.add(part) { return ["full"] }
    expect(queue.octets, equals: parts.reduce(0) { $0 + $1.bytes.count })
    expect(queue.parts, equals: parts.count)
    let taken = queue.empty()
    expect(queue.values.isEmpty && queue.heldOctets == 0)
    return taken.map { "\($0.handle) at \($0.offset): \($0.bytes) of \($0.requests)" }
  }

  @Test func parts() {
    expect(told([]), equals: [])
    expect(
      told([part(3, at: 0, [1, 2]), part(3, at: 2, [3])]), equals: ["3 at 0: [1, 2, 3] of 2"])
    // In the other order, what is at the end begins no later part.
    expect(
      told([part(3, at: 2, [3]), part(3, at: 0, [1, 2])]),
      equals: ["3 at 2: [3] of 1", "3 at 0: [1, 2] of 1"])
    expect(
      told([part(3, at: 0, [1]), part(4, at: 0, [2]), part(3, at: 1, [3]), part(4, at: 1, [4])]),
      equals: ["3 at 0: [1, 3] of 2", "4 at 0: [2, 4] of 2"])
    expect(
      told([part(3, at: 0, [1]), part(3, at: 0, [1])]),
      equals: ["3 at 0: [1] of 1", "3 at 0: [1] of 1"])
    let many = (0...SessionLimits.queuedWrites).map { part(UInt16($0 + 1), at: 0, [1]) }
    expect(told(many), equals: ["full"])
    expect(told(Array(many.dropLast())).count, equals: SessionLimits.queuedWrites)
  }

  /// A fault of one part is one of the value.
  @Test func faults() {
    for fault in [\JoinedValue.isDamaged, \.isMisplaced, \.isTruncated] {
      var wrong = part(3, at: 1, [2])
      wrong[keyPath: fault] = true
      var queue = WriteQueue()
      for part in [part(3, at: 0, [1]), wrong, part(3, at: 2, [3])] { expect(queue.add(part)) }
      expect(queue.values.map { $0[keyPath: fault] }, equals: [true])
      expect(queue.sameOffset == nil)
    }
  }
}
