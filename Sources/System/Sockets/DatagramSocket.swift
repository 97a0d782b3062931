import Bytes
import CSystem
import Glibc

/// A datagram socket with the kernel's receive time of each datagram. It never blocks.
@safe
package final class DatagramSocket {
  package enum Outcome {
    /// - length: bytes of the whole datagram; `withBytes` lends those that fit.
    /// - time: when it was received; `nil` where the kernel does not say.
    case datagram(length: Int, time: WallTime?)
    case nothing
    /// The other side has closed the socket.
    case ended
  }

  package let descriptor: Descriptor
  private let buffer: UnsafeMutableRawBufferPointer
  private let control: UnsafeMutableRawBufferPointer
  /// Bytes of the last datagram in the buffer.
  private var count = 0

  /// - capacity: bytes of the largest datagram.
  package init(_ descriptor: Descriptor, capacity: Int) {
    self.descriptor = descriptor
    unsafe buffer = .allocate(byteCount: capacity, alignment: 16)
    unsafe control = .allocate(byteCount: 256, alignment: 16)
    SocketOption.setTimestamps(descriptor)
  }

  deinit {
    unsafe buffer.deallocate()
    unsafe control.deallocate()
  }

  /// Lends the last datagram, as far as it fits the buffer.
  package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
    unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
  }

  package func receive() throws(SystemError) -> Outcome {
    var part = unsafe iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
    var message = unsafe msghdr()
    let raw = descriptor.raw
    while true {
      let length = unsafe withUnsafeMutablePointer(to: &part) { part in
        unsafe message.msg_iov = part
        unsafe message.msg_iovlen = 1
        unsafe message.msg_control = control.baseAddress
        unsafe message.msg_controllen = control.count
        // With MSG_TRUNC the full length is returned even if the buffer was too small.
        return unsafe recvmsg(raw, &message, Int32(MSG_DONTWAIT | MSG_TRUNC))
      }
      if length > 0 {
        count = unsafe min(length, buffer.count)
        return .datagram(length: length, time: unsafe time(message.msg_controllen))
      }
      if length == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: throw SystemError(code: errno)
      }
    }
  }

  /// The time that SO_TIMESTAMP attached to the datagram. (CMSG_NXTHDR is a macro, which is not
  /// imported.)
  private func time(_ length: Int) -> WallTime? {
    func aligned(_ size: Int) -> Int {
      (size + MemoryLayout<Int>.size - 1) & -MemoryLayout<Int>.size
    }
    let headerSize = aligned(MemoryLayout<cmsghdr>.size)
    let end = unsafe min(length, control.count)
    var start = 0
    while start + headerSize <= end {
      let header = unsafe control.loadUnaligned(fromByteOffset: start, as: cmsghdr.self)
      let size = Int(header.cmsg_len)
      guard size >= headerSize, size <= end - start else { return nil }
      if header.cmsg_level == SOL_SOCKET, header.cmsg_type == SCM_TIMESTAMP,
        size - headerSize >= MemoryLayout<timeval>.size
      {
        let time = unsafe control.loadUnaligned(
          fromByteOffset: start + headerSize, as: timeval.self)
        return WallTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_usec) * 1000)
      }
      start += aligned(size)
    }
    return nil
  }
}

/// Socket options.
package enum SocketOption {
  package static func setTimestamps(_ socket: Descriptor) {
    // Without time stamps, `receive` returns `nil` for each datagram's time.
    _ = set(SO_TIMESTAMP, value: 1, on: socket)
  }

  /// The receive buffer to ask for, in bytes: most of a second of 20,000 short packets, which take
  /// about a kilobyte each there. The kernel doubles it for its bookkeeping.
  package static let wantedBuffer: Int32 = 16 << 20

  /// Asks for a receive buffer of `size` bytes, beyond the system's limit if permitted.
  /// - Returns: its size now in bytes, with the kernel's bookkeeping; `nil` if unknown.
  @discardableResult
  package static func enlargeBuffer(_ socket: Descriptor, to size: Int32 = wantedBuffer) -> Int? {
    if let now = bufferSize(of: socket), now >= Int(size) { return now }
    if !set(SO_RCVBUFFORCE, value: size, on: socket) { _ = set(SO_RCVBUF, value: size, on: socket) }
    return bufferSize(of: socket)
  }

  private static func bufferSize(of socket: Descriptor) -> Int? {
    var size: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let status = unsafe getsockopt(socket.raw, SOL_SOCKET, SO_RCVBUF, &size, &length)
    return status == 0 ? Int(size) : nil
  }

  /// Datagrams dropped because the buffer was full, as 32 bits that wrap around; `nil` where the
  /// system does not count them.
  package static func drops(of socket: Descriptor) -> UInt32? {
    var numbers: [9 of UInt32] = .init(repeating: 0)
    let wanted = socklen_t(MemoryLayout<[9 of UInt32]>.size)
    var length = wanted
    let status = unsafe getsockopt(socket.raw, SOL_SOCKET, SO_MEMINFO, &numbers, &length)
    return status == 0 && length >= wanted ? numbers[memoryDrops] : nil
  }

  /// SK_MEMINFO_DROPS: the last of nine numbers (linux/sock_diag.h).
  static let memoryDrops = 8

  private static func set(_ option: Int32, value: Int32, on socket: Descriptor) -> Bool {
    var value = value
    let length = socklen_t(MemoryLayout<Int32>.size)
    return unsafe setsockopt(socket.raw, SOL_SOCKET, option, &value, length) == 0
  }
}
