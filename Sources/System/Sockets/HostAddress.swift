// Its headers bring those of sockets with them, and then their constants are known as its own.
import CBluetooth
import Glibc

/// Where a TCP connection may go to.
package struct HostAddress: Equatable, Sendable {
  /// Addresses of a name that are tried at most.
  package static let maximum = 16

  /// A sockaddr of the family that it says.
  private let bytes: [UInt8]

  /// Why a name stands for no address, in the system's words.
  package struct Failure: Error, Equatable {
    package var message: String
  }

  /// All addresses of a host, in the order in which they are to be tried.
  ///
  /// A name may have to be asked for, and the system's library waits for the answer. So SIGINT and
  /// SIGTERM end the program meanwhile, whatever it has made of them.
  package static func resolve(_ host: String, port: UInt16) throws(Failure) -> [HostAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    // Unless the user has said how patient to be.
    _ = unsafe setenv("RES_OPTIONS", "timeout:2 attempts:2", 0)
    let status = withEndingSignals { unsafe getaddrinfo(host, "\(port)", &hints, &list) }
    guard status == 0 else { throw Failure(message: message(status)) }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [HostAddress] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee, addresses.count < maximum {
      if let address = unsafe entry.ai_addr {
        let bytes = unsafe UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
        unsafe addresses.append(HostAddress(bytes: [UInt8](bytes)))
      }
      unsafe next = entry.ai_next
    }
    return addresses
  }

  private static func message(_ status: Int32) -> String {
    if status == EAI_SYSTEM { return SystemError(code: errno).message }
    guard let text = unsafe gai_strerror(status) else { return "error \(status)" }
    return unsafe String(cString: text)
  }

  private static func withEndingSignals<Result>(_ body: () -> Result) -> Result {
    let ended = [SIGINT, SIGTERM]
    // All zero is SIG_DFL.
    var ending = Glibc.sigaction()
    var actions = [Glibc.sigaction](repeating: ending, count: ended.count)
    for (index, signal) in ended.enumerated() {
      _ = unsafe sigaction(signal, &ending, &actions[index])
    }
    defer {
      for (index, signal) in ended.enumerated() {
        _ = unsafe sigaction(signal, &actions[index], nil)
      }
    }
    return body()
  }

  /// Begins to connect, and waits for nothing.
  package func connect() throws(SystemError) -> Descriptor {
    let family = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: sa_family_t.self) }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let raw = socket(Int32(family), type, 0)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(raw: raw, owned: true)
    // A side that is gone without a word is noticed, if only after hours.
    var on: Int32 = 1
    _ = unsafe setsockopt(raw, SOL_SOCKET, SO_KEEPALIVE, &on, socklen_t(MemoryLayout<Int32>.size))
    let status = unsafe bytes.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return -1 }
      return unsafe Glibc.connect(
        raw, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard status == 0 || errno == EINPROGRESS else { throw SystemError(code: errno) }
    return descriptor
  }

  /// - Returns: whether the connection stands; `false` while that is not decided.
  package static func isConnected(_ socket: Descriptor) throws(SystemError) -> Bool {
    var wait = pollfd(fd: socket.raw, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&wait, 1, 0) > 0 else { return false }
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let status = unsafe getsockopt(socket.raw, SOL_SOCKET, SO_ERROR, &code, &length)
    guard status == 0, code == 0 else { throw SystemError(code: status == 0 ? code : errno) }
    return true
  }
}
