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
    var lengths: [Int] = []
    while let (head, bytes) = entries.next() {
      let form = Form(rawValue: head & 15) ?? .command
      let (opcode, packet) = form.record(bytes, handle: handle + UInt16(head >> 4 & 1))
      file.add(
        packet, flags: UInt32(head >> 5 & 1) << 16 | UInt32(opcode),
        time: 1_700_000_000_000_000 + Int64(lengths.count) * 1000)
      lengths.append(packet.count)
    }
    try Redacting(options).check(file.bytes, lengths)
  }
}

/// The two readings of a redaction, and the search after them.
private struct Redacting {
  private let values: RedactedValues
  private let keepsVendor: Bool
  private let keepsUnknown: Bool

  init(_ options: UInt16) {
    values = RedactedValues.allCases[Int(options & 3) % RedactedValues.allCases.count]
    keepsVendor = options & 4 != 0
    keepsUnknown = options & 8 != 0
  }

  private func read(_ bytes: [UInt8], into stage: some RecordStage) throws {
    var pipeline = CapturePipeline(stage)
    var parser = BTSnoopParser(name: "fuzz", file: 0, firstFrame: 1)
    _ = try parser.consume(bytes.rawBytes, atEnd: true, into: &pipeline)
    pipeline.end()
  }

  func check(_ capture: [UInt8], _ lengths: [Int]) throws {
    let originals = Originals(
      secret: Array("sixteen octets!!".utf8), keepsVendor: keepsVendor, identityKeys: [])
    let first = RedactionStage(
      collecting: originals, values, keepsUnknown: keepsUnknown, session: GATTSession.Options())
    do { try read(capture, into: first) } catch { return }
    originals.settle()
    let patterns = PatternTable(originals.entries)
    let output = try Descriptor.temporary()
    let second = RedactionStage(
      writing: .btsnoopMonitor, to: Timeline.OutputStream(output), originals, patterns, values,
      keepsUnknown: keepsUnknown, shiftsTime: false, note: "", session: GATTSession.Options())
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
    let search = LeakSearch(patterns)
    try read(redacted, into: search)
    // Of such packets the command writes nothing: what it leaves it finds, and refuses.
    guard search.leakCount == 0 else { return }
    try require(
      search.records == UInt64(lengths.count), "\(search.records) of \(lengths.count) records")
    var place = 16
    for length in lengths {
      let found = redacted.rawBytes.clamped(place + 4, 4)
      let octets = (0..<4).reduce(0) { $0 << 8 | Int(found.uint8(at: $1)) }
      try require(octets == length, "a record of \(length) octets has \(octets)")
      place += 24 + length
    }
  }
}
