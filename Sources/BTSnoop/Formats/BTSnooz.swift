import Bytes

/// The text of an Android bug report, which contains Bluetooth logs in base64.
///
/// The rest of the text is skipped without being stored.
package struct BTSnoozParser: CaptureParser {
  private enum State {
    case searching
    /// In the line with the start marker.
    case inMarker
    case inLog
  }

  /// The most bytes to unpack from all the logs of a text.
  static let maximumTotalLength = 64 << 20

  static let begin = TextSearch("--- BEGIN:BTSNOOP_LOG_SUMMARY")
  private static let end: StaticString = "--- END:BTSNOOP_LOG_SUMMARY"
  static let reportTitle = TextSearch("== dumpstate: ")

  private let name: String
  private let file: Int
  private let firstFrame: UInt64
  private var state = State.searching
  private var packed = Base64Decoder()
  /// The offset of the current log.
  private var logOffset: Int64 = 0
  private var logCount = 0
  /// Bytes that may still be unpacked.
  var unpackable = Self.maximumTotalLength
  /// The start of the text, for the message if it contains no log.
  private var head: [UInt8] = []
  /// The last record delivered, to recognize it.
  private var last: (time: Int64, type: UInt8, bytes: [UInt8])?
  /// Bytes consumed of the file.
  private var offset: Int64 = 0
  package private(set) var nextFrame: UInt64
  package private(set) var isStopped = false

  package init(name: String, file: Int = 0, firstFrame: UInt64 = 1) {
    self.init(name: name, file: file, firstFrame: firstFrame, offset: 0)
  }

  /// - offset: bytes of the file that were read before, with no log in them.
  init(name: String, file: Int, firstFrame: UInt64, offset: Int64) {
    self.name = name
    self.file = file
    self.offset = offset
    self.firstFrame = firstFrame
    self.nextFrame = firstFrame
  }

  package mutating func consume(
    _ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Int {
    keepHead(bytes)
    var position = 0
    let start = offset
    defer { offset = start + Int64(position) }
    while !isStopped, position < bytes.byteCount {
      let before = state
      let here = start + Int64(position)
      let used =
        switch state {
        case .searching: search(bytes.clamped(position), at: here, into: &sink)
        case .inMarker: passMarker(bytes.clamped(position))
        case .inLog: try readLog(bytes.clamped(position), at: here, atEnd: atEnd, into: &sink)
        }
      if used == 0, state == before { break }
      position += used
    }
    guard atEnd else { return position }
    position = bytes.byteCount
    if !isStopped { try finish(&sink) }
    return position
  }

  private mutating func keepHead(_ bytes: RawSpan) {
    guard logCount == 0, head.count < inspectedLength else { return }
    // It holds everything consumed so far.
    head += bytes.clamped(head.count - Int(offset), count: inspectedLength - head.count).copy()
  }

  private mutating func search(
    _ bytes: RawSpan, at here: Int64, into sink: inout some RecordSink
  ) -> Int {
    guard let found = Self.begin.first(in: bytes) else {
      return max(bytes.byteCount - (Self.begin.count - 1), 0)
    }
    if logCount == 0 {
      sink.capture(
        CaptureInfo(
          name: name, format: .btsnooz, linkType: "hci_h4",
          linkTypeDescription: "Android bug report"))
      head = []
    }
    logCount += 1
    logOffset = here + Int64(found)
    packed.removeAll()
    state = .inMarker
    return found + Self.begin.count
  }

  private mutating func passMarker(_ bytes: RawSpan) -> Int {
    for i in 0..<bytes.byteCount where bytes.uint8(at: i) == 0x0A {
      state = .inLog
      return i + 1
    }
    return bytes.byteCount
  }

  private mutating func readLog(
    _ bytes: RawSpan, at here: Int64, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Int {
    let used = packed.take(bytes, limit: BTSnoozLog.maximumLength)
    guard used < bytes.byteCount else { return used }
    let marker = bytes.clamped(used, count: Self.end.utf8CodeUnitCount)
    if marker.byteCount < Self.end.utf8CodeUnitCount, !atEnd,
      marker.equals(Self.end.rawBytes.clamped(0, count: marker.byteCount))
    {
      return used
    }
    if marker.equals(Self.end.rawBytes) {
      state = .searching
      try deliver(isWhole: true, into: &sink)
      return used + marker.byteCount
    }
    if atEnd, marker.equals(Self.end.rawBytes.clamped(0, count: marker.byteCount)) {
      return used + marker.byteCount
    }
    guard packed.bytes.count >= BTSnoozLog.preambleSize else {
      // The phone says in plain text that it could not pack the log.
      state = .searching
      return used
    }
    throw CaptureError(
      .damaged, file: name, offset: here + Int64(used),
      packed.bytes.count >= BTSnoozLog.maximumLength
        ? "the log has more than \(BTSnoozLog.maximumLength) bytes"
        : "the log is not base64 throughout")
  }

  private mutating func finish(_ sink: inout some RecordSink) throws(CaptureError) {
    guard logCount > 0 else {
      if Self.reportTitle.first(in: head.rawBytes) != nil {
        throw CaptureError(
          .unusable, file: name,
          "the text of an Android bug report without a Bluetooth log; those in files are in its .zip"
        )
      }
      throw notACapture(head.rawBytes, name: name)
    }
    switch state {
    case .searching: break
    case .inMarker:
      sink.note(CaptureNote(.cutLog, file: name, offset: logOffset))
    case .inLog:
      if packed.bytes.count >= BTSnoozLog.preambleSize {
        try deliver(isWhole: false, into: &sink)
      } else {
        sink.note(CaptureNote(.cutLog, file: name, offset: logOffset))
      }
    }
  }

  /// Delivers the records of the log that was read.
  private mutating func deliver(
    isWhole: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) {
    let log: BTSnoozLog
    do {
      log = try BTSnoozLog(
        packed.bytes.rawBytes,
        limit: min(BTSnoozLog.maximumLength, unpackable))
    } catch {
      throw refused(error)
    }
    unpackable -= log.records.count
    packed.removeAll()
    var position = afterLast(log)
    while !isStopped, let record = log.next(&position) {
      deliver(record, log: log, into: &sink)
    }
    guard !isStopped else { return }
    if position.isImpossible {
      throw damaged("a record of the log claims to have no bytes, not even its type")
    }
    if let failure = log.failure { throw damaged(failure) }
    if log.isCut || !isWhole || log.rest(position) > 0 {
      sink.note(CaptureNote(.cutLog, file: name, offset: logOffset))
    }
  }

  private mutating func deliver(
    _ record: BTSnoozLog.Record, log: borrowing BTSnoozLog, into sink: inout some RecordSink
  ) {
    let framing = BTSnoozLog.framing(record.type)
    let bytes = log.records.rawBytes.clamped(record.bytes)
    let header = CaptureRecord(
      frame: nextFrame, time: CaptureTime(unixMicroseconds: record.time), kind: framing.kind,
      direction: framing.direction, originalLength: record.originalLength, code: framing.code,
      unknown: framing.unknown,
      file: file)
    nextFrame += 1
    isStopped = !sink.record(header, bytes: bytes)
    if bytes.byteCount < record.included, !isStopped {
      sink.note(
        CaptureNote(
          .cutRecord(present: bytes.byteCount, needed: record.included), file: name,
          offset: logOffset, frame: nextFrame - 1))
    }
    last = (record.time, record.type, bytes.copy())
  }

  /// A bug report may contain the log several times, with records added: where to continue in the
  /// next one.
  private func afterLast(_ log: borrowing BTSnoozLog) -> BTSnoozLog.Position {
    guard let last else { return log.start }
    var position = log.start
    var found: BTSnoozLog.Position?
    while let record = log.next(&position) {
      if record.time == last.time, record.type == last.type,
        log.records.rawBytes.clamped(record.bytes).equals(last.bytes.rawBytes)
      {
        found = position
      }
    }
    return found ?? log.start
  }

  private func refused(_ refusal: BTSnoozLog.FormatError) -> CaptureError {
    switch refusal {
    case .tooShort: return damaged("the log ends before its time stamp")
    case .version(let version):
      let message = "btsnooz version \(version) is not known, only versions 1 and 2"
      guard nextFrame == firstFrame else { return damaged(message) }
      return CaptureError(.unusable, file: name, message)
    }
  }

  private func damaged(_ message: String) -> CaptureError {
    CaptureError(.damaged, file: name, offset: logOffset, message)
  }
}
