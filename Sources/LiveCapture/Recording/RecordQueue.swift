import Bytes

/// Records not yet written, and where each of them ends.
struct RecordQueue: ~Copyable {
  /// A number of bytes, and of records in them.
  struct Size: Equatable {
    var bytes = 0
    var records: UInt64 = 0
  }

  /// A part that is useful only as a whole.
  private struct Part {
    var end: Int
    var isRecord: Bool
  }

  /// Consumed bytes are removed from `bytes` when they exceed this, and what is left.
  private static let waste = 1 << 20

  /// Append to it, and call `endPart` after each part.
  var bytes = ByteWriter(capacity: 96 * 1024)
  private var start = 0
  private var parts: [Part] = []
  private var firstPart = 0

  /// Bytes held.
  var count: Int { bytes.count - start }

  /// - isRecord: `false` for what comes before or after all records.
  mutating func endPart(isRecord: Bool) {
    parts.append(Part(end: bytes.count, isRecord: isRecord))
  }

  /// The bytes held, borrowed.
  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { body(bytes.bytes.clamped(start)) }

  /// The size of the complete parts within the first `taken` bytes.
  func whole(within taken: Int) -> Size {
    var size = Size()
    for part in parts[firstPart...] {
      guard part.end - start <= taken else { break }
      size.bytes = part.end - start
      if part.isRecord { size.records += 1 }
    }
    return size
  }

  /// Removes the first bytes.
  /// - Returns: the number of records that ended there.
  mutating func remove(_ taken: Int) -> UInt64 {
    let whole = whole(within: taken)
    start += taken
    while firstPart < parts.count, parts[firstPart].end <= start { firstPart += 1 }
    if count == 0 {
      bytes.removeAll()
      parts.removeAll(keepingCapacity: true)
      (start, firstPart) = (0, 0)
    } else if start > max(Self.waste, count) {
      compact()
    }
    return whole.records
  }

  private mutating func compact() {
    var rest = ByteWriter(capacity: count)
    rest.append(bytes.bytes.clamped(start))
    for index in parts.indices { parts[index].end -= start }
    parts.removeFirst(firstPart)
    bytes = rest
    (start, firstPart) = (0, 0)
  }

  /// Removes everything.
  /// - Returns: the number of records.
  mutating func removeAll() -> UInt64 { remove(count) }
}
