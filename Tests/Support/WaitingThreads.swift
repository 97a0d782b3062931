import Dispatch

/// Threads for tests that mostly wait for a process: they do not occupy the few shared threads, one
/// a core.
package final class WaitingThreads: TaskExecutor {
  package static let shared = WaitingThreads()

  private let queue = DispatchQueue(label: "waiting tests", attributes: .concurrent)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job is enqueued once, and so runs once.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
