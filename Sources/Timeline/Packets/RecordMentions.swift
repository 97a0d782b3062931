import ATTDissector
import BTSnoop
import Bytes
import GATTSession

/// What a record names: connections, devices, syncs. Reused for every record.
package struct RecordMentions {
  package private(set) var all: [WireMention] = []

  package init() {}

  package mutating func read(_ record: CaptureRecord, bytes: RawSpan) {
    all.removeAll(keepingCapacity: true)
    switch record.kind {
    case .command: HCIMentions.each(command: bytes) { all.append($0) }
    case .event: HCIMentions.each(event: bytes) { all.append($0) }
    case .linkLayer: AddressesOnAir.each(in: bytes, of: record) { all.append(.device($0)) }
    default: break
    }
  }

  /// Whether one is a sync with a device. Ask before the session takes the record, which may end it.
  package func hasSync(
    _ record: CaptureRecord, session: GATTSession, with isChosen: (BluetoothAddress) -> Bool
  ) -> Bool {
    all.contains {
      guard case .sync(let handle) = $0 else { return false }
      return session.periodicAdvertiser(handle: handle, adapter: record.adapter).map(isChosen)
        ?? false
    }
  }
}
