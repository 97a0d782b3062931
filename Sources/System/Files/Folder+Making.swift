import Glibc

extension Folder {
  /// Makes a folder, and those that it is in.
  package static func make(_ path: String) throws(SystemError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? part : "/\(part)"
      guard unsafe mkdir(made, 0o777) == 0 || errno == EEXIST else {
        throw SystemError(code: errno)
      }
    }
  }

  /// Makes a symbolic link, in place of one that is there; a file of that name stays.
  package static func link(_ path: String, to target: String) throws(SystemError) {
    if SymbolicLink.target(of: path) != nil { unsafe _ = unlink(path) }
    guard unsafe symlink(target, path) == 0 else { throw SystemError(code: errno) }
  }

  /// The file of this program.
  package static var program: String? { SymbolicLink.target(of: "/proc/self/exe") }
}
