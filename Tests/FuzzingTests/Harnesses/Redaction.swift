import BTSnoop
import Bytes
import GATTSession
import Redaction
import System
import TestSupport
import Timeline

extension Harness {
  /// A capture of HCI that is redacted: as many records, as long as they were. The input is that of `wholeHCI`, of
  /// which the options say how to redact.
  static let redaction = Harness("redaction", maximumLength: 1024) { input in
    var entries = EntryList(input)
    let options = entries.uint16()
    let handle = entries.uint16() & 0x0FFF
    var file = BTSnoopBytes(datalink: 2001)
    var records = 0
    while let (head, bytes) = entries.next() {
      let form = Form(rawValue: head & 15) ?? .command
      let (opcode, packet) = form.record(bytes, handle: handle + UInt16(head >> 4 & 1))
      file.add(
        packet, flags: UInt32(head >> 5 & 1) << 16 | UInt32(opcode),
        time: 1_700_000_000_000_000 + Int64(records) * 1000)
      records += 1
    }
    try Redacting(BTSnoopParser.self, .btsnoopMonitor, options).check(file.bytes)
  }
}

/// The two readings of a redaction, and the search after them.
struct Redacting<Parser: CaptureParser> {
  private let target: CaptureTarget
  private let values: RedactedValues
  private let keepsVendor: Bool
  private let keepsUnknown: Bool
  private let shiftsTime: Bool
  /// A long term key that is given.
  private let key: UInt128?

  init(_ parser: Parser.Type, _ target: CaptureTarget, _ options: UInt16, key: UInt128? = nil) {
    self.target = target
    self.key = key
    values = RedactedValues.allCases[Int(options & 3) % RedactedValues.allCases.count]
    keepsVendor = options & 4 != 0
    keepsUnknown = options & 8 != 0
    shiftsTime = options & 16 != 0
  }

  private var session: GATTSession.Options {
    var session = GATTSession.Options()
    session.linkKeys = key.map { [GivenLinkKey(key: $0)] } ?? []
    return session
  }

  private func read(_ bytes: [UInt8], into stage: some RecordStage) throws {
    var pipeline = CapturePipeline(stage)
    var parser = Parser(name: "fuzz", file: 0, firstFrame: 1)
    _ = try parser.consume(bytes.rawBytes, atEnd: true, into: &pipeline)
    pipeline.end()
  }

  func check(_ capture: [UInt8]) throws {
    let originals = Originals(
      secret: Array("sixteen octets!!".utf8), keepsVendor: keepsVendor, identityKeys: [])
    if let key { originals.collect(given: [key]) }
    let first = RedactionStage(
      collecting: originals, values, keepsUnknown: keepsUnknown, session: session)
    do { try read(capture, into: first) } catch { return }
    originals.settle()
    let patterns = PatternTable(originals.entries)
    let output = try Descriptor.temporary()
    let second = RedactionStage(
      writing: target, to: Timeline.OutputStream(output), originals, patterns, values,
      keepsUnknown: keepsUnknown, shiftsTime: shiftsTime, note: "", session: session)
    try read(capture, into: second)
    try require(
      first.tally.records == second.tally.records, "the readings differ in their records")
    try output.rewind()
    var buffer = ReadBuffer()
    var redacted: [UInt8] = []
    while try buffer.fill(from: output) > 0 {
      redacted.append(buffer.bytes)
      buffer.consume(buffer.end - buffer.start)
    }
    let search = LeakSearch(patterns, originals.linkStandIns)
    try read(redacted, into: search)
    // Of such packets the command writes nothing: what it leaves it finds, and refuses.
    guard search.leakCount == 0 else { return }
    let (before, after) = (RecordSizes(), RecordSizes())
    try read(capture, into: before)
    try read(redacted, into: after)
    try require(
      before.sizes == after.sizes, "\(after.sizes.count) of \(before.sizes.count) records, or cut")
    try require(
      search.opened >= second.tally.encryptedAnew,
      "\(search.opened) of \(second.tally.encryptedAnew) encrypted packets open")
  }
}

/// How long records are.
private final class RecordSizes: RecordStage {
  private(set) var sizes: [Int] = []

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {}
  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) {}

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    sizes.append(bytes.byteCount)
    return true
  }
}
