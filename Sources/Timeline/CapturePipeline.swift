import BTSnoop
import Bytes
import GATTSession

/// Consumes the records of a capture once it is known where `t` counts from.
package protocol RecordStage: AnyObject {
  /// A capture begins, perhaps before `begin`; its records have this number or higher ones.
  func capture(_ info: CaptureInfo, from frame: UInt64)
  func begin(_ summary: CaptureSummary, clock: TimelineClock)
  /// - Returns: whether to continue reading.
  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool
  /// Whether it has a use for comments.
  var wantsComments: Bool { get }
  /// Whether it has a use for the logs of apps, which have no packets.
  var readsAppLogs: Bool { get }
  /// Somebody's comment in the capture on the record that follows, as stored.
  func comment(_ text: RawSpan)
  /// What a capture has beside its packets, at its end.
  func beside(_ rest: BesidePackets)
  /// A remark of the reader, which comes after the record that it is about.
  func note(_ note: CaptureNote)
  func end(_ summary: CaptureSummary)
  /// What was decrypted, and with what.
  var decryption: DecryptionReport { get }
  /// What follows the records; `nil` where nothing does.
  var followed: GATTSession? { get }
  /// The captures of which no record was read.
  var unreadCaptures: [UnreadCapture] { get }
  /// What else the user should know, at the end: sentences.
  var remarks: [String] { get }
  /// Whether there was anything of what is selected; true where that is not known.
  var hasMatch: Bool { get }
}

extension RecordStage {
  package func capture(_ info: CaptureInfo, from frame: UInt64) {}
  package var wantsComments: Bool { false }
  package var readsAppLogs: Bool { false }
  package func comment(_ text: RawSpan) {}
  package func beside(_ rest: BesidePackets) {}
  package var followed: GATTSession? { nil }
  package var decryption: DecryptionReport { DecryptionReport() }
  package var unreadCaptures: [UnreadCapture] { [] }
  package var remarks: [String] { [] }
  package var hasMatch: Bool { true }
}

