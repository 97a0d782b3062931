import Bytes

/// The kind of a source, by its first bytes.
enum InputContent: Equatable {
  case capture(CaptureInfo.Format)
  case archive(ArchiveKind)
  case other
  /// A followed file ended before its kind was known.
  case begun

  /// Bytes of a growing file to inspect: no file header is longer.
  private static let followedLength = 28

  /// Reads just enough to recognize the kind: a pipe may be slow.
  /// - buffer: the bytes read so far, with room for `inspectedLength`; more bytes are added to it.
  static func detect(
    _ source: any ByteSource, into buffer: inout ReadBuffer
  ) throws(SourceError) -> InputContent {
    var hasEnded = try load(
      source.isFollowed ? followedLength : sniffLength, from: source, into: &buffer)
    if hasEnded, source.isFollowed, !source.isClosed { return .begun }
    if let kind = ArchiveKind.detect(buffer.bytes) { return .archive(kind) }
    if let format = CaptureInfo.Format.detect(buffer.bytes) { return .capture(format) }
    while true {
      // A growing file is judged by its current contents.
      let isAll =
        hasEnded || source.isFollowed || buffer.bytes.byteCount >= inspectedLength
      if isAll || buffer.bytes.byteCount >= ArchiveKind.sniffLength,
        let kind = ArchiveKind.detect(buffer.bytes)
      {
        return .archive(kind)
      }
      let (isDecided, format) = CaptureInfo.Format.inspect(buffer.bytes, isAll: isAll)
      if isDecided {
        guard let format, !(source.isFollowed && (format == .btsnooz || format == .text)) else {
          return .other
        }
        return .capture(format)
      }
      hasEnded = try source.fill(&buffer) == 0
    }
  }

  /// Loads at least that many bytes into the buffer, or all that there are.
  /// - Returns: whether there are fewer.
  private static func load(
    _ count: Int, from source: any ByteSource, into buffer: inout ReadBuffer
  ) throws(SourceError) -> Bool {
    while buffer.bytes.byteCount < count {
      if try source.fill(&buffer) == 0 { return true }
    }
    return false
  }
}
