import Bytes
import System

/// An operand: a file, standard input, or a member of an archive.
package struct InputName: Equatable, Sendable {
  /// The path of the file, without the member; `nil` for standard input.
  package let path: String?
  /// The part after the colon of `archive.zip:member`.
  package let member: String?

  /// Resolves a name and checks that the file is readable, but opens nothing.
  /// - name: a path; `-` is standard input; `ARCHIVE:MEMBER`, unless a file has that name.
  package init(_ name: String) throws(CaptureError) {
    if name == "-" {
      (path, member) = (nil, nil)
      return
    }
    do {
      try Descriptor.check(reading: name)
      (path, member) = (name, nil)
    } catch {
      // The shortest file name counts: members may contain colons, too.
      for (index, byte) in zip(name.utf8.indices, name.utf8) where byte == UInt8(ascii: ":") {
        let archive = String(name[..<index])
        guard FileStatus(path: archive)?.isRegular == true,
          (try? Descriptor.check(reading: archive)) != nil
        else { continue }
        (path, member) = (archive, String(name[name.utf8.index(after: index)...]))
        return
      }
      throw CaptureError(.unusable, file: name, error.message)
    }
  }

  /// The name of the file in messages.
  package var fileName: String { path ?? "-" }

  func open() throws(CaptureError) -> Descriptor {
    guard let path else { return .standardInput }
    do { return try .open(reading: path) } catch {
      throw CaptureError(.unusable, file: path, error.message)
    }
  }

  /// Opens the input without waiting for the writer of a named pipe.
  func openWithoutWaiting() throws(CaptureError) -> Descriptor {
    guard let path else { return .standardInput }
    do { return try .open(readingWithoutWaiting: path) } catch {
      throw CaptureError(.unusable, file: path, error.message)
    }
  }
}
