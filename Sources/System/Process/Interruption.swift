import Bytes
import CSystem
import Glibc
import Synchronization

/// Where the handler reports a signal; -1 if nobody listens.
private let signalTarget = Atomic<Int32>(-1)

/// SIGINT, SIGTERM and SIGHUP as a descriptor that `poll` can wait for.
///
/// SIGHUP, sent when the terminal is gone, stays ignored if it was: by `nohup`.
package final class Interruption {
  /// Readable once a signal has arrived.
  package let descriptor: Descriptor
  private let target: Descriptor
  private let signals: [Int32]

  /// From now on the signals no longer end the program.
  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = Descriptor(raw: ends[0], owned: true)
    target = Descriptor(raw: ends[1], owned: true)
    signals = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    signalTarget.store(target.raw, ordering: .releasing)
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      let code = errno
      var byte: UInt8 = 1
      _ = unsafe write(signalTarget.load(ordering: .acquiring), &byte, 1)
      errno = code
    }
    action.sa_flags = SA_RESTART
    // The parent process may have left them blocked.
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    for signal in signals {
      _ = unsafe sigaction(signal, &action, nil)
      unsafe sigaddset(&unblocked, signal)
    }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  deinit {
    for ended in signals { _ = signal(ended, SIG_DFL) }
    signalTarget.store(-1, ordering: .releasing)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether a signal has arrived.
  package var isRaised: Bool { descriptor.hasInput }

  /// Clears the pending signals.
  /// - Returns: whether there were any.
  package func take() -> Bool {
    guard isRaised else { return false }
    var read = ReadBuffer(capacity: 64)
    while let count = try? read.fill(from: descriptor), count > 0 { read.consume(count) }
    return true
  }

  /// Acts as if a signal had arrived.
  package func raise() { try? target.write([UInt8(1)].rawBytes) }
}
