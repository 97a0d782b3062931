import BTSnoop

/// A record as those see it that compare times: when it was, and what the capture lacked by then.
struct Moment {
  let frame: UInt64
  let time: CaptureTime
  /// Equal counts: nothing is missing in between (`CaptureClock.gaps`).
  let gaps: UInt64

  /// Nanoseconds since an earlier one; `nil` where the capture lacks something in between.
  func elapsed(since earlier: Moment) -> Int64? {
    earlier.gaps == gaps ? time.nanoseconds(since: earlier.time) : nil
  }
}

extension CaptureClock {
  func moment(of record: CaptureRecord) -> Moment {
    Moment(frame: record.frame, time: record.time, gaps: gaps(of: record))
  }
}
