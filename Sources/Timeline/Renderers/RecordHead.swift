import BTSnoop
import ByteReader

/// Writes the members with which every NDJSON line begins: where and when it happened.
struct RecordHead: ~Copyable {
  let clock: TimelineClock
  /// `,"time":"2026-03-01T09:00:00.`, kept, since most records share their second with the one before;
  /// empty for a second that RFC 3339 cannot tell.
  private var date = ByteWriter(capacity: 64)
  private var second: Int64?

  init(clock: TimelineClock) { self.clock = clock }

  mutating func write(
    frame: UInt64, time: CaptureTime, adapter: UInt16?, to out: inout ByteWriter
  ) {
    out.append("{\"frame\":")
    out.append(decimal: frame)
    if second != time.seconds { turn(to: time.seconds) }
    if !date.isEmpty {
      out.append(date.bytes)
      out.append(nanoseconds: UInt64(time.nanoseconds), decimals: clock.decimals)
      out.append("Z\"")
    }
    out.append(",\"t\":")
    clock.write(time, to: &out)
    if let adapter {
      out.append(",\"adapter\":")
      out.append(decimal: UInt64(adapter))
    }
  }

  private mutating func turn(to seconds: Int64) {
    second = seconds
    date.removeAll()
    date.append(",\"time\":\"")
    if TimestampWriter.writeDate(seconds, separator: "T", to: &date) {
      date.append(".")
    } else {
      date.removeAll()
    }
  }
}
