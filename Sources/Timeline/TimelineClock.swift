import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// Where `t` counts from, and how many decimals times have.
package struct TimelineClock: Sendable {
  package var origin: CaptureTime
  /// 6, or 9 where the capture has nanoseconds.
  package var decimals: Int
  /// What begins where the recorder's clock jumps; all copies of a clock share it.
  let sections = ClockSections()

  package init(origin: CaptureTime, decimals: Int) {
    self.origin = origin
    self.decimals = decimals
  }

  /// Nanoseconds since the origin.
  package func nanoseconds(_ time: CaptureTime) -> Int64 { time.nanoseconds(since: origin) }

  /// Whole seconds since the origin and the rest in nanoseconds, of nearly all times; `nil` before the
  /// origin, and after so many years that `nanoseconds` ends.
  @inline(__always)
  func elapsed(_ time: CaptureTime) -> (seconds: UInt64, nanoseconds: UInt32)? {
    let (seconds, isFar) = time.seconds.subtractingReportingOverflow(origin.seconds)
    guard !isFar, 0...9_000_000_000 ~= seconds else { return nil }
    guard time.nanoseconds < origin.nanoseconds else {
      return (UInt64(seconds), time.nanoseconds &- origin.nanoseconds)
    }
    guard seconds > 0 else { return nil }
    return (UInt64(seconds &- 1), time.nanoseconds &+ 1_000_000_000 &- origin.nanoseconds)
  }

  /// Whether people read more of a time than its seconds: hours, or a section.
  package func isLong(_ time: CaptureTime) -> Bool {
    sections.last(notAfter: time) != nil || nanoseconds(time).magnitude >= 3_600_000_000_000
  }

  /// Whether the recorder's clock jumps between two times: how long that was is not known.
  package func jumps(from start: CaptureTime, to end: CaptureTime) -> Bool {
    sections.last(notAfter: start)?.number != sections.last(notAfter: end)?.number
  }

  /// A time as `write` writes it: without the nanoseconds beyond its decimals.
  package func shown(_ time: CaptureTime) -> Int64 {
    var unit: Int64 = 1
    for _ in decimals..<9 { unit *= 10 }
    let nanoseconds = nanoseconds(time)
    return nanoseconds - nanoseconds % unit
  }

  /// Seconds since the origin, with all decimals.
  package func write(_ time: CaptureTime, to out: inout ByteWriter) {
    out.append(seconds: nanoseconds(time), decimals: decimals)
  }
}

extension ByteWriter {
  /// A moment as people read it: `12.500`, `2:01:05.300` from an hour on, and `S2+12.500` after a jump of
  /// the recorder's clock, from which its section counts.
  package mutating func append(_ time: CaptureTime, of clock: TimelineClock, decimals: Int = 3) {
    guard let section = clock.sections.last(notAfter: time) else {
      append(clock: clock.nanoseconds(time), decimals: decimals)
      return
    }
    append("S")
    append(decimal: section.number)
    append("+")
    append(clock: time.nanoseconds(since: section.start), decimals: decimals)
  }

  /// `S2: `, of a time in a section after a jump.
  mutating func append(section time: CaptureTime, of clock: TimelineClock) {
    guard let section = clock.sections.last(notAfter: time) else { return }
    append("S")
    append(decimal: section.number)
    append(": ")
  }

  /// Seconds, or hours, minutes and seconds from an hour on.
  package mutating func append(clock nanoseconds: Int64, decimals: Int = 3) {
    guard nanoseconds.magnitude >= 3_600_000_000_000, nanoseconds != .max, nanoseconds != .min
    else {
      append(shownSeconds: nanoseconds, decimals: decimals)
      return
    }
    if nanoseconds < 0 { append("-") }
    append(hours: nanoseconds.magnitude, decimals: decimals)
  }

  /// A length of time: `24.057 s`, `2:01:05.300` from an hour on.
  package mutating func append(length nanoseconds: Int64) {
    append(clock: nanoseconds)
    if nanoseconds.magnitude < 3_600_000_000_000 { append(" s") }
  }

  /// Nanoseconds as seconds with so many decimals; the rest is cut off.
  package mutating func append(seconds nanoseconds: Int64, decimals: Int) {
    if nanoseconds < 0 { append("-") }
    let magnitude = nanoseconds.magnitude
    append(decimal: magnitude / 1_000_000_000)
    append(".")
    append(nanoseconds: magnitude % 1_000_000_000, decimals: decimals)
  }

  /// Appends seconds for people, who are told where counting ends: `>9223372036`.
  mutating func append(shownSeconds nanoseconds: Int64, decimals: Int) {
    switch nanoseconds {
    case .max: append(">9223372036")
    case .min: append("<-9223372036")
    default: append(seconds: nanoseconds, decimals: decimals)
    }
  }

  /// The decimals of a second; the rest is cut off.
  package mutating func append(nanoseconds: UInt64, decimals: Int) {
    if decimals == 6 {
      append(decimal: nanoseconds / 1000, digits: 6)
      return
    }
    var fraction = nanoseconds
    for _ in decimals..<9 { fraction /= 10 }
    append(decimal: fraction, digits: min(decimals, 9))
  }
}

/// Finds where `t` counts from, before anything is shown.
///
/// A capture may start with records that are much older than the rest: then `t` counts from after
/// the jump and is negative before. The first records are held back for that.
package struct Prologue: Sendable {
  /// The number of first records in which a jump counts.
  package static let length = 64
  /// The smallest jump: one hour, in nanoseconds.
  package static let jump: Int64 = 3_600_000_000_000

  /// So many old records are expected before a jump; of more there must be as many after it, or the
  /// clock jumped at the end of the capture.
  private static let few = 8

  private let length: Int
  private(set) var records: [(record: CaptureRecord, bytes: [UInt8])] = []

  init(length: Int = Prologue.length) { self.length = length }

  mutating func add(_ record: CaptureRecord, bytes: RawSpan) {
    records.append((record, bytes.copy()))
  }

  var isFull: Bool { records.count >= length }

  mutating func takeRecords() -> [(record: CaptureRecord, bytes: [UInt8])] {
    let taken = records
    records = []
    return taken
  }

  var origin: CaptureTime? {
    guard var origin = records.first?.record.time else { return nil }
    var previous = origin
    var open = false
    for (index, (record, bytes)) in records.enumerated() {
      let isEarly = index <= Self.few || index * 2 <= records.count
      if !open, isEarly, record.time.nanoseconds(since: previous) > Self.jump {
        origin = record.time
      }
      previous = record.time
      if opens(record, bytes: bytes) { open = true }
    }
    return origin
  }

  private static let completions: [LESubevent] = [
    .connectionComplete, .enhancedConnectionComplete, .enhancedConnectionCompleteV2,
  ]

  /// Whether a record shows an open connection: data, or an LE connection that was completed.
  private func opens(_ record: CaptureRecord, bytes: [UInt8]) -> Bool {
    switch record.kind {
    case .acl: true
    case .event:
      bytes.count >= 4 && bytes[0] == HCIEventCode.leMeta.rawValue && bytes[3] == 0
        && Self.completions.contains(LESubevent(rawValue: bytes[2]))
    case .linkLayer:
      bytes.count >= 4
        && bytes.rawBytes.uint32LittleEndian(at: 0) != LinkLayerPacket.advertisingAccessAddress
    default: false
    }
  }
}
