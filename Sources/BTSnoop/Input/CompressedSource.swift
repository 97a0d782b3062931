import Bytes
import System

/// The unpacked contents of a compressed file; from a truncated file, everything that can be
/// recovered.
final class CompressedSource: ByteSource {
  private let source: any ByteSource
  private let compression: Compression
  private var packed: ReadBuffer
  /// `nil` between two streams.
  private var decompressor: (any Decompressor)?
  /// Whether the input ends with the contents of `packed`.
  private var hasEnded = false
  /// The error after the last bytes that could be unpacked.
  private var failure: SourceError?
  /// Bytes unpacked so far.
  private var unpacked: Int64 = 0

  /// - source, buffer: at the first byte; the buffer holds what was already read.
  init(_ source: any ByteSource, _ buffer: consuming ReadBuffer) throws(SourceError) {
    self.source = source
    hasEnded = try Self.load(source, into: &buffer)
    guard let compression = Compression.detect(buffer.bytes) else {
      throw SourceError(
        .unusable, "begins like data that gzip, xz, zstd or bzip2 has compressed, but is not")
    }
    self.compression = compression
    packed = buffer
    decompressor = try compression.decompressor()
  }

  func fill(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    let count = try buffer.fill { (output) throws(SourceError) in
      try self.fill(&output)
    }
    unpacked += Int64(count)
    if let problem = UnpackLimit.problem(unpacked: unpacked, from: originBytes) { throw problem }
    return count
  }

  private func fill(_ output: inout OutputRawSpan) throws(SourceError) {
    guard !output.isFull else { return }
    if let failure { throw failure }
    while try goesOn(), let decompressor {
      let step = decompressor.unpack(packed.bytes, into: &output)
      packed.consume(step.consumed)
      switch step.outcome {
      case .goesOn:
        if output.isEmpty, step.consumed == 0 { try more() }
      case .ended: self.decompressor = nil
      case .failed(let words):
        failure = problem(words, isFirst: unpacked == 0 && output.isEmpty)
      }
      if !output.isEmpty { return }
      if let failure { throw failure }
    }
  }

  /// Whether there is a stream; another one may follow the last.
  private func goesOn() throws(SourceError) -> Bool {
    guard decompressor == nil else { return true }
    while true {
      if !hasEnded { hasEnded = try Self.load(source, into: &packed) }
      let padding = compression == .xz ? packed.bytes.leadingZeros : 0
      guard padding > 0 else { break }
      packed.consume(padding)
    }
    // Trailing garbage is ignored, as by gzip.
    guard compression.goesOn(packed.bytes) else { return false }
    decompressor = try compression.decompressor()
    return true
  }

  /// Reads if the stream needs more input.
  private func more() throws(SourceError) {
    guard packed.bytes.byteCount == 0 else {
      throw problem("cannot be read", isFirst: unpacked == 0)
    }
    guard !hasEnded else { throw problem("the end of the file cuts it", isFirst: unpacked == 0) }
    hasEnded = try source.fill(&packed) == 0
  }

  /// - isFirst: whether nothing was unpacked before, so that it may not be a capture at all.
  private func problem(_ words: String, isFirst: Bool) -> SourceError {
    SourceError(isFirst ? .unusable : .damaged, "compressed data (\(compression.title)): \(words)")
  }

  /// Loads the header of a stream into the buffer, or all that there is.
  /// - Returns: whether the input ends there.
  private static func load(
    _ source: any ByteSource, into buffer: inout ReadBuffer
  ) throws(SourceError) -> Bool {
    while buffer.bytes.byteCount < Compression.headerLength {
      if try source.fill(&buffer) == 0 { return true }
    }
    return false
  }

  var originBytes: Int64 { source.originBytes }

  var canRewind: Bool { source.canRewind }

  func rewound() throws(SourceError) -> (any ByteSource)? {
    guard let source = try source.rewound() else { return nil }
    return try CompressedSource(source, ReadBuffer())
  }
}

extension RawSpan {
  fileprivate var leadingZeros: Int {
    for i in 0..<byteCount where uint8(at: i) != 0 { return i }
    return byteCount
  }
}
