import Glibc
import System

extension SudoUser {
  /// Does something to a recording as the user if the program is root, otherwise with the rights it
  /// has left.
  func perform<Result>(
    _ path: String, _ body: () throws(RecordingError) -> Result
  ) throws(RecordingError) -> Result {
    try perform(refused: { RecordingError(path, $0) }) { () throws(RecordingError) in
      do throws(RecordingError) { return try body() } catch {
        guard let code = error.cause?.code, [EACCES, EPERM].contains(code) else { throw error }
        throw error.adding(" for \(name), to whom a recording under sudo belongs")
      }
    }
  }
}
