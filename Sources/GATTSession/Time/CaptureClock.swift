import BTSnoop

/// The position in the capture: the count of records, their time, and what the recorder lost.
final class CaptureClock {
  var counts = RecordCounts()
  /// Time of the last record, including the current one.
  private(set) var time: CaptureTime?
  /// The last record that is finished.
  private(set) var last: CaptureRecord?
  private var lost = LostPackets()
  private var lastDrops: UInt32 = 0

  /// Advances to the next record.
  /// - Returns: how many packets the recorder lost before it.
  func take(_ record: CaptureRecord) -> Int {
    counts.count(record)
    // In most captures time never goes back, and most records are of the second of the last one.
    if let time, time.seconds != record.time.seconds || record.time.nanoseconds < time.nanoseconds {
      let step = record.time.nanoseconds(since: time)
      if step < 0 {
        counts.fellBack(by: time.nanoseconds(since: record.time), frame: record.frame)
      } else if step >= TimeJump.least {
        counts.jumped(TimeJump(before: time, after: record.time, frame: record.frame))
      }
    }
    time = record.time
    // Nearly always both are zero.
    guard record.cumulativeDrops | lastDrops != 0 else { return 0 }
    lastDrops = record.cumulativeDrops
    let count = lost.before(record)
    counts.drops += UInt64(count)
    return Int(count)
  }

  /// Counts what the capture lacks up to a record: packets that the recorder lost, and what came between two
  /// files. Equal counts: nothing.
  func gaps(of record: CaptureRecord) -> UInt64 {
    counts.drops &+ UInt64(truncatingIfNeeded: record.file)
  }

  /// Whether the capture lacks something before a record that is not taken yet.
  func loses(at record: CaptureRecord) -> Bool {
    if let last, last.file != record.file { return true }
    guard record.cumulativeDrops | lastDrops != 0 else { return false }
    var lost = lost
    return lost.before(record) > 0
  }

  func finish(at record: CaptureRecord) { last = record }
}
