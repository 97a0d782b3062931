import BTSnoop
import Bytes

/// Keeps all that a reader hands over.
struct RecordingSink: RecordSink {
  struct Record: Equatable {
    var frame: UInt64 = 1
    var time = CaptureTime(seconds: 0, nanoseconds: 0)
    var kind: RecordKind
    var direction: PacketDirection
    var adapter: UInt16?
    var originalLength: Int
    var code: UInt16 = 0
    var drops: UInt32 = 0
    var file = 0
    var bytes: [UInt8]
  }

  var infos: [CaptureInfo] = []
  var notes: [CaptureNote] = []
  var records: [Record] = []
  /// Records after which it asks to stop.
  var limit = Int.max

  mutating func capture(_ info: CaptureInfo) { infos.append(info) }
  mutating func note(_ note: CaptureNote) { notes.append(note) }

  mutating func record(_ record: borrowing CaptureRecord, _ bytes: RawSpan) -> Bool {
    records.append(
      Record(
        frame: record.frame, time: record.time, kind: record.kind, direction: record.direction,
        adapter: record.adapter, originalLength: record.originalLength, code: record.code,
        drops: record.cumulativeDrops, file: record.file, bytes: bytes.copy()))
    return records.count < limit
  }
}

/// All that came of reading some bytes.
struct Outcome: Equatable {
  var infos: [CaptureInfo]
  var notes: [CaptureNote]
  var records: [RecordingSink.Record]
  var error: CaptureError?

  init(_ sink: RecordingSink, _ error: CaptureError?) {
    infos = sink.infos
    notes = sink.notes
    records = sink.records
    self.error = error
  }
}

/// Pushes bytes into a parser, in pieces of a size.
func push<Parser: CaptureParser>(
  _ bytes: [UInt8], _ parser: Parser.Type, pieces size: Int = .max, limit: Int = .max
) -> Outcome {
  var parser = Parser(name: "test", file: 0, firstFrame: 1)
  var sink = RecordingSink(limit: limit)
  var pending: [UInt8] = []
  var rest = bytes[...]
  do throws(CaptureError) {
    while !rest.isEmpty, !parser.isStopped {
      pending += rest.prefix(size)
      rest = rest.dropFirst(size)
      let used = try parser.consume(pending.rawBytes, atEnd: false, into: &sink)
      pending.removeFirst(used)
    }
    if !parser.isStopped { _ = try parser.consume(pending.rawBytes, atEnd: true, into: &sink) }
  } catch {
    return Outcome(sink, error)
  }
  return Outcome(sink, nil)
}

/// Reads bytes through a descriptor that gives them in pieces of a size.
func read(_ bytes: [UInt8], pieces size: Int = 65_536, limit: Int = .max) -> Outcome {
  var reader = CaptureReader()
  var sink = RecordingSink(limit: limit)
  do throws(CaptureError) {
    try reader.read(pieces(of: bytes, size: size), name: "test", into: &sink)
  } catch {
    return Outcome(sink, error)
  }
  return Outcome(sink, nil)
}

/// Sizes of pieces in which every reader is fed: with one result.
let pieceSizes = [1, 2, 3, 7, 16, 24, 25, 100, 65_536]
