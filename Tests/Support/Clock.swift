import Glibc
import System

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
