import Glibc

/// A lock of the C library, which the thread sanitizer knows: of that of `Synchronization.Mutex` it
/// sees nothing, and takes what that protects for a data race.
@safe
struct ThreadLock: ~Copyable {
  let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    _ = unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Waits for other threads.
  @inline(__always)
  func lock() { _ = unsafe pthread_mutex_lock(mutex) }

  @inline(__always)
  func unlock() { _ = unsafe pthread_mutex_unlock(mutex) }
}
