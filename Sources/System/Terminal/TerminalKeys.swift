import Bytes
import CSystem
import Glibc

/// Single key presses of a terminal, without echo.
///
/// The terminal is changed only while the program is in its foreground, and gets its own mode back
/// however the program ends: by `end`, or by a fatal signal.
package final class TerminalKeys {
  private let descriptor: Descriptor
  private var isOn = false
  private var isGone = false

  /// - Returns: `nil` if it is not a terminal.
  package init?(_ descriptor: Descriptor) {
    guard descriptor.isTerminal else { return nil }
    self.descriptor = descriptor
  }

  /// The controlling terminal, whatever standard input is.
  package static func ofProcess() -> TerminalKeys? {
    let raw = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    return raw < 0 ? nil : TerminalKeys(Descriptor(raw: raw, owned: true))
  }

  deinit { end() }

  /// What to wait for; `nil` while keys are not for this program.
  package var input: Descriptor? { isOn && isForeground ? descriptor : nil }

  /// Whether the terminal is still there and another program is in its foreground.
  package var isInBackground: Bool { !isGone && !isForeground }

  /// Starts to read single keys. Call it again whenever that may have been undone.
  package func begin() {
    guard !isGone, isForeground else { return }
    var mode = termios()
    guard unsafe tcgetattr(descriptor.raw, &mode) == 0 else { return }
    if !isOn { TerminalMode.keep(mode, of: descriptor) }
    isOn = true
    // Keyboard signals stay enabled.
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 0
      unsafe characters[Int(VTIME)] = 0
    }
    _ = unsafe tcsetattr(descriptor.raw, TCSANOW, &mode)
  }

  /// Restores the terminal's own mode; unread keys are discarded.
  package func end() {
    guard isOn else { return }
    isOn = false
    let isForeground = self.isForeground
    if isForeground { _ = tcflush(descriptor.raw, TCIFLUSH) }
    // The program that is now in the foreground has set its own mode.
    TerminalMode.forget(restoring: isForeground)
  }

  /// The keys pressed, without waiting.
  package func read() -> [UInt8] {
    guard let input, input.hasInput else { return [] }
    var buffer = ReadBuffer(capacity: 256)
    guard let count = try? buffer.fill(from: input), count > 0 else {
      // Ready but empty: the other end is closed.
      isGone = true
      end()
      return []
    }
    return buffer.bytes.copy()
  }

  private var isForeground: Bool {
    let group = tcgetpgrp(descriptor.raw)
    // Only the controlling terminal has job control.
    return group < 0 ? errno == ENOTTY : group == getpgrp()
  }
}

/// The terminal's original mode, kept where a signal handler finds it.
private enum TerminalMode {
  /// Signals that end a program at once, perhaps while the terminal is changed.
  static let fatal = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGSYS, SIGTRAP]

  /// -1 while there is nothing to restore. Plain memory: a handler must not touch anything else.
  nonisolated(unsafe) static let terminal: UnsafeMutablePointer<Int32> = {
    let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe pointer.initialize(to: -1)
    return unsafe pointer
  }()

  nonisolated(unsafe) static let mode: UnsafeMutablePointer<termios> = {
    let pointer = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe pointer.initialize(to: termios())
    return unsafe pointer
  }()

  /// The previous actions of the signals, by signal number.
  nonisolated(unsafe) static let actions: UnsafeMutablePointer<sigaction> = {
    let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    unsafe pointer.initialize(repeating: sigaction(), count: 65)
    return unsafe pointer
  }()

  static func keep(_ mode: termios, of terminal: Descriptor) {
    unsafe self.mode.pointee = mode
    unsafe self.terminal.pointee = terminal.raw
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { signal in
      unsafe TerminalMode.restore()
      // Restore the previous action, so that it follows.
      _ = unsafe sigaction(signal, TerminalMode.actions + Int(signal), nil)
      _ = raise(signal)
    }
    for signal in fatal {
      _ = unsafe sigaction(signal, &action, actions + Int(signal))
      // Ignored signals stay ignored.
      if unsafe isIgnored(actions[Int(signal)]) {
        _ = unsafe sigaction(signal, actions + Int(signal), nil)
      }
    }
  }

  @unsafe private static func isIgnored(_ action: sigaction) -> Bool {
    unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  static func forget(restoring: Bool) {
    if restoring { unsafe restore() }
    unsafe terminal.pointee = -1
    for signal in fatal { _ = unsafe sigaction(signal, actions + Int(signal), nil) }
  }

  @unsafe static func restore() {
    guard unsafe terminal.pointee >= 0 else { return }
    _ = unsafe tcsetattr(terminal.pointee, TCSANOW, mode)
  }
}
