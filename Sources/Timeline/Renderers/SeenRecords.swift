import BTSnoop
import Bytes
import JSONText

/// A record of a recorder, about the same PDU as an event.
package struct SeenRecord: Sendable {
  /// The capture, as the user named it.
  package var capture: String
  /// How texts name the capture: `A`.
  package var letter: String
  /// Its place in the list of captures.
  package var number: Int
  package var frame: UInt64
  /// On the clock of the events.
  package var time: CaptureTime
  package var place: Place

  /// Where it was recorded: by the host that sent it, on the air, or by the host that received it.
  package enum Place: Sendable { case sender, air, receiver }

  package init(
    capture: String, letter: String, number: Int, frame: UInt64, time: CaptureTime, place: Place
  ) {
    self.capture = capture
    self.letter = letter
    self.number = number
    self.frame = frame
    self.time = time
    self.place = place
  }
}

extension [SeenRecord] {
  /// Where no sniffer heard it: it was on the air not before its sender's host had it, and not after its receiver's.
  var onAir: ClosedRange<CaptureTime>? {
    guard !contains(where: { $0.place == .air }),
      let begin = lazy.filter({ $0.place == .sender }).map(\.time).max(),
      let end = lazy.filter({ $0.place == .receiver }).map(\.time).min(), begin <= end
    else { return nil }
    return begin...end
  }
}

/// Gives the records of all recorders that have the PDU that ends in a record; none where only one is known
/// to have it.
package typealias SeenRecords = @Sendable (UInt64) -> [SeenRecord]

extension ByteWriter {
  /// `,"seen":[...]`, if there is anything, and between two hosts `,"on_air":{...}`.
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
    guard let onAir = records.onAir else { return }
    append(jsonKey: "on_air", comma: true)
    append("{")
    append(jsonKey: "not_before")
    clock.write(onAir.lowerBound, to: &self)
    append(jsonKey: "not_after", comma: true)
    clock.write(onAir.upperBound, to: &self)
    append("}")
  }
}
