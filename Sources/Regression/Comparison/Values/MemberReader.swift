import Bytes
import JSONText

/// Walks the members of JSON objects in place.
///
/// Objects in a timeline were checked to be JSON when it was filled; in anything else, only the
/// members up to the error are seen.
struct MemberReader: Sendable {
  private var scanner = JSONScanner()

  /// - body: gets the key's UTF-8 as written between the quotes, and the range of the value.
  mutating func forEach(
    _ object: ByteSlice, in bytes: RawSpan, _ body: (_ key: RawSpan, _ value: JSONSlice) -> Void
  ) {
    guard !object.isEmpty else { return }
    let part = bytes.clamped(0, object.range.upperBound)
    scanner.restart(at: Int(object.offset))
    guard var members = try? scanner.beginObject(part) else { return }
    while let key = try? scanner.nextKey(part, &members) {
      guard let value = try? scanner.skipValue(part, depth: 2) else { return }
      body(part.clamped(key.slice.range), value)
    }
  }

  /// The elements of an array, whose range `forEach` gave.
  static func forEachElement(
    _ array: ByteSlice, in bytes: RawSpan, _ body: (_ value: JSONSlice) -> Void
  ) {
    let part = bytes.clamped(0, array.range.upperBound)
    // After the bracket.
    var scanner = JSONScanner(at: Int(array.offset) + 1)
    var isFirst = true
    while (try? scanner.nextElement(part, &isFirst)) == true {
      guard let value = try? scanner.skipValue(part, depth: 3) else { return }
      body(value)
    }
  }
}

extension RawSpan {
  /// A hash of some bytes, valid for this run of the program.
  func mark(_ seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(byteCount)
    var i = 0
    while i &+ 8 <= byteCount {
      hasher.combine(uint64LittleEndian(at: i))
      i &+= 8
    }
    var rest: UInt64 = 0
    while i < byteCount {
      rest = rest << 8 | UInt64(uint8(at: i))
      i &+= 1
    }
    hasher.combine(rest)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
