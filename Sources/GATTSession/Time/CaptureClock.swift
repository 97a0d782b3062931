import BTSnoop

/// Where the capture stands: its records counted, their time, and what the recorder lost.
struct CaptureClock {
  var counts = RecordCounts()
  /// Time of the last record, that at hand included.
  private(set) var time: CaptureTime?
  /// The last record that is done with.
  private(set) var last: CaptureRecord?
  private var lost = LostPackets()
  private var lastDrops: UInt32 = 0

  /// Takes the next record.
  /// - Returns: how many packets the recorder lost before it.
  mutating func take(_ record: CaptureRecord) -> Int {
    counts.count(record)
    if let time, record.time < time {
      counts.fellBack(by: time.nanoseconds(since: record.time), frame: record.frame)
    }
    time = record.time
    // Nearly always both are zero.
    guard record.cumulativeDrops | lastDrops != 0 else { return 0 }
    lastDrops = record.cumulativeDrops
    let count = lost.before(record)
    counts.drops += UInt64(count)
    return Int(count)
  }

  mutating func finish(_ record: CaptureRecord) { last = record }
}
