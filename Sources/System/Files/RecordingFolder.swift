import Bytes
import CSystem
import Glibc

/// A folder in which files are created, renamed and removed, even if the folder is moved.
///
/// Nothing here follows a symbolic link in the last part of a name, or opens an existing file for
/// writing, except `openStream`: whoever can write to the same folder must not choose what is
/// written to.
package final class RecordingFolder {
  /// What has a name.
  package enum Entry: Equatable {
    case nothing, folder, link
    case file(Identity, size: Int64)
    /// A pipe or a character device.
    case stream
    case other
  }

  /// Identifies a file regardless of its name; after a file is deleted, a new one may get its
  /// identity.
  package struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64

    fileprivate init(_ status: stat) {
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  private let descriptor: Descriptor
  /// Whether to try to create files without a name.
  package var usesNamelessFiles = true

  package init(_ path: String) throws(SystemError) {
    let raw = unsafe open(path.isEmpty ? "." : path, OpenFlag.path | O_DIRECTORY | O_CLOEXEC)
    guard raw >= 0 else { throw SystemError(code: errno) }
    descriptor = Descriptor(raw: raw, owned: true)
  }

  /// - followsLinks: whether to follow a symbolic link.
  package func entry(_ name: String, followsLinks: Bool = false) throws(SystemError) -> Entry {
    var status = stat()
    let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    guard unsafe fstatat(descriptor.raw, name, &status, flags) == 0 else {
      guard errno == ENOENT else { throw SystemError(code: errno) }
      return .nothing
    }
    return Self.entry(status)
  }

  private static func entry(_ status: stat) -> Entry {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file(Identity(status), size: Int64(status.st_size))
    case S_IFDIR: .folder
    case S_IFLNK: .link
    case S_IFIFO, S_IFCHR: .stream
    default: .other
    }
  }

  /// Creates a new file together with its first bytes: it has them as soon as it has its name.
  ///
  /// Only its owner may read it: a recording contains keys and people's measurements.
  package func create(
    _ name: String, first: RawSpan
  ) throws(SystemError) -> (file: RecordingFile, identity: Identity) {
    let flags = O_WRONLY | O_CLOEXEC
    let raw =
      usesNamelessFiles ? unsafe openat(descriptor.raw, ".", flags | OpenFlag.nameless, 0o600) : -1
    if raw >= 0 {
      let made = try begun(Descriptor(raw: raw, owned: true), first: first)
      if unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(raw)", descriptor.raw, name, AT_SYMLINK_FOLLOW) == 0
      {
        return made
      }
      guard errno != EEXIST else { throw SystemError(code: EEXIST) }
    }
    // A file system without unnamed files.
    let named = unsafe openat(
      descriptor.raw, name, flags | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard named >= 0 else { throw SystemError(code: errno) }
    do { return try begun(Descriptor(raw: named, owned: true), first: first) } catch {
      _ = unsafe unlinkat(descriptor.raw, name, 0)
      throw error
    }
  }

  private func begun(
    _ descriptor: Descriptor, first: RawSpan
  ) throws(SystemError) -> (file: RecordingFile, identity: Identity) {
    var status = stat()
    guard unsafe fstat(descriptor.raw, &status) == 0 else { throw SystemError(code: errno) }
    let file = RecordingFile(descriptor, isRegular: true)
    let (taken, failure) = file.write(first)
    if let failure { throw failure }
    guard taken == first.byteCount else { throw SystemError(code: EAGAIN) }
    return (file, Identity(status))
  }

  /// Opens a pipe or a device; `nil` for a terminal, and if something else has taken its place.
  /// - Throws: `Descriptor.noReader`, or the system's error.
  package func openStream(_ name: String) throws(SystemError) -> RecordingFile? {
    let raw = unsafe openat(descriptor.raw, name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
    guard raw >= 0 else { throw SystemError(code: errno) }
    let stream = Descriptor(raw: raw, owned: true)
    var status = stat()
    guard unsafe fstat(raw, &status) == 0, Self.entry(status) == .stream, !stream.isTerminal else {
      return nil
    }
    return RecordingFile(stream, isRegular: false)
  }

  /// Renames a file; the new name must be free.
  package func rename(_ name: String, to other: String) throws(SystemError) {
    guard try entry(other) == .nothing else { throw SystemError(code: EEXIST) }
    guard unsafe renameat(descriptor.raw, name, descriptor.raw, other) == 0 else {
      throw SystemError(code: errno)
    }
  }

  /// Removes a file, if the name still belongs to it.
  package func remove(_ name: String, file: Entry) throws(SystemError) {
    guard try entry(name) == file else { return }
    guard unsafe unlinkat(descriptor.raw, name, 0) == 0 || errno == ENOENT else {
      throw SystemError(code: errno)
    }
  }

  /// The names that `isWanted` accepts; none if the folder may not be listed.
  package func names(_ isWanted: (String) -> Bool) -> [String] {
    let raw = unsafe openat(descriptor.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard raw >= 0 else { return [] }
    guard let stream = unsafe fdopendir(raw) else {
      close(raw)
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isWanted(name) { names.append(name) }
    }
    return names
  }
}
