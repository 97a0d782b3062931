import Bytes

/// Largest packet of a record, in bytes, as of libpcap and Wireshark: a longer one is a lie.
package let maximumIncludedLength = 262_144

/// A reader that is handed the bytes of one capture as they come, in pieces of any size.
///
/// The same parser serves files, pipes, live sources and files that still grow.
package protocol CaptureParser {
  /// - file: which of the inputs, from 0.
  /// - firstFrame: number of the capture's first record.
  init(name: String, file: Int, firstFrame: UInt64)

  /// Number that the next record will have.
  var nextFrame: UInt64 { get }

  /// Whether the sink has asked to stop.
  var isStopped: Bool { get }

  /// Hands over all the records that are whole in the bytes.
  ///
  /// - bytes: all that was not consumed yet. Unless it is the end, nothing is consumed of a record
  ///   that is not whole; `maximumPending` bytes are always enough to go on.
  /// - atEnd: no more will come: a cut record is delivered as far as it goes and told by a note.
  /// - Returns: bytes consumed.
  /// - Throws: what cannot be read; all records before it were handed over.
  mutating func consume(_ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink)
    throws(CaptureError) -> Int
}

/// Bytes after which every parser goes on: the largest packet with the headers of its format.
package let maximumPending = maximumIncludedLength + 4096
