import BTSnoop
import Bytes
import JSONText

/// A record of a recorder, about the same PDU as an event.
package struct SeenRecord: Sendable {
  /// The capture, as the user named it.
  package var capture: String
  /// How texts name the capture: `A`.
  package var letter: String
  package var frame: UInt64
  /// On the clock of the events.
  package var time: CaptureTime

  package init(capture: String, letter: String, frame: UInt64, time: CaptureTime) {
    self.capture = capture
    self.letter = letter
    self.frame = frame
    self.time = time
  }
}

/// Gives the records of all recorders that have the PDU that ends in a record; none where only one is known
/// to have it.
package typealias SeenRecords = @Sendable (UInt64) -> [SeenRecord]

extension ByteWriter {
  /// `,"seen":[...]`, if there is anything.
  mutating func append(seen records: [SeenRecord], _ clock: TimelineClock) {
    guard !records.isEmpty else { return }
    append(jsonKey: "seen", comma: true)
    append("[")
    for (index, record) in records.enumerated() {
      append(index == 0 ? "{" : ",{")
      append(member: "capture", record.capture)
      append(member: "frame", record.frame)
      append(jsonKey: "t")
      clock.write(record.time, to: &self)
      append("}")
    }
    append("]")
  }
}
