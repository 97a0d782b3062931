import BTSnoop
import Bytes
import System

/// Records what a live source delivers, independently of later processing.
///
///     let recorder = try Recorder("walk.btsnoop", options: options)  // when the sources are open
///     recorder.append(record, bytes)            // each record, before anything decodes it
///     poll(..., recorder.millisecondsUntilFlush)
///     recorder.flushIfDue()                     // after each poll
///     let summary = recorder.close()            // at the end, in any case
///
/// It never throws into the reader: the error that stopped it is in `error`, set once; from then on
/// records are only counted. What was written until then is kept and readable.
///
/// Create it when the sources are open, so that no file is replaced in vain, before or after root's
/// privileges are dropped: under sudo it uses the user's rights for everything it does to files.
/// `-` is standard output; the caller must make sure that nothing else goes there.
package final class Recorder {
  package struct Options: Sendable {
    /// When to continue in another file.
    package var rotation: Rotation?
    /// How many files to keep, including the current one; only with a rotation, and at least 1.
    package var keep: Int?
    /// Whether existing files are replaced.
    package var replaces = false
    /// The most marks in a file beside the recording: as many as its readers take.
    package var maximumMarks = Int.max
    /// Milliseconds, from an arbitrary start.
    var clock: @Sendable () -> Int64 = bootMilliseconds

    package init(
      rotation: Rotation? = nil, keep: Int? = nil, replaces: Bool = false,
      maximumMarks: Int = .max
    ) {
      (self.rotation, self.keep, self.replaces) = (rotation, keep, replaces)
      self.maximumMarks = maximumMarks
    }
  }

  /// Bytes that are written without waiting for the interval.
  static let flushSize = 64 * 1024
  /// Milliseconds that a record waits at most.
  static let flushInterval: Int64 = 1000
  /// Milliseconds after which a full pipe is tried again, and for which the end waits for it.
  static let stallInterval: Int64 = 20
  static let closeTimeout: Int64 = 2000
  /// Bytes to hold for a pipe with a slow reader; beyond that, records are lost and counted.
  static let maximumBacklog = 16 << 20

  private let name: RecordingName
  private let form: RecordingForm
  private let options: Options
  private let user = SudoUser()
  /// `nil` if it is not a file.
  private let set: RecordingSet?
  private var file: RecordingFile
  private var writer: CaptureWriter
  private var queue = RecordQueue()
  private var flushTime: Int64?
  private var isStalled = false
  private var isClosed = false
  /// In the current file.
  private var hasRecords = false
  /// When its first record came; only for rotation by time.
  private var beginning: Int64 = 0
  private var drops: UInt32 = 0
  private var lost = LostPackets()
  /// Made with the first mark, where the form has no place for them.
  private var marks: MarksFile?
  /// Marks that wait for a record.
  private var waitingMarks = 0
  /// In full files.
  private var earlierBytes: Int64 = 0
  private var summary = RecordingSummary()

  /// - path: of the file; its extension chooses the form, `.pcapng` or btsnoop.
  /// - Throws: before anything is recorded, and with nothing replaced except on request.
  package init(_ path: String, options: Options) throws(RecordingError) {
    name = RecordingName(path)
    self.options = options
    form = try RecordingForm(path)
    writer = CaptureWriter(form.target, of: [])
    var header = ByteWriter(capacity: 64)
    writer.appendHeader(to: &header)
    let place = try RecordingPlace.open(
      path, options: options, user: user, header: header.bytes.copy())
    set = place.set
    file = place.file
    guard set == nil else { return }
    queue.bytes.append(header.bytes)
    queue.endPart(isRecord: false)
    flush()
    if let error = summary.error { throw error }
  }

  /// Checks in advance whether a recording would be refused.
  /// - Throws: what `init` would, as far as can be determined without creating anything.
  package static func check(_ path: String, options: Options) throws(RecordingError) {
    try RecordingPlace.check(path, options: options, user: SudoUser())
  }

  /// The error that stopped the recording.
  package var error: RecordingError? { summary.error }

  /// Time until the next call of `flushIfDue` is due; `nil`: nothing waits.
  package var millisecondsUntilFlush: Int? {
    flushTime.map { Int(max($0 - options.clock(), 0)) }
  }

  /// Writes what has waited long enough.
  package func flushIfDue() {
    guard let flushTime, flushTime <= options.clock() else { return }
    flush()
  }

  /// Takes the next record of the source.
  package func append(_ record: borrowing CaptureRecord, bytes: RawSpan) {
    let before = lost.before(record)
    summary.drops += UInt64(before)
    if summary.error == nil, !isClosed, isRotationDue(bytes.byteCount) { rotate() }
    guard summary.error == nil, !isClosed, queue.count <= Self.maximumBacklog else {
      summary.unrecorded += 1
      // Lets a reader of the file know that it is incomplete.
      addDrops(before == .max ? before : before + 1)
      return
    }
    addDrops(before)
    do {
      guard try write(record, bytes: bytes) else {
        summary.leftOut += 1
        return
      }
    } catch {
      // What is held has a place.
      flush()
      if summary.error == nil {
        stop(
          RecordingError(name.path, "holds HCI packets, not those of a link layer").adding(extent))
      }
      summary.unrecorded += 1
      return
    }
    queue.endPart(isRecord: true)
    hasRecords = true
    summary.marks += waitingMarks
    waitingMarks = 0
    if queue.count >= Self.flushSize, !isStalled {
      flush()
    } else if flushTime == nil {
      flushTime = options.clock() + Self.flushInterval
    }
  }

  /// Takes a mark that the user sets, or a comment of the source on the next record.
  /// - line: of a file of marks: its time and its text; `nil` if it cannot have one.
  /// - Throws: if it is not recorded; the recording goes on.
  package func mark(_ text: [UInt8], line: @autoclosure () -> String?) throws(RecordingError) {
    guard summary.error == nil, !isClosed else { return }
    if form.holdsMarks {
      // Keys that are pasted, while nothing is received.
      guard writer.comment(text) else {
        throw RecordingError(name.path, "a packet has no room for more marks; left out")
      }
      waitingMarks += 1
      return
    }
    guard set != nil else {
      throw RecordingError(name.path, "has no place for marks, and no file can stand beside it")
    }
    // The year of a source's clock may be anything.
    guard let line = line() else { return }
    let file = try marksFile()
    guard summary.marks < options.maximumMarks else {
      throw RecordingError(file.path, "has \(summary.marks) marks, and no room for more; left out")
    }
    try file.append(line)
    summary.marks += 1
    summary.marksFile = file.path
  }

  private func marksFile() throws(RecordingError) -> MarksFile {
    if let marks { return marks }
    let made: MarksFile
    if let user {
      made = try user.perform(name.path) { () throws(RecordingError) in try MarksFile(name) }
    } else {
      made = try MarksFile(name)
    }
    marks = made
    return made
  }

  /// - Returns: whether the form supports the record.
  /// - Throws: if it has no place for anything of such a source.
  private func write(
    _ record: borrowing CaptureRecord, bytes: RawSpan
  ) throws(ConversionError) -> Bool {
    if record.cumulativeDrops == drops {
      return try writer.append(record, bytes: bytes, to: &queue.bytes)
    }
    var reported = copy record
    reported.cumulativeDrops = drops
    return try writer.append(reported, bytes: bytes, to: &queue.bytes)
  }

  private func addDrops(_ count: UInt32) {
    let (sum, overflow) = drops.addingReportingOverflow(count)
    drops = overflow ? .max : sum
  }

  // MARK: Files

  private func endFile() {
    writer.appendTrailer(to: &queue.bytes)
    queue.endPart(isRecord: false)
    flush()
  }

  /// Whether the next record belongs in another file. A file without records is never full.
  private func isRotationDue(_ count: Int) -> Bool {
    switch options.rotation {
    case nil: return false
    case .bytes(let limit):
      let size =
        file.size + Int64(queue.count + form.recordLength(count) + form.trailerLength)
        + Int64(writer.commentLength)
      return hasRecords && size > limit
    case .seconds(let limit):
      let now = options.clock()
      let isDue = hasRecords && now - beginning >= limit * 1000
      if isDue || !hasRecords { beginning = now }
      return isDue
    }
  }

  private func rotate() {
    endFile()
    guard summary.error == nil, let set else { return }
    let size = file.size
    do {
      file = try next(set)
      earlierBytes += size
    } catch {
      stop(error.adding(extent))
      return
    }
    // It is already there.
    var header = ByteWriter(capacity: 64)
    writer.appendHeader(to: &header)
    hasRecords = false
    // Each file counts the losses while it was written.
    drops = 0
  }

  private func next(_ set: RecordingSet) throws(RecordingError) -> RecordingFile {
    guard let user else { return try set.next() }
    return try user.perform(name.path) { () throws(RecordingError) in try set.next() }
  }

  // MARK: Writing

  /// Writes all that is held, as far as possible without waiting.
  private func flush() {
    guard summary.error == nil else { return }
    let size = file.size
    let (taken, failure) = queue.withBytes { file.write($0) }
    if let failure {
      // The file must be readable: remove a partial record.
      let whole = queue.whole(within: taken)
      file.cut(to: size + Int64(whole.bytes))
      summary.records += queue.remove(whole.bytes)
      fail(failure)
      return
    }
    summary.records += queue.remove(taken)
    isStalled = queue.count > 0
    flushTime = isStalled ? options.clock() + Self.stallInterval : nil
  }

  private func fail(_ failure: SystemError) {
    stop(RecordingError(name.path, failure).adding(extent))
  }

  /// The size of the recording, as part of a message.
  private var extent: String {
    let (bytes, records) = (earlierBytes + file.size, summary.records)
    return ", after \(bytes) byte\(bytes == 1 ? "" : "s"), "
      + "\(records) record\(records == 1 ? "" : "s")"
  }

  private func stop(_ error: RecordingError) {
    summary.error = error
    summary.unrecorded += queue.removeAll()
    flushTime = nil
  }

  /// Writes what is held and ends the file. Further calls return the same.
  package func close() -> RecordingSummary {
    if !isClosed {
      isClosed = true
      if summary.error == nil { endFile() }
      drain()
      if summary.error == nil {
        do { try file.synchronize() } catch { fail(error) }
      }
      finish()
    }
    return summary
  }

  /// Waits for a slow reader, but not forever.
  private func drain() {
    let end = options.clock() + Self.closeTimeout
    while summary.error == nil, queue.count > 0 {
      let rest = end - options.clock()
      guard rest > 0 else {
        let count = queue.count
        stop(
          RecordingError(
            name.path, "its reader does not take the last \(count) bytes"))
        return
      }
      file.waitForRoom(Int32(clamping: rest))
      flush()
    }
  }

  private func finish() {
    summary.bytes = earlierBytes + file.size
    summary.losses = writer.losses.messages(form.target)
    if waitingMarks > 0 {
      summary.losses.append(
        waitingMarks == 1
          ? "1 mark left out: no packet came after it"
          : "\(waitingMarks) marks left out: no packet came after them")
    }
    summary.files = set?.present.map(name.path(of:)) ?? [name.path]
    summary.fileCount = set?.count ?? 1
  }
}
