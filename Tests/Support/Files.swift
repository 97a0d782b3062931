import Glibc

/// - Returns: a descriptor; below 0 where the file cannot be opened.
package func openFile(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags, 0o600) }

package func removeFile(_ path: String) { _ = unsafe unlink(path) }

package func writeByte(_ descriptor: Int32) -> Bool {
  var byte: UInt8 = 0
  return unsafe write(descriptor, &byte, 1) == 1
}

/// A symbolic link, as udev makes them for boards.
package final class Link {
  package let path: String

  package init() {
    var template = Array("/tmp/bleinspect-line.XXXXXX".utf8CString)
    let folder = unsafe mkdtemp(&template)
    precondition(unsafe folder != nil)
    path =
      String(
        decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/board"
  }

  package func point(to target: String) {
    remove()
    _ = unsafe symlink(target, path)
  }

  package func remove() { _ = unsafe unlink(path) }

  deinit {
    remove()
    _ = unsafe rmdir(String(path.dropLast(6)))
  }
}

/// The permissions of an open file; `nil`: it is none.
package func permissions(of descriptor: Int32) -> UInt32? {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { return nil }
  return UInt32(status.st_mode) & 0o777
}
