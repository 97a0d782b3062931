import Synchronization

/// The clock of recorders that do not say what their times are relative to.
///
/// PacketLogger's files have seconds since 1970 without a zone: of some systems in UTC, of others by the local time of
/// the phone or computer. Only the user knows.
package enum RecorderClock {
  private static let unknown = Int64.min
  private static let offset = Atomic<Int64>(unknown)

  /// Whether the user has said what the times are.
  package static var isKnown: Bool { offset.load(ordering: .relaxed) != unknown }

  /// Seconds by which the times of such files are east of UTC.
  package static func use(secondsEast: Int64) {
    offset.store(secondsEast, ordering: .relaxed)
  }

  /// What a time of such a file is in UTC, as far as that is known.
  static func universal(_ seconds: Int64) -> Int64 {
    let east = offset.load(ordering: .relaxed)
    return east == unknown ? seconds : seconds &- east
  }
}

extension CaptureInfo {
  /// Whether the zone of its times is unknown.
  package var hasRecorderClock: Bool { clock == .recorder && !RecorderClock.isKnown }
}
