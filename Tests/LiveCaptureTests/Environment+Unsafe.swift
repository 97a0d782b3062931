import Glibc

/// Gives a variable of the environment a value, or takes it away.
func setEnvironment(_ name: String, _ value: String?) {
  if let value { _ = unsafe setenv(name, value, 1) } else { _ = unsafe unsetenv(name) }
}

/// What `sudo` leaves of who called it.
func setSudo(user: String?, group: String? = nil) {
  setEnvironment("SUDO_UID", user)
  setEnvironment("SUDO_GID", group ?? user)
}

/// - Returns: a descriptor; below 0 where the file cannot be opened.
func openFile(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags, 0o600) }

func removeFile(_ path: String) { _ = unsafe unlink(path) }

func writeByte(_ descriptor: Int32) -> Bool {
  var byte: UInt8 = 0
  return unsafe write(descriptor, &byte, 1) == 1
}
