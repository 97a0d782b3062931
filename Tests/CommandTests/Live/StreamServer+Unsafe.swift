import Bytes
import Glibc
import Testing

/// Listens on a port of this machine for the one program that connects to it.
final class StreamServer {
  let port: UInt16
  private let listener: Descriptor
  private var client: Descriptor?

  init() throws {
    prepareProcess()
    let raw = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(IPPROTO_TCP))
    try #require(raw >= 0)
    listener = Descriptor(raw: raw, owned: true)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(raw, $0, length) == 0 && listen(raw, 1) == 0
          && getsockname(raw, $0, &length) == 0
      }
    }
    try #require(status)
    port = UInt16(bigEndian: address.sin_port)
  }

  /// As `--source` takes it.
  var source: String { "tcp:127.0.0.1:\(port)" }

  /// Waits for the program, 20 s at most.
  func accept() throws {
    var waits = DescriptorSet()
    waits.add(listener, .input)
    waits.wait(milliseconds: 20_000)
    try #require(waits.isReady(0), "nobody connects")
    let raw = Glibc.accept(listener.raw, nil, nil)
    try #require(raw >= 0)
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    unsafe setsockopt(
      raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    client = Descriptor(raw: raw, owned: true)
  }

  func send(_ bytes: [UInt8]) throws { try client?.write(bytes.rawBytes) }

  /// What fits without waiting.
  /// - Returns: how many of the bytes.
  func sendWithoutWaiting(_ bytes: [UInt8]) throws -> Int {
    guard let client else { return 0 }
    return try ReadyOutput(client).write(bytes.rawBytes)
  }

  /// Closes the connection.
  func close() { client = nil }
}

/// Both ends of a pseudo-terminal: that of who looks at it, and that of the program.
func makeTerminal(columns: UInt16) throws -> (screen: Descriptor, program: Descriptor) {
  // posix_openpt and what belongs to it are not imported: ioctl_tty(2).
  let raw = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  var number: UInt32 = 0
  var lock: Int32 = 0
  let isUnlocked =
    unsafe raw >= 0 && ioctl(raw, 0x8004_5430, &number) == 0 && ioctl(raw, 0x4004_5431, &lock) == 0
  try #require(isUnlocked)
  let other = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
  try #require(other >= 0)
  resize(Descriptor(raw: other, owned: false), columns: columns)
  return (Descriptor(raw: raw, owned: true), Descriptor(raw: other, owned: true))
}

func resize(_ terminal: Descriptor, columns: UInt16) {
  var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
  _ = unsafe ioctl(terminal.raw, UInt(TIOCSWINSZ), &size)
}

/// Both ends of a pipe, which no other program gets by chance: to read from, to write to.
func makePrivatePipe() throws -> (reader: Descriptor, writer: Descriptor) {
  var ends: [Int32] = [-1, -1]
  let isMade = unsafe pipe(&ends) == 0
  try #require(isMade)
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (Descriptor(raw: ends[0], owned: true), Descriptor(raw: ends[1], owned: true))
}

/// Two sockets that exchange datagrams.
func makeDatagramSockets() throws -> (Descriptor, Descriptor) {
  var ends: [Int32] = [-1, -1]
  let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
  let isMade = unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0
  try #require(isMade)
  return (Descriptor(raw: ends[0], owned: true), Descriptor(raw: ends[1], owned: true))
}
