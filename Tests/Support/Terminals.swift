import Bytes
import Glibc
import System

/// A real pseudo-terminal: what is written to the board's end comes out of the line.
package final class PseudoTerminal {
  /// The path of the line.
  package let path: String
  /// `nil` once it is unplugged.
  package private(set) var board: Descriptor?

  package init() {
    let terminal = openTerminal()
    (board, path) = (terminal.end, terminal.path)
  }

  package func write(_ bytes: [UInt8]) throws { try board?.write(bytes.rawBytes) }

  package func unplug() { board = nil }

  /// The settings of the line, as the kernel has them: struct termios2.
  package var settings: [UInt32] {
    var words = [UInt32](repeating: 0, count: 11)
    guard let board else { return words }
    let status = unsafe ioctl(board.raw, 0x802C_542A as UInt, &words)
    precondition(status == 0)
    return words
  }
}

/// - Returns: the user's end, and the path of the other.
private func openTerminal() -> (end: Descriptor, path: String) {
  // Swift's module of the C library hides posix_openpt and related functions; the numbers are
  // TIOCSPTLCK and TIOCGPTN (asm-generic/ioctls.h).
  let raw = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  precondition(raw >= 0)
  var unlocked: Int32 = 0
  var number: UInt32 = 0
  let isUnlocked = unsafe ioctl(raw, 0x4004_5431 as UInt, &unlocked) == 0
  let isNamed = unsafe ioctl(raw, 0x8004_5430 as UInt, &number) == 0
  precondition(isUnlocked && isNamed)
  return (Descriptor(raw: raw, owned: true), "/dev/pts/\(number)")
}

/// Opens a line that somebody else makes.
/// - Returns: `nil` if it is not there within ten seconds.
package func openLine(_ path: String) -> Descriptor? {
  for _ in 0..<200 {
    let raw = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    if raw >= 0 { return Descriptor(raw: raw, owned: true) }
    usleep(50_000)
  }
  return nil
}

/// Both ends of a pseudo-terminal: the user's, and the program's.
package func makeTerminal(columns: UInt16) throws(SystemError) -> (
  screen: Descriptor, program: Descriptor
) {
  let terminal = openTerminal()
  let raw = unsafe open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  guard raw >= 0 else { throw SystemError(code: errno) }
  let program = Descriptor(raw: raw, owned: true)
  resize(program, columns: columns)
  return (terminal.end, program)
}

package func resize(_ terminal: Descriptor, columns: UInt16) {
  var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
  _ = unsafe ioctl(terminal.raw, UInt(TIOCSWINSZ), &size)
}

/// The mode of a terminal, as far as programs change it: flags, control characters.
package func mode(of terminal: Descriptor) -> [UInt32] {
  var mode = termios()
  guard unsafe tcgetattr(terminal.raw, &mode) == 0 else { return [] }
  let (least, time) = unsafe withUnsafeBytes(of: &mode.c_cc) { characters in
    unsafe (characters[Int(VMIN)], characters[Int(VTIME)])
  }
  return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag, UInt32(least), UInt32(time)]
}

/// Whether keys arrive one by one and without echo.
package func givesKeys(_ terminal: Descriptor) -> Bool {
  let flags = mode(of: terminal)
  return flags.count > 3 && flags[3] & UInt32(ICANON | ECHO) == 0
}
