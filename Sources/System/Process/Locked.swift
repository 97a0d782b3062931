import Glibc

/// A value that one thread at a time can read or change.
///
/// Its lock is that of the C library, which the thread sanitizer knows: of the one of
/// `Synchronization.Mutex` it sees nothing, and takes what that protects for a data race. The value
/// must have a size: the sanitizer is told of changes to an empty one at the address of the lock
/// itself, and takes those for a race with whoever waits for it.
@safe
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: consuming sending Value) {
    precondition(MemoryLayout<Value>.size > 0)
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(lock, nil)
    self.value = value
  }

  deinit {
    _ = unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Waits for other threads; `body` must not come here again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    _ = unsafe pthread_mutex_lock(lock)
    defer { _ = unsafe pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
