/// Makes the times of records from those of a log.
struct TextTimes {
  /// What the first time counts from; `nil` until a record has one.
  private(set) var clock: TextStamp.Clock?
  /// Whether some record had to do with the time of the one before, though others have times.
  private(set) var isMissingSome = false
  private var last = CaptureTime(seconds: 0, nanoseconds: 0)
  /// Days by midnights that have passed.
  private var days: Int64 = 0

  /// More than this back within a day, and midnight has passed.
  private static let halfDay: Int64 = 43_200

  mutating func begin(_ clock: TextStamp.Clock?) { self.clock = clock }

  /// - stamp: `nil` where the log has none.
  mutating func time(of stamp: TextStamp?) -> CaptureTime {
    guard let clock else { return last }
    guard let stamp, stamp.clock == clock else {
      isMissingSome = true
      return last
    }
    var time = stamp.time
    switch clock {
    case .timeOfDay:
      time.seconds += days * 86_400
      if time.seconds < last.seconds - Self.halfDay {
        days += 1
        time.seconds += 86_400
      }
    case .local: time.seconds = RecorderClock.universal(time.seconds)
    case .elapsed, .yearless, .universal: break
    }
    last = time
    return time
  }
}

extension TextStamp.Clock? {
  /// What the clock is for everyone who reads the capture.
  var known: CaptureInfo.Clock {
    switch self {
    case nil: .none
    case .elapsed, .timeOfDay, .yearless: .undated
    case .local: .recorder
    case .universal: .universal
    }
  }
}
