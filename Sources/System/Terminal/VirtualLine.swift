import CSystem
import Glibc

/// A pseudo-terminal that another program opens as a serial line. Nothing blocks.
package final class VirtualLine {
  package let descriptor: Descriptor
  /// What the other program opens.
  package let path: String
  /// A symbolic link to it.
  private var link: String?

  /// TIOCSPTLCK and TIOCGPTN (asm-generic/ioctls.h): Swift's module of the C library hides
  /// posix_openpt and related functions.
  private static let lock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430
  private static let folder = "/dev/pts/"

  /// - link: the path of a symbolic link to make, which `close` removes. A link to another
  ///   pseudo-terminal, as a killed process leaves it, is replaced.
  /// - Throws: EEXIST if something else has that path.
  package init(link: String? = nil) throws(SystemError) {
    let raw = unsafe Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(code: errno) }
    descriptor = Descriptor(raw: raw, owned: true)
    var isLocked: Int32 = 0
    var index: UInt32 = 0
    guard unsafe ioctl(raw, Self.lock, &isLocked) == 0,
      unsafe ioctl(raw, Self.number, &index) == 0
    else { throw SystemError(code: errno) }
    path = "\(Self.folder)\(index)"
    // Settings are those of the other end: without them it would echo what is written here.
    var settings = SerialLine.Settings()
    guard unsafe ioctl(raw, SerialLine.Settings.get, &settings) == 0 else {
      throw SystemError(code: errno)
    }
    settings.setRaw()
    settings.setSpeed(Self.speed)
    guard unsafe ioctl(raw, SerialLine.Settings.set, &settings) == 0 else {
      throw SystemError(code: errno)
    }
    // Only an end that was open before counts as closed.
    let other = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard other >= 0 else { throw SystemError(code: errno) }
    Glibc.close(other)
    if let link {
      try Self.make(link, to: path)
      self.link = link
    }
  }

  deinit { removeLink() }

  /// Any that programs accept: it has no effect.
  private static let speed: UInt32 = 115_200

  /// Whether a program has the other end open.
  package var isOpen: Bool {
    var wait = pollfd(fd: descriptor.raw, events: 0, revents: 0)
    return unsafe poll(&wait, 1, 0) == 0
  }

  package func removeLink() {
    guard let link, SymbolicLink.target(of: link) == path else { return }
    _ = unsafe unlink(link)
    self.link = nil
  }

  private static func make(_ link: String, to path: String) throws(SystemError) {
    if SymbolicLink.target(of: link)?.hasPrefix(folder) == true { _ = unsafe unlink(link) }
    guard unsafe symlink(path, link) == 0 else { throw SystemError(code: errno) }
  }
}
