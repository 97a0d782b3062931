/// What a recording came to.
package struct RecordingSummary: Equatable, Sendable {
  /// That were written.
  package var records: UInt64 = 0
  /// Of all files, also of those that are no longer kept.
  package var bytes: Int64 = 0
  /// Records that came when the recording had stopped, or faster than a pipe's reader took them.
  package var unrecorded: UInt64 = 0
  /// Records that the form cannot say at all.
  package var leftOut: UInt64 = 0
  /// Packets that were lost before they came, as the source counts them.
  package var drops: UInt64 = 0
  /// Paths of the files that are there, the oldest first, as the user would name them: all if they
  /// are few, else the first and the last two of them. `-` is standard output.
  package var files: [String] = []
  /// How many files are there.
  package var fileCount = 0
  /// Sentences without a full stop: what the form does not tell of the records.
  package var losses: [String] = []
  /// What made it stop, or what went wrong at its end.
  package var error: RecordingError?
}
