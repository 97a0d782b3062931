import BTSnoop
import Bytes

/// Keeps everything that a reader or a source delivers.
package struct RecordingSink: RecordSink {
  package struct Record: Equatable, Sendable {
    package var frame: UInt64
    package var time: CaptureTime
    package var kind: RecordKind
    package var direction: PacketDirection
    package var adapter: UInt16?
    package var originalLength: Int
    package var code: UInt16
    package var drops: UInt32
    package var file: Int
    package var radio: RadioInfo?
    package var bytes: [UInt8]

    package init(
      frame: UInt64 = 1, time: CaptureTime = CaptureTime(seconds: 0, nanoseconds: 0),
      kind: RecordKind, direction: PacketDirection, adapter: UInt16? = nil, originalLength: Int,
      code: UInt16 = 0, drops: UInt32 = 0, file: Int = 0, radio: RadioInfo? = nil,
      bytes: [UInt8]
    ) {
      (self.frame, self.time, self.kind, self.direction) = (frame, time, kind, direction)
      (self.adapter, self.originalLength, self.code) = (adapter, originalLength, code)
      (self.drops, self.file, self.bytes) = (drops, file, bytes)
      self.radio = kind == .linkLayer ? radio ?? RadioInfo() : nil
    }

    package init(_ record: borrowing CaptureRecord, _ bytes: RawSpan) {
      self.init(
        frame: record.frame, time: record.time, kind: record.kind, direction: record.direction,
        adapter: record.adapter, originalLength: record.originalLength, code: record.code,
        drops: record.cumulativeDrops, file: record.file, radio: record.radio,
        bytes: bytes.copy())
    }

    /// The same, except for the time.
    package func isSame(as other: Record) -> Bool {
      var other = other
      other.time = time
      return self == other
    }
  }

  package struct Comment: Equatable, Sendable {
    package var frame: UInt64
    package var text: String

    package init(_ frame: UInt64, _ text: String) { (self.frame, self.text) = (frame, text) }
  }

  package var readsAppLogs = true
  package private(set) var infos: [CaptureInfo] = []
  package private(set) var notes: [CaptureNote] = []
  package private(set) var comments: [Comment] = []
  package var records: [Record] = []
  /// The number of records after which it asks to stop.
  package var limit: Int

  package init(limit: Int = .max) { self.limit = limit }

  package var frames: [UInt64] { records.map(\.frame) }

  package mutating func capture(_ info: CaptureInfo) { infos.append(info) }
  package mutating func note(_ note: CaptureNote) { notes.append(note) }

  package mutating func comment(_ text: RawSpan, frame: UInt64) {
    comments.append(Comment(frame, String(decoding: text.copy(), as: UTF8.self)))
  }

  package mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
    records.append(Record(record, bytes))
    return records.count < limit
  }
}
