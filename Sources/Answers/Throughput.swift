import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// How much a connection carries: its values, and the second in which each side sent most.
struct Throughput {
  /// One second since the start, as one side filled it.
  struct Second {
    var octets = 0
    var values = 0
    /// Values that were read, or written with an answer.
    var waiting = 0
    /// Nanoseconds that the host (on the air the central) waited for answers, and the values that it
    /// sent meanwhile.
    var waited: Int64 = 0
    var meanwhile = 0
    /// Values after which the controller took no more packets of this host.
    var full = 0
    /// Octets of the longest value.
    var largest = 0
    /// In force at its end, in milliseconds; `nil` if unknown.
    var interval: Double?
    /// The data length of its side, in force at its last value.
    var length: DataLength?
    /// The times of its first and its last value.
    var first: CaptureTime?
    var last: CaptureTime?
  }

  /// A value, and what it found when it came.
  struct Value {
    /// Its octets; the capture may have fewer.
    let octets: Int
    let side: Side
    /// It was read, or written with an answer.
    let waits: Bool
    /// It was sent while a request of the same side was not answered yet.
    let isMeanwhile: Bool
    let time: CaptureTime
  }

  /// What is large, and needless until there is a value: thousands of connections have none.
  private final class Pace {
    /// The current second, and what it has of each side.
    var second: Int64 = .min
    var current: PerSide<Second> = PerSide(both: Second())
    var busiest: PerSide<Second> = PerSide(both: Second())
  }

  private let connection: Connection
  private(set) var values = 0
  /// Octets of values that the host (on the air the central), and the peer, has sent.
  private(set) var octets: PerSide<Int> = PerSide(both: 0)
  /// The most octets of both sides in one second.
  private(set) var peak = 0
  private var pace: Pace?

  init(_ connection: Connection) { self.connection = connection }

  /// The second with the most octets of each side.
  var busiest: PerSide<Second> { pace?.busiest ?? PerSide(both: Second()) }

  /// - Parameters:
  ///   - interval: the one in force, in milliseconds; `nil` if unknown.
  ///   - length: how long the data PDUs of its side may be.
  mutating func add(_ value: Value, interval: Double?, length: DataLength) {
    let (side, time) = (value.side, value.time)
    values += 1
    octets[side] += value.octets
    let pace = pace(at: time)
    // A copy: each access to what others may change is checked.
    var second = pace.current[side]
    if value.isMeanwhile { second.meanwhile += 1 }
    second.octets += value.octets
    second.values += 1
    if value.waits { second.waiting += 1 }
    if side == .host, connection.isOutOfCredits { second.full += 1 }
    second.largest = max(second.largest, value.octets)
    second.interval = interval
    second.length = length
    if second.first == nil { second.first = time }
    second.last = time
    pace.current[side] = second
    if second.octets > pace.busiest[side].octets { pace.busiest[side] = second }
    peak = max(peak, second.octets + pace.current[side.other].octets)
  }

  /// An answer to the host (on the air to the central) came.
  mutating func waited(_ duration: Int64, at time: CaptureTime) {
    // Before the first value there is no pace to measure.
    guard pace != nil, duration > 0 else { return }
    let pace = pace(at: time)
    let elapsed = time.nanoseconds(since: connection.startTime) % 1_000_000_000
    pace.current.host.waited += min(duration, max(0, elapsed))
  }

  private mutating func pace(at time: CaptureTime) -> Pace {
    let pace = pace ?? Pace()
    self.pace = pace
    let now = time.nanoseconds(since: connection.startTime) / 1_000_000_000
    if now != pace.second {
      pace.second = now
      pace.current = PerSide(both: Second())
    }
    return pace
  }
}
