import BTSnoop

/// How a connection begins, as far as the capture shows it.
package struct ConnectionStart {
  package let frame: UInt64
  package let time: CaptureTime
  /// The start of the connection is in the capture.
  package internal(set) var isInCapture: Bool
  /// It began meanwhile, and the capture lacks its start.
  package internal(set) var isLost = false
  /// The capture has ended, and has nothing but data: nothing says when it began and ended, and how often.
  package internal(set) var isExcerpt = false
  /// When the host asked for the connection, where it is the central.
  package internal(set) var request: (frame: UInt64, time: CaptureTime)?

  init(_ record: CaptureRecord, isInCapture: Bool) {
    (frame, time) = (record.frame, record.time)
    self.isInCapture = isInCapture
  }

  /// Nanoseconds from the request until the connection came; `nil` where the clock was set back meanwhile.
  package var setupTime: Int64? {
    guard let request else { return nil }
    let setup = time.nanoseconds(since: request.time)
    return setup < 0 ? nil : setup
  }
}
