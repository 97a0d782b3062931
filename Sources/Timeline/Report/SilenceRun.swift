import Bytes
import GATTSession

/// Silences of one connection with nothing between them that has a line: they share one.
struct SilenceRun {
  private(set) var connection: Connection?
  private(set) var count: UInt64 = 0
  private(set) var expected: Int64?
  /// The first record after the first of them.
  private(set) var frame: UInt64?
  private var shortest = Int64.max
  private var longest: Int64 = 0

  mutating func add(
    _ length: Int64, expected: Int64?, on connection: Connection?, before frame: UInt64
  ) {
    self.connection = connection
    self.frame = self.frame ?? frame
    self.expected = expected
    count += 1
    shortest = min(shortest, length)
    longest = max(longest, length)
  }

  /// `199 ms without a record, 100 ms expected`, or that `x26, at most 300 ms`
  func write(to line: inout ByteWriter) {
    line.append(gap: count > 1 ? shortest : longest, what: " without a record", expected: expected)
    guard count > 1 else { return }
    line.append(" x")
    line.append(decimal: count)
    guard longest > shortest else { return }
    line.append(", at most ")
    line.append(duration: longest)
  }
}
