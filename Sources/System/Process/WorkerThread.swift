import CSystem
import Glibc

/// A thread that does one thing.
@safe
package struct WorkerThread {
  private let thread: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts it; `nil` where the system has no thread to give. No signal is delivered to it.
  package init?(_ run: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var before = sigset_t()
    _ = unsafe sigfillset(&all)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let body = unsafe Unmanaged.passRetained(Body(run))
    let status = unsafe pthread_create(
      &thread, nil,
      { body in
        if let body = unsafe body {
          unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        }
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      unsafe body.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for its end; call it once.
  package func join() { _ = pthread_join(thread, nil) }
}

/// How many processors this process may use.
package var availableProcessors: Int {
  // More than any machine has, as bits.
  var set: [64 of UInt64] = .init(repeating: 0)
  guard unsafe sched_getaffinity(0, 64 * 8, &set) == 0 else { return 1 }
  var count = 0
  for place in 0..<64 { count += set[place].nonzeroBitCount }
  return max(count, 1)
}
