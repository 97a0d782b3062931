import Foundation
import Glibc
import System

/// A pipe with a name, and its reader.
package final class NamedPipe {
  package let path: String
  private var reader: Int32 = -1

  package init(_ path: String) throws {
    self.path = path
    try makeNamedPipe(path)
  }

  deinit { stop() }

  package func start() { reader = unsafe open(path, O_RDONLY | O_NONBLOCK) }

  package func stop() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  /// Everything available.
  package func read() -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe Glibc.read(reader, &buffer, buffer.count)
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}

/// Makes a named pipe.
package func makeNamedPipe(_ path: String) throws(SystemError) {
  guard unsafe mkfifo(path, 0o600) == 0 else { throw SystemError(code: errno) }
}

/// The read and the write end of a pipe, which no child process inherits.
package func makePipe() -> (reader: Descriptor, writer: Descriptor) {
  var ends: [Int32] = [-1, -1]
  let status = unsafe pipe(&ends)
  precondition(status == 0)
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (Descriptor(raw: ends[0], owned: true), Descriptor(raw: ends[1], owned: true))
}
