import Bytes
import Glibc
import System

/// Two connected sockets: what is sent into one comes out of the other.
package struct SocketPair {
  package let reader: Descriptor
  package let writer: Descriptor

  /// - type: preserves message boundaries, unless it is a stream.
  package static func local(_ type: __socket_type = SOCK_SEQPACKET) -> SocketPair {
    var ends: [Int32] = [-1, -1]
    let status = unsafe socketpair(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    precondition(status == 0)
    // Room for the largest datagram.
    var size: Int32 = 1 << 20
    for end in ends {
      _ = unsafe setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(4))
    }
    return SocketPair(
      reader: Descriptor(raw: ends[0], owned: true), writer: Descriptor(raw: ends[1], owned: true))
  }

  /// Over the loopback: unlike the others it drops and counts datagrams that do not fit.
  package static func datagrams(buffer: Int32) throws(SystemError) -> SocketPair {
    let reader = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let writer = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var size = buffer
    _ = unsafe setsockopt(reader, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(4))
    let address = bindToLoopback(reader)
    try connect(writer, to: address)
    return SocketPair(
      reader: Descriptor(raw: reader, owned: true), writer: Descriptor(raw: writer, owned: true))
  }

  /// - Returns: whether there was room for it.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    let raw = writer.raw
    return unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
      == bytes.count
  }
}

/// Binds to 127.0.0.1 and a free port.
/// - Returns: the address.
package func bindToLoopback(_ raw: Int32) -> sockaddr_in {
  var address = loopback
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = unsafe withUnsafeMutablePointer(to: &address) { address in
    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      guard unsafe bind(raw, address, length) == 0 else { return Int32(-1) }
      return unsafe getsockname(raw, address, &length)
    }
  }
  precondition(status == 0)
  return address
}

package func connect(_ raw: Int32, to address: sockaddr_in) throws(SystemError) {
  var address = address
  let status = unsafe withUnsafePointer(to: &address) { address in
    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe Glibc.connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard status == 0 else { throw SystemError(code: errno) }
}

/// Any port of 127.0.0.1.
private var loopback: sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

/// - Returns: whether there is something to read within this many milliseconds.
package func waitForInput(_ descriptor: Descriptor, _ milliseconds: Int32) -> Bool {
  var wait = pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&wait, 1, milliseconds) > 0
}

/// Gives a socket a receive buffer of this many bytes, or the system's minimum.
package func shrink(_ socket: Descriptor, to size: Int32) {
  var size = size
  _ = unsafe setsockopt(socket.raw, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(4))
}

/// Listens on a free port of the loopback.
package final class LocalServer: Sendable {
  package let port: UInt16
  private let socket: Descriptor

  /// - queue: connections that may wait to be accepted, besides one.
  package init(queue: Int32 = 8) {
    let raw = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    socket = Descriptor(raw: raw, owned: true)
    port = UInt16(bigEndian: bindToLoopback(raw).sin_port)
    precondition(listen(raw, queue) == 0)
  }

  /// Waits for a client.
  package func accept() -> Descriptor {
    let raw = Glibc.accept(socket.raw, nil, nil)
    precondition(raw >= 0)
    return Descriptor(raw: raw, owned: true)
  }

  /// Makes closing a connection reset it, and closes it.
  package static func reset(_ connection: consuming Descriptor) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      connection.raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}

/// A client of a port on this machine.
package final class TestClient {
  package let socket: Descriptor

  package init(port: UInt16) throws(SystemError) {
    prepareProcess()
    let raw = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(IPPROTO_TCP))
    socket = Descriptor(raw: raw, owned: true)
    var address = loopback
    address.sin_port = port.bigEndian
    try connect(raw, to: address)
  }

  package func endSending() { _ = shutdown(socket.raw, Int32(SHUT_WR)) }
}
