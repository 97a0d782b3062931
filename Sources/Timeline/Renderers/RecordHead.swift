import BTSnoop
import Bytes

/// Writes the first members of every NDJSON line: where and when it happened.
struct RecordHead {
  let clock: TimelineClock
  /// `,"time":"2026-03-01T09:00:00.`, since most records share their second with the one before; empty for
  /// a second that RFC 3339 cannot express.
  private var date = KeptText()
  private var second: Int64?
  /// `,"t":12.` of the last whole second since the origin.
  private var whole = KeptText()
  private var sinceOrigin: UInt64?

  init(clock: TimelineClock) { self.clock = clock }

  mutating func write(
    frame: UInt64, time: CaptureTime, adapter: UInt16?, to out: inout ByteWriter
  ) {
    if second != time.seconds { turn(to: time.seconds) }
    out.append("{\"frame\":")
    out.append(decimal: frame)
    if date.length > 0, clock.decimals == 6, let (seconds, rest) = clock.elapsed(time) {
      // As nearly all are.
      if sinceOrigin != seconds { turn(toElapsed: seconds) }
      let (date, whole) = (date, whole)
      out.run(atMost: 32 + 8 + 32 + 8) {
        $0.append(date.bytes, length: date.length)
        // And `Z"`.
        $0.append(bytes: microsecondDigits(time.nanoseconds) | 0x225A << 48, length: 8)
        $0.append(whole.bytes, length: whole.length)
        $0.append(bytes: microsecondDigits(rest), length: 6)
      }
    } else {
      writeRare(time, to: &out)
    }
    if let adapter {
      out.append(",\"adapter\":")
      out.append(decimal: UInt64(adapter))
    }
  }

  @inline(never)
  private mutating func writeRare(_ time: CaptureTime, to out: inout ByteWriter) {
    if date.length > 0 {
      out.append(date.bytes, length: date.length)
      out.append(nanoseconds: UInt64(time.nanoseconds), decimals: clock.decimals)
      out.append("Z\"")
    }
    out.append(",\"t\":")
    clock.write(time, to: &out)
  }

  @inline(never)
  private mutating func turn(to seconds: Int64) {
    second = seconds
    var text = ByteWriter(capacity: 64)
    text.append(",\"time\":\"")
    let isDate = TimestampWriter.writeDate(seconds, separator: "T", to: &text)
    text.append(".")
    // A year of five digits, or a sign, has no place in RFC 3339.
    date = isDate && text.count == 29 ? KeptText(text.bytes) : KeptText()
  }

  @inline(never)
  private mutating func turn(toElapsed seconds: UInt64) {
    sinceOrigin = seconds
    var text = ByteWriter(capacity: 64)
    text.append(",\"t\":")
    text.append(decimal: seconds)
    text.append(".")
    whole = KeptText(text.bytes)
  }
}

/// A text of up to 32 octets, which is copied whole.
private struct KeptText {
  private(set) var bytes = SIMD32<UInt8>(repeating: 0)
  private(set) var length = 0

  init() {}

  init(_ text: RawSpan) {
    length = min(text.byteCount, 32)
    for index in 0..<length { bytes[index] = text.uint8(at: index) }
  }
}
