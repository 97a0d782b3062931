/// A read beyond the end of the available bytes.
///
/// - `needed`, `available`: bytes.
/// - `offset`: where the read started, from the start of the cursor's bytes.
@usableFromInline
package struct ByteError: Error, Equatable, Sendable {
  @usableFromInline package let needed: Int
  @usableFromInline package let available: Int
  @usableFromInline package let offset: Int

  @inlinable
  package init(needed: Int, available: Int, offset: Int) {
    self.needed = needed
    self.available = available
    self.offset = offset
  }
}

extension ByteError: CustomStringConvertible {
  @usableFromInline package var description: String {
    "needs \(needed) byte\(needed == 1 ? "" : "s") at offset \(offset), \(available) there"
  }
}
