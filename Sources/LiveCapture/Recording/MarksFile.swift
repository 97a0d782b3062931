import Bytes
import System

/// Marks beside a recording whose form has no place for them: `walk.btsnoop.marks`.
final class MarksFile {
  private static let head = "# Marks of a recording: bleinspect --marks reads them.\n"

  /// Path as the user would give it.
  let path: String
  private let file: RecordingFile

  /// - Throws: if it exists: the recording has removed an old one.
  init(_ name: RecordingName) throws(RecordingError) {
    path = name.path(of: name.marks)
    do throws(SystemError) {
      file = try RecordingFolder(name.folder).create(
        name.marks, first: Self.head.utf8Bytes.rawBytes
      ).file
    } catch { throw RecordingError(path, error) }
  }

  /// - line: `TIME TEXT`.
  func append(_ line: String) throws(RecordingError) {
    let bytes = Array((line + "\n").utf8)
    let size = file.size
    if let failure = file.write(bytes.rawBytes).failure {
      // Each line is whole.
      file.cut(to: size)
      throw RecordingError(path, failure)
    }
  }
}

extension String {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
