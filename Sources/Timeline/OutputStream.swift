import Bytes
import System

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
  /// What has not been taken yet, of an output that is not waited for.
  private let backlog: Backlog?
  /// Called before bytes are written.
  package var beforeWriting: (() -> Void)?

  package static let flushSize = 64 * 1024

  package init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    backlog = nil
  }

  /// Output whose reader is never waited for: what it does not take yet is kept.
  package init(withoutWaiting descriptor: Descriptor) {
    self.descriptor = descriptor
    backlog = Backlog(descriptor)
  }

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
    guard backlog == nil else {
      pass()
      return
    }
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

  // MARK: Without waiting

  /// Octets that its reader has still to take.
  package var waiting: Int { backlog?.count ?? 0 }

  /// Octets that were put into it so far, whether or not anybody has taken them.
  package var produced: Int64 { written + Int64(waiting) + Int64(buffer.count) }

  /// Whether as much waits as is kept.
  package var isFull: Bool { waiting >= Backlog.limit }

  /// Whether what is written while it is full is left out and counted, by whole lines.
  package var leavesOut: Bool {
    get { backlog?.leavesOut ?? false }
    set { backlog?.leavesOut = newValue }
  }

  /// Lines that were left out.
  package var leftOut: UInt64 { backlog?.leftOut ?? 0 }

  private func pass() {
    if error == nil, !buffer.isEmpty || waiting > 0 {
      beforeWriting?()
      backlog?.add(buffer.bytes)
      do { written += Int64(try backlog?.write() ?? 0) } catch { stop(error) }
    }
    buffer.removeAll()
  }

  /// Writes nothing any more: nobody listens.
  package func stop(_ error: SystemError = .closedPipe) {
    if self.error == nil { self.error = error }
    backlog?.removeAll()
  }
}

/// What waits for the reader of an output.
private final class Backlog {
  /// Octets that are kept: 8 MB, some 50,000 lines.
  static let limit = 8 << 20

  private let output: ReadyOutput
  private var bytes = ByteWriter()
  /// Of `bytes`, those that were taken.
  private var taken = 0
  var leavesOut = false
  private(set) var leftOut: UInt64 = 0

  init(_ descriptor: Descriptor) { output = ReadyOutput(descriptor) }

  var count: Int { bytes.count - taken }

  func removeAll() {
    bytes.removeAll()
    taken = 0
  }

  func add(_ lines: RawSpan) {
    guard !leavesOut || count < Self.limit else {
      for i in 0..<lines.byteCount where lines.uint8(at: i) == 0x0A { leftOut += 1 }
      return
    }
    if taken > 0, taken >= count {
      let rest = bytes.bytes.clamped(taken).copy()
      bytes.removeAll()
      bytes.append(rest)
      taken = 0
    }
    bytes.append(lines)
  }

  func write() throws(SystemError) -> Int {
    guard count > 0 else { return 0 }
    var held = ByteWriter(capacity: 0)
    swap(&held, &bytes)
    defer { swap(&held, &bytes) }
    let done = try output.write(held.bytes, from: taken)
    taken += done
    if taken == held.count {
      held.removeAll()
      taken = 0
    }
    return done
  }
}
