import Bytes

/// Largest packet of a record, in bytes, as in libpcap and Wireshark: a longer one is bogus.
package let maximumIncludedLength = 262_144

/// Parses the bytes of one capture as they come, in pieces of any size.
///
/// The same parser reads files, pipes, live sources and growing files.
package protocol CaptureParser {
  /// - file: index of the input, from 0.
  /// - firstFrame: number of the capture's first record.
  init(name: String, file: Int, firstFrame: UInt64)

  /// Number of the next record.
  var nextFrame: UInt64 { get }

  /// Whether the sink has asked to stop.
  var isStopped: Bool { get }

  /// Delivers all the complete records in the bytes.
  ///
  /// - bytes: all that was not consumed yet. Before the end, nothing is consumed of an incomplete
  ///   record; `maximumPending` bytes are always enough to make progress.
  /// - atEnd: no more will come: a cut record is delivered as far as it goes, with a note.
  /// - Returns: bytes consumed.
  /// - Throws: what cannot be read; all records before it were delivered.
  mutating func consume(_ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink)
    throws(CaptureError) -> Int
}

/// Bytes with which every parser makes progress: the largest packet and its format's headers.
package let maximumPending = maximumIncludedLength + 4096
