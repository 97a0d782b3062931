import Glibc

/// A value that one thread at a time can change, and that others wait for.
///
/// As `Locked`, with a lock that the thread sanitizer knows.
@safe
package final class Awaited<Value: ~Copyable>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: consuming sending Value) {
    precondition(MemoryLayout<Value>.size > 0)
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(lock, nil)
    unsafe changed = .allocate(capacity: 1)
    unsafe changed.initialize(to: pthread_cond_t())
    _ = unsafe pthread_cond_init(changed, nil)
    self.value = value
  }

  deinit {
    _ = unsafe pthread_cond_destroy(changed)
    unsafe changed.deallocate()
    _ = unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Changes it, and wakes who waits; `body` must not come here again.
  package func change(_ body: (inout Value) -> Void) {
    _ = unsafe pthread_mutex_lock(lock)
    body(&value)
    _ = unsafe pthread_cond_broadcast(changed)
    _ = unsafe pthread_mutex_unlock(lock)
  }

  /// Waits until `body` has a result, which it is asked for after each change. What it changes itself
  /// wakes nobody.
  package func wait<Result: Sendable>(for body: (inout Value) -> Result?) -> Result {
    _ = unsafe pthread_mutex_lock(lock)
    defer { _ = unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) { return result }
      _ = unsafe pthread_cond_wait(changed, lock)
    }
  }
}
