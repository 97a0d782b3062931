import ATTDissector
import Bytes

/// One side of a comparison: a recorded timeline, from a capture or from NDJSON.
///
/// A million events must fit: data of varying length is in one buffer, repeated data in tables.
package struct RecordedTimeline: Sendable {
  package enum Form: Sendable {
    case capture
    /// NDJSON as `--format ndjson` writes it.
    case timeline
    /// NDJSON as `baseline` writes it: without what differs from recording to recording.
    case baseline
    /// The trees of `gatt`.
    case trees
  }

  /// The file, as named by the user.
  package var name: String
  package var form: Form
  var leavesOutAdvertisements = false
  /// In the order in which they were reported.
  package var items: [TimelineItem] = []
  package var peers: [RecordedPeer] = []
  package var paths: [RecordedPath] = []
  /// The bytes that slices of items refer to.
  package var bytes: [UInt8] = []
  /// Why a part of the side could not be read: whole sentences with file and place. Any of them
  /// makes the comparison end with "trouble", whatever else it finds.
  package var problems: [String] = []
  /// Where the end of a file cuts the last record: everything before it is there, as in any
  /// recording that was stopped. Not trouble, unless requested, or unless the recording becomes the
  /// reference.
  package var cuts: [String] = []
  /// There was at least one record, whether or not anything is reported of it.
  package var hasRecords = true
  /// How its captures are redacted, as they say.
  package var redactions: [String] = []
  /// What standard error says of the side; never trouble.
  package var remarks: [String] = []
  /// The names of the devices, of those that a filter leaves out, too.
  package var deviceNames: [String] {
    allNames ?? Set(peers.compactMap(\.name)).sorted()
  }
  /// All names of a capture, where a filter has left out some of its events.
  var allNames: [String]?
  /// Advertisements have no `decoded` and `text` yet.
  var hasRawAdvertisements = false
  /// The record of the last event of a capture, whether the event is kept or not.
  var lastFrame: UInt64?
  /// Events of unknown kinds, which are skipped.
  package var unknownEvents = 0

  package init(name: String, form: Form) {
    self.name = name
    self.form = form
  }
}

/// A device as events name it: the same address is the same peer; without an address, the same
/// name.
package struct RecordedPeer: Equatable, Sendable {
  package var address: BluetoothAddress?
  /// The last known name.
  package var name: String?
}

/// The place of an attribute, without its handle.
package struct RecordedPath: Hashable, Sendable {
  package var service: BluetoothUUID?
  package var characteristic: BluetoothUUID?
  package var descriptor: BluetoothUUID?
  /// Which of several with one UUID, from 1; 0 if there is just one.
  package var instance: Int = 0
  /// Its name for people; not part of its identity.
  package var label: String?

  package init() {}

  package static func == (a: RecordedPath, b: RecordedPath) -> Bool {
    (a.service, a.characteristic, a.descriptor, a.instance)
      == (b.service, b.characteristic, b.descriptor, b.instance)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(service)
    hasher.combine(characteristic)
    hasher.combine(descriptor)
    hasher.combine(instance)
  }
}
