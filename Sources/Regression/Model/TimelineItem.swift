import ATTDissector
import Bytes
import GATTSession

/// One event of a recorded timeline: plain values, and slices of the timeline's bytes.
package struct TimelineItem: Sendable {
  package var kind: EventKind
  /// The line in the file, from 1; for a capture, the number of the event.
  package var line: UInt32
  /// The record; `nil` in a baseline.
  package var frame: UInt64?
  /// Nanoseconds since the first record; `nil` if the timeline has no times.
  package var time: Int64?
  /// The connection's ordinal; 0: no connection.
  package var connection: UInt32 = 0
  /// An index of `peers`; -1: no peer.
  package var peer: Int32 = -1
  /// An index of `paths`; -1: no attribute.
  package var path: Int32 = -1
  package var handle: UInt16 = 0
  /// Who sent the value.
  package var from: LinkRole?
  package var hasValue = false
  package var isTruncated = false
  /// The value is not in its form.
  package var isMalformed = false
  /// A request without a response, or an indication without a confirmation: the event's `note` says
  /// so, and `response_ms` is missing if the kind has one.
  package var isUnanswered = false
  /// The record of its request; 0: unknown.
  package var requestFrame: UInt64 = 0
  /// Nanoseconds from the request to its response.
  package var responseTime: Int64?
  /// The value's raw bytes.
  package var value = ByteSlice()
  /// The kind's own members, as `RecordedReader` reads them.
  package var own = ByteSlice()
  /// The members of `decoded`.
  package var decoded = ByteSlice()
  /// What `text` says, unescaped UTF-8, for messages only.
  package var text = ByteSlice()

  package init(kind: EventKind, line: UInt32) {
    self.kind = kind
    self.line = line
  }
}
