import Bytes
import CSystem
import Glibc
import Synchronization

/// Where the handler reports a signal; -1 if nobody listens.
private let suspensionTarget = Atomic<Int32>(-1)

/// Stop and continue from the shell's job control, as something that `poll` can wait for.
package final class Suspension {
  /// What the shell has requested.
  package enum Request { case stop, goOn }

  /// Readable once a signal has arrived.
  package let descriptor: Descriptor
  private let target: Descriptor
  /// Whether the stop signal counts: it is ignored without a shell that has job control.
  private let canStop: Bool

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = Descriptor(raw: ends[0], owned: true)
    target = Descriptor(raw: ends[1], owned: true)
    suspensionTarget.store(target.raw, ordering: .releasing)
    var old = sigaction()
    _ = unsafe sigaction(SIGTSTP, nil, &old)
    let handler = unsafe unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
    canStop = unsafe handler != unsafeBitCast(SIG_IGN, to: Int.self)
    catchSignal(SIGCONT)
    if canStop { catchSignal(SIGTSTP) }
  }

  deinit {
    _ = signal(SIGCONT, SIG_DFL)
    if canStop { _ = signal(SIGTSTP, SIG_DFL) }
    suspensionTarget.store(-1, ordering: .releasing)
  }

  private func catchSignal(_ number: Int32) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { signal in
      let code = errno
      var byte: UInt8 = signal == SIGTSTP ? 1 : 0
      _ = unsafe write(suspensionTarget.load(ordering: .acquiring), &byte, 1)
      errno = code
    }
    action.sa_flags = SA_RESTART
    _ = unsafe sigaction(number, &action, nil)
  }

  /// Clears the pending signals.
  /// - Returns: the last request; `nil` if there was none.
  package func take() -> Request? {
    guard descriptor.hasInput else { return nil }
    var read = ReadBuffer(capacity: 64)
    var last: Request?
    while let count = try? read.fill(from: descriptor), count > 0 {
      last = read.bytes.uint8(at: count - 1) == 1 ? .stop : .goOn
      read.consume(count)
    }
    return last
  }

  /// Stops, as the caught signal would; returns when the process continues.
  package func stop() {
    _ = signal(SIGTSTP, SIG_DFL)
    _ = raise(SIGTSTP)
    catchSignal(SIGTSTP)
  }
}
