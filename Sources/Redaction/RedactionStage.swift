import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Reads captures for redaction: the first time to collect, the second time to write.
package final class RedactionStage: RecordStage {
  private let redactor: RecordRedactor
  private let keepsComments: Bool
  private let writing: Writing?
  private var waiting: [[UInt8]] = []

  /// Where the records of the second reading go.
  private final class Writing {
    let target: CaptureTarget
    let out: OutputStream
    let shiftsTime: Bool
    let note: String
    var writer: CaptureWriter?
    /// The time of the first record, where times are moved.
    var origin: CaptureTime?
    var refusal: ConversionError?
    var written: UInt64 = 0

    init(_ target: CaptureTarget, _ out: OutputStream, shiftsTime: Bool, note: String) {
      self.target = target
      self.out = out
      self.shiftsTime = shiftsTime
      self.note = note
    }
  }

  /// The first reading.
  package init(
    collecting originals: Originals, _ values: RedactedValues, keepsUnknown: Bool,
    session: GATTSession.Options
  ) {
    let policy = ValuePolicy(values: values, keepsUnknown: keepsUnknown)
    redactor = RecordRedactor(session, PartRedactor(policy, originals, nil)) { _, _, _ in }
    keepsComments = false
    writing = nil
  }

  /// The second reading.
  /// - note: what readers of the output are told about it.
  package init(
    writing target: CaptureTarget, to out: OutputStream, _ originals: Originals,
    _ patterns: PatternTable, _ values: RedactedValues, keepsUnknown: Bool, shiftsTime: Bool,
    note: String, session: GATTSession.Options
  ) {
    let policy = ValuePolicy(values: values, keepsUnknown: keepsUnknown)
    let writing = Writing(target, out, shiftsTime: shiftsTime, note: note)
    redactor = RecordRedactor(session, PartRedactor(policy, originals, patterns)) {
      Self.write($0, octets: $1, comments: $2, writing: writing)
    }
    keepsComments = keepsUnknown
    self.writing = writing
  }

  package var tally: RedactionTally { redactor.parts.tally }
  package var losses: ConversionLosses { writing?.writer?.losses ?? ConversionLosses() }
  package var refusal: ConversionError? { writing?.refusal }
  package var written: UInt64 { writing?.written ?? 0 }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    guard let writing else { return }
    if writing.shiftsTime { writing.origin = summary.start }
    var writer = CaptureWriter(writing.target, of: summary.captures, redaction: writing.note)
    writer.appendHeader(to: &writing.out.buffer)
    writing.writer = writer
  }

  package var wantsComments: Bool { true }
  package func comment(_ text: RawSpan) { waiting.append(text.copy()) }

  package func beside(_ rest: BesidePackets) { redactor.parts.tally.beside += rest }

  package func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    var comments: [[UInt8]] = []
    if !waiting.isEmpty {
      if keepsComments {
        comments = waiting.map { redactor.parts.comment($0) }
      } else {
        redactor.parts.tally.comments += waiting.count
      }
      waiting.removeAll()
    }
    redactor.process(record, bytes: bytes, comments: comments)
    guard let writing else { return true }
    return writing.refusal == nil && writing.out.isOpen
  }

  private static func write(
    _ record: CaptureRecord, octets: [UInt8], comments: [[UInt8]], writing: Writing
  ) {
    guard writing.refusal == nil else { return }
    var record = record
    if let origin = writing.origin { record.time = moved(record.time, from: origin) }
    for comment in comments { _ = writing.writer?.comment(comment) }
    do {
      if try writing.writer?.append(record, bytes: octets.rawBytes, to: &writing.out.buffer) == true
      {
        writing.written += 1
      } else {
        writing.writer?.leaveOutComments(lost: comments.count)
      }
    } catch { writing.refusal = error }
    writing.out.lineEnds()
  }

  /// Seconds from 1970 to 2000.
  private static let start: Int64 = 946_684_800

  private static func moved(_ time: CaptureTime, from origin: CaptureTime) -> CaptureTime {
    CaptureTime(
      seconds: time.seconds &- origin.seconds &+ start,
      excessNanoseconds: Int64(time.nanoseconds) - Int64(origin.nanoseconds))
  }

  package func note(_ note: CaptureNote) {}

  package func end(_ summary: CaptureSummary) {
    redactor.session.finish()
    redactor.finish()
    guard let writing else { return }
    writing.writer?.appendTrailer(to: &writing.out.buffer)
    writing.out.flush()
  }

  package var followed: GATTSession? { redactor.session }
  /// What became of keys that were given.
  package var decryption: DecryptionReport { redactor.session.decryption }
}
