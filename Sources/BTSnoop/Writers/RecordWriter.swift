import Bytes

/// An output format for records, which read back the same except for what the format does not have.
package protocol RecordWriter: Sendable {
  /// Starts a file: what comes before the first record.
  mutating func appendHeader(to writer: inout ByteWriter)

  /// Ends a file: what comes after the last record. A file without it is complete, too.
  mutating func appendTrailer(to writer: inout ByteWriter)

  /// Writes a comment with the next record.
  /// - text: at most 65,535 octets count.
  /// - Returns: whether the format has a place for it, and the record room.
  mutating func comment(_ text: [UInt8]) -> Bool

  /// The octets that comments add to the next record.
  var commentLength: Int { get }

  /// Leaves out the last comments on the next record, until the rest fits into a number of octets.
  /// - Returns: how many it left out.
  mutating func cutComments(to length: Int) -> Int

  /// - Returns: whether the format supports the record; if not, nothing is written.
  mutating func append(
    _ record: borrowing CaptureRecord, bytes: RawSpan, to writer: inout ByteWriter
  ) -> Bool
}

extension RecordWriter {
  package func appendTrailer(to writer: inout ByteWriter) {}
  package mutating func comment(_ text: [UInt8]) -> Bool { false }
  package var commentLength: Int { 0 }
  package mutating func cutComments(to length: Int) -> Int { 0 }
}
