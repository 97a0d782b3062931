import Bytes
import System

/// Buffered output to a descriptor.
///
/// An error is remembered and stops further writing; the command asks for it at the end. A closed
/// pipe is not reported as an error: it only means that the reader has gone.
package final class OutputStream {
  package let descriptor: Descriptor
  package var buffer = ByteWriter(capacity: OutputStream.flushSize + 8192)
  package private(set) var error: SystemError?
  /// Bytes that the output has accepted.
  package private(set) var written: Int64 = 0
  /// An error of the data's source rather than of the output.
  package private(set) var errorSource: String?
  /// Pending bytes of an output that is never waited for.
  private let backlog: Backlog?
  /// Gets what is written, instead of the descriptor.
  private let reader: ((RawSpan) -> Void)?
  /// Called before bytes are written.
  package var beforeWriting: (() -> Void)?

  package static let flushSize = 64 * 1024

  package init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    backlog = nil
    reader = nil
  }

  /// Output that this program reads itself: nothing is written to a descriptor.
  package init(for reader: @escaping (RawSpan) -> Void) {
    descriptor = .standardOutput
    backlog = nil
    self.reader = reader
  }

  /// Output that never waits for its reader: what is not accepted yet is kept.
  package init(withoutWaiting descriptor: Descriptor) {
    self.descriptor = descriptor
    backlog = Backlog(descriptor)
    reader = nil
  }

  /// Whether writing continues: no error so far.
  package var isOpen: Bool { error == nil }

  /// Call it after each line: writes when enough has accumulated.
  package func lineEnds() {
    if buffer.count >= Self.flushSize { flush() }
  }

  /// A line ends, for a caller that knows how much is in the buffer.
  package func lineEnds(at count: Int) {
    if count >= Self.flushSize { flush() }
  }

  /// Writes a page when enough has accumulated in it, which may be `buffer`.
  package func lineEnds(in page: inout ByteWriter) {
    if page.count >= Self.flushSize { flush(&page) }
  }

  /// Takes the contents of another page when enough has accumulated.
  package func takePiece(_ page: inout ByteWriter) {
    guard page.count >= Self.flushSize else { return }
    buffer.append(page.bytes)
    page.removeAll()
    lineEnds()
  }

  /// Takes whole lines, without a copy where they are many.
  package func take(lines: RawSpan) {
    guard backlog == nil, lines.byteCount >= Self.flushSize / 2 else {
      buffer.append(lines)
      lineEnds()
      return
    }
    flush()
    write(lines)
  }

  package func flush() { flush(&buffer) }

  private func flush(_ page: inout ByteWriter) {
    guard backlog == nil else { return pass(&page) }
    guard !page.isEmpty else { return }
    write(page.bytes)
    page.removeAll()
  }

  private func write(_ bytes: RawSpan) {
    guard error == nil else { return }
    if let reader { return reader(bytes) }
    do { try descriptor.write(bytes, counting: &written) } catch { self.error = error }
  }

  /// Writes what is there, then stops with an error of the data's source.
  package func fail(_ error: SystemError, of source: String) {
    flush()
    guard self.error == nil else { return }
    self.error = error
    errorSource = source
  }

  // MARK: Without waiting

  /// Octets that the reader has still to accept.
  package var waiting: Int { backlog?.count ?? 0 }

  /// Octets written so far, whether or not they were accepted.
  package var produced: Int64 { written + Int64(waiting) + Int64(buffer.count) }

  /// Whether the pending buffer is full.
  package var isFull: Bool { waiting >= Backlog.limit }

  /// Whether whole lines written while it is full are dropped and counted.
  package var leavesOut: Bool {
    get { backlog?.leavesOut ?? false }
    set { backlog?.leavesOut = newValue }
  }

  /// The number of dropped lines.
  package var leftOut: UInt64 { backlog?.leftOut ?? 0 }

  private func pass(_ page: inout ByteWriter) {
    if error == nil, !page.isEmpty || waiting > 0 {
      beforeWriting?()
      do { written += Int64(try backlog?.write(page.bytes) ?? 0) } catch { stop(error) }
    }
    page.removeAll()
  }

  /// Stops writing: the reader has gone.
  package func stop(_ error: SystemError = .closedPipe) {
    if self.error == nil { self.error = error }
    backlog?.removeAll()
  }
}

/// The bytes waiting for the reader of an output.
private final class Backlog {
  /// The most octets kept: 8 MB, some 50,000 lines.
  static let limit = 8 << 20

  private let output: ReadyOutput
  private var bytes = ByteWriter()
  /// How many of `bytes` were accepted.
  private var taken = 0
  var leavesOut = false
  private(set) var leftOut: UInt64 = 0

  init(_ descriptor: Descriptor) { output = ReadyOutput(descriptor) }

  var count: Int { bytes.count - taken }

  func removeAll() {
    bytes.removeAll()
    taken = 0
  }

  /// Writes what is kept, then the lines; what is not accepted is kept.
  func write(_ lines: RawSpan) throws(SystemError) -> Int {
    // Nothing is copied for a reader that keeps up.
    guard count == 0 else {
      add(lines)
      return try write()
    }
    let done = try output.write(lines)
    add(lines.clamped(done))
    return done
  }

  private func add(_ lines: RawSpan) {
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

  private func write() throws(SystemError) -> Int {
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
