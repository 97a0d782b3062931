/// A range of bytes that are stored elsewhere.
package struct ByteSlice: Equatable, Sendable {
  package var offset: UInt32
  package var count: UInt32

  package init(offset: UInt32 = 0, count: UInt32 = 0) {
    self.offset = offset
    self.count = count
  }

  package var isEmpty: Bool { count == 0 }
  package var range: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}
