import CSystem
import Glibc

/// A copy of this process, which works with what is in memory at one moment, while this process goes on.
///
/// Only for a process without further threads: what they hold stays held in the copy.
package final class ProcessCopy {
  private let id: pid_t
  private var hasEnded = false

  package enum State: Equatable, Sendable {
    case works
    /// - processor: nanoseconds that it has used.
    case ended(succeeded: Bool, processor: Int64)
  }

  /// - seconds: after which it is ended, whatever it does.
  /// - work: what the copy does; what it returns is whether that succeeded.
  package init(seconds: UInt32, _ work: () -> Bool) throws(SystemError) {
    id = fork()
    guard id >= 0 else { throw SystemError(code: errno) }
    guard id == 0 else { return }
    // Whoever reads and captures comes first.
    _ = nice(10)
    var endings = sigset_t()
    unsafe sigemptyset(&endings)
    for ending in [SIGALRM, SIGTERM] {
      _ = signal(ending, SIG_DFL)
      unsafe sigaddset(&endings, ending)
    }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &endings, nil)
    _ = alarm(seconds)
    Self.separateFiles()
    let succeeds = work()
    // Without what is done at an exit: that is for the other process.
    _exit(succeeds ? 0 : 1)
  }

  deinit { stop() }

  /// Asks without waiting. How it ended is told once: asked again, it has failed.
  package func look() -> State {
    var status: Int32 = 0
    var usage = rusage()
    guard !hasEnded else { return .ended(succeeded: false, processor: 0) }
    let found = unsafe wait4(id, &status, WNOHANG, &usage)
    if found == 0 || found < 0 && errno == EINTR { return .works }
    hasEnded = true
    // The status is 0 after an exit with 0, and in no other case.
    return .ended(
      succeeded: found == id && status == 0,
      processor: usage.ru_utime.nanoseconds + usage.ru_stime.nanoseconds)
  }

  /// Ends it, if it still works; it may remove the files that it has begun.
  package func stop() {
    guard !hasEnded else { return }
    hasEnded = true
    var status: Int32 = 0
    kill(id, SIGTERM)
    for _ in 0..<200 {
      let found = unsafe waitpid(id, &status, WNOHANG)
      if found == id || found < 0 && errno != EINTR { return }
      usleep(10_000)
    }
    kill(id, SIGKILL)
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
  }

  /// The place in a file is common to copies of a descriptor: files without a name, in which both processes move,
  /// are opened again.
  private static func separateFiles() {
    for raw in 3..<min(getdtablesize(), 1024) {
      var status = stat()
      guard unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_nlink == 0
      else { continue }
      let place = lseek(raw, 0, SEEK_CUR)
      let mode = fcntl(raw, F_GETFL) & O_ACCMODE
      let own = unsafe open("/proc/self/fd/\(raw)", mode | O_CLOEXEC)
      guard own >= 0, lseek(own, place, SEEK_SET) == place, dup2(own, raw) == raw else {
        // What cannot be separated must not move.
        close(raw)
        if own >= 0 { close(own) }
        continue
      }
      close(own)
    }
  }
}

extension timeval {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_usec) * 1000 }
}
