import Bytes
import Glibc

/// Listens on a free port of the loopback.
final class LocalServer {
  let port: UInt16
  private let socket: Descriptor

  /// - queue: connections that may wait to be accepted, beside one.
  init(queue: Int32 = 8) {
    let raw = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    socket = Descriptor(raw: raw, owned: true)
    port = UInt16(bigEndian: bindToLoopback(raw).sin_port)
    precondition(listen(raw, queue) == 0)
  }

  /// Waits for somebody to connect.
  func accept() -> Descriptor {
    let raw = Glibc.accept(socket.raw, nil, nil)
    precondition(raw >= 0)
    return Descriptor(raw: raw, owned: true)
  }

  /// Makes the end of a connection one that breaks it, and ends it.
  static func reset(_ connection: consuming Descriptor) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      connection.raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
