import CSystem
import Glibc

/// A file's identity and size.
package struct FileStatus: Equatable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// In bytes.
  package let size: Int64
  package let isRegular: Bool
  /// A named pipe, or any other.
  package let isPipe: Bool

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isPipe = status.st_mode & S_IFMT == S_IFIFO
  }

  /// The file that has the name now; `nil` if there is none.
  package init?(path: String) {
    var status = Glibc.stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

extension FileStatus {
  /// Whether two paths lead to one file, or would once it is there: links may lead to it, or to its folder.
  package static func isOneFile(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    if let one = FileStatus(path: first), let other = FileStatus(path: second) {
      return one.isSameFile(as: other)
    }
    guard let one = place(of: first), let other = place(of: second) else { return false }
    return one.name == other.name && one.folder.isSameFile(as: other.folder)
  }

  /// Where the file of a path is, or would be made, over all links: its folder, and its name there; `nil`: there is no
  /// such folder.
  package static func place(of path: String) -> (folder: FileStatus, name: String)? {
    let end = SymbolicLink.end(of: path)
    let slash = end.utf8.lastIndex(of: 0x2F)
    guard let folder = FileStatus(path: slash.map { String(end[...$0]) } ?? ".") else { return nil }
    return (folder, slash.map { String(end[end.index(after: $0)...]) } ?? end)
  }
}
