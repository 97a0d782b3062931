import Bytes
import Glibc

/// A real pseudo-terminal: what is written into the board's end comes out of the line.
final class PseudoTerminal {
  /// Of the line.
  let path: String
  /// `nil` once it is unplugged.
  private(set) var board: Descriptor?

  init() {
    // The prototypes are hidden by Swift's module of the C library; the numbers are those of
    // asm-generic/ioctls.h: TIOCSPTLCK and TIOCGPTN.
    let raw = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    precondition(raw >= 0)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    let status = unsafe ioctl(raw, 0x4004_5431 as UInt, &unlocked)
    let status2 = unsafe ioctl(raw, 0x8004_5430 as UInt, &number)
    precondition(status == 0 && status2 == 0)
    board = Descriptor(raw: raw, owned: true)
    path = "/dev/pts/\(number)"
  }

  func write(_ bytes: [UInt8]) throws { try board?.write(bytes.rawBytes) }

  func unplug() { board = nil }

  /// The settings of the line, as the kernel has them: struct termios2.
  var settings: [UInt32] {
    var words = [UInt32](repeating: 0, count: 11)
    guard let board else { return words }
    let status = unsafe ioctl(board.raw, 0x802C_542A as UInt, &words)
    precondition(status == 0)
    return words
  }
}

/// A symbolic link, as udev makes them for boards.
final class Link {
  let path: String

  init() {
    var template = Array("/tmp/bleinspect-line.XXXXXX".utf8CString)
    let folder = unsafe mkdtemp(&template)
    precondition(unsafe folder != nil)
    path =
      String(
        decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/board"
  }

  func point(to target: String) {
    remove()
    _ = unsafe symlink(target, path)
  }

  func remove() { _ = unsafe unlink(path) }

  deinit {
    remove()
    _ = unsafe rmdir(String(path.dropLast(6)))
  }
}
