import Glibc
import System
import Testing

/// Microseconds of a clock that is never set.
package func monotonicMicroseconds() -> Int { Int(MonotonicTime.now() / 1000) }

/// Writes the time and a number over the last 16 bytes, faster than a debug build builds new ones.
package func stamp(_ bytes: inout [UInt8], _ number: Int) {
  let start = bytes.count - 16
  let time = UInt64(monotonicMicroseconds())
  unsafe bytes.withUnsafeMutableBytes { bytes in
    unsafe bytes.storeBytes(of: time.littleEndian, toByteOffset: start, as: UInt64.self)
    unsafe bytes.storeBytes(
      of: UInt64(number).littleEndian, toByteOffset: start + 8, as: UInt64.self)
  }
}

/// Records an issue if work takes more of this thread's processor time than a number of seconds: elapsed time would
/// also be that of the tests beside it.
package func expect<Value>(
  processorSeconds limit: Double, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column, _ work: () throws -> Value
) rethrows -> Value {
  let start = threadSeconds()
  let value = try work()
  let taken = threadSeconds() - start
  expect(
    taken < limit, "\(taken) s of processor, at most \(limit)",
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
  return value
}

/// Processor time of this thread.
private func threadSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
