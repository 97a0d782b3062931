import BTSnoop
import Bytes
import GATTSession

/// Keeps the attribute trees of a capture, to be compared with others.
package final class GATTCollector: TimelineRenderer {
  private let filter: EventFilter
  private var json: [UInt8] = []

  /// - filter: chooses devices, as it does for `gatt`.
  package init(_ filter: EventFilter) { self.filter = filter }

  /// What `gatt --format json` would have written; call it once all was read.
  package func document() throws -> GATTDocument { try GATTDocument(json: json) }

  package var summarizes: Bool { true }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  package func event(
    _ event: borrowing Event, _ fields: borrowing EventFields, value: RawSpan
  ) {}

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    let scope = ReportScope(filter, session)
    var page = ByteWriter(capacity: OutputStream.flushSize)
    GATTDocument.write(
      GATTServer.all(session).filter { scope.includes($0) }, filter.uuids, to: &page,
      pieceEnds: { _ in })
    json = page.bytes.copy()
  }
}
