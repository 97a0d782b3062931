import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// Keeps no events: the trees are written at the end.
package final class GATTRenderer: TimelineRenderer {
  /// Trees need no events. Known at the end.
  package private(set) var hasMatch: Bool? = true
  package enum Format: Sendable { case text, json }

  private let out: OutputStream
  private let format: Format
  private let filter: EventFilter

  package init(_ out: OutputStream, format: Format, filter: EventFilter) {
    self.out = out
    self.format = format
    self.filter = filter
  }

  package var summarizes: Bool { true }
  package var demand: EventDemand {
    EventDemand(advertisements: .none, texts: false, marks: false, appLogs: false)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  package func event(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {}

  package func end(_ summary: CaptureSummary, session: GATTSession) {
    let servers = GATTServer.selected(session, by: filter)
    if !filter.adapters.isEmpty, servers.isEmpty { hasMatch = false }
    if !filter.uuids.isEmpty {
      hasMatch = servers.contains {
        let tree = ServiceTree($0.database)
        return !tree.chosen(filter.uuids).isEmpty || !tree.chosenLoose(filter.uuids).isEmpty
      }
    }
    var page = ByteWriter(capacity: OutputStream.flushSize)
    let pieceEnds: PieceEnd = { [out] in out.takePiece(&$0) }
    switch format {
    case .json: GATTDocument.write(servers, uuids: filter.uuids, to: &page, pieceEnds: pieceEnds)
    case .text:
      GATTText.write(servers, uuids: filter.uuids, to: &page, pieceEnds: pieceEnds)
      if ReportScope(filter, session).hasOthers(servers, session: session) {
        page.append("\n")
        page.append(ReportAttributes.ofAllConnections)
      }
    }
    out.buffer.append(page.bytes)
    out.lineEnds()
  }
}
