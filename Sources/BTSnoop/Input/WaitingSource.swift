import Bytes
import System

/// A pipe whose reader does the waiting, since it has more to wait for.
final class WaitingSource: ByteSource {
  /// Waits until there may be something to read.
  /// - Returns: whether to continue; if not, the bytes end here.
  typealias Wait = (Descriptor) -> Bool

  private let descriptor: Descriptor
  private let wait: Wait
  private var count: Int64 = 0
  private var hasEnded = false

  init(_ descriptor: Descriptor, wait: @escaping Wait) {
    self.descriptor = descriptor
    self.wait = wait
  }

  var originBytes: Int64 { count }

  func fill(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    guard buffer.bytes.byteCount < buffer.capacity else { return 0 }
    while !hasEnded {
      guard descriptor.hasInput else {
        hasEnded = !wait(descriptor)
        continue
      }
      do {
        let read = try buffer.fill(from: descriptor)
        count += Int64(read)
        return read
      } catch {
        if error != .nothingYet { throw SourceError(error) }
      }
    }
    return 0
  }
}

extension CaptureReader {
  /// Reads inputs; `wait` waits for those that are still written to, and returns whether to
  /// continue.
  package mutating func read(
    _ inputs: [String], waiting wait: @escaping (Descriptor) -> Bool,
    into sink: inout some RecordSink
  ) throws(CaptureError) {
    try each(of: inputs) { reader, name throws(CaptureError) in
      let descriptor = try name.openWithoutWaiting()
      let isFile = descriptor.status?.isRegular == true
      try reader.read(
        isFile ? FileSource(descriptor) : WaitingSource(descriptor, wait: wait),
        as: InputPlace(name: name.fileName, member: name.member), into: &sink)
    }
  }
}
