import BTSnoop
import GATTValues

/// A subscription that a client made by writing a Client Characteristic Configuration.
struct Subscription {
  let characteristic: Attribute
  let frame: UInt64
  let time: CaptureTime
  /// How many packets were known to be missing by then.
  let losses: UInt64
  var pace = ValuePace()

  var values: Int { pace.count }
}

/// How regularly the values of a subscription come.
struct ValuePace {
  private(set) var count = 0
  private var first = CaptureTime(seconds: 0, nanoseconds: 0)
  private(set) var last = CaptureTime(seconds: 0, nanoseconds: 0)
  private(set) var lastFrame: UInt64 = 0
  /// The longest time from one to the next, in nanoseconds.
  private(set) var longest: Int64 = 0
  /// How many packets were known to be missing at the last one.
  private(set) var losses: UInt64 = 0

  mutating func came(at record: CaptureRecord, losses: UInt64) {
    if count == 0 {
      first = record.time
    } else {
      longest = max(longest, record.time.nanoseconds(since: last))
    }
    count += 1
    last = record.time
    lastFrame = record.frame
    self.losses = losses
  }

  /// Whether they came by a clock, and not when something happened, nor as fast as the link takes them, as a file
  /// does: then they end with it.
  var isSteady: Bool {
    guard count >= 30 else { return false }
    let mean = last.nanoseconds(since: first) / Int64(count - 1)
    return mean >= 100_000_000 && longest / 3 <= mean
  }
}

extension Array where Element == Subscription {
  mutating func noteValue(of characteristic: Attribute, at record: CaptureRecord, losses: UInt64) {
    guard let index = index(of: characteristic) else { return }
    self[index].pace.came(at: record, losses: losses)
  }

  func index(of characteristic: Attribute) -> Int? {
    firstIndex { $0.characteristic.current === characteristic }
  }
}
