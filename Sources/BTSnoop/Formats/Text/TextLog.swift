import Bytes

/// A text in which a program printed HCI packets, the log of an app, or any other text: only its lines show what it is.
///
/// Lines that are no records may stand between those that are. A text of Android that contains a packed log is handed
/// to its reader.
package struct TextLogParser: CaptureParser {
  /// Longest line that is read; what is longer is no record.
  static let maximumLineLength = 16_384
  /// The most packets of a line.
  private static let maximumPackets = 32

  private let name: String
  private let file: Int
  private var forms = TextForms.all()
  private var held = HeldPackets(TextForms.all())
  /// The packet whose lines are read, and the index of its form.
  private var open: (packet: TextPacket, form: Int)?
  private var times = TextTimes()
  private var directions = InferredDirection()
  private var tally = TextTally()
  private var hasBegun = false
  private var snooz: BTSnoozParser?
  /// The start of the text, for the message if it is no log.
  private var head: [UInt8] = []
  private var lineNumber: UInt64 = 0
  /// Bytes at the start of what is not consumed that have no line feed.
  private var searched = 0
  /// Within a line that is too long.
  private var isSkipping = false
  /// Bytes consumed of the file.
  private var offset: Int64 = 0
  private var frame: UInt64
  private var hasStopped = false
  private var app = AppLogReader()
  /// It is the log of an app, and who reads it needs packets.
  private var isRefused = false

  package init(name: String, file: Int = 0, firstFrame: UInt64 = 1) {
    self.name = name
    self.file = file
    self.frame = firstFrame
  }

  package var nextFrame: UInt64 { snooz?.nextFrame ?? frame }

  package var isStopped: Bool { snooz?.isStopped ?? hasStopped }

  package mutating func consume(
    _ bytes: RawSpan, atEnd: Bool, into sink: inout some RecordSink
  ) throws(CaptureError) -> Int {
    keepHead(bytes)
    var position = 0
    let start = offset
    defer { offset = start + Int64(position) }
    while snooz == nil, !hasStopped {
      let rest = bytes.clamped(position)
      guard let end = lineFeed(in: rest) else {
        if rest.byteCount > Self.maximumLineLength {
          skip(&sink)
          position = bytes.byteCount
        } else if isSkipping {
          position = bytes.byteCount
        } else {
          searched = rest.byteCount
        }
        break
      }
      searched = 0
      if begin(rest.clamped(0, count: end), at: start + Int64(position)) { break }
      read(rest.clamped(0, count: end), into: &sink)
      position += end + 1
    }
    if snooz != nil {
      position += try snooz?.consume(bytes.clamped(position), atEnd: atEnd, into: &sink) ?? 0
      return position
    }
    if isRefused { throw packetsWanted() }
    guard atEnd, !hasStopped else { return position }
    let rest = bytes.clamped(position)
    if begin(rest, at: start + Int64(position)) {
      position += try snooz?.consume(rest, atEnd: true, into: &sink) ?? 0
      return position
    }
    if rest.byteCount > 0 { read(rest, into: &sink) }
    position = bytes.byteCount
    try finish(&sink)
    if isRefused { throw packetsWanted() }
    return position
  }

  private func packetsWanted() -> CaptureError {
    CaptureError(
      .unusable, file: name,
      "is the log of an app (\(app.title)), which has values but no packets; the report, timelines, stats, diff, "
        + "check and baseline read it")
  }

  private mutating func keepHead(_ bytes: RawSpan) {
    guard !hasBegun, head.count < inspectedLength else { return }
    head += bytes.clamped(head.count - Int(offset), count: inspectedLength - head.count).copy()
  }

  private func lineFeed(in bytes: RawSpan) -> Int? {
    var i = min(searched, bytes.byteCount)
    while i < bytes.byteCount {
      if bytes.uint8(at: i) == 0x0A { return i }
      i += 1
    }
    return nil
  }

  /// Gives up the line.
  private mutating func skip(_ sink: inout some RecordSink) {
    if !isSkipping {
      close(&sink)
      lineNumber += 1
      tally.others += 1
    }
    isSkipping = true
    searched = 0
  }

  /// Hands the rest over if it is a packed log of Android and nothing else was found.
  private mutating func begin(_ stored: RawSpan, at offset: Int64) -> Bool {
    guard !hasBegun, !isSkipping, held.isEmpty, open == nil,
      BTSnoozParser.begin.first(in: stored) != nil
    else { return false }
    snooz = BTSnoozParser(name: name, file: file, firstFrame: frame, offset: offset)
    return true
  }

  private mutating func read(_ stored: RawSpan, into sink: inout some RecordSink) {
    if isSkipping || stored.byteCount > Self.maximumLineLength {
      skip(&sink)
      isSkipping = false
      return
    }
    lineNumber += 1
    read(TextLine(stored: stored, number: lineNumber), into: &sink)
  }

  private mutating func read(_ line: TextLine, into sink: inout some RecordSink) {
    if !app.isTaken, add(line, into: &sink) { return }
    close(&sink)
    if line.isEmpty { return }
    let variants = Self.variants(of: line)
    if !app.isTaken {
      for variant in variants where begin(variant, into: &sink) { return }
    }
    // No line of an app begins as a quotation does.
    if app.isTaken || !hasBegun, app.read(variants[variants.count - 1]) {
      deliverEntries(&sink)
      return
    }
    for index in forms.indices where !app.isTaken && forms[index].isOwn(line) { return }
    tally.others += 1
  }

  /// The line as it is, and without the marks of quotations.
  private static func variants(of line: TextLine) -> [TextLine] {
    var variants = [line]
    while variants.count < 5, let inner = variants[variants.count - 1].unquoted {
      variants.append(inner)
    }
    return variants
  }

  /// Whether the line belongs to the packet that is open.
  private mutating func add(_ line: TextLine, into sink: inout some RecordSink) -> Bool {
    guard var packet = open?.packet, let form = open?.form else { return false }
    for variant in Self.variants(of: line) {
      var variant = variant
      guard forms[form].add(&variant, to: &packet) else { continue }
      open = (packet, form)
      if !packet.isOpenEnded, packet.missing == 0 { close(&sink) }
      return true
    }
    return false
  }

  /// Reads the packets that begin in the line.
  private mutating func begin(_ line: TextLine, into sink: inout some RecordSink) -> Bool {
    var line = line
    var count = 0
    while !line.isBlank, count < Self.maximumPackets {
      guard let (packet, form) = packet(in: &line) else { break }
      close(&sink)
      count += 1
      open = (packet, form)
      if !packet.isOpenEnded, packet.missing == 0 { close(&sink) }
    }
    return count > 0
  }

  private mutating func packet(in line: inout TextLine) -> (TextPacket, form: Int)? {
    for index in forms.indices {
      var rest = line
      guard let packet = forms[index].begin(&rest), rest.at > line.at else { continue }
      line = rest
      return (packet, index)
    }
    return nil
  }

  /// The lines of the packet that is open end.
  private mutating func close(_ sink: inout some RecordSink) {
    guard var packet = open?.packet, let form = open?.form else { return }
    open = nil
    forms[form].finish(&packet)
    if packet.kind == .system {
      // A note of the recorder, which is no packet.
      tally.others += 1
    } else if packet.isSound {
      held.add(packet, form: form)
      deliver(&sink)
    } else {
      held.damage(form: form)
      tally.damage(line: packet.line, of: form)
    }
  }

  private mutating func deliver(_ sink: inout some RecordSink) {
    while !hasStopped, let next = held.next() {
      begin(next, into: &sink)
      deliver(next.packet, form: next.form, into: &sink)
    }
  }

  private mutating func begin(_ first: HeldPackets.Held, into sink: inout some RecordSink) {
    guard !hasBegun else { return }
    hasBegun = true
    head = []
    times.begin(first.packet.stamp?.clock ?? held.clock)
    sink.capture(
      CaptureInfo(
        name: name, format: .text, linkType: "hci_h4", linkTypeDescription: forms[first.form].title,
        clock: times.clock.known))
  }

  /// Hands on what the log of an app says, once it is sure that it is one.
  private mutating func deliverEntries(_ sink: inout some RecordSink) {
    guard app.isTaken, !hasStopped else { return }
    if !hasBegun {
      guard sink.readsAppLogs else {
        isRefused = true
        hasStopped = true
        return
      }
      hasBegun = true
      head = []
      times.begin(app.clock)
      sink.capture(CaptureInfo(appLog: name, of: app.title, clock: times.clock.known))
    }
    while !hasStopped, let next = app.takeNext() {
      let bytes = next.entry.bytes
      let record = CaptureRecord(
        frame: frame, time: times.time(of: next.stamp), kind: .system,
        direction: next.entry.direction, originalLength: bytes.count, code: next.entry.code,
        file: file)
      if times.isMissingSome, tally.missTime() {
        sink.note(CaptureNote(.missingTimes, file: name, frame: frame))
      }
      frame += 1
      hasStopped = !sink.record(record, bytes: bytes.rawBytes)
    }
  }

  private mutating func deliver(
    _ packet: TextPacket, form: Int, into sink: inout some RecordSink
  ) {
    let bytes = packet.packet
    var direction = packet.direction
    switch packet.kind {
    case .command: direction = .sent
    case .event: direction = .received
    case .acl where direction == .unknown:
      if tally.inferDirection() {
        sink.note(CaptureNote(.inferredDirections, file: name, frame: frame))
      }
      direction = directions.direction(of: bytes.rawBytes)
    default: break
    }
    let length = packet.rebuilt?.length ?? bytes.count
    let record = CaptureRecord(
      frame: frame, time: times.time(of: packet.stamp), kind: packet.kind, direction: direction,
      adapter: packet.adapter, originalLength: length, file: file)
    if times.isMissingSome, tally.missTime() {
      sink.note(CaptureNote(.missingTimes, file: name, frame: frame))
    }
    tally.count(form, packet: packet.rebuilt, isWhole: length == bytes.count)
    frame += 1
    hasStopped = !sink.record(record, bytes: bytes.rawBytes)
  }

  /// Nothing is like a record, or nothing that is holds a packet.
  private func noLog() -> CaptureError {
    guard let (line, form) = tally.firstDamaged else {
      return notACapture(head.rawBytes, name: name)
    }
    return CaptureError(
      .unusable, file: name,
      "not a capture: line \(line) looks like one of \(forms[form].title), but it holds no HCI packet as a whole, "
        + "and no other line does")
  }

  private mutating func finish(_ sink: inout some RecordSink) throws(CaptureError) {
    close(&sink)
    if app.isTaken || !hasBegun {
      app.end(others: tally.others + tally.damaged + UInt64(held.count))
      deliverEntries(&sink)
    }
    guard !app.isTaken else { return finishEntries(&sink) }
    tally.others += app.lines + app.damaged + app.others
    held.end(others: tally.others + tally.damaged)
    deliver(&sink)
    guard hasBegun else {
      guard let first = held.first else { throw noLog() }
      throw CaptureError(
        .unusable, file: name,
        "not a capture: line \(first.line) looks like one of \(forms[first.form].title), but too few lines do: "
          + "\(first.count) of at least \(HeldPackets.enough)")
    }
    guard !hasStopped else { return }
    for kind in tally.notes(forms.map(\.title), dropped: held.dropped) {
      sink.note(CaptureNote(kind, file: name))
    }
  }
}

