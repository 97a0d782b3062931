import ByteReader

/// A form in which records are written: what it writes reads back as the same records, but for what
/// the form has no place for.
package protocol RecordWriter: Sendable {
  /// What stands before the first record.
  func appendHeader(to writer: inout ByteWriter)

  /// - Returns: whether the form can carry such a record; if not, nothing is written.
  mutating func append(
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool
}
