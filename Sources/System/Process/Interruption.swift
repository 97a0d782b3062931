import Bytes
import CSystem
import Glibc
import Synchronization

/// Where the handler reports a signal; -1 without a listener.
private let signalTarget = Atomic<Int32>(-1)

/// SIGINT, SIGTERM and SIGHUP as a descriptor that `poll` can wait for.
///
/// SIGHUP, sent when the terminal is gone, stays ignored if it was: by `nohup`.
package final class Interruption {
  private let pipe: SignalPipe
  private let signals: [Int32]

  /// Catches the signals, which no longer end the program from then on.
  package init() throws(SystemError) {
    pipe = try SignalPipe()
    signals = SignalPipe.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    signalTarget.store(pipe.writer.raw, ordering: .releasing)
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

  /// Readable once a signal has arrived.
  package var descriptor: Descriptor { pipe.reader }

  /// Whether a signal has arrived.
  package var isRaised: Bool { descriptor.hasInput }

  /// Clears the pending signals.
  /// - Returns: whether there were any.
  package func take() -> Bool { pipe.take() != nil }

  /// Acts as if a signal had arrived.
  package func raise() { try? pipe.writer.write([UInt8(1)].rawBytes) }
}
