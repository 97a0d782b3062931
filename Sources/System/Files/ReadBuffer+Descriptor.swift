import Bytes
import CSystem
import Glibc

extension ReadBuffer {
  /// Reads once, after the bytes held. A full buffer reads nothing.
  /// - limit: the most bytes to read.
  /// - Returns: bytes read, 0 at the end of the input.
  package mutating func fill(
    from descriptor: Descriptor, atMost limit: Int = .max
  ) throws(SystemError) -> Int {
    try fill { (output) throws(SystemError) in
      unsafe try output.withUnsafeMutableBytes { (room, filled) throws(SystemError) in
        filled = try unsafe descriptor.read(
          into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit)))
      }
    }
  }
}

extension Descriptor {
  /// Reads once.
  /// - Returns: bytes read, 0 at the end.
  func read(into room: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = unsafe Glibc.read(raw, room.baseAddress, room.count)
      if count >= 0 { return count }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }
}
