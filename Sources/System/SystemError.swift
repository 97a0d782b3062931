import CSystem
import Glibc

/// An error of the operating system.
package struct SystemError: Error, Equatable, Sendable {
  package let code: Int32
  package init(code: Int32) { self.code = code }

  package static let closedPipe = SystemError(code: EPIPE)
  package static let brokenConnection = SystemError(code: ECONNRESET)
  /// Nothing to read yet from a descriptor that does not block.
  package static let nothingYet = SystemError(code: EAGAIN)
  package static let isFolder = SystemError(code: EISDIR)
  package static let invalidArgument = SystemError(code: EINVAL)
  package static let readFault = SystemError(code: EIO)
  package static let noRight = SystemError(code: EPERM)
  package static let noSuchFile = SystemError(code: ENOENT)

  /// What the system calls a signal, in the C locale: `Killed`.
  package static func name(ofSignal signal: Int32) -> String {
    guard let text = unsafe strsignal(signal) else { return "signal \(signal)" }
    return unsafe String(cString: text)
  }

  /// The system's own message, in the C locale: `No such file or directory`.
  package var message: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
