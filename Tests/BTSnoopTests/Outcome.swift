import BTSnoop
import Bytes
import TestSupport

/// All that came of reading some bytes.
struct Outcome: Equatable {
  var infos: [CaptureInfo]
  var notes: [CaptureNote]
  var comments: [RecordingSink.Comment]
  var records: [RecordingSink.Record]
  var error: CaptureError?

  init(_ sink: RecordingSink, _ error: CaptureError?) {
    infos = sink.infos
    notes = sink.notes
    comments = sink.comments
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
