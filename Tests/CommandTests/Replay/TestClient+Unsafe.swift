import Bytes
import Glibc

/// A client of a port of this machine.
final class TestClient {
  let socket: Descriptor

  init(port: UInt16) throws {
    prepareProcess()
    let raw = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(IPPROTO_TCP))
    socket = Descriptor(raw: raw, owned: true)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw SystemError(code: errno) }
  }

  func endSending() { _ = shutdown(socket.raw, Int32(SHUT_WR)) }
}

/// Makes a named pipe.
func makeNamedPipe(_ path: String) throws {
  guard unsafe mkfifo(path, 0o600) == 0 else { throw SystemError(code: errno) }
}

/// Runs something while the thread has no signals blocked.
func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
  var none = sigset_t()
  var before = sigset_t()
  _ = unsafe sigemptyset(&none)
  _ = unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  try body()
}
