import Glibc

/// A value that one thread at a time can change, and that others wait for. It must have a size, as
/// that of `Locked`.
@safe
package final class Awaited<Value: ~Copyable>: @unchecked Sendable {
  private let lock = ThreadLock()
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: consuming sending Value) {
    precondition(MemoryLayout<Value>.size > 0)
    unsafe changed = .allocate(capacity: 1)
    unsafe changed.initialize(to: pthread_cond_t())
    _ = unsafe pthread_cond_init(changed, nil)
    self.value = value
  }

  deinit {
    _ = unsafe pthread_cond_destroy(changed)
    unsafe changed.deallocate()
  }

  /// Changes it, and wakes who waits; `body` must not come here again.
  package func change(_ body: (inout Value) -> Void) {
    lock.lock()
    body(&value)
    _ = unsafe pthread_cond_broadcast(changed)
    lock.unlock()
  }

  /// Waits until `body` has a result, which it is asked for after each change. What it changes itself
  /// wakes no thread.
  package func wait<Result: Sendable>(for body: (inout Value) -> Result?) -> Result {
    lock.lock()
    defer { lock.unlock() }
    while true {
      if let result = body(&value) { return result }
      _ = unsafe pthread_cond_wait(changed, lock.mutex)
    }
  }
}
