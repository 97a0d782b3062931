import Bytes
import System
import Timeline

/// What an output is written on, to be looked at when it is complete.
final class Sheet {
  let stream: OutputStream

  init() throws { stream = OutputStream(try .temporary()) }

  /// All that was written.
  func bytes() throws -> [UInt8] {
    let descriptor = stream.descriptor
    // What fits into the buffer never went to the file.
    if descriptor.status?.size ?? 0 == 0 {
      var written = ByteWriter(capacity: 0)
      swap(&written, &stream.buffer)
      return written.bytes.copy()
    }
    stream.flush()
    if let error = stream.error { throw error }
    try descriptor.rewind()
    var input = ReadBuffer()
    var all: [UInt8] = []
    while try input.fill(from: descriptor) > 0 {
      let count = input.bytes.byteCount
      all += input.bytes.copy()
      input.consume(count)
    }
    return all
  }
}
