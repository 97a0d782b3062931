import BTSnoop
import Bytes
import GATTSession

/// Keeps the attribute trees of a capture, for comparison with others.
package final class GATTCollector: TimelineRenderer {
  private let filter: EventFilter
  /// What `gatt --format json` would have written, after everything was read.
  package private(set) var document = GATTDocument(devices: [])

  /// - filter: selects devices, as for `gatt`.
  package init(_ filter: EventFilter) { self.filter = filter }

  package var summarizes: Bool { true }
  package var demand: EventDemand {
    EventDemand(advertisements: .none, texts: false, marks: false, appLogs: false)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {}

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    document = GATTDocument(GATTServer.selected(session, by: filter), filter.uuids)
  }
}
