import Bytes
import GATTSession

/// What one event's row of a table consists of.
package struct EventCells: ~Copyable {
  /// `nil`: what no record says, which has no time either.
  package var frame: UInt64?
  /// Right-aligned.
  package var time = ByteWriter(capacity: 64)
  /// `<`, `>` or a space: which way a value went.
  package var arrow: UInt8 = 0x20
  /// What happened.
  package var word: StaticString = ""
  package var attribute = ByteWriter(capacity: 128)
  package var text = ByteWriter(capacity: 256)
  package var duration = ByteWriter(capacity: 64)
  /// All of a value that the text shows only the beginning of.
  package var whole = ByteWriter(capacity: 64)

  package init() {}

  mutating func removeAll() {
    frame = nil
    arrow = 0x20
    word = ""
    time.removeAll()
    attribute.removeAll()
    text.removeAll()
    duration.removeAll()
    whole.removeAll()
  }

  /// Values that did not come.
  package mutating func write(withoutValue length: Int64, expected: Int64) {
    writeSilence(length, what: " without a value", expected: expected)
  }

  mutating func writeSilence(
    _ length: Int64, what: StaticString, expected: Int64?
  ) {
    removeAll()
    word = "silence"
    text.append(gap: length, what: what, expected: expected)
  }

  /// The clock was set.
  package mutating func write(jump length: Int64) {
    removeAll()
    word = "clock"
    text.append("jumps by ")
    text.append(days: length)
  }
}

extension ByteWriter {
  /// `2.039 s without a value, 1.020 s expected`; the length alone if nothing was expected.
  mutating func append(gap length: Int64, what: StaticString, expected: Int64?) {
    append(duration: length)
    guard let expected else { return }
    append(what)
    append(", ")
    append(duration: expected)
    append(" expected")
  }
}
