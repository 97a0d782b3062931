import CSystem
import Glibc

/// Files of other programs, read whole.
package enum Folder {
  /// The names in a folder, sorted, without hidden ones.
  /// - Parameter limit: the most entries to read.
  package static func names(_ path: String, limit: Int) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw SystemError(code: errno) }
    defer { unsafe _ = closedir(folder) }
    var names: [String] = []
    for _ in 0..<limit {
      guard let entry = unsafe readdir(folder) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// A file's first bytes; `nil` if it is not a regular file: links, pipes and devices are not
  /// followed.
  /// - Parameter limit: the most bytes to read.
  package static func contents(of path: String, limit: Int) -> [UInt8]? {
    let raw = unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard raw >= 0 else { return nil }
    let file = Descriptor(raw: raw, owned: true)
    guard let status = file.status, status.isRegular else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(clamping: min(status.size, Int64(limit))))
    var done = 0
    while done < bytes.count {
      let room = bytes.count - done
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(raw, buffer.baseAddress.map { unsafe $0 + done }, room)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return Array(bytes.prefix(done))
  }
}
