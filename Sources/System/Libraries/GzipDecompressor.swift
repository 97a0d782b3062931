import CSystem

/// Unpacks a member of a gzip file with zlib.
@safe
package final class GzipDecompressor: LibraryDecompressor {
  /// zlib keeps the address of its state, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// 15 bits of window, and 16 for gzip's header (zlib.h, inflateInit2).
  private static let windowBits: Int32 = 15 + 16

  package init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, size) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (step: Unpacked, produced: Int) {
    let given = UInt32(clamping: input.count)
    let room = UInt32(clamping: output.count)
    unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = given
    unsafe stream.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = room
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    let outcome: Unpacked.Outcome =
      switch status {
      case Z_OK, Z_BUF_ERROR: .goesOn
      case Z_STREAM_END: .ended
      default:
        .failed(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "error \(status)")
      }
    return unsafe (
      Unpacked(consumed: Int(given - stream.pointee.avail_in), outcome: outcome),
      Int(room - stream.pointee.avail_out)
    )
  }
}
