import BTSnoop
import Bytes

/// Writes the first members of every NDJSON line: where and when it happened.
///
/// Plain values throughout: the owner takes it out and puts it back for each line, which costs less
/// than a check of exclusive access.
struct RecordHead {
  var clock: TimelineClock
  /// `2026-03-01T09:00:00.` in words of eight bytes, cached, since most records share their second
  /// with the one before; `nil` for a second that RFC 3339 cannot express.
  private var date: (UInt64, UInt64, UInt64)?
  private var second: Int64?
  private var frame = GrowingNumber()
  private var sinceOrigin = GrowingNumber()

  init(clock: TimelineClock) { self.clock = clock }

  mutating func write(
    frame: UInt64, time: CaptureTime, adapter: UInt16?, to out: inout ByteWriter
  ) {
    out.append("{\"frame\":")
    self.frame.write(frame, to: &out)
    if second != time.seconds { turn(to: time.seconds) }
    if let date {
      out.append(",\"time\":\"")
      out.append(bytes: date.0, length: 8)
      out.append(bytes: date.1, length: 8)
      out.append(bytes: date.2, length: 4)
      out.append(nanoseconds: UInt64(time.nanoseconds), decimals: clock.decimals)
      out.append("Z\"")
    }
    out.append(",\"t\":")
    out.append(
      seconds: clock.nanoseconds(time), decimals: clock.decimals, whole: &sinceOrigin)
    if let adapter {
      out.append(",\"adapter\":")
      out.append(decimal: UInt64(adapter))
    }
  }

  private mutating func turn(to seconds: Int64) {
    second = seconds
    date = nil
    var text = ByteWriter(capacity: 64)
    guard TimestampWriter.writeDate(seconds, separator: "T", to: &text) else { return }
    text.append(".")
    guard text.count == 20 else { return }
    date = (
      text.bytes.uint64LittleEndian(at: 0), text.bytes.uint64LittleEndian(at: 8),
      UInt64(text.bytes.uint32LittleEndian(at: 16))
    )
  }
}
