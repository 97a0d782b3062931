import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Which events of a capture are recorded.
package struct WantedEvents: Sendable {
  private let kinds: Set<EventKind>?
  let areAdvertisementsDecoded: Bool

  /// - kinds: `nil`: all.
  /// - areAdvertisementsDecoded: if not, they are kept as bytes until `decodeAdvertisements`.
  package init(_ kinds: Set<EventKind>? = nil, areAdvertisementsDecoded: Bool = true) {
    self.kinds = kinds
    self.areAdvertisementsDecoded = areAdvertisementsDecoded
  }

  func contains(_ kind: EventKind) -> Bool { kinds?.contains(kind) ?? true }
}

/// Keeps the timeline of a capture as a recorded one.
///
/// A capture and its `--format ndjson` output give the same timeline; a test compares them.
final class TimelineRecorder: TimelineRenderer {
  private var builder: TimelineBuilder?
  private var clock: TimelineClock?
  private var events: UInt32 = 0
  private var isFull = false

  private let wanted: WantedEvents

  init(name: String, _ wanted: WantedEvents, for run: RuleRun?) {
    self.wanted = wanted
    builder = TimelineBuilder(name: name, form: .capture, for: run)
    builder?.timeline.hasRawAdvertisements = !demand.advertisedData
  }

  var demand: EventDemand {
    EventDemand(
      advertisedData: wanted.areAdvertisementsDecoded && wanted.contains(.advertisement),
      unheard: true)
  }

  func takesFinding(frame: UInt64, time: CaptureTime) -> Bool { false }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) { self.clock = clock }

  func event(_ event: borrowing Event, fields: borrowing EventFields, value: RawSpan) {
    guard !isFull, let clock else { return }
    events &+= 1
    do throws(LineError) {
      try builder?.add(
        event, fields: fields, value: value, number: events, clock: clock,
        isKept: wanted.contains(event.kind))
    } catch { builder?.add(error, line: events) }
    guard builder?.isFull == true else { return }
    isFull = true
    builder?.add(problem: TimelineBuilder.isLonger)
  }

  func end(_ summary: CaptureSummary, session: GATTSession) {}

  /// The recorded timeline. Call it once.
  func take() -> RecordedTimeline? { builder.take()?.finish() }
}
