import Bytes
import Glibc

/// Keys of a terminal one by one, as they are pressed, without showing them.
///
/// The terminal is changed only while the program is the one that it listens to, and gets its own mode
/// back whatever ends the program: by `end`, or by a signal that would kill it.
package final class TerminalKeys {
  private let descriptor: Descriptor
  private var isOn = false
  private var isGone = false

  /// - Returns: `nil` for what is no terminal.
  package init?(_ descriptor: Descriptor) {
    guard descriptor.isTerminal else { return nil }
    self.descriptor = descriptor
  }

  /// The terminal that the program was started from, whatever its standard input is.
  package static func ofProcess() -> TerminalKeys? {
    let raw = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    return raw < 0 ? nil : TerminalKeys(Descriptor(raw: raw, owned: true))
  }

  deinit { end() }

  /// What to wait for; `nil` while keys are not for this program.
  package var input: Descriptor? { isOn && isForeground ? descriptor : nil }

  /// Whether the terminal is there and listens to another program now.
  package var isInBackground: Bool { !isGone && !isForeground }

  /// Has keys come one by one from now on. Call it again whenever that may have been undone.
  package func begin() {
    guard !isGone, isForeground else { return }
    var mode = termios()
    guard unsafe tcgetattr(descriptor.raw, &mode) == 0 else { return }
    if !isOn { TerminalMode.keep(mode, of: descriptor) }
    isOn = true
    // Signals from the keyboard stay what they are.
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 0
      unsafe characters[Int(VTIME)] = 0
    }
    _ = unsafe tcsetattr(descriptor.raw, TCSANOW, &mode)
  }

  /// Gives the terminal its own mode back; keys that nobody has read are forgotten.
  package func end() {
    guard isOn else { return }
    isOn = false
    let isForeground = self.isForeground
    if isForeground { _ = tcflush(descriptor.raw, TCIFLUSH) }
    // Who has the terminal now has made a mode of its own.
    TerminalMode.forget(restoring: isForeground)
  }

  /// Keys that were pressed, without waiting.
  package func read() -> [UInt8] {
    guard let input, input.hasInput else { return [] }
    var buffer = ReadBuffer(capacity: 256)
    guard let count = try? buffer.fill(from: input), count > 0 else {
      // Ready, and nothing there: its other end is closed.
      isGone = true
      end()
      return []
    }
    return buffer.bytes.copy()
  }

  private var isForeground: Bool {
    let group = tcgetpgrp(descriptor.raw)
    // A terminal that is not that of the process knows nothing of jobs.
    return group < 0 ? errno == ENOTTY : group == getpgrp()
  }
}

/// The mode that a terminal had, kept where a handler of signals finds it.
private enum TerminalMode {
  /// Signals that end a program at once, and may find the terminal changed.
  static let fatal = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGSYS, SIGTRAP]

  /// -1 while there is nothing to restore. Plain memory: a handler may touch nothing else.
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

  /// What the signals did before, by their numbers.
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
      // What would have happened happens.
      _ = unsafe sigaction(signal, TerminalMode.actions + Int(signal), nil)
      _ = raise(signal)
    }
    for signal in fatal {
      _ = unsafe sigaction(signal, &action, actions + Int(signal))
      // What was ignored goes on being ignored.
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
