import Bytes
import Glibc

/// Two connected sockets: what is sent into the one comes out of the other.
struct SocketPair {
  let reader: Descriptor
  let writer: Descriptor

  /// - type: keeps the borders of messages, unless it is a stream.
  static func local(_ type: __socket_type = SOCK_SEQPACKET) -> SocketPair {
    var ends: [Int32] = [-1, -1]
    let status = unsafe socketpair(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    precondition(status == 0)
    // Room enough for the largest datagram.
    var size: Int32 = 1 << 20
    for end in ends {
      _ = unsafe setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(4))
    }
    return SocketPair(
      reader: Descriptor(raw: ends[0], owned: true), writer: Descriptor(raw: ends[1], owned: true))
  }

  /// Over the loopback: unlike the others it loses what finds no room, and counts it.
  static func datagrams(buffer: Int32) -> SocketPair {
    let reader = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let writer = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var size = buffer
    _ = unsafe setsockopt(reader, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(4))
    let address = bindToLoopback(reader)
    connect(writer, to: address)
    return SocketPair(
      reader: Descriptor(raw: reader, owned: true), writer: Descriptor(raw: writer, owned: true))
  }

  /// - Returns: whether there was room for it.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    let raw = writer.raw
    return unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
      == bytes.count
  }
}

/// Binds to 127.0.0.1 and a port that is free.
/// - Returns: where it is.
func bindToLoopback(_ raw: Int32) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
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

private func connect(_ raw: Int32, to address: sockaddr_in) {
  var address = address
  let status = unsafe withUnsafePointer(to: &address) { address in
    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe Glibc.connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  precondition(status == 0)
}

/// Microseconds of a clock that nobody sets.
func monotonicMicroseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
}

/// - Returns: whether there is something to read, within so many milliseconds.
func waitForInput(_ descriptor: Descriptor, _ milliseconds: Int32) -> Bool {
  var wait = pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&wait, 1, milliseconds) > 0
}

/// Gives a socket a receive buffer of so many bytes, or the least that the system has.
func shrink(_ socket: Descriptor, to size: Int32) {
  var size = size
  _ = unsafe setsockopt(socket.raw, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(4))
}

/// Writes the time and a number over the last 16 bytes, faster than a debug build makes them anew.
func stamp(_ bytes: inout [UInt8], _ number: Int) {
  let start = bytes.count - 16
  let time = UInt64(monotonicMicroseconds())
  unsafe bytes.withUnsafeMutableBytes { bytes in
    unsafe bytes.storeBytes(of: time.littleEndian, toByteOffset: start, as: UInt64.self)
    unsafe bytes.storeBytes(
      of: UInt64(number).littleEndian, toByteOffset: start + 8, as: UInt64.self)
  }
}
