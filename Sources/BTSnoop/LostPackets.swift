/// Finds where packets were lost, from counters of all the losses so far.
package struct LostPackets: Sendable {
  private var drops: UInt32 = 0
  private var file = 0

  package init() {}

  /// - Returns: the number of packets lost between this record and the one before it in the same
  ///   file, or the start of the file. A counter that falls has been reset at an unknown time.
  package mutating func before(_ record: borrowing CaptureRecord) -> UInt32 {
    // The usual case: nothing is lost.
    if record.cumulativeDrops == drops, record.file == file { return 0 }
    let last = record.file == file ? drops : 0
    (file, drops) = (record.file, record.cumulativeDrops)
    return drops > last ? drops - last : 0
  }
}
