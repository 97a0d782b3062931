import CSystem
import Glibc

/// What can be asked of a terminal.
package enum Terminal {
  /// Columns of its window now; `nil` if it does not say.
  package static func columns(of descriptor: Descriptor) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
