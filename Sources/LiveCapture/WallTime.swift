import BTSnoop
import System

extension CaptureTime {
  init(_ time: WallTime) {
    self.init(seconds: time.seconds, excessNanoseconds: time.nanoseconds)
  }

  /// The wall clock.
  static var now: CaptureTime { CaptureTime(.now) }
}
