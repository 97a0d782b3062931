import BTSnoop
import GATTSession

/// What is missing in a timeline between its lines: values that came at a steady pace, and time that
/// the clock left out.
package struct TimelineGaps {
  /// Before a line.
  package struct Gap {
    /// Nanoseconds since the last value, and how many there should have been.
    package var value: (length: Int64, expected: Int64)?
    /// Nanoseconds by which the clock was set.
    package var jump: Int64?
  }

  private var periods = PeriodWatch()
  /// When silence was last reported, which explains why no value came.
  private var lastSilence: (connection: Int, frame: UInt64) = (0, 0)
  /// The time of the last line.
  private var latest: CaptureTime?

  package init() {}

  /// Called with each event that has a line, except marks.
  package mutating func before(_ event: borrowing Event) -> Gap {
    var gap = Gap()
    let place = (event.connection?.ordinal ?? 0, event.frame)
    if event.kind.isValue, let found = periods.gap(of: event), lastSilence != place {
      gap.value = (found.length, found.expected)
    }
    if let latest {
      let step = event.time.nanoseconds(since: latest)
      if step >= TimeJump.least { gap.jump = step }
    }
    latest = event.time
    if event.content.isSilence { lastSilence = place }
    return gap
  }
}
