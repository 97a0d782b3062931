/// The result of a recording.
package struct RecordingSummary: Equatable, Sendable {
  /// Records written.
  package var records: UInt64 = 0
  /// Octets of all files, including those no longer kept.
  package var bytes: Int64 = 0
  /// Records that came after the recording had stopped, or faster than a pipe's reader took them.
  package var unrecorded: UInt64 = 0
  /// Records that the form does not support.
  package var leftOut: UInt64 = 0
  /// Packets that were lost before they arrived, as counted by the source.
  package var drops: UInt64 = 0
  /// Paths of the files that are there, the oldest first, as the user would name them: all if they
  /// are few, otherwise the first and the last two. `-` is standard output.
  package var files: [String] = []
  /// Number of files that are there.
  package var fileCount = 0
  /// Marks that were recorded, and the file with them; `nil`: the recording itself has them.
  package var marks = 0
  package var marksFile: String?
  /// Sentences without a full stop: what the form does not store of the records.
  package var losses: [String] = []
  /// The error that stopped it, or that occurred at its end.
  package var error: RecordingError?
}
