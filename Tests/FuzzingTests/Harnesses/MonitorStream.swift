import BTSnoop
import Bytes
import LiveCapture

extension Harness {
  /// What comes over the serial line of a board: after two bytes that say in which pieces.
  static let monitorStream = Harness("monitor-stream") { input in
    var entries = EntryList(input)
    let size = 1 + Int(entries.byte() & 63)
    let step = Int64(entries.byte())
    let bytes = entries.rest
    let whole = try MonitorReading(bytes, pieces: max(bytes.count, 1), step: 0)
    let pieces = try MonitorReading(bytes, pieces: size, step: 0)
    try require(
      whole.reading == pieces.reading, "whole \(whole.reading), in pieces \(pieces.reading)")
    _ = try MonitorReading(bytes, pieces: size, step: step)
  }
}

/// What came of the bytes of a serial line.
private struct MonitorReading {
  let reading: Reading

  /// - step: milliseconds between the pieces.
  init(_ bytes: [UInt8], pieces size: Int, step: Int64) throws {
    var parser = MonitorStreamParser(name: "fuzz")
    var sink = LineSink()
    parser.begin(&sink)
    var milliseconds: Int64 = 1_700_000_000_000
    var begin = 0
    var end = 0
    let span = bytes.rawBytes
    func consume() throws {
      sink.emptied = sink.now
      sink.now = CaptureTime(unixMicroseconds: milliseconds * 1000)
      let pending = span.clamped(begin, count: end - begin)
      let used = parser.consume(pending, now: sink.now, emptied: sink.emptied, into: &sink)
      try require((0...pending.byteCount).contains(used), "\(used) bytes consumed")
      begin += used
      milliseconds += step
    }
    while end < bytes.count {
      end = min(bytes.count, end + size)
      try consume()
      try require(
        end - begin <= MonitorStreamParser.maximumPending, "\(end - begin) bytes are waited with")
    }
    while begin < end || parser.hasNoise {
      begin += parser.giveUp(end - begin, into: &sink)
      try consume()
    }
    // Each byte is of a record, or told of as one of none.
    let total = UInt64(sink.payload) + parser.skippedTotal
    try require(total <= UInt64(bytes.count), "\(total) of \(bytes.count) bytes")
    try require(
      UInt64(bytes.count) - total <= sink.checking.records * (6 + 255), "bytes are lost")
    try require(parser.nextFrame == sink.checking.records + 1, "the parser counts other frames")
    reading = try Reading(sink.checking, nil)
  }

  private struct LineSink: RecordSink {
    var checking = CheckingSink()
    var payload = 0
    var now = CaptureTime(seconds: 1_700_000_000, nanoseconds: 0)
    var emptied = CaptureTime(seconds: 1_700_000_000, nanoseconds: 0)

    mutating func capture(_ info: CaptureInfo) { checking.capture(info) }
    mutating func note(_ note: CaptureNote) { checking.note(note) }

    mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
      payload += bytes.byteCount
      if record.time > now { checking.refuse("a record of later than its reading") }
      if emptied.nanoseconds(since: record.time) > 2_000_000_000 {
        checking.refuse("a record that is too old")
      }
      return checking.record(record, bytes: bytes)
    }
  }
}
