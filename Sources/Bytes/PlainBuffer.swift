/// A growing list with one owner: to change an element, Swift need not check for a second one.
///
/// Emptying keeps the storage. An index beyond the end traps, as with an array.
@usableFromInline
@safe
package struct PlainBuffer<Element>: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline package internal(set) var count: Int

  @inlinable
  package init() {
    unsafe storage = .allocate(capacity: 8)
    capacity = 8
    count = 0
  }

  @inlinable
  deinit {
    unsafe storage.deinitialize(count: count)
    unsafe storage.deallocate()
  }

  @inlinable
  package var isEmpty: Bool { count == 0 }

  @inlinable
  package var indices: Range<Int> { 0..<count }

  @inlinable
  package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe storage[index]
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield unsafe &storage[index]
    }
  }

  @inlinable
  package mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe (storage + count).initialize(to: element)
    count &+= 1
  }

  /// Adds some elements of another list.
  @inlinable
  package mutating func append(_ other: borrowing Self, in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
    while capacity &- count < range.count { grow() }
    unsafe (storage + count).initialize(
      from: other.storage + range.lowerBound, count: range.count)
    count &+= range.count
  }

  /// Drops everything after the first elements, a given number of them.
  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    unsafe (storage + newCount).deinitialize(count: count &- newCount)
    count = newCount
  }

  @inlinable
  package mutating func removeAll() { truncate(to: 0) }

  /// The elements, for what outlives the list.
  package borrowing func copied() -> [Element] { indices.map { self[$0] } }

  @usableFromInline
  @inline(never)
  mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: storage, count: count)
    unsafe storage.deallocate()
    unsafe storage = larger
    capacity *= 2
  }
}

extension PlainBuffer: @unchecked Sendable where Element: Sendable {}
