import Bytes
import CSystem
import Glibc
import Synchronization

/// Where the handler reports a signal; -1 without a listener.
private let suspensionTarget = Atomic<Int32>(-1)

/// Stop and continue from the shell's job control, as something that `poll` can wait for.
package final class Suspension {
  /// What the shell has requested.
  package enum Request { case stop, goOn }

  private let pipe: SignalPipe
  /// Whether the stop signal counts: it is ignored without a shell that has job control.
  private let canStop: Bool

  package init() throws(SystemError) {
    pipe = try SignalPipe()
    canStop = !SignalPipe.isIgnored(SIGTSTP)
    suspensionTarget.store(pipe.writer.raw, ordering: .releasing)
    catchSignal(SIGCONT)
    if canStop { catchSignal(SIGTSTP) }
  }

  deinit {
    _ = signal(SIGCONT, SIG_DFL)
    if canStop { _ = signal(SIGTSTP, SIG_DFL) }
    suspensionTarget.store(-1, ordering: .releasing)
  }

  /// Readable once a signal has arrived.
  package var descriptor: Descriptor { pipe.reader }

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
    pipe.take().map { $0 == 1 ? .stop : .goOn }
  }

  /// Stops, as the caught signal would; returns when the process continues.
  package func stop() {
    _ = signal(SIGTSTP, SIG_DFL)
    _ = raise(SIGTSTP)
    catchSignal(SIGTSTP)
  }
}
