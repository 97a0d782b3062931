import CSystem
import Glibc

/// The wall clock, since 1970.
package struct WallTime: Equatable, Sendable {
  package var seconds: Int64
  package var nanoseconds: Int64

  package static var now: WallTime {
    let now = time(CLOCK_REALTIME)
    return WallTime(seconds: Int64(now.tv_sec), nanoseconds: Int64(now.tv_nsec))
  }
}

/// Time that only moves forward, from an arbitrary start.
package enum MonotonicTime {
  /// In nanoseconds.
  package static func now() -> Int64 { time(CLOCK_MONOTONIC).nanosecondsInAll }

  /// In whole milliseconds.
  package static var milliseconds: Int { Int(now() / 1_000_000) }

  /// Sleeps until a moment or a signal. Returns at once if the moment is past.
  package static func sleep(until moment: Int64) {
    guard moment > 0 else { return }
    var time = timespec(
      tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
    _ = unsafe clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil)
  }
}

/// Milliseconds of a clock that is never set and keeps running while the machine sleeps.
@Sendable package func bootMilliseconds() -> Int64 {
  time(CLOCK_BOOTTIME).nanosecondsInAll / 1_000_000
}

private func time(_ clock: clockid_t) -> timespec {
  var time = timespec()
  _ = unsafe clock_gettime(clock, &time)
  return time
}

extension timespec {
  fileprivate var nanosecondsInAll: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
