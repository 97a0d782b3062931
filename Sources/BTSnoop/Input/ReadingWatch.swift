import Bytes
import System

/// How far the user's files are read, for somebody who waits for the end.
package final class ReadingWatch {
  /// Bytes of all inputs; `nil` if one of them is no file.
  package let total: Int64?
  /// Octets of the inputs before this one.
  private var before: Int64 = 0
  private var file: FileSource?
  private let onRead: (ReadingWatch) -> Void

  /// - onRead: called after each read of a file of the user.
  package init(_ inputs: [String], onRead: @escaping (ReadingWatch) -> Void) {
    var total: Int64? = 0
    for input in inputs {
      let name = try? InputName(input)
      let status = name.flatMap {
        $0.path.map { FileStatus(path: $0) } ?? Descriptor.standardInput.status
      }
      guard let status, status.isRegular, let sum = total else {
        total = nil
        break
      }
      let (size, overflow) = sum.addingReportingOverflow(status.size)
      total = overflow ? nil : size
    }
    self.total = total
    self.onRead = onRead
  }

  /// Bytes read so far; of an archive, whose members are found first, it may fall.
  package var position: Int64 {
    let (sum, overflow) = before.addingReportingOverflow(file?.position ?? 0)
    return overflow ? .max : sum
  }

  /// The next input.
  func begin(_ file: FileSource) {
    if let last = self.file { before = before.addingReportingOverflow(last.reach).partialValue }
    self.file = file
    file.watch = self
  }

  func hasRead() { onRead(self) }
}
