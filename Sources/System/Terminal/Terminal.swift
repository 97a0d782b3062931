import CSystem
import Glibc

/// What can be asked of a terminal.
package enum Terminal {
  /// Columns of its window now; `nil` if it does not say.
  package static func columns(of descriptor: Descriptor) -> Int? {
    window(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  /// Lines of its window now; `nil` if it does not say.
  package static func lines(of descriptor: Descriptor) -> Int? {
    window(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  private static func window(of descriptor: Descriptor) -> winsize? {
    var size = winsize()
    return unsafe ioctl(descriptor.raw, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
