import BTSnoop
import Glibc

extension CaptureTime {
  /// The wall clock.
  static var now: CaptureTime {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return CaptureTime(seconds: Int64(now.tv_sec), nanoseconds: UInt32(now.tv_nsec))
  }
}

/// A clock that nobody sets.
enum SteadyClock {
  /// Milliseconds since some moment.
  static var now: Int {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}
