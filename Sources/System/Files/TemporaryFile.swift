import Bytes
import CSystem
import Glibc

/// A file without a name that only grows, for temporary data: bytes are added at its end and read at their places. It
/// is made with the first bytes, and disappears when the program ends.
///
/// What a copy of the process adds goes to a file of its own, so that no two processes write into one. What was there
/// when the copy was made is the same for both.
package final class TemporaryFile {
  /// The files with the place of their first byte, in order; only the last is written to.
  private var parts: [(start: Int64, file: Descriptor)] = []
  /// The process that made the last file.
  private var writer: pid_t = 0
  /// Octets that were added.
  package private(set) var length: Int64 = 0

  package init() {}

  /// - Returns: where the bytes are.
  /// - Throws: then nothing was added.
  @discardableResult
  package func add(_ bytes: RawSpan) throws(SystemError) -> Int64 {
    if parts.isEmpty || writer != getpid() {
      parts.append((length, try .temporary()))
      writer = getpid()
    }
    guard let last = parts.last else { throw .readFault }
    try last.file.write(bytes, at: length - last.start)
    length += Int64(bytes.byteCount)
    return length - Int64(bytes.byteCount)
  }

  /// Reads once, after the bytes that the buffer holds.
  /// - limit: the most octets to read.
  /// - Returns: octets read, 0 at the end.
  package func fill(
    _ buffer: inout ReadBuffer, from place: Int64, atMost limit: Int = .max
  ) throws(SystemError) -> Int {
    guard place < length, let index = parts.lastIndex(where: { $0.start <= place }) else {
      return 0
    }
    let (start, file) = parts[index]
    let end = index + 1 < parts.count ? parts[index + 1].start : length
    let limit = min(limit, Int(clamping: end - place))
    return try buffer.fill { (output) throws(SystemError) in
      unsafe try output.withUnsafeMutableBytes { (room, filled) throws(SystemError) in
        filled = try unsafe file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit)), at: place - start)
      }
    }
  }
}

extension Descriptor {
  /// Writes all of the bytes at a place, whatever the position.
  fileprivate func write(_ bytes: RawSpan, at place: Int64) throws(SystemError) {
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          raw, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done,
          off_t(place) + off_t(done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(code: count < 0 ? errno : EIO) }
      done += count
    }
  }

  /// Reads once at a place, whatever the position.
  /// - Returns: octets read, 0 at the end.
  fileprivate func read(
    into room: UnsafeMutableRawBufferPointer, at place: Int64
  ) throws(SystemError) -> Int {
    while true {
      let count = unsafe pread(raw, room.baseAddress, room.count, off_t(place))
      if count >= 0 { return count }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }
}
