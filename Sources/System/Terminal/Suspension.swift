import Bytes
import Glibc
import Synchronization

/// Where the handler tells of a signal; -1 while nobody listens.
private let suspensionTarget = Atomic<Int32>(-1)

/// Being stopped from the keyboard and going on, as something that can be waited for.
package final class Suspension {
  /// What a shell has asked for.
  package enum Request { case stop, goOn }

  /// Ready to be read once a signal has come.
  package let descriptor: Descriptor
  private let target: Descriptor
  /// Whether the signal to stop counts: without a shell that knows of jobs it is ignored.
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

  /// Forgets those that have come.
  /// - Returns: the last that was asked for; `nil`: nothing.
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

  /// Stops, as the signal does that was caught; returns when the process goes on.
  package func stop() {
    _ = signal(SIGTSTP, SIG_DFL)
    _ = raise(SIGTSTP)
    catchSignal(SIGTSTP)
  }
}
