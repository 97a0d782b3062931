import Bytes

/// A form in which records are written: what it writes reads back as the same records, but for what
/// the form has no place for.
package protocol RecordWriter: Sendable {
  /// Begins a file: what stands before the first record.
  mutating func appendHeader(to writer: inout ByteWriter)

  /// Ends a file: what stands behind the last record. A file without it is whole, too.
  mutating func appendTrailer(to writer: inout ByteWriter)

  /// - Returns: whether the form can carry such a record; if not, nothing is written.
  mutating func append(
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool
}

extension RecordWriter {
  package func appendTrailer(to writer: inout ByteWriter) {}
}
