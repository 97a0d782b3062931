import CSystem
import Glibc

/// A file that gets its name when it is complete, so that a run that fails leaves nothing behind.
///
/// It is written in the folder of its destination, without a name if the file system allows that. A
/// device or a pipe is written directly.
package final class PendingFile {
  package let descriptor: Descriptor
  /// The destination; `nil` for what is written directly.
  private var place: String?
  /// Its name until then; `nil` if it has none.
  private var temporary: String? {
    didSet { LeftoverFile.set(temporary, instead: oldValue) }
  }
  private let replaces: Bool

  package static let exists = SystemError(code: EEXIST)

  /// - replaces: whether an existing file is to be replaced once this one is complete; its
  ///   permissions are kept.
  /// - isPrivate: whether only its owner may read it, whatever an existing file allows.
  package convenience init(
    _ path: String, replaces: Bool, isPrivate: Bool = false
  ) throws(SystemError) {
    try self.init(path, replaces: replaces, isPrivate: isPrivate, isNamed: false)
  }

  /// Opens for reading what has been written so far.
  package func reopen() throws(SystemError) -> Descriptor {
    try .open(reading: Self.handle(descriptor))
  }

  /// - isNamed: whether it has a name from the start, as on file systems without unnamed files.
  init(
    _ path: String, replaces: Bool, isPrivate: Bool = false, isNamed: Bool
  ) throws(SystemError) {
    self.replaces = replaces
    guard !path.isEmpty else { throw SystemError(code: ENOENT) }
    var status = stat()
    var place = path
    var mode: mode_t?
    if unsafe stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFDIR: throw .isFolder
      case S_IFREG:
        guard replaces else { throw Self.exists }
        guard unsafe access(path, W_OK) == 0 else { throw SystemError(code: errno) }
        mode = status.st_mode & 0o777
        // A symbolic link stays: its target is replaced, or made.
        place = Self.resolved(path) ?? path
      default:
        descriptor = try Self.open(path, flags: O_WRONLY)
        return
      }
    } else if errno == ENOENT {
      if unsafe lstat(path, &status) == 0 {
        guard replaces else { throw Self.exists }
        place = SymbolicLink.end(of: path)
      }
    } else {
      throw SystemError(code: errno)
    }
    self.place = place
    let folder = folder(of: place)
    // No other user may open it before it has its permissions.
    let permissions: mode_t = isPrivate ? 0o600 : 0o666
    if !isNamed,
      let unnamed = try? Self.open(
        folder, flags: OpenFlag.nameless | O_WRONLY, permissions: permissions),
      unsafe access(Self.handle(unnamed), F_OK) == 0
    {
      descriptor = unnamed
    } else {
      let name = Self.freeName(in: folder)
      descriptor = try Self.open(name, flags: O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
      temporary = name
      // Observers do not run in an initializer.
      LeftoverFile.set(name)
    }
    if let mode, !isPrivate { fchmod(descriptor.raw, mode) }
  }

  deinit {
    guard let temporary else { return }
    unsafe unlink(temporary)
    LeftoverFile.set(nil, instead: temporary)
  }

  /// Whether the file has not got its name yet.
  package var isPending: Bool { place != nil }

  /// Whether the file is writable but its folder is not, so that it must be written in place.
  package static func isOnlyWritable(_ path: String) -> Bool {
    guard let status = FileStatus(path: path), status.isRegular else { return false }
    let place = resolved(path) ?? path
    return unsafe access(path, W_OK) == 0 && access(folder(of: place), W_OK | X_OK) != 0
  }

  /// Gives the file its name. What is written after that is not protected from failures.
  package func publish() throws(SystemError) {
    // Some file systems report only on close that there was no room.
    let copy = dup(descriptor.raw)
    guard copy >= 0, close(copy) == 0 else { throw SystemError(code: errno) }
    guard let place else { return }
    if replaces {
      if temporary == nil {
        let name = Self.freeName(in: folder(of: place))
        LeftoverFile.set(name)
        try link(to: name)
        temporary = name
      }
      guard let temporary, unsafe rename(temporary, place) == 0 else {
        throw SystemError(code: errno)
      }
      self.temporary = nil
    } else {
      try link(to: place)
    }
    self.place = nil
  }

  /// Gives the file another name; fails if that is taken.
  private func link(to name: String) throws(SystemError) {
    guard let temporary else {
      let handle = Self.handle(descriptor)
      guard unsafe linkat(AT_FDCWD, handle, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw SystemError(code: errno)
      }
      return
    }
    if unsafe Glibc.link(temporary, name) == 0 { return }
    guard errno != EEXIST else { throw Self.exists }
    // A file system without hard links.
    guard unsafe access(name, F_OK) != 0 else { throw Self.exists }
    guard unsafe rename(temporary, name) == 0 else { throw SystemError(code: errno) }
    self.temporary = nil
  }

  private static func open(
    _ path: String, flags: Int32, permissions: mode_t = 0o666
  ) throws(SystemError) -> Descriptor {
    let raw = unsafe Glibc.open(path, flags | O_CLOEXEC, permissions)
    guard raw >= 0 else { throw SystemError(code: errno) }
    return Descriptor(raw: raw, owned: true)
  }

  /// The path by which to link a file without a name.
  private static func handle(_ descriptor: Descriptor) -> String {
    "/proc/self/fd/\(descriptor.raw)"
  }

  private static func freeName(in folder: String) -> String {
    "\(folder)/.bleinspect-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }

  private static func resolved(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

/// The folder of a file: `.` for a bare name.
func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
