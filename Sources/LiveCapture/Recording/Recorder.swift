import BTSnoop
import Bytes
import System

/// Records what a live source gives, whatever becomes of it later.
///
///     let recorder = try Recorder("walk.btsnoop", options: options)   // after the sources are open
///     recorder.append(record, bytes)            // each record, before anything decodes it
///     poll(..., recorder.millisecondsUntilFlush)
///     recorder.flushIfDue()                     // after each poll
///     let summary = recorder.close()            // at the end, whatever has happened
///
/// It never throws into the reading: what stopped it is in `error`, set once, and from then on
/// records are only counted. What was written until then is kept and can be read.
///
/// Make it when the sources are open, so that what is there is not replaced in vain, and before or
/// after root's rights are given up: under sudo it does with the user's rights all that it does to
/// files. `-` is standard output, for the caller to allow when nothing else goes there.
package final class Recorder {
  package struct Options: Sendable {
    /// Goes on in another file now and then.
    package var rotation: Rotation?
    /// How many files stay, with the one that is written; only with a rotation, and at least 1.
    package var keep: Int?
    /// Whether files that are there are replaced.
    package var replaces = false
    /// Milliseconds, from whenever on.
    var clock: @Sendable () -> Int64 = bootMilliseconds

    package init(rotation: Rotation? = nil, keep: Int? = nil, replaces: Bool = false) {
      (self.rotation, self.keep, self.replaces) = (rotation, keep, replaces)
    }
  }

  /// Bytes that are written without waiting for their time.
  static let flushSize = 64 * 1024
  /// Milliseconds that a record waits at most.
  static let flushInterval: Int64 = 1000
  /// Milliseconds after which a pipe without room is tried again, and for which the end waits for it.
  static let stallInterval: Int64 = 20
  static let closeTimeout: Int64 = 2000
  /// Bytes that are held for a pipe whose reader is slow; then records are lost, and counted.
  static let maximumBacklog = 16 << 20

  private let name: RecordingName
  private let form: RecordingForm
  private let options: Options
  private let user = SudoUser()
  /// `nil` for what is no file.
  private let set: RecordingSet?
  private var file: RecordingFile
  private var writer: CaptureWriter
  private var queue = RecordQueue()
  private var flushTime: Int64?
  private var isStalled = false
  private var isClosed = false
  /// Of the file that is written.
  private var hasRecords = false
  /// When its first record came; only where times count.
  private var beginning: Int64 = 0
  private var drops: UInt32 = 0
  private var lost = LostPackets()
  /// Of files that are full.
  private var earlierBytes: Int64 = 0
  private var summary = RecordingSummary()

  /// - path: of the file; its ending chooses the form, `.pcapng` or btsnoop.
  /// - Throws: before anything is recorded, and with nothing replaced but on purpose.
  package init(_ path: String, options: Options) throws(RecordingError) {
    name = RecordingName(path)
    self.options = options
    form = try RecordingForm(path)
    writer = CaptureWriter(form.target, of: [])
    var header = ByteWriter(capacity: 64)
    writer.appendHeader(to: &header)
    let place = try RecordingPlace.open(path, options, user, header: header.bytes.copy())
    set = place.set
    file = place.file
    guard set == nil else { return }
    queue.bytes.append(header.bytes)
    queue.endPart(isRecord: false)
    flush()
    if let error = summary.error { throw error }
  }

  /// Looks, before there is anything to record, whether a recording would be refused.
  /// - Throws: what `init` would, as far as that can be told without making anything.
  package static func check(_ path: String, options: Options) throws(RecordingError) {
    try RecordingPlace.check(path, options, SudoUser())
  }

  /// What stopped the recording.
  package var error: RecordingError? { summary.error }

  /// How long the next call of `flushIfDue` may take to come; `nil`: nothing waits.
  package var millisecondsUntilFlush: Int? {
    flushTime.map { Int(max($0 - options.clock(), 0)) }
  }

  /// Writes what has waited long enough.
  package func flushIfDue() {
    guard let flushTime, flushTime <= options.clock() else { return }
    flush()
  }

  /// Takes the next record of the source.
  package func append(_ record: borrowing CaptureRecord, _ bytes: RawSpan) {
    let before = lost.before(record)
    summary.drops += UInt64(before)
    if summary.error == nil, !isClosed, isRotationDue(bytes.byteCount) { rotate() }
    guard summary.error == nil, !isClosed, queue.count <= Self.maximumBacklog else {
      summary.unrecorded += 1
      // A reader of the file is to know that it does not hold all.
      addDrops(before == .max ? before : before + 1)
      return
    }
    addDrops(before)
    guard write(record, bytes) else {
      summary.leftOut += 1
      return
    }
    queue.endPart(isRecord: true)
    hasRecords = true
    if queue.count >= Self.flushSize, !isStalled {
      flush()
    } else if flushTime == nil {
      flushTime = options.clock() + Self.flushInterval
    }
  }

  /// - Returns: whether the form can say such a record.
  private func write(_ record: borrowing CaptureRecord, _ bytes: RawSpan) -> Bool {
    if record.cumulativeDrops == drops {
      return (try? writer.append(record, bytes, to: &queue.bytes)) == true
    }
    var told = copy record
    told.cumulativeDrops = drops
    return (try? writer.append(told, bytes, to: &queue.bytes)) == true
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

  /// Whether the next record belongs into another file. One without records is never full.
  private func isRotationDue(_ count: Int) -> Bool {
    switch options.rotation {
    case nil: return false
    case .bytes(let limit):
      let size = file.size + Int64(queue.count + form.recordLength(count) + form.trailerLength)
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
    // It stands there already.
    var header = ByteWriter(capacity: 64)
    writer.appendHeader(to: &header)
    hasRecords = false
    // Each file counts what was lost while it was written.
    drops = 0
  }

  private func next(_ set: RecordingSet) throws(RecordingError) -> RecordingFile {
    guard let user else { return try set.next() }
    return try user.perform(name.path) { () throws(RecordingError) in try set.next() }
  }

  // MARK: Writing

  /// Writes all that is held, as far as that does not wait.
  private func flush() {
    guard summary.error == nil else { return }
    let size = file.size
    let (taken, failure) = queue.withBytes { file.write($0) }
    if let failure {
      // What is there is to be readable: a part of a record is taken back.
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

  /// How much was recorded, as part of a message.
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

  /// Writes what is held and ends the file. To call it again gives the same.
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

  /// Waits for a reader that is slow, but not for ever.
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
    summary.files = set?.present.map(name.path(of:)) ?? [name.path]
    summary.fileCount = set?.count ?? 1
  }
}
