import BTSnoop
import Bytes
import CommonClock
import GATTSession
import Timeline

/// A capture that is put on a clock with others.
struct ReadRecorder {
  /// The path as the user wrote it.
  var name: String
  var trace: RecorderTrace
  /// Keys that it shows.
  var keys: [LinkKey]
  /// The time of the record that was asked for.
  var frameTime: CaptureTime?
  /// It was encrypted, and read again with the keys of the others.
  var needsKeys = false
  /// Why it could not be read to its end.
  var damage: String?
  /// What is damaged in it, if that ended reading.
  var error: CaptureError?
  /// What its reader remarked.
  var notes: [CaptureNote] = []
  /// The first ones, in the order in which they came.
  var adapters: [UInt16?] = []
  /// Those of its connections.
  var linkAdapters: [Int32: UInt16?] = [:]
  /// The connections of its records.
  var links = RecordLinks()
}

/// Collects what one capture has in common with others.
private final class TraceStage: RecordStage {
  let collector: TraceCollector
  /// The number of a record whose time is wanted.
  private let frame: UInt64?
  private(set) var frameTime: CaptureTime?
  private(set) var trace = RecorderTrace()
  private(set) var adapters: [UInt16?] = []
  private(set) var linkAdapters: [Int32: UInt16?] = [:]
  private(set) var links = RecordLinks()

  init(_ options: GATTSession.Options, frame: UInt64?) {
    collector = TraceCollector(options)
    self.frame = frame
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    collector.take(record, bytes: bytes)
    links.add(record.frame, collector.connectionNumber)
    if record.frame == frame { frameTime = record.time }
    // Notes of a monitor are of no adapter; in other logs nothing has a number.
    if record.kind != .system || record.adapter != nil, adapters.last != .some(record.adapter),
      adapters.count < SessionLimits.adapters, !adapters.contains(record.adapter)
    {
      adapters.append(record.adapter)
    }
    return true
  }

  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) {
    trace = collector.finish()
    for connection in collector.session.connections {
      let number = Int32(clamping: connection.ordinal)
      if trace.links[number] != nil { linkAdapters[number] = .some(connection.adapter) }
    }
  }
  var unreadCaptures: [UnreadCapture] { collector.session.unreadCaptures }
}

extension Invocation {
  /// Reads captures for what they have in common; the links of those that are encrypted are opened with the keys
  /// that the others show.
  /// - frames: in each capture, the number of a record whose time is wanted.
  /// - tellsNotes: standard error gets what readers remark.
  func readRecorders(
    _ session: GATTSession.Options, frames: [UInt64?] = [], tellsNotes: Bool = true
  ) throws(OutputError) -> [ReadRecorder] {
    var read: [ReadRecorder] = []
    let progress = Progress(options, writesAtEnd: true)
    defer { progress?.clear() }
    for (index, file) in files.enumerated() {
      let frame = index < frames.count ? frames[index] : nil
      read.append(
        try readRecorder(
          file, session: session, frame: frame, tellsNotes: tellsNotes, progress: progress))
    }
    for index in read.indices where read[index].trace.isEncrypted && files[index] != "-" {
      var opening = session
      opening.otherKeys += read.indices.filter { $0 != index }.flatMap { read[$0].keys }
        .prefix(SessionLimits.linkKeys / 2)
      guard opening.otherKeys.count > session.otherKeys.count else { continue }
      let frame = index < frames.count ? frames[index] : nil
      read[index] = try readRecorder(
        files[index], session: opening, frame: frame, tellsNotes: false, progress: progress)
      read[index].needsKeys = true
    }
    return read
  }

  private func readRecorder(
    _ file: String, session: GATTSession.Options, frame: UInt64?, tellsNotes: Bool,
    progress: Progress?
  ) throws(OutputError) -> ReadRecorder {
    let stage = TraceStage(session, frame: frame)
    var pipeline = CapturePipeline(stage)
    var reader = CaptureReader(watch: progress?.watch([file]))
    var damage: String?
    var problem: CaptureError?
    do { try reader.read([file], into: &pipeline) } catch {
      progress?.clear()
      guard error.kind != .unusable else { throw OutputError(message: error.description) }
      damage = error.description
      problem = error
    }
    pipeline.end()
    progress?.clear()
    for note in pipeline.summary.notes where note.isReported(quiet: options.output.quiet) {
      if tellsNotes { OutputChannel.complain(note.description) }
      if note.isCut || note.fails(strict: true) { damage = damage ?? note.description }
    }
    if tellsNotes, let damage,
      !pipeline.summary.notes.contains(where: { $0.description == damage })
    {
      OutputChannel.complain(damage)
    }
    let number = Int(clamping: files.firstIndex(of: file) ?? 0)
    let keys = stage.collector.session.shownKeys.map { key in
      var key = key
      key.origin = .capture(number)
      return key
    }
    return ReadRecorder(
      name: file, trace: stage.trace, keys: keys, frameTime: stage.frameTime, damage: damage,
      error: problem, notes: pipeline.summary.notes, adapters: stage.adapters,
      linkAdapters: stage.linkAdapters, links: stage.links)
  }
}
