import Bytes

/// What a source begins with.
enum InputContent: Equatable {
  case capture(CaptureInfo.Format)
  case archive(ArchiveKind)
  case other
  /// A file that is followed ended before it could be told.
  case begun

  /// Bytes of a file that grows before it is looked at: no header of a file is longer.
  private static let followedLength = 28

  /// Reads as much as tells what it is, and no more: a pipe may be slow.
  /// - buffer: what was read so far, with room for `inspectedLength`; what is read is in it then.
  static func detect(
    _ source: any ByteSource, _ buffer: inout ReadBuffer
  ) throws(SourceError) -> InputContent {
    var hasEnded = try load(source.isFollowed ? followedLength : sniffLength, source, &buffer)
    if hasEnded, source.isFollowed { return .begun }
    if let kind = ArchiveKind.detect(buffer.bytes) { return .archive(kind) }
    if let format = CaptureInfo.Format.detect(buffer.bytes) { return .capture(format) }
    while true {
      // What grows is judged by what is there.
      let isAll =
        hasEnded || source.isFollowed || buffer.bytes.byteCount >= inspectedLength
      if isAll || buffer.bytes.byteCount >= ArchiveKind.sniffLength,
        let kind = ArchiveKind.detect(buffer.bytes)
      {
        return .archive(kind)
      }
      let (isDecided, format) = CaptureInfo.Format.inspect(buffer.bytes, isAll: isAll)
      if isDecided {
        guard let format, !(source.isFollowed && format == .btsnooz) else { return .other }
        return .capture(format)
      }
      hasEnded = try source.fill(&buffer) == 0
    }
  }

  /// Has so many bytes in the buffer, or all that there are.
  /// - Returns: whether there are fewer.
  private static func load(
    _ count: Int, _ source: any ByteSource, _ buffer: inout ReadBuffer
  ) throws(SourceError) -> Bool {
    while buffer.bytes.byteCount < count {
      if try source.fill(&buffer) == 0 { return true }
    }
    return false
  }
}
