import BTSnoop
import Bytes

/// Keeps all that a source hands over.
struct RecordingSink: RecordSink {
  struct Record: Equatable {
    var frame: UInt64
    var time: CaptureTime
    var kind: RecordKind
    var direction: PacketDirection
    var adapter: UInt16?
    var originalLength: Int
    var code: UInt16
    var drops: UInt32
    var bytes: [UInt8]

    /// The same, but for when it was.
    func isSame(as other: Record) -> Bool {
      var other = other
      other.time = time
      return self == other
    }
  }

  var infos: [CaptureInfo] = []
  var notes: [CaptureNote] = []
  var records: [Record] = []
  /// Records after which it asks to stop.
  var limit = Int.max

  var frames: [UInt64] { records.map(\.frame) }

  mutating func capture(_ info: CaptureInfo) { infos.append(info) }
  mutating func note(_ note: CaptureNote) { notes.append(note) }

  mutating func record(_ record: borrowing CaptureRecord, _ bytes: RawSpan) -> Bool {
    records.append(
      Record(
        frame: record.frame, time: record.time, kind: record.kind, direction: record.direction,
        adapter: record.adapter, originalLength: record.originalLength, code: record.code,
        drops: record.cumulativeDrops, bytes: bytes.copy()))
    return records.count < limit
  }
}

/// Counts what comes, and keeps nothing of it.
struct CountingSink: RecordSink {
  var records = 0
  mutating func record(_ record: borrowing CaptureRecord, _ bytes: RawSpan) -> Bool {
    records += 1
    return true
  }
}

/// A datagram as the kernel's monitor gives it.
/// - length: what the header says; `nil` for the truth.
func datagram(
  _ opcode: UInt16, adapter: UInt16 = 0, _ payload: [UInt8], length: Int? = nil
) -> [UInt8] {
  let length = UInt16(truncatingIfNeeded: length ?? payload.count)
  return [opcode, adapter, length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + payload
}
