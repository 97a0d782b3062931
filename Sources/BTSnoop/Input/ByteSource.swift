import Bytes
import System

/// A source of a capture's bytes: a file, a pipe, or the unpacked form of another source.
protocol ByteSource: AnyObject {
  /// Reads once, after the bytes held. A full buffer reads nothing.
  /// - Returns: bytes read, 0 at the end.
  func fill(_ buffer: inout ReadBuffer) throws(SourceError) -> Int

  /// Bytes read from the user's file so far.
  var originBytes: Int64 { get }

  /// Whether `rewound` returns a source.
  var canRewind: Bool { get }

  /// A source of the same bytes from the first one on, if possible; this one is used up.
  func rewound() throws(SourceError) -> (any ByteSource)?

  /// The file itself, if it can seek.
  var seekable: FileSource? { get }

  /// Whether the end waits for more data.
  var isFollowed: Bool { get }
  /// A followed source has ended by itself: the other end of a pipe is closed.
  var isClosed: Bool { get }
}

extension ByteSource {
  var seekable: FileSource? { nil }
  var isFollowed: Bool { false }
  var isClosed: Bool { false }
  var canRewind: Bool { false }
  func rewound() throws(SourceError) -> (any ByteSource)? { nil }
}

/// Why a source returned no more bytes.
struct SourceError: Error, Equatable {
  /// The kind of the resulting error, unless records came before.
  var kind: CaptureError.Kind
  var message: String

  init(_ kind: CaptureError.Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  init(_ error: SystemError) { self.init(.unusable, error.message) }
}

/// A file or a pipe, unchanged.
final class FileSource: ByteSource {
  private let descriptor: Descriptor
  /// Where reading started, in a file that is not a pipe.
  private let start: Int64?
  /// The size in bytes that the file was unpacked from; `nil` for the user's own file.
  private let unpackedFrom: Int64?
  /// Size of the file when reading started; `nil` for a pipe.
  private let initialSize: Int64?
  private var count: Int64 = 0
  /// Who wants to know how far it is read.
  weak var watch: ReadingWatch?

  init(_ descriptor: Descriptor, unpackedFrom: Int64? = nil) {
    self.descriptor = descriptor
    self.unpackedFrom = unpackedFrom
    let status = descriptor.status
    start = status?.isRegular == true ? descriptor.offset : nil
    initialSize = start == nil ? nil : status?.size
  }

  func fill(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    let isFull = buffer.bytes.byteCount == buffer.capacity
    let read = try readOnce(&buffer)
    count += Int64(read)
    watch?.hasRead()
    if read == 0, !isFull, let initialSize, let size = descriptor.status?.size, size < initialSize {
      throw SourceError(
        .damaged, "was cut while it was read: \(size) bytes of \(initialSize) are left")
    }
    return read
  }

  private func readOnce(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    while true {
      do { return try buffer.fill(from: descriptor) } catch {
        guard error == .nothingYet else { throw SourceError(error) }
        descriptor.waitForInput()
      }
    }
  }

  var originBytes: Int64 { unpackedFrom ?? count }

  func rewound() throws(SourceError) -> (any ByteSource)? {
    guard let start else { return nil }
    try seek(to: start)
    let again = FileSource(descriptor, unpackedFrom: unpackedFrom)
    again.watch = watch
    return again
  }

  var canRewind: Bool { start != nil }

  var seekable: FileSource? { start == nil ? nil : self }

  /// Where reading is, from where it started; of a pipe, what came.
  var position: Int64 {
    guard let start else { return count }
    return max(0, (descriptor.offset ?? 0) - start)
  }

  /// What counts as read when the next input begins.
  var reach: Int64 { start == nil ? count : size }

  /// Bytes from where reading started.
  var size: Int64 { max(0, (descriptor.status?.size ?? 0) - (start ?? 0)) }

  /// - offset: from where reading started.
  func move(to offset: Int64) throws(SourceError) {
    let (place, overflow) = (start ?? 0).addingReportingOverflow(offset)
    guard offset >= 0, !overflow else { throw SourceError(.invalidArgument) }
    try seek(to: place)
  }

  private func seek(to place: Int64) throws(SourceError) {
    do { try descriptor.seek(to: place) } catch { throw SourceError(error) }
  }

  /// A seekable source of the bytes that `source` has not yet returned.
  ///
  /// - buffer: what was already read of it.
  static func spooled(_ source: any ByteSource, buffer: consuming ReadBuffer)
    throws(SourceError) -> FileSource
  {
    let file: Descriptor
    var size: Int64 = 0
    do { file = try .temporary() } catch { throw SourceError(error) }
    repeat {
      let held = buffer.bytes.byteCount
      size += Int64(held)
      if let problem = UnpackLimit.problem(spooled: size) { throw problem }
      do { try file.write(buffer.bytes) } catch { throw SourceError(error) }
      buffer.consume(held)
    } while try source.fill(&buffer) > 0
    do { try file.rewind() } catch { throw SourceError(error) }
    return FileSource(file, unpackedFrom: source.originBytes)
  }
}
