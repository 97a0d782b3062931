import Bytes

/// Records that are not yet written, and where each of them ends.
struct RecordQueue: ~Copyable {
  /// How many bytes, and how many records they are.
  struct Size: Equatable {
    var bytes = 0
    var records: UInt64 = 0
  }

  /// What is of use as a whole only.
  private struct Part {
    var end: Int
    var isRecord: Bool
  }

  /// What was taken of `bytes` is thrown away when it is more than that, and more than is left.
  private static let waste = 1 << 20

  /// To be appended to; behind each part `endPart` is to be called.
  var bytes = ByteWriter(capacity: 96 * 1024)
  private var start = 0
  private var parts: [Part] = []
  private var firstPart = 0

  /// Bytes that are held.
  var count: Int { bytes.count - start }

  /// - isRecord: else it is what stands before or behind all records.
  mutating func endPart(isRecord: Bool) {
    parts.append(Part(end: bytes.count, isRecord: isRecord))
  }

  /// The bytes that are held, borrowed.
  func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { body(bytes.bytes.clamped(start)) }

  /// What there is in whole parts within the first `taken` bytes.
  func whole(within taken: Int) -> Size {
    var size = Size()
    for part in parts[firstPart...] {
      guard part.end - start <= taken else { break }
      size.bytes = part.end - start
      if part.isRecord { size.records += 1 }
    }
    return size
  }

  /// Forgets the first bytes.
  /// - Returns: how many records ended there.
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

  /// Forgets all.
  /// - Returns: how many records.
  mutating func removeAll() -> UInt64 { remove(count) }
}
