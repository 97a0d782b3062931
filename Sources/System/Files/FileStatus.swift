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
    func parts(_ path: String) -> (folder: String, name: Substring) {
      guard let slash = path.utf8.lastIndex(of: 0x2F) else { return (".", Substring(path)) }
      return (String(path[...slash]), path[path.index(after: slash)...])
    }
    let (one, other) = (parts(SymbolicLink.end(of: first)), parts(SymbolicLink.end(of: second)))
    guard one.name == other.name, let folder = FileStatus(path: one.folder),
      let second = FileStatus(path: other.folder)
    else { return false }
    return folder.isSameFile(as: second)
  }
}
