import Dispatch
import Testing

/// Where tests run that mostly wait for a process: they do not occupy the few threads, one a core, that
/// all others share.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue = DispatchQueue(label: "waiting tests", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job is enqueued once, and so runs once.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs the tests of a suite beside all others, since they wait more than they work.
struct WaitsForProcesses: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitsForProcesses {
  static var waitsForProcesses: Self { Self() }
}
