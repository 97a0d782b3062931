import Glibc

/// An error of the operating system.
package struct SystemError: Error, Equatable, Sendable {
  package let code: Int32
  package init(code: Int32) { self.code = code }

  package static let closedPipe = SystemError(code: EPIPE)
  package static let brokenConnection = SystemError(code: ECONNRESET)
  /// Nothing to read yet from what does not wait.
  package static let nothingYet = SystemError(code: EAGAIN)
  package static let isFolder = SystemError(code: EISDIR)
  package static let noSuchFile = SystemError(code: ENOENT)

  /// The system's own words, in the C locale: `No such file or directory`.
  package var message: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// A file descriptor; closed with its last owner unless it was borrowed.
package final class Descriptor: Sendable {
  package let raw: Int32
  private let owned: Bool

  package init(raw: Int32, owned: Bool) {
    self.raw = raw
    self.owned = owned
  }

  deinit { if owned { close(raw) } }

  package static let standardInput = Descriptor(raw: 0, owned: false)
  package static let standardOutput = Descriptor(raw: 1, owned: false)
  package static let standardError = Descriptor(raw: 2, owned: false)

  /// Opens for reading. A folder is refused, as `read` would.
  package static func open(reading path: String) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(raw: raw, owned: true)
    var status = stat()
    if unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
    return descriptor
  }

  /// Whether a file could be opened for reading. It is not: whoever opens a named pipe and closes it
  /// takes its writer away.
  package static func check(reading path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
      throw SystemError(code: errno)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
  }

  /// Creates or empties a file for writing.
  package static func create(_ path: String) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard raw >= 0 else { throw SystemError(code: errno) }
    return Descriptor(raw: raw, owned: true)
  }

  /// A file without a name, for what must be held back; it is gone when the program ends.
  package static func temporary() throws(SystemError) -> Descriptor {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let direct = unsafe Glibc.open(folder, O_TMPFILE_ | O_RDWR | O_CLOEXEC, 0o600)
    if direct >= 0 { return Descriptor(raw: direct, owned: true) }
    var template = Array("\(folder)/bleinspect.XXXXXX".utf8CString)
    let raw = unsafe template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return -1 }
      let raw = unsafe mkstemp(base)
      if raw >= 0 {
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        unsafe unlink(base)
      }
      return raw
    }
    guard raw >= 0 else { throw SystemError(code: errno) }
    return Descriptor(raw: raw, owned: true)
  }

  /// O_TMPFILE, a macro that is not imported (asm-generic/fcntl.h).
  private static var O_TMPFILE_: Int32 { 0o20000000 | O_DIRECTORY }

  package func rewind() throws(SystemError) {
    guard lseek(raw, 0, SEEK_SET) == 0 else { throw SystemError(code: errno) }
  }

  /// Writes all of the bytes, whatever the kernel takes at a time.
  package func write(_ bytes: RawSpan) throws(SystemError) {
    var written: Int64 = 0
    try write(bytes, counting: &written)
  }

  /// The same; an error leaves in `written` how many of the bytes were taken before it.
  package func write(_ bytes: RawSpan, counting written: inout Int64) throws(SystemError) {
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(raw, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        guard code == EAGAIN else { throw SystemError(code: code) }
        wait(for: POLLOUT)
        continue
      }
      done += count
      written += Int64(count)
    }
  }

  /// Waits until a descriptor that does not wait by itself has more to read.
  package func waitForInput() { wait(for: POLLIN) }

  private func wait(for event: Int32) {
    var wait = pollfd(fd: raw, events: Int16(event), revents: 0)
    _ = unsafe poll(&wait, 1, -1)
  }

  package var isTerminal: Bool { isatty(raw) == 1 }

  /// Whether reading gives bytes or the end at once.
  package var hasInput: Bool {
    var wait = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wait, 1, 0) > 0
  }

  /// What the file is now; `nil` where the system does not say.
  package var status: FileStatus? {
    var status = stat()
    return unsafe fstat(raw, &status) == 0 ? FileStatus(status) : nil
  }
}

/// Which file it is, and how long.
package struct FileStatus: Equatable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// Bytes.
  package let size: Int64
  package let isRegular: Bool

  fileprivate init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }

  /// The file that has the name now; `nil` where there is none.
  package init?(path: String) {
    var status = Glibc.stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// A fixed buffer that is filled from a descriptor and read as borrowed bytes.
@safe
package struct ReadBuffer: ~Copyable {
  private let storage: UnsafeMutableRawBufferPointer
  package private(set) var start = 0
  package private(set) var end = 0

  /// 256 KB: whole-file reads buy no time and let memory grow with the file.
  package static let size = 256 * 1024

  package init(capacity: Int = ReadBuffer.size) {
    unsafe storage = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { unsafe storage.deallocate() }

  package var capacity: Int { unsafe storage.count }

  /// The bytes that were read and not consumed, borrowed.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(storage)[start..<end])
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Where `bytes` begins, for a library in C; valid until bytes are read or consumed.
  package var address: UnsafeRawPointer? {
    unsafe storage.baseAddress.map { unsafe UnsafeRawPointer($0 + start) }
  }

  package mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - start)
    start += count
    if start == end {
      start = 0
      end = 0
    }
  }

  /// Reads once, behind what is held. A full buffer reads nothing.
  /// - limit: bytes that are read at most.
  /// - Returns: bytes read, 0 at the end of the input.
  package mutating func fill(
    from descriptor: Descriptor, atMost limit: Int = .max
  ) throws(SystemError) -> Int {
    makeRoom()
    while true {
      let count = unsafe read(
        descriptor.raw, storage.baseAddress.map { unsafe $0 + end }, min(storage.count - end, limit)
      )
      if count >= 0 {
        end += count
        return count
      }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }

  /// Has `body` write behind what is held; it returns how many bytes it wrote.
  /// - Returns: the same, 0 at the end of the input.
  package mutating func fill<Failure: Error>(
    with body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    makeRoom()
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: storage[end...])
    let count = unsafe try body(room)
    precondition(count >= 0 && count <= room.count)
    end += count
    return count
  }

  private mutating func makeRoom() {
    guard start > 0 else { return }
    unsafe storage.baseAddress?.copyMemory(
      from: UnsafeRawPointer(storage.baseAddress.unsafelyUnwrapped + start),
      byteCount: end - start)
    end -= start
    start = 0
  }
}

/// A variable of the environment.
package func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Has what the process was started with do no harm; call it before anything is opened.
package func prepareProcess() {
  // A closed pipe and a limit of the size of files come back as errors of `write`.
  _ = signal(SIGPIPE, SIG_IGN)
  _ = signal(SIGXFSZ, SIG_IGN)
  // Some programs leave signals blocked in what they start: it could not be ended.
  var endings = sigset_t()
  unsafe sigemptyset(&endings)
  for ending in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&endings, ending) }
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &endings, nil)
  // The first file that is opened would become the standard output that is closed, and be written
  // into. What stands in its place refuses to be used for what it is not.
  for raw in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(raw, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", raw == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}
