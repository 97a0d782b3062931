/// A value that one thread at a time can read or change.
///
/// It must have a size: the thread sanitizer is told of changes to an empty one at the address of the
/// lock itself, and takes those for a race with whoever waits for it.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = ThreadLock()
  private var value: Value

  package init(_ value: consuming sending Value) {
    precondition(MemoryLayout<Value>.size > 0)
    self.value = value
  }

  /// Waits for other threads; `body` must not come here again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
