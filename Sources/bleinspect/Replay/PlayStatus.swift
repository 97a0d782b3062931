import Bytes

/// The play position, for the status line.
struct PlayStatus {
  /// Nanoseconds of `t`; `nil` before the first record.
  var time: Int64?
  var isPaused = false
  var speed = PlaySpeed.normal
  /// Nanoseconds until the next record.
  var rest: Int64?

  /// Nanoseconds: longer waits are shown.
  private static let patience: Int64 = 5_000_000_000
  private static let second: Int64 = 1_000_000_000

  init(_ player: Player, now: Int64) {
    time = player.time(at: now)
    isPaused = player.isPaused
    speed = player.pace.speed
    rest = player.rest(at: now)
  }

  init() {}

  var text: String {
    var text = ByteWriter(capacity: 64)
    guard let time else {
      return isPaused ? "paused" : "waiting"
    }
    if isPaused {
      text.append("paused at ")
      append(time, decimals: 3, to: &text)
    } else {
      append(time, decimals: 0, to: &text)
    }
    text.append(" s")
    switch speed {
    case .factor(1): break
    case .factor(let factor):
      text.append(" x")
      text.append(number: factor)
    case .unlimited: text.append(" max")
    }
    if !isPaused, let rest, rest >= Self.patience {
      text.append(", next in ")
      append(rest, decimals: 0, to: &text)
      text.append(" s")
    }
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  /// Seconds, rounded down.
  private func append(_ nanoseconds: Int64, decimals: Int, to text: inout ByteWriter) {
    if nanoseconds < 0 { text.append("-") }
    let magnitude = nanoseconds.magnitude
    text.append(decimal: magnitude / Self.second.magnitude)
    guard decimals == 3 else { return }
    text.append(".")
    text.append(decimal: magnitude % Self.second.magnitude / 1_000_000, digits: 3)
  }
}
