import CSystem
import Glibc

extension Descriptor {
  /// A named pipe is not open for reading yet.
  package static let noReader = SystemError(code: ENXIO)
  /// It exists but is not a named pipe.
  package static let notAPipe = SystemError(code: ESPIPE)

  /// Opens a named pipe for writing, without waiting for its reader.
  /// - Throws: `noReader`, `notAPipe`, or the system's error.
  package static func open(writingPipe path: String) throws(SystemError) -> Descriptor {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(code: errno) }
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw status.st_mode & S_IFMT == S_IFDIR ? .isFolder : notAPipe
    }
    let raw = unsafe Glibc.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(code: errno) }
    return Descriptor(raw: raw, owned: true)
  }

  /// Opens for reading, without waiting for the writer of a named pipe.
  package static func open(readingWithoutWaiting path: String) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(raw: raw, owned: true)
    var status = stat()
    if unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
    return descriptor
  }
}
