import ATTDissector
import BTSnoop
import Bytes

/// The commands of a controller that have no answer yet: one takes microseconds, whatever it asks for.
struct CommandClock {
  struct Asked {
    let opcode: HCIOpcode
    let frame: UInt64
    let time: CaptureTime
    /// What the capture lacked by then: `CaptureClock.gaps`.
    let gaps: UInt64
  }

  /// In their order.
  private var waiting: [Asked] = []
  /// The first commands of extended and of legacy advertising, scanning and connecting that were accepted since the
  /// last reset.
  private var accepted: [CommandGeneration: Asked] = [:]

  /// How many have been answered, and how many the capture lacks the answers to.
  private var answers = 0
  private var lacking = 0

  /// A controller takes fewer commands at a time.
  private static let limit = 8

  mutating func ask(_ opcode: HCIOpcode, at record: CaptureRecord, gaps: UInt64) {
    let asked = Asked(opcode: opcode, frame: record.frame, time: record.time, gaps: gaps)
    if waiting.count == Self.limit {
      waiting.removeFirst()
      lacking += 1
    }
    waiting.append(asked)
  }

  /// The controller is reset: it forgets what it was asked.
  mutating func restart() {
    waiting.removeAll()
    accepted.removeAll()
  }

  /// The oldest command without an answer, of a controller that has answered all others.
  var unanswered: Asked? { answers > 0 && lacking == 0 ? waiting.first : nil }

  /// The command that an answer is to: of several the last, since the capture may lack the answers to others. Answers
  /// come in the order of their commands: of those before it, it lacks them.
  mutating func answered(_ opcode: HCIOpcode, status: HCIStatus?) -> Asked? {
    guard let index = waiting.lastIndex(where: { $0.opcode == opcode }) else { return nil }
    let asked = waiting[index]
    waiting.removeFirst(index + 1)
    answers += 1
    lacking += index
    if status == .success, let generation = CommandGeneration(opcode), accepted[generation] == nil {
      accepted[generation] = asked
    }
    return asked
  }

  /// The first command of the other generation, where a command is disallowed and none of its own was accepted: some
  /// controllers take both.
  func contrary(to opcode: HCIOpcode) -> Asked? {
    guard let generation = CommandGeneration(opcode), accepted[generation] == nil else {
      return nil
    }
    return accepted[generation == .legacy ? .extended : .legacy]
  }
}

/// A controller that was given a command of one kind refuses those of the other until its reset.
///
/// Source: Bluetooth Core Specification 6.0, Vol 4, Part E, 3.1.1.
enum CommandGeneration {
  case legacy, extended

  init?(_ opcode: HCIOpcode) {
    switch opcode.rawValue {
    case 0x2006...0x200D: self = .legacy
    case 0x2036...0x2045: self = .extended
    default: return nil
    }
  }
}

/// A controller that answered a command after a time in which hosts give up, or not at all.
struct LateAnswer {
  let opcode: HCIOpcode
  /// Frame of the command.
  let frame: UInt64
  /// Nanoseconds, until the answer, or for which there was none.
  let duration: Int64
  var isAnswered = true
}

extension HCIFollower {
  /// How long Linux waits for the answer to a command: 2 s, in nanoseconds.
  private static let commandTimeout: Int64 = 2_000_000_000
  /// A clock that was set looks like a longer one: 2 minutes, in nanoseconds.
  private static let commandPatience: Int64 = 120_000_000_000

  /// After so long without an answer until the capture stops there will be none: 10 s, in nanoseconds.
  private static let lastPatience: Int64 = 10_000_000_000

  /// The host resets a controller, or the capture ends.
  func findUnanswered(on adapter: Adapter, at record: CaptureRecord, isLast: Bool) {
    guard let asked = adapter.controller.commands.unanswered, asked.gaps == clock.gaps(of: record),
      asked.opcode.isAnswered
    else { return }
    let duration = record.time.nanoseconds(since: asked.time)
    guard duration >= (isLast ? Self.lastPatience : Self.commandTimeout),
      duration < Self.commandPatience
    else { return }
    reporter.find(
      .answeredLate(
        LateAnswer(
          opcode: asked.opcode, frame: asked.frame, duration: duration, isAnswered: false)),
      on: nil, at: record, moment: (asked.frame, asked.time))
  }

  /// A Command Complete or Command Status has come.
  func noteAnswer(
    to opcode: HCIOpcode, status: HCIStatus?, on adapter: Adapter, at record: CaptureRecord
  ) {
    guard let asked = adapter.controller.commands.answered(opcode, status: status),
      asked.gaps == clock.gaps(of: record)
    else {
      return
    }
    let duration = record.time.nanoseconds(since: asked.time)
    guard duration >= Self.commandTimeout, duration < Self.commandPatience else { return }
    reporter.find(
      .answeredLate(LateAnswer(opcode: opcode, frame: asked.frame, duration: duration)), on: nil,
      at: record, moment: (asked.frame, asked.time))
  }
}

extension HCIOpcode {
  /// Whether each controller answers it: not Host Number Of Completed Packets (Vol 4, Part E, 7.3.40), nor what only
  /// makers define, nor no command at all.
  fileprivate var isAnswered: Bool {
    rawValue != 0 && rawValue != 0x0C35 && rawValue >> 10 != 0x3F
  }
}
