import Bytes

/// What one event's line consists of.
struct LineParts: ~Copyable {
  /// Frame, time, direction, kind and attribute.
  var head: ByteWriter
  var text: ByteWriter
  /// At the edge of the page.
  var duration: ByteWriter
  /// Bytes of the head before the direction.
  var markStart = 0
  /// Where the text starts.
  var textColumn = 0
  /// Nanoseconds since the origin of its times; `nil`: it has no time.
  var time: Int64?
  /// The frame of the record that it stands for.
  var frame: UInt64?
  /// When other recorders had it; behind the text.
  var seen: [SeenDistance] = []

  /// - capacity: octets that each part has room for at first.
  init(capacity: Int = 256) {
    head = ByteWriter(capacity: capacity)
    text = ByteWriter(capacity: capacity)
    duration = ByteWriter(capacity: 0)
  }

  var count: Int { head.count + text.count + duration.count }

  mutating func removeAll() {
    head.removeAll()
    text.removeAll()
    duration.removeAll()
    time = nil
    frame = nil
    seen = []
  }

  mutating func copy(_ other: borrowing LineParts) {
    removeAll()
    head.append(other.head.bytes)
    text.append(other.text.bytes)
    duration.append(other.duration.bytes)
    (markStart, textColumn) = (other.markStart, other.textColumn)
    (time, frame, seen) = (other.time, other.frame, other.seen)
  }

  /// The head of a line about further events like one.
  mutating func writeFoldHead(of line: borrowing LineParts) {
    removeAll()
    textColumn = line.textColumn
    let dots: StaticString = "... "
    head.append(repeating: 0x20, count: line.markStart - dots.utf8CodeUnitCount)
    head.append(dots)
    head.append(line.head.bytes.clamped(line.markStart))
  }
}

/// Lays a line out: further rows start below its text.
struct LineLayout {
  /// Columns of the page.
  let width: Int

  /// - Returns: the bytes at its end that show its duration, at the edge of the page.
  func write(_ parts: borrowing LineParts, to out: inout ByteWriter) -> Int {
    let textColumn = parts.textColumn
    out.append(parts.head.bytes)
    if !parts.text.isEmpty || !parts.seen.isEmpty {
      if out.column > textColumn { out.newLine(textColumn) } else { out.tab(to: textColumn) }
      if parts.seen.isEmpty {
        out.append(wrapped: parts.text.bytes, indent: textColumn, width: width)
      } else {
        var text = ByteWriter(capacity: parts.text.count + 64)
        text.append(parts.text.bytes)
        parts.seen.write(to: &text)
        out.append(wrapped: text.bytes, indent: textColumn, width: width)
      }
    }
    guard !parts.duration.isEmpty else { return 0 }
    let length = parts.duration.bytes.columns
    if out.column + 1 + length > width { out.newLine(textColumn) }
    out.tab(to: width - length)
    out.append(parts.duration.bytes)
    return parts.duration.count
  }
}
