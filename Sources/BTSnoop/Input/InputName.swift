import ByteReader

/// An operand: a file, standard input, or a member of an archive.
package struct InputName: Sendable {
  package let file: Descriptor
  /// The path of the file, without the member; `nil` for standard input.
  package let path: String?
  /// What stands behind the colon of `archive.zip:member`.
  package let member: String?

  /// - name: a path; `-` is standard input; `ARCHIVE:MEMBER`, unless a file is named so.
  package static func open(_ name: String) throws(CaptureError) -> InputName {
    if name == "-" { return InputName(file: .standardInput, path: nil, member: nil) }
    do {
      return InputName(file: try .open(reading: name), path: name, member: nil)
    } catch {
      // The shortest name of a file counts: members may hold colons, too.
      for (index, byte) in zip(name.utf8.indices, name.utf8) where byte == UInt8(ascii: ":") {
        let path = String(name[..<index])
        guard FileStatus(path: path)?.isRegular == true,
          let file = try? Descriptor.open(reading: path)
        else { continue }
        return InputName(
          file: file, path: path, member: String(name[name.utf8.index(after: index)...]))
      }
      throw CaptureError(.unusable, file: name, error.message)
    }
  }
}
