import CSystem
import Glibc

/// Flags of open(2) whose macros are not imported (asm-generic/fcntl.h).
enum OpenFlag {
  /// O_PATH: the folder itself, not what is in it.
  static let path: Int32 = 0o10000000
  /// O_TMPFILE: a file without a name.
  static let nameless: Int32 = 0o20000000 | O_DIRECTORY
}
