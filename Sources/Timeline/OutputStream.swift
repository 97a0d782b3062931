import ByteReader

/// Called where a page that is written elsewhere could be broken, which may take what there is of it.
package typealias PieceEnd = (inout ByteWriter) -> Void

/// Buffered output to a descriptor.
///
/// An error is remembered and stops further writing; the command asks for it at the end. A closed pipe
/// is no error to a reader: it only says that nobody listens.
package final class OutputStream {
  package let descriptor: Descriptor
  package var buffer = ByteWriter(capacity: OutputStream.flushSize + 8192)
  package private(set) var error: SystemError?
  /// Bytes that the output has taken.
  package private(set) var written: Int64 = 0
  /// What failed, where it is not the output itself.
  package private(set) var errorSource: String?

  package static let flushSize = 64 * 1024

  package init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Whether writing goes on: no error so far.
  package var isOpen: Bool { error == nil }

  /// Call it behind each line: writes when enough has come together.
  package func lineEnds() {
    if buffer.count >= Self.flushSize { flush() }
  }

  /// The same, where the one who wrote the line knows how much stands in the buffer.
  package func lineEnds(at count: Int) {
    if count >= Self.flushSize { flush() }
  }

  /// Takes what was written of a page elsewhere, when enough of it has come together.
  package func takePiece(_ page: inout ByteWriter) {
    guard page.count >= Self.flushSize else { return }
    buffer.append(page.bytes)
    page.removeAll()
    lineEnds()
  }

  package func flush() {
    guard !buffer.isEmpty else { return }
    if error == nil {
      do { try descriptor.write(buffer.bytes, counting: &written) } catch { self.error = error }
    }
    buffer.removeAll()
  }

  /// Writes what there is, then stops with an error of something that the output is made from.
  package func fail(_ error: SystemError, of source: String) {
    flush()
    guard self.error == nil else { return }
    self.error = error
    errorSource = source
  }
}
