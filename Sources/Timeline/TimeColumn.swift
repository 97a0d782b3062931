import BTSnoop
import Bytes
import System

/// How text shows a time; the cases are words of options.
package enum TimeStyle: String, CaseIterable, Sendable { case relative, utc, local, epoch, delta }

/// The column of times in the text outputs.
struct TimeColumn {
  let clock: TimelineClock
  let style: TimeStyle

  /// Its width with so many decimals.
  func width(decimals: Int) -> Int { Self.width(of: style, decimals: decimals) }

  /// Columns beyond that for hours, and for a section. It seldom changes: lines stay below each other.
  func excess(_ time: CaptureTime) -> Int {
    guard style == .relative else { return 0 }
    var excess = 0
    var length = clock.nanoseconds(time)
    if let section = clock.sections.last(notAfter: time) {
      length = time.nanoseconds(since: section.start)
      excess = section.number < 10 ? 3 : section.number < 100 ? 4 : 6
    }
    let hours = length.magnitude / 3_600_000_000_000
    // Beyond, numbers are so large that nothing is right of them.
    if hours > 0 { excess += hours < 10 ? 3 : hours < 100 ? 4 : hours < 1000 ? 5 : 8 }
    return excess
  }

  static func width(of style: TimeStyle, decimals: Int) -> Int {
    switch style {
    case .relative, .delta: decimals + 5
    case .utc, .local: decimals + 9
    case .epoch: decimals + 11
    }
  }

  /// - Parameter previous: the time of the previous line, for `delta`.
  func write(
    _ time: CaptureTime, previous: CaptureTime?, decimals: Int, to out: inout ByteWriter
  ) {
    guard style == .delta else {
      write(time, decimals: decimals, to: &out)
      return
    }
    let start = out.count
    out.append(clock: previous.map { time.nanoseconds(since: $0) } ?? 0, decimals: decimals)
    out.alignRight(from: start, width: width(decimals: decimals))
  }

  /// The column of a line whose place among the others is not known yet: with `delta` it is empty, and
  /// filled when the lines are printed.
  func write(_ time: CaptureTime, decimals: Int, to out: inout ByteWriter) {
    let start = out.count
    if style != .delta { write(plain: time, decimals: decimals, to: &out) }
    out.alignRight(from: start, width: width(decimals: decimals) + excess(time))
  }

  /// A time within a text; with `delta` relative to the start.
  func write(plain time: CaptureTime, decimals: Int, to out: inout ByteWriter) {
    switch style {
    case .relative, .delta: out.append(time, of: clock, decimals: decimals)
    case .utc, .local:
      let offset = style == .local ? localOffset(time.seconds) : 0
      TimestampWriter.writeTimeOfDay(
        CalendarTime(unixSeconds: time.seconds &+ offset), to: &out)
      fraction(time, decimals: decimals, to: &out)
    case .epoch:
      out.append(decimal: time.seconds)
      fraction(time, decimals: decimals, to: &out)
    }
  }

  private func fraction(_ time: CaptureTime, decimals: Int, to out: inout ByteWriter) {
    var fraction = UInt64(time.nanoseconds)
    for _ in decimals..<9 { fraction /= 10 }
    out.append(".")
    out.append(decimal: fraction, digits: decimals)
  }
}
