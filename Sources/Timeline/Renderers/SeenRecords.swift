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

/// When another recorder had the PDUs of a line, after the line's own times: the least and the most, in nanoseconds.
struct SeenDistance {
  var letter: String
  var range: ClosedRange<Int64>
}

extension [SeenDistance] {
  /// What several PDUs have together: of each recorder, of those that it is known to have.
  mutating func widen(by others: [SeenDistance]) {
    for other in others {
      guard let index = firstIndex(where: { $0.letter == other.letter }) else {
        append(other)
        sort { $0.letter < $1.letter }
        continue
      }
      let range = self[index].range
      self[index].range =
        Swift.min(
          range.lowerBound, other.range.lowerBound)...Swift.max(
          range.upperBound, other.range.upperBound)
    }
  }

  /// `A -31.2 ms; C +0.1..+12.3 ms`
  func write(to text: inout ByteWriter) {
    for distance in self {
      if !text.isEmpty { text.append("; ") }
      text.append(string: distance.letter)
      text.append(" ")
      let first = Self.milliseconds(distance.range.lowerBound)
      let last = Self.milliseconds(distance.range.upperBound)
      text.append(string: first)
      if first != last {
        text.append("..")
        text.append(string: last)
      }
      text.append(" ms")
    }
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    var text = ByteWriter(capacity: 16)
    text.append(nanoseconds < 0 ? "-" : "+")
    text.append(number: Double(nanoseconds.magnitude) / 1e6, decimals: 1)
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }
}

extension [SeenRecord] {
  /// How far the others are from a time, which is that of one of them.
  func distances(from time: CaptureTime) -> [SeenDistance] {
    guard count > 1 else { return [] }
    let own = firstIndex { $0.time == time }
    return indices.filter { $0 != own }.map { index in
      let length = self[index].time.nanoseconds(since: time)
      return SeenDistance(letter: self[index].letter, range: length...length)
    }
  }

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
  mutating func append(seen records: [SeenRecord], clock: TimelineClock) {
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
