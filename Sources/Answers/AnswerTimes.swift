import ATTDissector
import BTSnoop
import GATTSession

/// How long the answers to the requests of a connection took.
struct AnswerTimes {
  /// The slowest answers that are listed.
  static let mostListed = 5

  struct Answer {
    var duration: Int64
    var opcode: ATTOpcode
    var handle: UInt16?
    var attribute: Attribute?
    var requestFrame: UInt64
    var requestTime: CaptureTime
    var frame: UInt64
  }

  /// Where the times of all are kept.
  let stream: Int?
  /// All answers, also those that took an unknown time.
  private(set) var count = 0
  /// The slowest first.
  private(set) var slow: [Answer] = []
  /// Not given by the recording host, whose own times are not those of the air.
  private(set) var slowestAsked: Answer?
  /// Given by the recording host: from when it had the request until it sent the answer.
  private(set) var slowestServed: Answer?

  init(stream: Int?) { self.stream = stream }

  /// An answer came, and it is not known how long it took.
  mutating func addUntimed() { count += 1 }

  mutating func add(_ answer: Answer, isServed: Bool) {
    count += 1
    if !isServed, answer.duration > slowestAsked?.duration ?? .min { slowestAsked = answer }
    if isServed, answer.duration > slowestServed?.duration ?? .min { slowestServed = answer }
    if slow.count == Self.mostListed, let last = slow.last, answer.duration <= last.duration {
      return
    }
    let place = slow.firstIndex { $0.duration < answer.duration } ?? slow.count
    slow.insert(answer, at: place)
    if slow.count > Self.mostListed { slow.removeLast() }
  }
}
