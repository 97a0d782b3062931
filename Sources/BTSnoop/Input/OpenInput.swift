import Bytes

/// An input that is inspected to find its reader: a capture, or something else.
package final class OpenInput {
  let source: FileSource
  let place: InputPlace

  /// - name: a path; `-` is standard input; `ARCHIVE:MEMBER` names a capture in an archive.
  package init(_ name: String, watch: ReadingWatch? = nil) throws(CaptureError) {
    let name = try InputName(name)
    source = FileSource(try name.open())
    watch?.begin(source)
    place = InputPlace(name: name.fileName, member: name.member)
  }

  /// The name of the file in messages.
  package var name: String { place.name }

  /// Whether a member of an archive was requested.
  package var isMember: Bool { place.member != nil }

  /// Reads once, after the bytes held.
  /// - Returns: bytes read, 0 at the end.
  package func fill(_ buffer: inout ReadBuffer) throws(CaptureError) -> Int {
    do { return try source.fill(&buffer) } catch {
      throw CaptureError(error.kind, file: name, error.message)
    }
  }
}