/// Holds back the first records until the clock's origin is known, then passes everything on.
package struct CapturePipeline: RecordSink {
  private let stage: any RecordStage
  private var prologue: Prologue?
  private var heldNotes: [CaptureNote] = []
  /// Comments on records that the stage does not have yet, in their order.
  private var comments: [(frame: UInt64, text: [UInt8])] = []
  /// How many of them are on records that came; the others await theirs.
  private var keptComments = 0
  /// That of the last record.
  private var lastFrame: UInt64 = 0
  private var isStopped = false
  /// Once the first records are passed on.
  private var clock: TimelineClock?
  /// That of the last record that was passed on.
  private var lastTime: CaptureTime?
  package private(set) var summary = CaptureSummary()
  /// What was understood of the capture that is being read.
  private var tally = UnderstandingTally()

  /// - isLive: the first record is shown at once; `t` counts from it.
  package init(_ stage: any RecordStage, isLive: Bool = false) {
    self.stage = stage
    prologue = isLive ? Prologue(length: 1) : Prologue()
  }

  package var readsAppLogs: Bool { stage.readsAppLogs }

  package mutating func capture(_ info: CaptureInfo) { capture(info, from: lastFrame + 1) }

  /// - frame: the number of its first record: captures that are read side by side have theirs beforehand.
  package mutating func capture(_ info: CaptureInfo, from frame: UInt64) {
    endCapture()
    summary.captures.append(info)
    stage.capture(info, from: frame)
  }

  package mutating func note(_ note: CaptureNote) {
    // One remark about all records of the capture that are not understood follows at its end.
    if case .unreadRecords(let linkType, let count) = note.kind {
      tally.count(unread: linkType, count: count)
      return
    }
    if case .cutRecord = note.kind { tally.cutLast() }
    summary.notes.append(note)
    if prologue != nil { heldNotes.append(note) } else { stage.note(note) }
  }

  package mutating func comment(_ text: RawSpan, frame: UInt64) {
    guard !isStopped, stage.wantsComments else { return }
    dropComments(exceptOn: frame)
    comments.append((frame, text.copy()))
  }

  package mutating func beside(_ rest: BesidePackets) { stage.beside(rest) }

  /// Drops comments on records that were not read: they would pile up.
  private mutating func dropComments(exceptOn frame: UInt64) {
    while comments.count > keptComments, let last = comments.last, last.frame != frame {
      comments.removeLast()
    }
  }

  /// Passes on the comments on a record, before the record.
  private mutating func passComments(on frame: UInt64) {
    // Records of captures that are read side by side are not in the order of their numbers.
    guard let last = comments.lastIndex(where: { $0.frame == frame }) else { return }
    for comment in comments[...last] where comment.frame == frame {
      stage.comment(comment.text.rawBytes)
    }
    comments.removeFirst(last + 1)
    keptComments = max(0, keptComments - last - 1)
  }

  package mutating func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    if isStopped { return false }
    tally.count(record)
    lastFrame = record.frame
    if !comments.isEmpty {
      dropComments(exceptOn: record.frame)
      keptComments = comments.count
    }
    if summary.start == nil { summary.start = record.time }
    summary.end = record.time
    guard prologue == nil else {
      prologue?.add(record, bytes: bytes)
      if prologue?.isFull == true { release() }
      return !isStopped
    }
    pass(record, bytes: bytes)
    return !isStopped
  }

  private mutating func pass(_ record: CaptureRecord, bytes: RawSpan) {
    if !comments.isEmpty { passComments(on: record.frame) }
    if let lastTime, let clock {
      clock.sections.note(record.time, after: lastTime, origin: clock.origin)
    }
    lastTime = record.time
    if !stage.record(record, bytes: bytes) { isStopped = true }
  }

  /// Reports what was not understood of the capture read so far.
  private mutating func endCapture() {
    guard let capture = summary.captures.last else { return }
    if let note = tally.note(file: capture.name, isComplete: !isStopped) { self.note(note) }
    tally = UnderstandingTally()
  }

  private mutating func release() {
    guard var prologue else { return }
    self.prologue = nil
    let decimals = summary.captures.map(\.timeDecimals).max() ?? 6
    let origin = prologue.origin ?? CaptureTime(seconds: 0, nanoseconds: 0)
    let clock = TimelineClock(origin: origin, decimals: decimals)
    self.clock = clock
    stage.begin(summary, clock: clock)
    for (record, bytes) in prologue.takeRecords() where !isStopped {
      pass(record, bytes: bytes.rawBytes)
      heldNotes.removeAll { note in
        if note.isOfSession { stage.note(note) }
        return note.isOfSession
      }
    }
    for note in heldNotes { stage.note(note) }
    heldNotes.removeAll()
  }

  /// Reports captures whose records have a known kind, and cannot be read all the same.
  private mutating func noteUnread() {
    for capture in stage.unreadCaptures where summary.captures.indices.contains(capture.file) {
      note(
        CaptureNote(
          .notUnderstood(
            count: capture.unread, of: capture.records, why: capture.why, isWhole: true),
          file: summary.captures[capture.file].name))
    }
  }

  package var decryption: DecryptionReport { stage.decryption }
  package var followed: GATTSession? { stage.followed }
  package var hasMatch: Bool { stage.hasMatch }
  package var remarks: [String] {
    guard let session = stage.followed else { return stage.remarks }
    // What was not read may have the addresses.
    let isAllRead = !isStopped && summary.start != nil
    return stage.remarks + (isAllRead ? session.unusedIdentityKeys : []) + session.unusedTrees
  }

  /// Ends the output; call it once, whatever stopped the reading.
  /// - Parameter damage: why reading stopped before the end of the input.
  package mutating func end(damage: CaptureError? = nil) {
    summary.damage = damage?.description
    endCapture()
    release()
    if !isStopped { noteUnread() }
    stage.end(summary)
  }
}
