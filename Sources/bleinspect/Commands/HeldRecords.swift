import BTSnoop
import Bytes

/// Records that wait until it is known whether they are selected, in order.
struct HeldRecords: ~Copyable {
  struct Entry {
    var record: CaptureRecord
    /// The range of its bytes.
    var place: Range<Int>
    var isChosen: Bool
    var comments: RecordComments
  }

  private static let maximumCount = 32_768
  private static let maximumOctets = 4 << 20

  private(set) var entries: [Entry] = []
  private(set) var bytes = ByteWriter(capacity: 1024)

  private var commentOctets = 0

  var isFull: Bool {
    entries.count >= Self.maximumCount || bytes.count + commentOctets >= Self.maximumOctets
  }

  mutating func append(
    _ record: CaptureRecord, span: RawSpan, isChosen: Bool, comments: RecordComments
  ) {
    let start = bytes.count
    bytes.append(span)
    commentOctets += comments.octets
    entries.append(
      Entry(
        record: record, place: start..<bytes.count, isChosen: isChosen, comments: comments))
  }
}

/// What is written about a record beside it.
struct RecordComments {
  /// Given by the user: they stand with the next record that is written, whichever it is.
  var marks: [[UInt8]] = []
  /// Comments of the capture on the record itself.
  var own: [[UInt8]] = []
  /// What this program says of the record.
  var said: [[UInt8]] = []

  var octets: Int { (marks + own + said).reduce(0) { $0 + $1.count } }

  /// All comments; only those of the record stay here.
  mutating func takeMarks() -> RecordComments {
    defer { if !marks.isEmpty { marks.removeAll() } }
    return self
  }
}
