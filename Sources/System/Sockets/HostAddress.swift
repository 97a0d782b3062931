import CSystem
import Glibc

/// A TCP endpoint to connect to.
package struct HostAddress: Equatable, Sendable {
  /// The most addresses of a name to try.
  package static let maximum = 16

  /// A sockaddr; its family is in it.
  private let bytes: [UInt8]

  /// Why a name does not resolve, in the system's words.
  package struct ResolutionError: Error, Equatable {
    package var message: String
  }

  /// Makes names that no server knows fail within seconds, unless the user has set other limits.
  ///
  /// Changes the environment: only while the process has one thread.
  package static func limitResolving() {
    _ = unsafe setenv("RES_OPTIONS", "timeout:2 attempts:2", 0)
  }

  /// All addresses of a host, in the order to try them.
  ///
  /// Resolving a name may block in the system's library. Meanwhile SIGINT and SIGTERM end the
  /// program, whatever handlers it has installed.
  package static func resolve(_ host: String, port: UInt16) throws(ResolutionError) -> [HostAddress]
  {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let status = withEndingSignals { unsafe getaddrinfo(host, "\(port)", &hints, &list) }
    guard status == 0 else { throw ResolutionError(message: message(status)) }
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

  /// Starts to connect, without blocking.
  package func connect() throws(SystemError) -> Descriptor {
    let family = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: sa_family_t.self) }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let raw = socket(Int32(family), type, 0)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(raw: raw, owned: true)
    // Detects a peer that has disappeared silently, if only after hours.
    var on: Int32 = 1
    _ = unsafe setsockopt(raw, SOL_SOCKET, SO_KEEPALIVE, &on, socklen_t(MemoryLayout<Int32>.size))
    // What is written at once is one packet, or belongs together: it has nothing to wait for.
    _ = unsafe setsockopt(
      raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    let status = unsafe bytes.withUnsafeBytes { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return -1 }
      return unsafe Glibc.connect(
        raw, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard status == 0 || errno == EINPROGRESS else { throw SystemError(code: errno) }
    return descriptor
  }

  /// - Returns: whether it is connected; `false` while that is undecided.
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
