/// Tells where packets were lost, from counters that only tell how many were lost so far.
package struct LostPackets: Sendable {
  private var drops: UInt32 = 0
  private var file = 0

  package init() {}

  /// - Returns: how many packets were lost before this record and behind the one before it in the
  ///   same file, or since the file began. A counter that falls has begun anew, nobody knows when.
  package mutating func before(_ record: borrowing CaptureRecord) -> UInt32 {
    // Nearly always: nothing is lost.
    if record.cumulativeDrops == drops, record.file == file { return 0 }
    let last = record.file == file ? drops : 0
    (file, drops) = (record.file, record.cumulativeDrops)
    return drops > last ? drops - last : 0
  }
}
