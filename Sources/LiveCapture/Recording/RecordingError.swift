import BTSnoop
import Bytes
import System

/// Why a recording cannot begin, or why it stopped.
package struct RecordingError: Error, Equatable, Sendable {
  /// One sentence for the user, without a full stop, that names the file; safe to be shown.
  package let message: String
  /// What the system said, if it was the system.
  let cause: SystemError?

  /// Whether only the reader of a pipe has gone, which most programs need no message for.
  package var isClosedPipe: Bool { cause == .closedPipe }

  /// - path: as the user named it; `-` is standard output.
  init(_ path: String, _ reason: String, cause: SystemError? = nil) {
    message = "\(path == "-" ? "standard output" : shown(path)): \(reason)"
    self.cause = cause
  }

  init(_ path: String, _ error: SystemError) { self.init(path, error.message, cause: error) }

  /// The same with a remark behind it.
  func adding(_ remark: String) -> RecordingError {
    RecordingError(adding: remark, to: self)
  }

  private init(adding remark: String, to error: RecordingError) {
    message = error.message + remark
    cause = error.cause
  }
}
