/// How long what a dense source sends gathers before it is read.
///
/// To wake up costs as much as some dozens of records, since the caches are then somebody else's: at 20,000 records a
/// second, one by one, it is most of the work. As many milliseconds as thousands of records come in a second, so at a
/// radio's pace nothing that anybody notices.
struct Gathering {
  /// Nanoseconds: no longer than that.
  static let longest: Int64 = 20_000_000
  /// Nanoseconds over which records are counted.
  static let window: Int64 = 100_000_000
  /// Nanoseconds: shorter pauses are left out, since `poll` counts in milliseconds.
  private static let shortest: Int64 = 1_000_000

  private var start: Int64 = 0
  private var records: UInt64 = 0
  private var pause: Int64 = 0
  /// When the source is read again; `nil`: as soon as it has something.
  private(set) var end: Int64?

  /// The source was read.
  /// - Parameters:
  ///   - records: that it had.
  ///   - now: nanoseconds since an arbitrary moment.
  mutating func read(_ records: UInt64, at now: Int64) {
    self.records += records
    let passed = now - start
    if passed >= Self.window {
      // A thousandth of the records in a second, in milliseconds.
      let count = Int64(min(self.records, 1 << 20))
      pause = min(count * 1_000_000_000_000 / passed, Self.longest)
      if pause < Self.shortest { pause = 0 }
      (start, self.records) = (now, 0)
    }
    end = pause > 0 ? now + pause : nil
  }

  /// There is more already, what has gathered is wanted now, or it is time.
  mutating func stop() { end = nil }
}
