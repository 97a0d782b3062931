import BTSnoop
import Bytes

/// Records that wait until it is known whether they are selected, in order.
struct HeldRecords: ~Copyable {
  struct Entry {
    var record: CaptureRecord
    /// The range of its bytes.
    var place: Range<Int>
    var isChosen: Bool
  }

  private static let maximumCount = 32_768
  private static let maximumOctets = 4 << 20

  private(set) var entries: [Entry] = []
  private(set) var bytes = ByteWriter(capacity: 1024)

  var isFull: Bool { entries.count >= Self.maximumCount || bytes.count >= Self.maximumOctets }

  mutating func append(_ record: CaptureRecord, _ span: RawSpan, isChosen: Bool) {
    let start = bytes.count
    bytes.append(span)
    entries.append(Entry(record: record, place: start..<bytes.count, isChosen: isChosen))
  }
}
