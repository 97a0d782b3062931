import Bytes
import CSystem
import Glibc

/// A copy of this process, which works with what is in memory at one moment, while this process goes on.
///
/// Only for a process without further threads: what they hold stays held in the copy. Descriptors are those of this
/// process, with their places: the copy must not read, write or seek in what this process uses (`TemporaryFile` does
/// without).
package final class ProcessCopy {
  private let id: pid_t
  /// What the copy says of its failure comes from here.
  private let failure: Descriptor
  private var ended: State?

  package enum State: Equatable, Sendable {
    case works
    /// - processor: nanoseconds that it has used.
    case ended(End, processor: Int64)
  }

  package enum End: Equatable, Sendable {
    case succeeded
    case failed(String)
    case tookTooLong
    /// A signal of somebody else has ended it.
    case killed(signal: Int32)
  }

  /// The most octets that are told of a failure: a pipe takes them without waiting.
  private static let mostTold = 4096

  /// - seconds: after which it is ended, whatever it does.
  /// - work: what the copy does; what it returns is why that failed, `nil` if it did not.
  package init(seconds: UInt32, _ work: () -> String?) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    failure = Descriptor(raw: ends[0], owned: true)
    let told = Descriptor(raw: ends[1], owned: true)
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
    let failure = work()
    if let failure { try? told.write(Array(failure.utf8.prefix(Self.mostTold)).rawBytes) }
    // Without what is done at an exit: that is for the other process.
    _exit(failure == nil ? 0 : 1)
  }

  deinit { stop() }

  /// Asks without waiting.
  package func look() -> State { look(WNOHANG) }

  private func look(_ options: Int32) -> State {
    if let ended { return ended }
    var status: Int32 = 0
    var usage = rusage()
    let found = unsafe wait4(id, &status, options, &usage)
    if found == 0 || found < 0 && errno == EINTR { return .works }
    let state = State.ended(
      found == id ? end(status) : .failed(SystemError(code: errno).message),
      processor: usage.ru_utime.nanoseconds + usage.ru_stime.nanoseconds)
    ended = state
    return state
  }

  /// - status: as `wait` has it: the signal in the lowest seven bits, or 0 there and the code above.
  private func end(_ status: Int32) -> End {
    switch status & 0x7F {
    case 0 where status == 0: return .succeeded
    case 0:
      var told = ReadBuffer(capacity: Self.mostTold)
      _ = try? told.fill(from: failure)
      return .failed(String(decoding: told.bytes.copy(), as: UTF8.self))
    case SIGALRM: return .tookTooLong
    case let signal: return .killed(signal: signal)
    }
  }

  /// Ends it, if it still works; it may remove the files that it has begun.
  package func stop() {
    // Without a copy, a signal would go to all processes.
    guard id > 0, look() == .works else { return }
    kill(id, SIGTERM)
    for _ in 0..<200 where look() == .works { usleep(10_000) }
    guard look() == .works else { return }
    kill(id, SIGKILL)
    while look(0) == .works {}
  }
}

extension timeval {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_usec) * 1000 }
}
