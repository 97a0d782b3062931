/// Bytes that are replaced often: the storage of the longest ones is kept for the next.
package struct KeptBytes: Sendable {
  package private(set) var bytes: [UInt8]
  /// Octets of the longest ones since the storage was new: what it takes, whatever the allocator has given.
  package private(set) var longest: Int

  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    longest = bytes.count
  }

  package mutating func replace(with bytes: RawSpan) {
    self.bytes.replace(with: bytes)
    longest = max(longest, bytes.byteCount)
  }

  /// Gives the bytes away with their storage.
  package mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    longest = 0
    return taken
  }
}