extension TextLogParser {
  /// What is to be told of the log of an app.
  private func finishEntries(_ sink: inout some RecordSink) {
    guard !hasStopped else { return }
    if let line = app.firstDamaged {
      sink.note(CaptureNote(.damagedRecords(app.damaged, firstLine: line), file: name))
    }
    let others = tally.others + tally.damaged + UInt64(held.count) + app.others
    if others > 0 { sink.note(CaptureNote(.otherLines(others), file: name)) }
  }
}

/// What is to be told of a log that was read.
private struct TextTally {
  /// Lines that are no records.
  var others: UInt64 = 0
  private(set) var damaged: UInt64 = 0
  private(set) var firstDamaged: (line: UInt64, form: Int)?
  private var records: [Int: UInt64] = [:]
  private var rebuilt: UInt64 = 0
  private var whole: UInt64 = 0
  private var inferredHandles: UInt64 = 0
  private var hasInferred = false
  private var hasMissed = false

  mutating func damage(line: UInt64, of form: Int) {
    if damaged == 0 { firstDamaged = (line, form) }
    damaged += 1
  }

  /// - Returns: whether it is the first time.
  mutating func inferDirection() -> Bool {
    defer { hasInferred = true }
    return !hasInferred
  }

  /// - Returns: whether it is the first time.
  mutating func missTime() -> Bool {
    defer { hasMissed = true }
    return !hasMissed
  }

  mutating func count(_ form: Int, packet: TextPacket.Rebuilt?, isWhole: Bool) {
    records[form, default: 0] += 1
    guard let packet else { return }
    rebuilt += 1
    if packet.isHandleInferred { inferredHandles += 1 }
    if isWhole { whole += 1 }
  }

  /// - dropped: packets that seemed to be some at first.
  func notes(_ titles: [String], dropped: UInt64) -> [CaptureNote.Kind] {
    var notes: [CaptureNote.Kind] = []
    if records.count > 1 {
      let parts = records.sorted { $0.key < $1.key }.map { "\($0.value) of \(titles[$0.key])" }
      notes.append(.mixedLog(parts.joined(separator: ", ")))
    }
    if rebuilt > 0 { notes.append(.rebuilt(whole: whole, of: rebuilt)) }
    if inferredHandles > 0 { notes.append(.inferredHandles(inferredHandles)) }
    if let firstDamaged {
      notes.append(.damagedRecords(damaged, firstLine: firstDamaged.line))
    }
    if others + dropped > 0 { notes.append(.otherLines(others + dropped)) }
    return notes
  }
}
