import ATTDissector
import Bytes

/// One side of a comparison: a timeline as it was told, from a capture or from NDJSON.
///
/// A million events are to fit: what varies in length stands in one buffer, what repeats in tables.
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

  /// The file, as it was named.
  package var name: String
  package var form: Form
  /// In the order in which they were told.
  package var items: [TimelineItem] = []
  package var peers: [RecordedPeer] = []
  package var paths: [RecordedPath] = []
  /// What the slices of items are in.
  package var bytes: [UInt8] = []
  /// Why a part of the side could not be read: whole sentences with file and place. With any of them
  /// the comparison ends with "trouble", whatever else it finds.
  package var problems: [String] = []
  /// Where the end of a file cuts the last record: all before it is there, as in any recording that was
  /// stopped. No trouble, unless it is asked for, or the recording is to be what others are held to.
  package var cuts: [String] = []
  /// Events of kinds that this version does not know, which are passed over.
  package var unknownEvents = 0

  package init(name: String, form: Form) {
    self.name = name
    self.form = form
  }
}

/// A device, as events name it: the same address is the same peer, without any the same name.
package struct RecordedPeer: Equatable, Sendable {
  package var address: BluetoothAddress?
  /// The last one that was told.
  package var name: String?
}

/// Where an attribute stands, without its handle.
package struct RecordedPath: Hashable, Sendable {
  package var service: BluetoothUUID?
  package var characteristic: BluetoothUUID?
  package var descriptor: BluetoothUUID?
  /// Which of several with one UUID, from 1; 0 where there is but one.
  package var instance: Int = 0
  /// What a reader calls it; no part of what it is.
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
