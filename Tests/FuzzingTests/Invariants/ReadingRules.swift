import BTSnoop
import Bytes
import System

/// Keeps a fingerprint of what a reader hands over, and whether it is as promised.
struct CheckingSink: RecordSink {
  let readsAppLogs = true
  private(set) var records: UInt64 = 0
  private(set) var lastFrame: UInt64 = 0
  private(set) var captures = 0
  private(set) var notes = 0
  private(set) var comments: UInt64 = 0
  /// FNV-1a, of every byte and of what is reported beside them.
  private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var problem: String?

  mutating func capture(_ info: CaptureInfo) { captures += 1 }

  mutating func note(_ note: CaptureNote) {
    notes += 1
    if note.message.isEmpty || note.file.isEmpty { problem = "an empty note" }
  }

  mutating func comment(_ text: RawSpan, frame: UInt64) {
    comments += 1
    mix(frame)
    for i in 0..<text.byteCount { mix(UInt64(text.uint8(at: i))) }
    if frame <= lastFrame { problem = "a comment on frame \(frame) after \(lastFrame)" }
  }

  mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
    records += 1
    mix(record.frame)
    mix(UInt64(bitPattern: record.time.seconds))
    mix(UInt64(record.time.nanoseconds))
    mix(UInt64(record.kind.rawValue) << 8 | UInt64(record.direction.rawValue))
    mix(UInt64(record.adapter ?? 0xABCD))
    mix(UInt64(record.code))
    mix(UInt64(bitPattern: Int64(record.originalLength)))
    for i in 0..<bytes.byteCount { mix(UInt64(bytes.uint8(at: i))) }
    // A record of a serial line may hold several packets, and one that is not read counts.
    if record.frame < max(lastFrame, 1) { problem = "frame \(record.frame) after \(lastFrame)" }
    lastFrame = record.frame
    if captures == 0 { problem = "a record before its capture" }
    if record.time.nanoseconds >= 1_000_000_000 { problem = "\(record.time.nanoseconds) ns" }
    if record.originalLength < 0 { problem = "original length \(record.originalLength)" }
    if bytes.byteCount > maximumIncludedLength { problem = "\(bytes.byteCount) bytes" }
    if (record.radio != nil) != (record.kind == .linkLayer) { problem = "radio of another kind" }
    return true
  }

  /// What somebody else found.
  mutating func refuse(_ problem: String) { self.problem = problem }

  private mutating func mix(_ value: UInt64) {
    fingerprint = (fingerprint ^ value) &* 0x100_0000_01B3
  }
}

/// What came of reading some bytes.
struct Reading: Equatable {
  var fingerprint: UInt64
  var records: UInt64
  var notes: Int
  var comments: UInt64
  var error: CaptureError?

  init(_ sink: CheckingSink, _ error: CaptureError?) throws {
    if let problem = sink.problem { throw Broken(description: problem) }
    if let error { try require(!error.message.isEmpty, "an error without a message") }
    fingerprint = sink.fingerprint
    records = sink.records
    notes = sink.notes
    comments = sink.comments
    self.error = error
  }

  /// Pushes bytes into a parser, in pieces of a size.
  static func push<Parser: CaptureParser>(
    _ bytes: [UInt8], _ parser: Parser.Type, pieces size: Int
  ) throws -> Reading {
    var parser = Parser(name: "fuzz", file: 0, firstFrame: 1)
    var sink = CheckingSink()
    var begin = 0
    var end = 0
    do throws(CaptureError) {
      let span = bytes.rawBytes
      while end < bytes.count {
        end = min(bytes.count, end + size)
        begin += try parser.consume(
          span.clamped(begin, count: end - begin), atEnd: false, into: &sink)
      }
      _ = try parser.consume(span.clamped(begin), atEnd: true, into: &sink)
    } catch {
      return try Reading(sink, error)
    }
    try require(parser.nextFrame > sink.lastFrame, "the reader counts other frames")
    return try Reading(sink, nil)
  }

  /// Whole and in pieces, which must give the same.
  @discardableResult
  static func check<Parser: CaptureParser>(_ bytes: [UInt8], _ parser: Parser.Type) throws
    -> Reading
  {
    let whole = try push(bytes, parser, pieces: max(bytes.count, 1))
    let pieces = try push(bytes, parser, pieces: 1 + bytes.count % 13)
    try require(whole == pieces, "whole \(whole), in pieces \(pieces)")
    return whole
  }

  /// Reads a file, whatever it is.
  static func file(_ bytes: [UInt8]) throws -> Reading {
    let file = try Descriptor.temporary()
    try file.write(bytes.rawBytes)
    try file.rewind()
    var reader = CaptureReader()
    var sink = CheckingSink()
    do throws(CaptureError) { try reader.read(file, name: "fuzz", into: &sink) } catch {
      return try Reading(sink, error)
    }
    return try Reading(sink, nil)
  }
}
