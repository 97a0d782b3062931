import BTSnoop
import Bytes
import System

/// Why a recording cannot start, or why it stopped.
package struct RecordingError: Error, Equatable, Sendable {
  /// One sentence for the user, without a full stop, that names the file; safe to show.
  package let message: String
  /// The system's error, if there was one.
  let cause: SystemError?

  /// Whether it is only that the pipe's reader has gone, for which most programs need no message.
  package var isClosedPipe: Bool { cause == .closedPipe }

  /// - path: as the user named it; `-` is standard output.
  init(_ path: String, _ reason: String, cause: SystemError? = nil) {
    message = "\(path == "-" ? "standard output" : shown(path)): \(reason)"
    self.cause = cause
  }

  init(_ path: String, _ error: SystemError) { self.init(path, error.message, cause: error) }

  /// This error with a remark appended.
  func adding(_ remark: String) -> RecordingError {
    RecordingError(adding: remark, to: self)
  }

  private init(adding remark: String, to error: RecordingError) {
    message = error.message + remark
    cause = error.cause
  }
}
