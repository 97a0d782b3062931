import Bytes
import Glibc

/// The mode of a terminal, as far as programs change it: flags, control characters.
func mode(of terminal: Descriptor) -> [UInt32] {
  var mode = termios()
  guard unsafe tcgetattr(terminal.raw, &mode) == 0 else { return [] }
  let (least, time) = unsafe withUnsafeBytes(of: &mode.c_cc) { characters in
    unsafe (characters[Int(VMIN)], characters[Int(VTIME)])
  }
  return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag, UInt32(least), UInt32(time)]
}

/// Whether keys come one by one and are not shown.
func givesKeys(_ terminal: Descriptor) -> Bool {
  let flags = mode(of: terminal)
  return flags.count > 3 && flags[3] & UInt32(ICANON | ECHO) == 0
}
