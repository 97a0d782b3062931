import Bytes
import CSystem

/// Unpacks zlib data.
package enum Zlib {
  package enum Outcome: Equatable {
    case whole
    /// The packed bytes end too early; the part that could be unpacked is returned.
    case cut
    /// The unpacked data exceeds the limit.
    case tooLong
    /// zlib's own message.
    case damaged(String)
  }

  /// - packed: a stream with zlib's header.
  /// - limit: the most bytes to unpack.
  package static func unpack(
    _ packed: RawSpan, limit: Int
  ) -> (bytes: [UInt8], outcome: Outcome) {
    guard let library = LibZ.shared else { return ([], .damaged("needs the library zlib")) }
    guard let stream = unsafe library.stream(windowBits: 15) else {
      return ([], .damaged("zlib is of another version"))
    }
    defer {
      _ = unsafe library.end(stream)
      unsafe stream.deallocate()
    }

    var bytes: [UInt8] = []
    var outcome = Outcome.cut
    unsafe packed.withUnsafeBytes { source in
      let input = unsafe source.bindMemory(to: UInt8.self)
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      var piece = [UInt8](repeating: 0, count: 64 * 1024)
      while true {
        let status = unsafe piece.withUnsafeMutableBufferPointer { target in
          unsafe stream.pointee.next_out = target.baseAddress
          unsafe stream.pointee.avail_out = UInt32(target.count)
          return unsafe library.inflate(stream, Z_NO_FLUSH)
        }
        let count = unsafe piece.count - Int(stream.pointee.avail_out)
        guard bytes.count + count <= limit else {
          outcome = .tooLong
          return
        }
        bytes.append(contentsOf: piece[..<count])
        switch status {
        case Z_OK: continue
        case Z_STREAM_END: outcome = .whole
        case Z_BUF_ERROR: outcome = .cut
        default:
          outcome = .damaged(
            unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "error \(status)")
        }
        return
      }
    }
    return (bytes, outcome)
  }
}
