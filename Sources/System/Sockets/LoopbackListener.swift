import CSystem
import Glibc

/// A port that only this machine can reach, for one client.
package final class LoopbackListener {
  /// Readable once a client has connected.
  package let descriptor: Descriptor
  package let port: UInt16

  /// - port: 0 for any free one.
  package init(port: UInt16) throws(SystemError) {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let raw = socket(AF_INET, type, Int32(IPPROTO_TCP))
    guard raw >= 0 else { throw SystemError(code: errno) }
    descriptor = Descriptor(raw: raw, owned: true)
    // The port of a run that has just ended can be reused at once.
    var on: Int32 = 1
    _ = unsafe setsockopt(raw, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(raw, address, length) == 0 && listen(raw, 1) == 0
          && getsockname(raw, address, &length) == 0
      }
    }
    guard status else { throw SystemError(code: errno) }
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// The client that has connected; `nil` if there is none yet.
  package func accept() throws(SystemError) -> Descriptor? {
    let raw = Glibc.accept(descriptor.raw, nil, nil)
    guard raw >= 0 else {
      switch errno {
      // The client has already left again.
      case EAGAIN, EINTR, ECONNABORTED: return nil
      default: throw SystemError(code: errno)
      }
    }
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    // Send each record when it is due, not with the next one.
    _ = unsafe setsockopt(
      raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return Descriptor(raw: raw, owned: true)
  }
}

extension Descriptor {
  /// Reads and discards what a client has sent: closing a socket with unread input would abort the
  /// output that is still to be delivered.
  /// - Returns: whether more may come.
  package func discardInput() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<64 {
      let count = unsafe recv(raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 { return false }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
    }
    return true
  }

  /// Signals the end of the output.
  package func endSending() { _ = shutdown(raw, Int32(SHUT_WR)) }
}
