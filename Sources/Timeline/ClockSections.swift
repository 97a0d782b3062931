import BTSnoop
import GATTSession
import Synchronization
import System

/// The parts of captures between jumps of the recorder's clock. The first one counts from the clock's
/// origin; each further one, from 2, counts from its own first record, in texts only.
final class ClockSections: Sendable {
  private let starts = Locked<[CaptureTime]>([])
  /// Nearly all captures have one section: then nothing is locked.
  private let count = Atomic<Int>(0)
  /// The most sections; what comes after belongs to the last one.
  private static let most = 1000

  /// Notes a record's time before it is followed.
  /// - previous: that of the record before.
  /// - origin: where the first section counts from.
  func note(_ time: CaptureTime, after previous: CaptureTime, origin: CaptureTime) {
    // Nearly always within a day: no need for nanoseconds.
    guard time.seconds.subtractingReportingOverflow(previous.seconds).partialValue >= 86_400,
      time.nanoseconds(since: previous) >= TimeJump.least, origin < time
    else { return }
    starts.withLock { starts in
      guard starts.count < Self.most, starts.last.map({ $0 < time }) ?? true else { return }
      starts.append(time)
      count.store(starts.count, ordering: .relaxed)
    }
  }

  /// The section of a time; `nil` for the first one.
  func last(notAfter time: CaptureTime) -> (number: Int, start: CaptureTime)? {
    guard count.load(ordering: .relaxed) > 0 else { return nil }
    return starts.withLock { starts in
      starts.lastIndex { !(time < $0) }.map { ($0 + 2, starts[$0]) }
    }
  }

  /// Where a section counts from; `nil` as long as it has not begun.
  func start(of number: Int) -> CaptureTime? {
    starts.withLock { $0.indices.contains(number - 2) ? $0[number - 2] : nil }
  }
}
