import CSystem

/// Unpacks a member of a gzip file with zlib.
@safe
package final class GzipDecompressor: LibraryDecompressor {
  private let library: LibZ
  private let stream: LibZ.Stream

  package init?() {
    guard let library = LibZ.shared, let stream = unsafe library.stream(windowBits: 15 + 16) else {
      return nil
    }
    self.library = library
    unsafe self.stream = stream
  }

  deinit {
    _ = unsafe library.end(stream)
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
    let status = unsafe library.inflate(stream, Z_NO_FLUSH)
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
